import { sql } from "drizzle-orm";
import type { Scope } from "#env";
import { readBatch } from "../batch";
import {
  type Archive,
  chain,
  FORMAT,
  type Manifest,
  putManifest,
  putPart,
  type TableManifest,
} from "./bucket";
import { columnsOf } from "./columns";
import { PAGE, type PageSize, readPage } from "./page";
import { MARKED, TABLES } from "./tables";
import { type Place, START, type Walked } from "./walk";

// A live workspace's archive holds the rows that were there when it was begun and still are when
// their table is read, as they are then. Newer rows are left out, and so is what refers to them, so
// that foreign keys hold in it. A frozen workspace's archive holds all of its rows.

/** The state that is kept from one chunk of an archive to the next, as JSON. */
export type ArchiveState = Walked & {
  createdAt: number;
  /** The index of the table in `TABLES` that is being read, and how far it is. */
  table: number;
  place: Place;
  part: number;
  rows: number;
  sha256: string;
  tables: Record<string, TableManifest>;
  finished: boolean;
};

const NEW_TABLE = { place: START, part: 0, rows: 0, sha256: "" };

/** The highest ids of a workspace's tables, by their names, or higher ones. */
export async function marksOf(db: Scope["db"], workspaceId: number): Promise<Walked["marks"]> {
  const newest = MARKED.map((name) => {
    const isTimed = TABLES.find((table) => table.name === name)?.primary[0] === "workspace_id";
    const owner = sql.raw(`${name}.workspace_id`);
    const own = isTimed ? sql` where ${owner} = ${workspaceId}` : sql``;
    return sql`${name}, ifnull((select max(id) from ${sql.raw(name)}${own}), 0)`;
  });
  // D1 documents 32 arguments of a function.
  const halves = [newest.slice(0, 15), newest.slice(15)];
  const { found } = await readBatch(
    { db },
    {
      found: halves.map(
        (half) => sql<{ marks: string }>`select json_object(${sql.join(half, sql`, `)}) as marks`,
      ),
    },
  );
  return Object.assign({}, ...found.flat().map((one) => JSON.parse(one.marks)));
}

/** Begins the archive of a workspace: notes the newest rows. Writes nothing. */
export async function beginArchive(db: Scope["db"], workspaceId: number): Promise<ArchiveState> {
  return {
    workspaceId,
    marks: await marksOf(db, workspaceId),
    createdAt: Date.now(),
    table: 0,
    ...NEW_TABLE,
    tables: {},
    finished: false,
  };
}

/**
 * Writes one chunk of the archive: the next part of a table, or the manifest at the end. Returns
 * the next state. A chunk that is repeated writes the same part again.
 */
export async function archiveChunk(
  db: Scope["db"],
  archive: Archive,
  state: ArchiveState,
  size: PageSize = PAGE,
): Promise<ArchiveState> {
  const table = TABLES[state.table];
  if (!table) return finish(archive, state);
  const columns = await columnsOf(db, table);
  const page = await readPage(db, table, columns, state, state.place, size);
  if (page) {
    const part = await putPart(archive, table.name, state.part, page.rows);
    return {
      ...state,
      place: page.place,
      part: state.part + 1,
      rows: state.rows + page.rows.length,
      sha256: await chain(state.sha256, part),
    };
  }
  const { rows, part: parts, sha256 } = state;
  const written = { columns: columns.map(({ name }) => name), rows, parts, sha256 };
  return {
    ...state,
    ...NEW_TABLE,
    table: state.table + 1,
    tables: { ...state.tables, [table.name]: written },
  };
}

async function finish(archive: Archive, state: ArchiveState): Promise<ArchiveState> {
  const manifest: Manifest = {
    format: FORMAT,
    workspace_id: state.workspaceId,
    created_at: state.createdAt,
    tables: state.tables,
  };
  if (!state.finished) await putManifest(archive, manifest);
  return { ...state, finished: true };
}

/** The number of rows that the archive has by now. */
export const archivedRows = ({ rows, tables }: ArchiveState) =>
  Object.values(tables).reduce((sum, table) => sum + table.rows, rows);
