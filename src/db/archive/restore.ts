import { sql } from "drizzle-orm";
import type { Scope } from "#env";
import { readBatch, unscopedBatch } from "../batch";
import { type Archive, chain, getManifest, getPart, type TableManifest } from "./bucket";
import { ArchiveError, selectColumns, selectValues } from "./columns";
import { type ArchivedTable, TABLES } from "./tables";
import { selectTriggers, silence } from "./triggers";

/** The most characters of rows that a chunk inserts, unless one row has more. */
const CHUNK_LENGTH = 250_000;

/** The state that is kept from one chunk of a restore to the next, as JSON. */
export type RestoreState = {
  table: number;
  part: number;
  /** The first row of the part that is not restored yet. */
  row: number;
  /** Of the table, by now. */
  rows: number;
  sha256: string;
  finished: boolean;
};

export const BEGIN_RESTORE: RestoreState = {
  table: 0,
  part: 0,
  row: 0,
  rows: 0,
  sha256: "",
  finished: false,
};

/**
 * Restores one chunk: some rows of a part, or the end of a table. Returns the next state. A chunk
 * that is repeated inserts nothing. Throws an `ArchiveError` where the archive is not what its
 * manifest says, or has columns that the database lacks.
 */
export async function restoreChunk(
  db: Scope["db"],
  archive: Archive,
  state: RestoreState,
  chunkLength = CHUNK_LENGTH,
): Promise<RestoreState> {
  const table = TABLES[state.table];
  if (!table) return { ...state, finished: true };
  const manifest = (await getManifest(archive)).tables[table.name];
  // A table that is newer than the archive has no rows in it.
  if (!manifest) return { ...BEGIN_RESTORE, table: state.table + 1 };
  if (state.part === manifest.parts) {
    if (state.sha256 !== manifest.sha256 || state.rows !== manifest.rows)
      throw new ArchiveError(`The parts of ${table.name} are not those of the manifest.`);
    return { ...BEGIN_RESTORE, table: state.table + 1 };
  }
  const part = await getPart(archive, table.name, state.part);
  const fitting = fittingRows(part.rows.slice(state.row), chunkLength);
  const rows = await insertOnce(db, archive, table, manifest, state, fitting);
  const next = { ...state, row: state.row + rows, rows: state.rows + rows };
  if (next.row < part.rows.length) return next;
  return { ...next, part: state.part + 1, row: 0, sha256: await chain(state.sha256, part.sha256) };
}

/** The first rows, of at most so many characters; at least one. */
function fittingRows(rows: string[], most: number): string[] {
  let length = 0;
  const end = rows.findIndex((row, index) => {
    length += row.length + 1;
    return length > most && index > 0;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** Inserts rows unless they were inserted before; returns how many were, then or now. */
async function insertOnce(
  db: Scope["db"],
  { prefix }: Archive,
  table: ArchivedTable,
  { columns: archived }: TableManifest,
  { part, row }: RestoreState,
  rows: string[],
): Promise<number> {
  const { before, columns, triggers } = await readBatch(
    { db },
    {
      before: sql<{ rows: number }>`
        select count as rows from restored
        where archive = ${prefix} and table_name = ${table.name} and part = ${part}
          and row = ${row}`,
      columns: selectColumns(table),
      triggers: selectTriggers(table.name),
    },
  );
  if (before[0]) return before[0].rows;
  const known = columns.map(({ name }) => name);
  const unknown = archived.find((name) => !known.includes(name));
  if (unknown) throw new ArchiveError(`The table ${table.name} has no column ${unknown}.`);
  const { drop, create } = silence(triggers, "INSERT");
  await unscopedBatch(
    { db },
    {
      note: sql`
        insert into restored (archive, table_name, part, row, count)
        values (${prefix}, ${table.name}, ${part}, ${row}, ${rows.length})`,
      drop,
      rows: insertion(table, archived, rows),
      create,
    },
  );
  return rows.length;
}

/** The columns of a workspace that its own database alone has. The directory has the others. */
const OWN = [
  "settings",
  "webhook_secrets",
  "webhook_sealed_with",
  "suppression_key",
  "suppression_sealed_with",
];

function insertion({ name }: ArchivedTable, columns: string[], rows: string[]) {
  const names = columns.map((column) => `"${column}"`).join(", ");
  // A copy of the workspace may be there already.
  const owned = OWN.map((column) => `${column} = excluded.${column}`).join(", ");
  // The audit log outlives its workspace.
  const conflicts: Record<string, string> = {
    workspaces: `on conflict (id) do update set ${owned}`,
    audit_log: "on conflict do nothing",
  };
  const conflict = conflicts[name] ?? "";
  return sql`
    insert into ${sql.raw(`${name} (${names})`)}
    ${selectValues(columns.length, rows)} ${sql.raw(conflict)}`;
}

/** Forgets which chunks of an archive were restored: after the last, and after a wipe. */
export const forgetRestored = ({ prefix }: Archive) => sql`
  delete from restored where archive = ${prefix}`;
