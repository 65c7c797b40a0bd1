import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { App } from "../env";
import { Problem } from "../lib/problem";

/** The most of a kind that a workspace may have under way in an isolate. */
const MOST = 4;
const RETRY_AFTER_SECONDS = 5;
/** A slot whose holder has done nothing for so long is no longer counted. */
const IDLE_MS = 60_000;

/** A share in what is under way. `touch` says that its holder still is. */
export type Slot = { touch: () => void; free: () => void };

/** The work of a kind that workspaces have under way, which holds memory or reads the database. */
class Slots {
  readonly #message: string;
  readonly #open = new Map<number, Map<symbol, number>>();

  constructor(what: string) {
    this.#message = `A workspace may have ${MOST} ${what} under way at a time.`;
  }

  /** Throws a `rate_limited` problem if there is none left. */
  take(workspaceId: number): Slot {
    const now = Date.now();
    const known = [...(this.#open.get(workspaceId) ?? [])];
    const open = new Map(known.filter(([, at]) => at + IDLE_MS > now));
    if (open.size >= MOST)
      throw new Problem("rate_limited", {
        message: this.#message,
        headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
      });
    this.#open.set(workspaceId, open);
    const slot = Symbol(this.#message);
    const touch = () => void this.#open.get(workspaceId)?.set(slot, Date.now());
    touch();
    return { touch, free: () => this.#free(workspaceId, slot) };
  }

  #free(workspaceId: number, slot: symbol) {
    const open = this.#open.get(workspaceId);
    open?.delete(slot);
    if (open?.size === 0) this.#open.delete(workspaceId);
  }
}

const uploads = new Slots("uploads");
const bodies = new Slots("bodies of more than 256 KiB");
const streams = new Slots("lists or bundles");

/** Limits the uploads of a workspace: each holds up to 8 MiB, however slowly its file comes. */
export const limitUploads = createMiddleware<App>(async (c, next) => {
  const slot = uploads.take(c.var.scope.workspaceId);
  // The timer of a request that the runtime has ended, since its client went away, ends with it.
  const timer = setInterval(slot.touch, IDLE_MS / 3);
  try {
    await next();
  } finally {
    clearInterval(timer);
    slot.free();
  }
});

/** Takes a slot for a large body, which is held as a whole, however slowly it comes. */
export const takeBodySlot = (c: Context<App>): Slot => bodies.take(c.var.scope.workspaceId);

/**
 * Opens a stream of the workspace, which reads the database as long as its client takes it. It
 * frees its slot when it ends, breaks off, or the client goes away. HEAD has none.
 */
export async function limitedStream(
  c: Context<App>,
  open: () => Promise<ReadableStream<Uint8Array>>,
): Promise<ReadableStream<Uint8Array> | null> {
  if (c.req.method === "HEAD") return null;
  const { touch, free } = streams.take(c.var.scope.workspaceId);
  try {
    const reader = (await open()).getReader();
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          touch();
          try {
            const { value, done } = await reader.read();
            if (value) return controller.enqueue(value);
            if (done) controller.close();
          } catch (error) {
            controller.error(error);
          }
          free();
        },
        cancel(reason) {
          free();
          return reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
  } catch (error) {
    free();
    throw error;
  }
}
