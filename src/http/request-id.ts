import { createMiddleware } from "hono/factory";
import type { App } from "../env";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const ID_BYTES = 16;
/** Random bytes for the next requests: one by one, they would cost more than a whole redirect. */
const random = new Uint8Array(256 * ID_BYTES);
let used = random.length;

/** A random id, which tells nothing of other requests. */
export function newRequestId() {
  if (used === random.length) {
    crypto.getRandomValues(random);
    used = 0;
  }
  used += ID_BYTES;
  return random.subarray(used - ID_BYTES, used).toHex();
}

/** Names the request, by the caller's `X-Request-Id` if it is a UUID: the id is logged. */
export const requestId = createMiddleware<App>(async (c, next) => {
  const sent = c.req.header("X-Request-Id") ?? "";
  const id = UUID.test(sent) ? sent : newRequestId();
  c.set("requestId", id);
  c.header("X-Request-Id", id);
  await next();
});
