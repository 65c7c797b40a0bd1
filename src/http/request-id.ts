import { createMiddleware } from "hono/factory";
import type { App } from "#env";
import { requestIdOf } from "#lib/request-id";

/** Names the request in the log and in its answer. */
export const requestId = createMiddleware<App>(async (c, next) => {
  const id = requestIdOf(c.req.raw);
  c.set("requestId", id);
  c.header("X-Request-Id", id);
  await next();
});
