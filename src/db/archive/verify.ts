import type { Scope } from "#env";
import { sha256 } from "#lib/crypto";
import { type Archive, chain, getManifest, partInfo, textOf } from "./bucket";
import { ArchiveError, columnsOf } from "./columns";
import { readPage } from "./page";
import { TABLES } from "./tables";
import { type Place, START } from "./walk";

/** The state that is kept from one chunk of a verification to the next, as JSON. */
export type VerifyState = {
  table: number;
  part: number;
  place: Place;
  sha256: string;
  finished: boolean;
};

export const BEGIN_VERIFY: VerifyState = {
  table: 0,
  part: 0,
  place: START,
  sha256: "",
  finished: false,
};

/**
 * Compares one chunk with the archive: as many rows as the next part has, or the end of a table.
 * Returns the next state. Throws an `ArchiveError` that names the first table that differs. The
 * workspace's own row is not compared: the directory has columns of it. Nor is the audit log, which
 * goes on while the workspace is not there.
 */
export async function verifyChunk(
  db: Scope["db"],
  archive: Archive,
  state: VerifyState,
): Promise<VerifyState> {
  const table = TABLES[state.table];
  if (!table) return { ...state, finished: true };
  const { tables, workspace_id: workspaceId } = await getManifest(archive);
  const manifest = tables[table.name];
  const next = { ...BEGIN_VERIFY, table: state.table + 1 };
  if (!manifest || table.name === "workspaces" || table.name === "audit_log") return next;
  const columns = await columnsOf(db, table);
  const archived = manifest.columns.flatMap((name) => columns.filter((one) => one.name === name));
  const isEnd = state.part === manifest.parts;
  const rows = isEnd ? 1 : (await partInfo(archive, table.name, state.part)).rows;
  const size = { rows, bytes: Number.MAX_SAFE_INTEGER };
  const page = await readPage(db, table, archived, { workspaceId, marks: {} }, state.place, size);
  const differs = new ArchiveError(`The rows of ${table.name} are not those of the archive.`);
  if (isEnd) {
    if (page || state.sha256 !== manifest.sha256) throw differs;
    return next;
  }
  if (page?.rows.length !== rows) throw differs;
  const part = await sha256(textOf(page.rows));
  return {
    ...state,
    part: state.part + 1,
    place: page.place,
    sha256: await chain(state.sha256, part),
  };
}
