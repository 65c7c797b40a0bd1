import { describe, expect, it } from "vitest";
import { recur } from "#features/automation/triggers/times/recurrence";
import { iso } from "#lib/time";

const PARIS = "Europe/Paris";
const daily = { every: "day" as const, at: "02:30" };
const at = (text: string) => Date.parse(text);

const recurAt = (
  recurrence: Parameters<typeof recur>[0],
  now: string,
  from = "2026-01-01T00:00:00Z",
) => {
  const { startsAt, next } = recur(recurrence, PARIS, at(from), at(now));
  return [startsAt === null ? null : iso(startsAt), iso(next)];
};

describe("a recurring trigger", () => {
  it("comes once on each day, also where clocks skip its time or show it twice", () => {
    const times = [];
    for (const [first, days] of [
      ["2026-03-27T12:00:00Z", 4],
      ["2026-10-23T12:00:00Z", 4],
    ] as const)
      for (let now = at(first), day = 0; day < days; day++) {
        now = recur(daily, PARIS, now, now).next;
        times.push(iso(now));
      }
    expect(times).toEqual([
      "2026-03-28T01:30:00.000Z",
      // There is no 02:30: the clocks change at this moment.
      "2026-03-29T01:00:00.000Z",
      "2026-03-30T00:30:00.000Z",
      "2026-03-31T00:30:00.000Z",
      "2026-10-24T00:30:00.000Z",
      // The first of two.
      "2026-10-25T00:30:00.000Z",
      "2026-10-26T01:30:00.000Z",
      "2026-10-27T01:30:00.000Z",
    ]);
  });

  it("makes up for the last of the times that were missed, within 12 hours", () => {
    expect(recurAt(daily, "2026-06-10T12:29:59Z")[0]).toBe("2026-06-10T00:30:00.000Z");
    expect(recurAt(daily, "2026-06-10T12:30:00Z")[0]).toBeNull();
    // It was switched on afterwards.
    expect(recurAt(daily, "2026-06-10T05:00:00Z", "2026-06-10T00:30:01Z")[0]).toBeNull();
    expect(recurAt(daily, "2026-06-10T00:30:00Z", "2026-06-10T00:30:00Z")).toEqual([
      "2026-06-10T00:30:00.000Z",
      "2026-06-11T00:30:00.000Z",
    ]);
  });

  it("keeps to its weekdays, and to its day of the month", () => {
    const weekly = { every: "week" as const, weekdays: [7, 1], at: "00:00" };
    expect(recurAt(weekly, "2026-06-05T22:00:00Z")).toEqual([null, "2026-06-06T22:00:00.000Z"]);
    expect(recurAt(weekly, "2026-06-06T22:00:00Z")).toEqual([
      "2026-06-06T22:00:00.000Z",
      "2026-06-07T22:00:00.000Z",
    ]);
    const monthly = { every: "month" as const, day: 28, at: "23:59" };
    expect(recurAt(monthly, "2026-02-28T23:00:00Z")).toEqual([
      "2026-02-28T22:59:00.000Z",
      "2026-03-28T22:59:00.000Z",
    ]);
  });
});
