import type { Context } from "hono";
import type { App } from "#env";
import type { Keep } from "#lib/cache";

/** Lets work go on behind the answer of a request. */
export const keeping =
  (c: Context<App>): Keep =>
  (promise) =>
    c.executionCtx.waitUntil(promise);
