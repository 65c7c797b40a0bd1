import { createMiddleware } from "hono/factory";
import type { App } from "../env";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

let isolate: string | undefined;
let requests = 0;

/**
 * The isolate's id and a count of its requests, which reveals only how busy it is. Random bytes
 * would cost more than the rest of a redirect.
 */
export function newRequestId() {
  isolate ??= crypto.randomUUID();
  requests++;
  return `${isolate}-${requests.toString(36)}`;
}

/** Names the request, by the caller's `X-Request-Id` if it is a UUID: the id is logged. */
export const requestId = createMiddleware<App>(async (c, next) => {
  const sent = c.req.header("X-Request-Id") ?? "";
  const id = UUID.test(sent) ? sent : newRequestId();
  c.set("requestId", id);
  c.header("X-Request-Id", id);
  await next();
});
