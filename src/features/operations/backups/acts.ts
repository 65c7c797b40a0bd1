import {
  type Archive,
  chain,
  getManifest,
  getPart,
  putPart,
  type TableManifest,
} from "#db/archive/bucket";
import { columnsOf } from "#db/archive/columns";
import { readPage } from "#db/archive/page";
import { type Place, START } from "#db/archive/walk";
import { comparedTable } from "#db/copying/pages";
import { writeRows } from "#db/copying/rows";
import type { Database } from "#env";

// The directory's part of a workspace's audit log, where it is apart from the workspace's database:
// what was done with its tokens, and by the operator.

const ACTS = "directory_audit_log";
const TABLE = comparedTable("audit_log");

/** The most parts of some 2,000 acts in a backup, oldest first: a step makes all of them. */
const MOST_PARTS = 20;

/** Writes the parts. Returns what the archive's manifest says of them. */
export async function archiveActs(
  directory: Database,
  archive: Archive,
  workspaceId: number,
): Promise<Record<string, TableManifest>> {
  const columns = await columnsOf(directory, TABLE);
  const written = { columns: columns.map(({ name }) => name), rows: 0, parts: 0, sha256: "" };
  for (let place: Place = START; written.parts < MOST_PARTS; written.parts++) {
    const page = await readPage(directory, TABLE, columns, { workspaceId, marks: {} }, place);
    if (!page) break;
    const hash = await putPart(archive, ACTS, written.parts, page.rows);
    written.sha256 = await chain(written.sha256, hash);
    written.rows += page.rows.length;
    place = page.place;
  }
  return { [ACTS]: written };
}

/** Restores a part to the directory. Returns the next one; null after the last. */
export async function restoreActs(directory: Database, archive: Archive, part: number) {
  const acts = (await getManifest(archive)).tables[ACTS];
  if (!acts || part >= acts.parts) return null;
  const known = await columnsOf(directory, TABLE);
  const columns = acts.columns.flatMap((name) => known.filter((one) => one.name === name));
  const { rows } = await getPart(archive, ACTS, part);
  await writeRows(directory, TABLE, columns, rows);
  return part + 1;
}
