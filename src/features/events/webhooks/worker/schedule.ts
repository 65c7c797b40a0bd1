import type { DeliveryStatus } from "#domain/events";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#lib/time";
import type { Attempt } from "./attempt";
import { withJitter } from "./jitter";

/** The time from each failed attempt to the next; ten attempts in all. */
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

/** The outcome of a claimed event, as its delivery stores it. */
export type Outcome = Omit<Attempt, "retryAfterMs"> & {
  eventId: number;
  status: DeliveryStatus;
  attempts: number;
  nextAt: number | null;
  at: number | null;
};

/** The outcome of an attempt, the `attempts`th since the delivery was last requested. */
export function outcomeOf(
  eventId: number,
  attempts: number,
  attempt: Attempt,
  now: number,
  random: number,
): Outcome {
  const { retryAfterMs, ...result } = attempt;
  const isDelivered = attempt.error === null;
  const delay = RETRY_DELAYS_MS[attempts - 1];
  const isOver = isDelivered || delay === undefined || attempt.httpStatus === 410;
  return {
    ...result,
    eventId,
    attempts,
    status: isDelivered ? "delivered" : isOver ? "failed" : "pending",
    nextAt: isOver ? null : now + Math.max(withJitter(delay, random), retryAfterMs ?? 0),
    at: now,
  };
}

/** The outcome of an event that was claimed but not attempted. */
export const notAttempted = (eventId: number, nextAt: number): Outcome => ({
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
