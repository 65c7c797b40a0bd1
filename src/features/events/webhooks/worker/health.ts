import type { DisableReason } from "#domain/events";
import { DAY_MS, HOUR_MS, SECOND_MS } from "#lib/time";
import type { Attempt } from "./attempt";
import { withJitter } from "./jitter";

/**
 * After this many failures in a row an endpoint is paused, for longer each time. After a pause,
 * one delivery tests whether the endpoint works again.
 */
export const FAILURES_TO_PAUSE = 5;
const PAUSE_MS = 5 * SECOND_MS;
const MAX_PAUSE_MS = HOUR_MS;

/** An endpoint is disabled when every attempt has failed for this long. */
const DISABLE_AFTER_MS = 5 * DAY_MS;

/** The failures of an endpoint in a row, and their consequences. */
export type Health = {
  failures: number;
  failingSince: number | null;
  pausedUntil: number | null;
  disabled: DisableReason | null;
};

/**
 * The health of an endpoint after an attempt. Attempts that were under way when a pause began
 * neither end the pause nor lengthen it, except by their `Retry-After`.
 */
export function healthAfter(before: Health, attempt: Attempt, now: number, random: number): Health {
  if (attempt.error === null) return { ...before, failures: 0, failingSince: null };
  const failures = before.pausedUntil === null ? before.failures + 1 : before.failures;
  const failingSince = before.failingSince ?? now;
  const startsPause = failures > before.failures && failures >= FAILURES_TO_PAUSE;
  const pause = startsPause ? withJitter(pauseAfter(failures), random) : 0;
  const wait = Math.max(pause, attempt.retryAfterMs ?? 0);
  const hasFailedTooLong = now - failingSince >= DISABLE_AFTER_MS;
  const disabled = hasFailedTooLong ? "failing" : before.disabled;
  return {
    failures,
    failingSince,
    pausedUntil: wait > 0 ? Math.max(now + wait, before.pausedUntil ?? 0) : before.pausedUntil,
    disabled: attempt.httpStatus === 410 ? "gone" : disabled,
  };
}

const pauseAfter = (failures: number) =>
  Math.min(PAUSE_MS * 2 ** (failures - FAILURES_TO_PAUSE), MAX_PAUSE_MS);

/** True if an endpoint gets no more deliveries for now. */
export const isPaused = ({ pausedUntil, disabled }: Health) =>
  pausedUntil !== null || disabled !== null;
