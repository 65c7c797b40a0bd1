import { describeError, log } from "./log";

/** How long a chunk should take: others wait for it. */
const [SHORT_MS, LONG_MS] = [4, 9];

/**
 * How much of a kind of work fits into a chunk. It follows how long the last chunk took: half as much
 * after a long one, a half more after a short one.
 */
export class ChunkSize {
  readonly #least: number;
  readonly #most: number;
  #limit: number;

  constructor(least: number, most: number, first: number) {
    [this.#least, this.#most, this.#limit] = [least, most, first];
  }

  get limit() {
    return this.#limit;
  }

  /** Takes in how long a chunk of this size took, in milliseconds. */
  follow(ms: number) {
    const factor = ms > LONG_MS ? 0.5 : ms < SHORT_MS ? 1.5 : 1;
    this.#limit = Math.min(Math.max(Math.ceil(this.#limit * factor), this.#least), this.#most);
  }
}

/** Works one chunk; returns whether there may be another. */
export type Chunk = () => Promise<boolean>;

type Pacing = {
  /** No chunk begins later than this, in milliseconds after the first. */
  forMs: number;
  wait?: (ms: number) => Promise<unknown>;
};

/**
 * Works chunks in turn until there are none, each with a pause after it that is as long as it took:
 * at least half of the time is everybody else's. Work that fails is logged by its name, and does not
 * end the other work. Returns the errors, and whether all work is done.
 */
export async function workInChunks(
  works: Record<string, Chunk>,
  { forMs, wait = (ms) => scheduler.wait(ms) }: Pacing,
) {
  const open = new Map(Object.entries(works));
  const errors: unknown[] = [];
  const start = Date.now();
  while (open.size > 0 && Date.now() - start < forMs)
    for (const [name, work] of open) {
      const began = Date.now();
      const hasMore = await work().catch((error: unknown) => {
        log("error", "chunk not worked", { work: name, ...describeError(error) });
        errors.push(error);
        return false;
      });
      if (!hasMore) open.delete(name);
      if (open.size > 0) await wait(Math.max(Date.now() - began, 1));
    }
  return { errors, isDone: open.size === 0 };
}
