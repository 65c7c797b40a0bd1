import { drizzle } from "drizzle-orm/d1";
import type { Bucket } from "#db/archive/bucket";
import { BEGIN_RESTORE, forgetRestored, restoreChunk } from "#db/archive/restore";
import { OTHERS } from "#db/archive/tables";
import { BEGIN_VERIFY, verifyChunk } from "#db/archive/verify";
import { BEGIN_WIPE, wipeChunk } from "#db/archive/wipe";
import { archiveChunk, beginArchive } from "#db/archive/write";
import { CASING } from "#db/batch";
import { testEnv } from "./env";
import { migrate } from "./migrations";

export const bucket = testEnv.FILES;
export const [source, target] = [drizzle(testEnv.DB, CASING), drizzle(testEnv.SECOND, CASING)];
/** Few rows in a chunk, so that many are needed. */
const SMALL = { rows: 2, bytes: 1_000_000 };

type Chunk<State> = (state: State) => Promise<State>;
type Working = { finished: boolean };

/** The way to work chunks, from states that were stored as JSON. */
export type Way = <State extends Working>(state: State, chunk: Chunk<State>) => Promise<State>;

const stored = <State>(state: State): State => JSON.parse(JSON.stringify(state));

export const plainly: Way = (state, chunk) => chunk(stored(state));
/** As if the process had died after each chunk, before it stored the state. */
export const twice: Way = async (state, chunk) => {
  await chunk(stored(state));
  return chunk(stored(state));
};

async function work<State extends Working>(way: Way, state: State, chunk: Chunk<State>) {
  let last = state;
  while (!last.finished) last = await way(last, chunk);
  return last;
}

/** Archives, restores, verifies and wipes a workspace, in chunks that are worked in a way. */
export const worker = (prefix: string, way: Way = plainly, of: Bucket = bucket) => {
  const archive = { bucket: of, prefix };
  return {
    archive: async (workspaceId: number) =>
      work(way, await beginArchive(source, workspaceId), (state) =>
        archiveChunk(source, archive, state, SMALL),
      ),
    /** With as many characters in a chunk, at most. */
    restore: (length?: number) =>
      work(way, BEGIN_RESTORE, (state) => restoreChunk(target, archive, state, length)),
    verify: () => work(way, BEGIN_VERIFY, (state) => verifyChunk(target, archive, state)),
    wipe: async (workspaceId: number) => {
      const limit = 5;
      await work(way, BEGIN_WIPE, (state) => wipeChunk(target, workspaceId, state, { limit }));
      await target.run(forgetRestored(archive));
    },
  };
};

/** Tables that no archive has. */
export const APART = OTHERS;

/**
 * Without what each database gives by itself: some ids, and all but the ids in the search index.
 */
const FREE: Record<string, string[]> = {
  leads_search_docsize: ["sz", "origin"],
};
export const comparable = (rows: Record<string, Record<string, unknown>[]>) =>
  Object.fromEntries(
    Object.entries(rows).map(([table, list]) => {
      const free = Object.fromEntries((FREE[table] ?? []).map((name) => [name, null]));
      return [table, list.map((row) => JSON.stringify({ ...row, ...free })).toSorted()];
    }),
  );

export const migrateTarget = () => migrate(testEnv.SECOND);
