const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const ID_CHARACTERS = 32;
/** Random ids for the next requests: one by one, they would cost more than a whole redirect. */
const random = new Uint8Array(4_096);
let ids = "";
let used = 0;

/** A random id of 32 hex digits, which tells nothing of other requests. */
export function newRequestId() {
  if (used === ids.length) {
    ids = crypto.getRandomValues(random).toHex();
    used = 0;
  }
  used += ID_CHARACTERS;
  return ids.slice(used - ID_CHARACTERS, used);
}

/** Names a request, by the caller's `X-Request-Id` if it is a UUID: the id is logged. */
export function requestIdOf({ headers }: Request) {
  const sent = headers.get("X-Request-Id");
  return sent !== null && UUID.test(sent) ? sent : newRequestId();
}
