/**
 * D1's words for what another attempt may get over: it was overloaded, restarted or out of reach.
 * https://developers.cloudflare.com/d1/observability/debug-d1/
 */
const TRANSIENT = new RegExp(
  "^(?:D1_ERROR: )?(?:" +
    [
      "Network connection lost",
      "D1 DB is overloaded",
      "D1 DB reset because its code was updated",
      "D1 DB exceeded its (?:CPU time|memory) limit and was reset",
      "D1 DB storage operation exceeded timeout which caused object to be reset",
      "Internal error (?:in|while starting up) D1 DB storage caused object to be reset",
      "Cannot resolve D1 DB due to transient issue",
    ].join("|") +
    ")",
);

/** True if an error is, or was caused by, a database that can't be reached for now. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof Error && (TRANSIENT.test(error.message) || isDatabaseUnavailable(error.cause));

/**
 * The answer of a database to a write of a workspace that is being moved (db/placement/freeze.ts).
 */
export const BEING_MOVED = "workspace_being_moved";

export const isBeingMoved = (error: unknown): boolean =>
  error instanceof Error && (error.message.includes(BEING_MOVED) || isBeingMoved(error.cause));
