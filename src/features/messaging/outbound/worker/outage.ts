import type { AttemptResult } from "./work";

/**
 * The sender's record of its provider's silence. `failedAt` is when the last requests without an
 * answer began; until `until` nobody is asked, and from then on one message is tried at a time
 * while `pauses` is not 0. It has lasted since `since`.
 */
export type Outage = { failedAt: number[]; pauses: number; since: number; until: number };

export const NO_OUTAGE: Outage = { failedAt: [], pauses: 0, since: 0, until: 0 };

const FAILURES_TO_PAUSE = 3;
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 300_000;

/** True if the provider has answered; undefined where it was not asked. */
export function isAnswered(result: AttemptResult): boolean | undefined {
  if (result.kind === "accepted") return true;
  if (result.kind === "refused") return result.httpStatus === 0 ? undefined : true;
  return result.kind === "unknown" ? result.isUnanswered !== true : undefined;
}

/** The outage after the answer to a request that began at `begunAt`. */
export function afterAnswer(outage: Outage, begunAt: number): Outage {
  if (outage.failedAt.length === 0) return outage;
  const failedAt = outage.failedAt.filter((at) => at > begunAt);
  return failedAt.length < FAILURES_TO_PAUSE ? { ...NO_OUTAGE, failedAt } : outage;
}

/**
 * The outage after a request that began at `begunAt` had no answer. `answeredAt` is when the last
 * answered request began: one that began before it says nothing of the provider as a whole.
 */
export function afterSilence(
  outage: Outage,
  begunAt: number,
  answeredAt: number,
  now: number,
): Outage {
  if (begunAt < answeredAt) return outage;
  const failedAt = [...outage.failedAt, begunAt].slice(-FAILURES_TO_PAUSE);
  // Requests that were open when the pause began do not lengthen it.
  if (failedAt.length < FAILURES_TO_PAUSE || now < outage.until) return { ...outage, failedAt };
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** outage.pauses, LONGEST_PAUSE_MS);
  const since = outage.pauses === 0 ? Math.min(...failedAt) : outage.since;
  return { failedAt, pauses: outage.pauses + 1, since, until: now + pauseMs };
}
