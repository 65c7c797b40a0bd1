import { describe, expect, it } from "vitest";
import { type BusinessHours, holdOf, opensAt, quietUntil, weekdays } from "#domain/opening-hours";
import { iso } from "#lib/time";
import { offsetAt } from "#lib/time-zone";

const at = (moment: string) => Date.parse(`${moment}Z`);
const shown = (moment: number) => iso(moment).slice(0, 16);

const office: BusinessHours = {
  weekly: {
    monday: [
      { from: "09:00", to: "12:30" },
      { from: "14:00", to: "18:00" },
    ],
    tuesday: [{ from: "09:00", to: "18:00" }],
    friday: [{ from: "22:00", to: "24:00" }],
    saturday: [{ from: "00:00", to: "06:00" }],
  },
  closed: ["2026-11-24", "2026-12-01"],
};

describe("business hours", () => {
  // In Paris it is an hour later than in UTC: 2026-11-23 is a Monday.
  it.each([
    ["2026-11-23T07:59", "2026-11-23T08:00", "before they open"],
    ["2026-11-23T08:00", "2026-11-23T08:00", "at the minute they open"],
    ["2026-11-23T11:29", "2026-11-23T11:29", "in their last minute"],
    ["2026-11-23T11:30", "2026-11-23T13:00", "in the break"],
    ["2026-11-23T17:00", "2026-11-27T21:00", "before a day on which they are closed"],
    ["2026-11-27T22:59", "2026-11-27T22:59", "before midnight"],
    ["2026-11-27T23:00", "2026-11-27T23:00", "after midnight, in the next interval"],
    ["2026-11-28T05:00", "2026-11-30T08:00", "after the night"],
  ])("at %s open at %s: %s", (now, opens) => {
    expect(shown(opensAt(office, "Europe/Paris", at(now)))).toBe(opens);
  });

  const sundays: BusinessHours = {
    weekly: {
      sunday: [
        { from: "02:15", to: "02:45" },
        { from: "09:00", to: "10:00" },
      ],
    },
    closed: [],
  };
  it.each([
    ["2026-03-28T12:00", "2026-03-29T07:00", "without an interval that clocks skip"],
    ["2026-10-24T12:00", "2026-10-25T00:15", "at the first time that clocks show twice"],
    ["2026-10-25T00:45", "2026-10-25T08:00", "and not at the second"],
  ])("at %s, as clocks change, open at %s: %s", (now, opens) => {
    expect(shown(opensAt(sundays, "Europe/Paris", at(now)))).toBe(opens);
  });

  it("open at last, however many days are closed", () => {
    const mondays = Array.from({ length: 100 }, (_, week) =>
      iso(at("2026-11-23T00:00") + week * 7 * 86_400_000).slice(0, 10),
    );
    const hours = { weekly: { monday: office.weekly.monday ?? [] }, closed: mondays };
    expect(shown(opensAt(hours, "UTC", at("2026-11-23T00:00")))).toBe("2028-10-23T09:00");
  });
});

describe("quiet hours", () => {
  const night = { from: "21:00", to: "08:00" };

  it.each([
    ["2026-11-23T19:59", "2026-11-23T19:59"],
    ["2026-11-23T20:00", "2026-11-24T07:00"],
    ["2026-11-24T06:59", "2026-11-24T07:00"],
    ["2026-11-24T07:00", "2026-11-24T07:00"],
    // The nights in which clocks change are an hour shorter and longer.
    ["2026-03-28T20:30", "2026-03-29T06:00"],
    ["2026-10-24T19:30", "2026-10-25T07:00"],
  ])("at %s last until %s", (now, until) => {
    expect(shown(quietUntil(night, "Europe/Paris", at(now)))).toBe(until);
  });

  it("also lie within a day", () => {
    const noon = { from: "12:00", to: "14:00" };
    expect(shown(quietUntil(noon, "Asia/Tokyo", at("2026-11-23T04:30")))).toBe("2026-11-23T05:00");
    expect(shown(quietUntil(noon, "Asia/Tokyo", at("2026-11-23T05:30")))).toBe("2026-11-23T05:30");
  });
});

/** Nights in which clocks change: at midnight, by half an hour, over a whole day, not at all. */
const nights: [timeZone: string, day: string][] = [
  ["Europe/Paris", "2026-03-29"],
  ["Europe/Paris", "2026-10-25"],
  ["America/Santiago", "2026-04-05"],
  ["America/Santiago", "2026-09-06"],
  ["Australia/Lord_Howe", "2026-04-05"],
  ["Australia/Lord_Howe", "2026-10-04"],
  ["Africa/Casablanca", "2026-02-15"],
  ["Asia/Kathmandu", "2026-03-29"],
  ["Pacific/Apia", "2011-12-30"],
  ["Pacific/Kiritimati", "2026-01-01"],
];

describe.each(nights)("in %s around %s", (timeZone, day) => {
  const MINUTE = 60_000;
  const noon = at(`${day}T12:00`);
  const moments = Array.from({ length: 432 }, (_, index) => noon + (index - 288) * 10 * MINUTE);
  const clockAt = (now: number) => iso(now + offsetAt(timeZone, now));
  const isIn = (time: string, from: string, to: string) =>
    from < to ? time >= from && time < to : time >= from || time < to;
  /** Clocks show the time once, and as long before and behind it. */
  const isPlain = (now: number) =>
    new Set([-90, 0, 90].map((minutes) => offsetAt(timeZone, now + minutes * MINUTE))).size === 1;
  const every = (...intervals: [string, string][]): BusinessHours => {
    const hours = intervals.map(([from, to]) => ({ from, to }));
    return { weekly: Object.fromEntries(weekdays.map((name) => [name, hours])) };
  };

  it.each([
    ["09:00", "17:30"],
    ["00:00", "02:30"],
    ["22:00", "24:00"],
    ["02:15", "02:45"],
  ])("business hours from %s to %s are those of the clocks", (from, to) => {
    let last = 0;
    for (const now of moments) {
      const opens = opensAt(every([from, to]), timeZone, now);
      expect(opens).toBeGreaterThanOrEqual(Math.max(now, last));
      expect(opensAt(every([from, to]), timeZone, opens)).toBe(opens);
      if (isPlain(now))
        expect([clockAt(now), opens === now]).toEqual([
          clockAt(now),
          isIn(clockAt(now).slice(11, 16), from, to),
        ]);
      if (opens > now && isPlain(opens)) expect(clockAt(opens).slice(11, 16)).toBe(from);
      last = opens;
    }
  });

  it("hours of whole days never close, also over midnight", () => {
    const always = [every(["00:00", "24:00"]), every(["00:00", "12:00"], ["12:00", "24:00"])];
    for (const now of moments) {
      for (const hours of always) expect(opensAt(hours, timeZone, now)).toBe(now);
    }
  });

  it.each([
    ["21:00", "08:00"],
    ["23:30", "00:30"],
    ["00:00", "06:00"],
    ["12:00", "14:00"],
  ])("quiet hours from %s to %s are those of the clocks", (from, to) => {
    for (const now of moments) {
      const { until } = holdOf({ business: null, quiet: { hours: { from, to }, timeZone } }, now);
      expect(quietUntil({ from, to }, timeZone, until)).toBe(until);
      if (isPlain(now))
        expect([clockAt(now), until > now]).toEqual([
          clockAt(now),
          isIn(clockAt(now).slice(11, 16), from, to),
        ]);
      if (until > now && isPlain(until)) expect(clockAt(until).slice(11, 16)).toBe(to);
    }
  });
});

describe("a message that keeps to both", () => {
  const business = { hours: office, timeZone: "Europe/Paris" };
  const quietIn = (timeZone: string) => ({ hours: { from: "21:00", to: "08:00" }, timeZone });

  it("waits for a moment that both allow", () => {
    const hold = holdOf({ business, quiet: quietIn("America/New_York") }, at("2026-11-23T06:00"));
    expect(shown(hold.business)).toBe("2026-11-23T08:00");
    expect(shown(hold.quiet)).toBe("2026-11-23T13:00");
    expect(shown(hold.until)).toBe("2026-11-23T13:00");
  });

  it("keeps to quiet hours alone where there is no such moment", () => {
    const mornings: BusinessHours = {
      weekly: {
        monday: [{ from: "09:00", to: "12:00" }],
        tuesday: [{ from: "09:00", to: "12:00" }],
      },
      closed: [],
    };
    const both = {
      business: { hours: mornings, timeZone: "Europe/Paris" },
      quiet: quietIn("Pacific/Auckland"),
    };
    const hold = holdOf(both, at("2026-11-23T09:00"));
    expect(shown(hold.until)).toBe("2026-11-23T19:00");
    expect(holdOf(both, hold.until).until).toBe(hold.until);
  });

  it("does not wait where nothing holds it", () => {
    const now = at("2026-11-22T03:00");
    expect(holdOf({ business: null, quiet: null }, now).until).toBe(now);
  });
});
