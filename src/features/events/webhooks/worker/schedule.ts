import type { DeliveryStatus, DisableReason } from "../../../../domain/events";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../../lib/time";
import type { Outcome } from "./work";

/** How long after each attempt that failed the next one is made; ten attempts in all. */
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
const JITTER = 0.2;

/** After so many failures in a row an endpoint is left alone, longer each time; then one delivery finds out whether it is back. */
export const FAILURES_TO_PAUSE = 5;
const PAUSE_MS = 5 * SECOND_MS;
const MAX_PAUSE_MS = HOUR_MS;

/** An endpoint of which every attempt has failed for so long is disabled. */
const DISABLE_AFTER_MS = 5 * DAY_MS;

/** How an endpoint has fared. */
export type Health = {
  failures: number;
  failingSince: number | null;
  pausedUntil: number | null;
  disabled: DisableReason | null;
};

/** What became of an attempt, as it is stored. */
export type Result = Omit<Outcome, "retryAfterMs"> & {
  eventId: number;
  status: DeliveryStatus;
  attempts: number;
  nextAt: number | null;
  at: number | null;
};

/** `random` is from 0 to 1. */
const around = (ms: number, random: number) => Math.round(ms * (1 + JITTER * (2 * random - 1)));

const isTaken = ({ error }: Outcome) => error === null;

/** The health of an endpoint after an attempt. What was on its way as a pause began ends no pause and lengthens none, save by its `Retry-After`. */
export function healthAfter(before: Health, outcome: Outcome, now: number, random: number): Health {
  if (isTaken(outcome)) return { ...before, failures: 0, failingSince: null };
  const failures = before.pausedUntil === null ? before.failures + 1 : before.failures;
  const failingSince = before.failingSince ?? now;
  const isTired = failures > before.failures && failures >= FAILURES_TO_PAUSE;
  const pause = isTired
    ? around(Math.min(PAUSE_MS * 2 ** (failures - FAILURES_TO_PAUSE), MAX_PAUSE_MS), random)
    : 0;
  const wait = Math.max(pause, outcome.retryAfterMs ?? 0);
  const isGone = outcome.httpStatus === 410;
  return {
    failures,
    failingSince,
    pausedUntil: wait > 0 ? Math.max(now + wait, before.pausedUntil ?? 0) : before.pausedUntil,
    disabled: isGone
      ? "gone"
      : now - failingSince >= DISABLE_AFTER_MS
        ? "failing"
        : before.disabled,
  };
}

/** Whether an endpoint is to be sent no more for now. */
export const isResting = ({ pausedUntil, disabled }: Health) =>
  pausedUntil !== null || disabled !== null;

/** What is stored of an attempt, the `attempts`th since the delivery was last asked for. */
export function resultOf(
  eventId: number,
  attempts: number,
  outcome: Outcome,
  now: number,
  random: number,
): Result {
  const { retryAfterMs, ...told } = outcome;
  const delay = RETRY_DELAYS_MS[attempts - 1];
  const isOver = isTaken(outcome) || delay === undefined || outcome.httpStatus === 410;
  return {
    ...told,
    eventId,
    attempts,
    status: isTaken(outcome) ? "delivered" : isOver ? "failed" : "pending",
    nextAt: isOver ? null : now + Math.max(around(delay, random), retryAfterMs ?? 0),
    at: now,
  };
}

/** What is stored of an event that was taken up and not tried. */
export const untried = (eventId: number, nextAt: number): Result => ({
  eventId,
  attempts: 0,
  status: "pending",
  nextAt,
  at: null,
  error: null,
  httpStatus: null,
  latencyMs: null,
  answer: null,
});
