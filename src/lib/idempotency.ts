import { Problem } from "./problem";

/** The error on an idempotency key whose first request is running, or died before its answer. */
export const KEY_CLAIMED = "A request with this Idempotency-Key is still running.";

export const keyClaimed = () =>
  new Problem("in_progress", { message: KEY_CLAIMED, headers: { "Retry-After": "1" } });

/** A request that shows no sign of life for this long has died. */
export const MAX_RUNNING_MS = 60_000;
