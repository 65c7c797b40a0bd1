import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { App } from "#env";
import { Slots } from "#lib/slots";

/** The time after which an upload reports again that it is under way. */
const TOUCH_MS = 20_000;

const uploads = new Slots("uploads of a workspace");
const streams = new Slots("lists or bundles of a workspace");

/** Limits the uploads of a workspace: each holds up to 8 MiB, however slowly its file comes. */
export const limitUploads = createMiddleware<App>(async (c, next) => {
  const slot = uploads.take(c.var.scope.workspaceId);
  // The timer of a request that the runtime has ended, since its client went away, ends with it.
  const timer = setInterval(slot.touch, TOUCH_MS);
  try {
    await next();
  } finally {
    clearInterval(timer);
    slot.free();
  }
});

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
