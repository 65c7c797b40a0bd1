import { describe, expect, it } from "vitest";
import { momentOf } from "#features/automation/engine/nodes/delay/moment";
import type { NodeData } from "#features/automation/engine/nodes/registry";

type At = NonNullable<NodeData["delay"]["at"]>;

const anywhere = { country: null, timeZone: null };
const nextAt = (at: At, now: string) =>
  new Date(momentOf({ at }, {}, Date.parse(now), anywhere)!).toISOString().replace(".000Z", "Z");

describe("a time of day", () => {
  it.each<[string, string, string, number[] | undefined, string]>([
    // 2026-11-20 is a Friday.
    ["2026-11-20T10:00:00Z", "Europe/Paris", "12:00", undefined, "2026-11-20T11:00:00Z"],
    ["2026-11-20T11:00:00Z", "Europe/Paris", "12:00", undefined, "2026-11-21T11:00:00Z"],
    ["2026-11-20T10:59:59.999Z", "Europe/Paris", "12:00", undefined, "2026-11-20T11:00:00Z"],
    ["2026-11-20T23:30:00Z", "Europe/Paris", "00:15", undefined, "2026-11-21T23:15:00Z"],
    ["2026-11-20T10:00:00Z", "Europe/Paris", "09:00", [5], "2026-11-27T08:00:00Z"],
    ["2026-11-20T10:00:00Z", "Europe/Paris", "12:00", [5], "2026-11-20T11:00:00Z"],
    ["2026-11-20T10:00:00Z", "Europe/Paris", "09:00", [7, 1], "2026-11-22T08:00:00Z"],
    ["2026-11-20T23:30:00Z", "Europe/Paris", "09:00", [6], "2026-11-21T08:00:00Z"],
    ["2026-11-20T02:00:00Z", "America/Los_Angeles", "20:00", [4], "2026-11-20T04:00:00Z"],
    ["2026-11-20T10:00:00Z", "UTC", "00:00", undefined, "2026-11-21T00:00:00Z"],
    ["2026-11-20T10:00:00Z", "Asia/Kathmandu", "16:00", undefined, "2026-11-20T10:15:00Z"],
    ["2026-11-20T10:00:00Z", "Pacific/Kiritimati", "00:30", undefined, "2026-11-20T10:30:00Z"],
    ["2026-11-20T10:00:00Z", "Pacific/Pago_Pago", "23:30", undefined, "2026-11-20T10:30:00Z"],
    ["2026-12-31T23:30:00Z", "UTC", "00:15", undefined, "2027-01-01T00:15:00Z"],
    ["2028-02-28T12:00:00Z", "UTC", "09:00", undefined, "2028-02-29T09:00:00Z"],
  ])("after %s in %s at %s on %j is %s", (now, timezone, time, weekdays, expected) => {
    expect(nextAt({ time, timezone, weekdays }, now)).toBe(expected);
  });

  it.each<[string, string, string, string, string]>([
    [
      "stays the same local time when summer time begins",
      "2026-03-28T10:00:00Z",
      "Europe/Paris",
      "09:00",
      "2026-03-29T07:00:00Z",
    ],
    ["and when it ends", "2026-10-24T10:00:00Z", "Europe/Paris", "09:00", "2026-10-25T08:00:00Z"],
    [
      "is the end of the gap if the clocks skip it",
      "2026-03-29T00:00:00Z",
      "Europe/Paris",
      "02:30",
      "2026-03-29T01:00:00Z",
    ],
    [
      "is unchanged just before the gap",
      "2026-03-28T12:00:00Z",
      "Europe/Paris",
      "01:59",
      "2026-03-29T00:59:00Z",
    ],
    [
      "is unchanged at the end of the gap",
      "2026-03-28T12:00:00Z",
      "Europe/Paris",
      "03:00",
      "2026-03-29T01:00:00Z",
    ],
    [
      "is the next day's after the gap",
      "2026-03-29T01:00:00Z",
      "Europe/Paris",
      "02:30",
      "2026-03-30T00:30:00Z",
    ],
    [
      "is the first of two",
      "2026-10-24T12:00:00Z",
      "Europe/Paris",
      "02:30",
      "2026-10-25T00:30:00Z",
    ],
    [
      "is the next day's between the two",
      "2026-10-25T01:00:00Z",
      "Europe/Paris",
      "02:30",
      "2026-10-26T01:30:00Z",
    ],
    [
      "jumps in New York",
      "2026-03-08T00:00:00Z",
      "America/New_York",
      "02:15",
      "2026-03-08T07:00:00Z",
    ],
    [
      "comes twice in New York",
      "2026-10-31T12:00:00Z",
      "America/New_York",
      "01:15",
      "2026-11-01T05:15:00Z",
    ],
    [
      "jumps over midnight in Cairo",
      "2026-04-23T12:00:00Z",
      "Africa/Cairo",
      "00:30",
      "2026-04-23T22:00:00Z",
    ],
    [
      "jumps over midnight in Santiago",
      "2026-09-05T12:00:00Z",
      "America/Santiago",
      "00:00",
      "2026-09-06T04:00:00Z",
    ],
    [
      "jumps half an hour on Lord Howe",
      "2026-10-03T12:00:00Z",
      "Australia/Lord_Howe",
      "02:10",
      "2026-10-03T15:30:00Z",
    ],
    [
      "comes twice on Lord Howe",
      "2026-04-04T12:00:00Z",
      "Australia/Lord_Howe",
      "01:45",
      "2026-04-04T14:45:00Z",
    ],
    [
      "jumps in the south in October",
      "2026-10-03T12:00:00Z",
      "Australia/Sydney",
      "02:30",
      "2026-10-03T16:00:00Z",
    ],
    [
      "skips a whole day that did not exist",
      "2011-12-30T09:00:00Z",
      "Pacific/Apia",
      "12:00",
      "2011-12-30T10:00:00Z",
    ],
  ])("%s", (_, now, timezone, time, expected) => {
    expect(nextAt({ time, timezone }, now)).toBe(expected);
  });

  it("is the local time in every timezone through a year, except in gaps", () => {
    for (const timezone of [
      "Europe/Paris",
      "America/Havana",
      "Asia/Beirut",
      "Africa/Casablanca",
      "Antarctica/Troll",
      "America/St_Johns",
    ]) {
      const clock = new Intl.DateTimeFormat("en-GB", {
        timeZone: timezone,
        hour: "2-digit",
        minute: "2-digit",
        hourCycle: "h23",
      });
      let shifted = 0;
      let now = Date.parse("2026-01-01T00:00:00Z");
      for (let day = 0; day < 365; day++) {
        const moment = momentOf({ at: { time: "02:20", timezone } }, {}, now, anywhere)!;
        expect(moment).toBeGreaterThan(now);
        expect(moment - now).toBeLessThanOrEqual(27 * 3_600_000);
        if (clock.format(moment) !== "02:20") shifted++;
        now = moment;
      }
      expect(shifted).toBeLessThanOrEqual(1);
    }
  });
});

describe("a date", () => {
  const now = Date.parse("2026-11-20T10:00:00Z");
  const of = (value: unknown, offset_seconds = 0) => {
    const moment = momentOf(
      { until: { variable: "when", offset_seconds } },
      { when: value },
      now,
      anywhere,
    );
    return moment === null ? null : new Date(moment).toISOString();
  };

  it.each([
    ["2026-12-24T18:00:00+01:00", "2026-12-24T17:00:00.000Z"],
    [" 2026-12-24T18:00Z ", "2026-12-24T18:00:00.000Z"],
    ["2026-12-24", "2026-12-24T00:00:00.000Z"],
    [1_795_000_000, "2026-11-18T11:06:40.000Z"],
    [1.5, "1970-01-01T00:00:01.500Z"],
    ["2026-02-30", null],
    ["2026-12-24T18:00", "2026-12-24T18:00:00.000Z"],
    ["1795000000", null],
    ["tomorrow", null],
    ["", null],
    [1e15, null],
    [true, null],
    [null, null],
    [{}, null],
  ])("in a variable that holds %j is %j", (value, expected) => {
    expect(of(value)).toBe(expected);
  });

  it("is moved by its offset, and is missing if its variable is", () => {
    expect(of("2026-12-24", -3600)).toBe("2026-12-23T23:00:00.000Z");
    expect(
      momentOf({ until: { variable: "toString", offset_seconds: 0 } }, {}, now, anywhere),
    ).toBeNull();
    const until = { date: "2026-11-20T10:00:00Z", offset_seconds: 60 };
    expect(momentOf({ until }, {}, now, anywhere)).toBe(Date.parse(until.date) + 60_000);
    expect(momentOf({ seconds: 60 }, {}, now, anywhere)).toBe(now + 60_000);
  });

  const paris = { country: "FR", timeZone: "Europe/Paris" };
  const newYork = { country: "US", timeZone: "America/New_York" };
  it.each([
    ["03/04/2026", anywhere, null],
    ["03/04/2026", paris, "2026-04-02T22:00:00.000Z"],
    ["03/04/2026", newYork, "2026-03-04T05:00:00.000Z"],
    ["2026-04-03", paris, "2026-04-02T22:00:00.000Z"],
    ["2026-04-03T18:00", anywhere, "2026-04-03T18:00:00.000Z"],
    ["2026-04-03T18:00", paris, "2026-04-03T16:00:00.000Z"],
    ["2026-04-03T18:00", newYork, "2026-04-03T22:00:00.000Z"],
    ["2026-04-03T18:00:00Z", newYork, "2026-04-03T18:00:00.000Z"],
  ])("%s is read where the workspace is: %j", (date, region, expected) => {
    const iso = (moment: number | null) => moment && new Date(moment).toISOString();
    const variables = { res: { ends: date } };
    const inSettings = { until: { date, offset_seconds: 0 } };
    const inVariable = { until: { variable: "res.ends", offset_seconds: 0 } };
    expect(iso(momentOf(inSettings, {}, now, region))).toBe(expected);
    expect(iso(momentOf(inVariable, variables, now, region))).toBe(expected);
  });
});
