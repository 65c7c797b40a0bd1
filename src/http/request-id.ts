import { createMiddleware } from "hono/factory";
import type { App } from "../env";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

let isolate: string | undefined;
let requests = 0;

/** Names this isolate and counts its requests, which tells no more than how busy it is: random bytes would cost more than the rest of a redirect. */
export function newRequestId() {
  isolate ??= crypto.randomUUID();
  requests++;
  return `${isolate}-${requests.toString(36)}`;
}

/** Names the request: by the caller's `X-Request-Id` where that is a UUID, since the name is logged and must hold nothing else. */
export const requestId = createMiddleware<App>(async (c, next) => {
  const sent = c.req.header("X-Request-Id") ?? "";
  const id = UUID.test(sent) ? sent : newRequestId();
  c.set("requestId", id);
  c.header("X-Request-Id", id);
  await next();
});
