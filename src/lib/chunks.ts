import { describeError, log } from "./log";

/** The time that a chunk should take: others wait for it. */
const [SHORT_MS, LONG_MS] = [3, 6];

/**
 * The amount of a kind of work that fits into a chunk. It follows how long the last chunk took:
 * half as much after a long one, a half more after a short one.
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

/** Works chunks of a size that follows how long they take. `work` returns whether there is more. */
export const sized =
  (size: ChunkSize, work: (limit: number) => Promise<boolean>): Chunk =>
  async () => {
    const began = Date.now();
    const hasMore = await work(size.limit);
    size.follow(Date.now() - began);
    return hasMore;
  };

/** Works a chunk that `size` follows, if it is given, and pauses for a `share` of what it took. */
export async function pauseAfter<T>(
  work: () => Promise<T>,
  size?: ChunkSize,
  share = 1,
): Promise<T> {
  const began = Date.now();
  const result = await work();
  const ms = Date.now() - began;
  size?.follow(ms);
  await scheduler.wait(Math.max(ms * share, 1));
  return result;
}

/** Lets each call of `work` wait until a pause as long as the call before it took is over. */
export function paced<Input, Output>(work: (input: Input) => Promise<Output>) {
  let freeAt = 0;
  return async (input: Input) => {
    const pauseMs = freeAt - Date.now();
    if (pauseMs > 0) await scheduler.wait(pauseMs);
    const startedAt = Date.now();
    try {
      return await work(input);
    } finally {
      const endedAt = Date.now();
      freeAt = endedAt + Math.max(endedAt - startedAt, 1);
    }
  };
}

/** Works one chunk; returns whether there may be another. */
export type Chunk = () => Promise<boolean>;

type Pacing = {
  /** The most chunks that are worked. */
  most: number;
  wait?: (ms: number) => Promise<unknown>;
};

/**
 * Works chunks in turn until there are none, each with a pause after it that is as long as it took:
 * at least half of the time is everybody else's. Work that fails is logged by its name, and does
 * not end the other work. Returns the errors, and whether all work is done.
 */
export async function workInChunks(
  works: Record<string, Chunk>,
  { most, wait = (ms) => scheduler.wait(ms) }: Pacing,
) {
  const open = new Map(Object.entries(works));
  const errors: unknown[] = [];
  for (let left = most; open.size > 0 && left > 0; )
    for (const [name, work] of open) {
      if (left-- === 0) break;
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
