import { createMiddleware } from "hono/factory";
import type { App } from "../env";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Names the request: by the caller's `X-Request-Id` where that is a UUID, since the name is logged and must hold nothing else. */
export const requestId = createMiddleware<App>(async (c, next) => {
  const sent = c.req.header("X-Request-Id") ?? "";
  const id = UUID.test(sent) ? sent : crypto.randomUUID();
  c.set("requestId", id);
  c.header("X-Request-Id", id);
  await next();
});
