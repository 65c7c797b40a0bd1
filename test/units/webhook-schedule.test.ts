import { describe, expect, it } from "vitest";
import type { Attempt } from "#features/events/webhooks/worker/attempt";
import { type Health, healthAfter, isPaused } from "#features/events/webhooks/worker/health";
import { notAttempted, outcomeOf } from "#features/events/webhooks/worker/schedule";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#lib/time";

const NOW = 1_795_169_730_123;
const EVEN = 0.5;
const NEARLY_ONE = 1 - Number.EPSILON;

const accepted: Attempt = {
  error: null,
  httpStatus: 204,
  latencyMs: 12,
  answer: "",
  retryAfterMs: null,
};
const refused: Attempt = { ...accepted, error: "status", httpStatus: 500, answer: "Oops" };
const gone: Attempt = { ...refused, httpStatus: 410 };
const later = (retryAfterMs: number): Attempt => ({ ...refused, httpStatus: 429, retryAfterMs });

/** The delays of Standard Webhooks. */
const RETRIES = [
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

describe("a delivery", () => {
  it.each(RETRIES.map((delay, index) => [index + 1, delay]))(
    "is retried after attempt %i in %i ms, a fifth more or less",
    (attempts, delay) => {
      const delays = [0, EVEN, NEARLY_ONE].map(
        (random) => outcomeOf(7, attempts, refused, NOW, random).nextAt! - NOW,
      );
      expect(delays).toEqual([delay * 0.8, delay, delay * 1.2]);
    },
  );

  it("is given up after ten attempts", () => {
    expect(outcomeOf(7, 9, refused, NOW, EVEN)).toMatchObject({ status: "pending" });
    expect(outcomeOf(7, 10, refused, NOW, EVEN)).toMatchObject({
      status: "failed",
      attempts: 10,
      nextAt: null,
    });
  });

  it("is over once it is accepted, or the endpoint is gone", () => {
    expect(outcomeOf(7, 1, accepted, NOW, EVEN)).toMatchObject({
      status: "delivered",
      nextAt: null,
    });
    expect(outcomeOf(7, 1, gone, NOW, EVEN)).toMatchObject({ status: "failed", nextAt: null });
  });

  it("is never retried earlier than Retry-After asks, and later if the table says so", () => {
    expect(outcomeOf(7, 1, later(MINUTE_MS), NOW, 0).nextAt).toBe(NOW + MINUTE_MS);
    expect(outcomeOf(7, 2, later(MINUTE_MS), NOW, 0).nextAt).toBe(NOW + 4 * MINUTE_MS);
    expect(outcomeOf(7, 10, later(MINUTE_MS), NOW, 0).nextAt).toBeNull();
  });

  it("is stored with the result of the attempt", () => {
    const failure = { error: "status", httpStatus: 500, latencyMs: 12, answer: "Oops" };
    expect(outcomeOf(7, 1, refused, NOW, EVEN)).toEqual({
      ...failure,
      eventId: 7,
      attempts: 1,
      status: "pending",
      nextAt: NOW + 5_000,
      at: NOW,
    });
  });

  it("that was not tried has no attempts", () => {
    const nothing = { error: null, httpStatus: null, latencyMs: null, answer: null, at: null };
    expect(notAttempted(7, NOW)).toEqual({
      ...nothing,
      eventId: 7,
      attempts: 0,
      status: "pending",
      nextAt: NOW,
    });
  });
});

const well: Health = { failures: 0, failingSince: null, pausedUntil: null, disabled: null };

/** The health of an endpoint after this many batches of one failed attempt each. */
const failing = (times: number, health: Health = well): Health =>
  times === 0
    ? health
    : failing(times - 1, healthAfter({ ...health, pausedUntil: null }, refused, NOW, EVEN));

describe("an endpoint", () => {
  it("is not paused before it has failed five times in a row", () => {
    expect(failing(4)).toEqual({
      failures: 4,
      failingSince: NOW,
      pausedUntil: null,
      disabled: null,
    });
    expect(isPaused(failing(4))).toBe(false);
  });

  it("is then paused twice as long each time, up to an hour", () => {
    const pauses = Array.from(
      { length: 16 },
      (_, index) => (failing(5 + index).pausedUntil! - NOW) / SECOND_MS,
    );
    expect(pauses).toEqual([
      5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600, 3600, 3600, 3600,
    ]);
    expect(failing(2_000).pausedUntil).toBe(NOW + HOUR_MS);
    expect(isPaused(failing(5))).toBe(true);
  });

  it("is paused a fifth more or less", () => {
    const pauses = [0, NEARLY_ONE].map(
      (random) => healthAfter(failing(4), refused, NOW, random).pausedUntil! - NOW,
    );
    expect(pauses).toEqual([4 * SECOND_MS, 6 * SECOND_MS]);
  });

  it("is paused once by simultaneous failures", () => {
    const paused = failing(5);
    expect(healthAfter(paused, refused, NOW + 1, EVEN)).toEqual(paused);
  });

  it("is healthy after one success, and counts failures from zero again", () => {
    const healed = healthAfter({ ...failing(12), pausedUntil: null }, accepted, NOW, EVEN);
    expect(healed).toEqual(well);
    expect(failing(4, healed).pausedUntil).toBeNull();
  });

  it("is paused for as long as Retry-After asks, whatever it answers meanwhile", () => {
    const paused = healthAfter(well, later(MINUTE_MS), NOW, EVEN);
    expect(paused).toEqual({
      failures: 1,
      failingSince: NOW,
      pausedUntil: NOW + MINUTE_MS,
      disabled: null,
    });
    expect(healthAfter(paused, accepted, NOW, EVEN).pausedUntil).toBe(NOW + MINUTE_MS);
    expect(healthAfter(paused, later(SECOND_MS), NOW, EVEN).pausedUntil).toBe(NOW + MINUTE_MS);
    expect(healthAfter(paused, later(HOUR_MS), NOW, EVEN).pausedUntil).toBe(NOW + HOUR_MS);
    expect(healthAfter(failing(4), later(SECOND_MS), NOW, EVEN).pausedUntil).toBe(
      NOW + 5 * SECOND_MS,
    );
  });

  it("is not paused by a Retry-After of zero", () => {
    expect(healthAfter(well, later(0), NOW, EVEN).pausedUntil).toBeNull();
  });

  it("is disabled as gone by 410", () => {
    const disabled = healthAfter(well, gone, NOW, EVEN);
    expect(disabled).toMatchObject({ disabled: "gone" });
    expect(isPaused(disabled)).toBe(true);
    expect(healthAfter(disabled, accepted, NOW, EVEN).disabled).toBe("gone");
  });

  it("is disabled as failing after five days without a success", () => {
    const paused = { ...failing(30), pausedUntil: null };
    expect(healthAfter(paused, refused, NOW + 5 * DAY_MS - 1, EVEN).disabled).toBeNull();
    expect(healthAfter(paused, refused, NOW + 5 * DAY_MS, EVEN).disabled).toBe("failing");
    const healed = healthAfter(paused, accepted, NOW + 4 * DAY_MS, EVEN);
    expect(healthAfter(healed, refused, NOW + 5 * DAY_MS, EVEN).disabled).toBeNull();
  });
});
