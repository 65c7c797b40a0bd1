import { ERASURE_QUIET_MS, ErasureQueue } from "#features/operations/chunks/erasures";
import { RemovalQueue } from "#features/operations/chunks/removals";
import { ChunkSize } from "#lib/chunks";
import type { Client } from "./api";
import { testEnv } from "./env";

const AFTER_QUIET = () => Date.now() + ERASURE_QUIET_MS + 1;

type Working = { env?: typeof testEnv; rows?: number; now?: () => number; database?: string };

/** The queues that erase, with as many rows in a chunk, once what was under way has ended. */
export const erasers = ({
  env = testEnv,
  rows = 3,
  now = AFTER_QUIET,
  database = "DB",
}: Working = {}) => [
  new RemovalQueue(env, database),
  new ErasureQueue(env, database, { now, size: new ChunkSize(rows, rows, rows) }),
];

/** Works all erasures to their end. Returns how many chunks it took. */
export async function eraseAll(working: Working = {}) {
  const queues = erasers(working);
  for (let chunks = 0; chunks < 500; chunks++) {
    const worked: boolean[] = [];
    for (const queue of queues) worked.push(await queue.workNext());
    if (!worked.includes(true)) return chunks;
  }
  throw new Error("There is more to erase after 500 chunks.");
}

export const erasureOf = async (client: Client, id: number) =>
  (await client.get(`/erasures/${id}`)).body.data;
