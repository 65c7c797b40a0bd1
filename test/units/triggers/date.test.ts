import { describe, expect, it } from "vitest";
import {
  armedFor,
  type Dated,
  type DateSettings,
  isMovedBy,
  startFor,
  verified,
} from "#features/automation/triggers/times/date";
import { HOUR_MS, iso, MINUTE_MS } from "#lib/time";

const region = { country: "FR", timeZone: "Europe/Paris" };
const time = (text: string) => Date.parse(text);

const settings = (more: Partial<DateSettings> = {}): DateSettings => ({
  of: "variables.day",
  offset_days: 0,
  at: "09:00",
  time_zone: "workspace",
  yearly: false,
  ...more,
});
const minutes = (offset_minutes: number, more: Partial<DateSettings> = {}) =>
  settings({ offset_days: null, at: null, offset_minutes, ...more });

const lead = (variables: Dated["variables"], more: Partial<Dated> = {}): Dated => ({
  phone: null,
  variables,
  created_at: null,
  last_inbound_at: null,
  last_outbound_at: null,
  ...more,
});

const start = (one: DateSettings, of: Dated, from = "2026-01-01T00:00:00Z") => {
  const found = startFor(one, of, region, time(from));
  return found && [iso(found.at), found.date];
};

describe("the start for a date", () => {
  it("is at its local time, also where clocks skip it or show it twice", () => {
    const at = (day: string, at: string) => start(settings({ at }), lead({ day }));
    expect(at("2026-03-28", "02:30")).toEqual(["2026-03-28T01:30:00.000Z", "2026-03-28"]);
    expect(at("2026-03-29", "02:30")).toEqual(["2026-03-29T01:00:00.000Z", "2026-03-29"]);
    expect(at("2026-03-30", "02:30")).toEqual(["2026-03-30T00:30:00.000Z", "2026-03-30"]);
    expect(at("2026-10-25", "02:30")).toEqual(["2026-10-25T00:30:00.000Z", "2026-10-25"]);
    expect(at("2026-10-26", "02:30")).toEqual(["2026-10-26T01:30:00.000Z", "2026-10-26"]);
  });

  it("is so many days or minutes from it", () => {
    const day = lead({ day: "05/06/2026" });
    expect(start(settings({ offset_days: -2 }), day)).toEqual([
      "2026-06-03T07:00:00.000Z",
      "2026-06-05",
    ]);
    expect(start(minutes(-90), day)).toEqual(["2026-06-04T20:30:00.000Z", "2026-06-05"]);
    const moment = lead({ day: "2026-06-05T22:30:00Z" });
    // In Paris, that is half past midnight on the next day.
    expect(start(settings(), moment)).toEqual(["2026-06-06T07:00:00.000Z", "2026-06-06"]);
    expect(start(minutes(30), moment)).toEqual([
      "2026-06-05T23:00:00.000Z",
      "2026-06-05T22:30:00.000Z",
    ]);
  });

  it("is at the time of the lead's own clocks, by its variable or its phone", () => {
    const own = settings({ time_zone: "lead" });
    const at = (more: Partial<Dated>) => start(own, lead({ day: "2026-06-05" }, more))?.[0];
    expect(at({})).toBe("2026-06-05T07:00:00.000Z");
    expect(at({ phone: "+81312345678" })).toBe("2026-06-05T00:00:00.000Z");
    expect(at({ variables: { day: "2026-06-05", time_zone: "Asia/Kolkata" } })).toBe(
      "2026-06-05T03:30:00.000Z",
    );
  });

  it("reads variables by their names and paths, and the lead's own moments", () => {
    const of = (of: string, one: Dated) => start(minutes(0, { of }), one)?.[0];
    const nested = lead({ webinar: { dates: ["2026-06-05T10:00:00Z"] }, "a.b": 1780650000 });
    expect(of("variables.webinar.dates.0", nested)).toBe("2026-06-05T10:00:00.000Z");
    expect(of("variables.a.b", nested)).toBe("2026-06-05T09:00:00.000Z");
    expect(of("created_at", lead({}, { created_at: time("2026-02-01T00:00:00Z") }))).toBe(
      "2026-02-01T00:00:00.000Z",
    );
    expect(of("last_inbound_at", lead({}))).toBeUndefined();
    for (const day of ["soon", "", null, {}, "31/02/2026", Number.MAX_VALUE])
      expect(of("variables.day", lead({ day }))).toBeUndefined();
  });

  it("comes each year, of 29 February on the 28th of other years", () => {
    const yearly = settings({ yearly: true });
    const from = (day: string, text: string) => start(yearly, lead({ day }), text);
    expect(from("1990-05-17", "2026-05-17T07:00:00Z")).toEqual([
      "2026-05-17T07:00:00.000Z",
      "2026-05-17",
    ]);
    expect(from("1990-05-17", "2026-05-17T07:00:01Z")?.[1]).toBe("2027-05-17");
    // Not before it has been.
    expect(from("2030-05-17", "2026-05-17T07:00:00Z")?.[1]).toBe("2030-05-17");
    expect(from("2024-02-29", "2026-01-01T00:00:00Z")?.[1]).toBe("2026-02-28");
    expect(from("2024-02-29", "2027-12-01T00:00:00Z")?.[1]).toBe("2028-02-29");
    // A birthday without a year.
    expect(from("0004-02-29", "2026-01-01T00:00:00Z")?.[1]).toBe("2026-02-28");
    expect(start(settings(), lead({ day: "0027-01-01" }))).toBeUndefined();
    const late = minutes(0, { yearly: true });
    expect(start(late, lead({ day: "2024-07-01T10:00:00Z" }), "2026-01-01T00:00:00Z")).toEqual([
      "2026-07-01T10:00:00.000Z",
      "2026-07-01T10:00:00.000Z",
    ]);
    expect(
      start(settings({ yearly: true, offset_days: -366 }), lead({ day: "2024-03-01" }))?.[1],
    ).toBe("2027-03-01");
  });
});

it("reads the first and the last dates that there are", () => {
  for (const day of [
    "0000-01-01",
    "9999-12-31",
    "9999-12-31T23:59:59Z",
    -62167219200,
    253402300799,
  ])
    for (const yearly of [true, false])
      for (const offset_days of [-366, 366])
        expect(() => start(settings({ yearly, offset_days }), lead({ day }))).not.toThrow();
});

describe("a time that is stored", () => {
  const day = lead({ day: "2026-06-05" });
  const own = time("2026-06-05T07:00:00Z");

  it("is that of a date ahead", () => {
    expect(armedFor(settings(), day, region, own)).toEqual({ at: own, isAhead: true });
    expect(armedFor(settings(), day, region, own + 1)).toEqual({ at: own, isAhead: false });
    expect(armedFor(settings(), lead({}), region, own)).toEqual({ at: null, isAhead: false });
  });

  it("starts when it has come, and never at a time that its date has left", () => {
    const at = (moment: number, now: number) =>
      verified(settings(), day, region, { at: moment, now });
    const due = { start: { at: own, date: "2026-06-05" }, next: null };
    expect(at(own, own)).toEqual(due);
    // The service was away.
    expect(at(own, own + 100 * HOUR_MS)).toEqual(due);
    expect(at(own - HOUR_MS, own - 1)).toEqual({ start: null, next: own });
    expect(at(own - HOUR_MS, own + HOUR_MS)).toEqual(due);
    expect(at(own + HOUR_MS, own + HOUR_MS)).toEqual({ start: null, next: null });
    expect(verified(settings(), lead({}), region, { at: own, now: own })).toEqual({
      start: null,
      next: null,
    });
    const yearly = settings({ yearly: true });
    expect(verified(yearly, day, region, { at: own, now: own + MINUTE_MS }).next).toBe(
      time("2027-06-05T07:00:00Z"),
    );
  });

  it("is looked at where a change may have moved it", () => {
    const of = (one: Partial<DateSettings>, names: string[] | null) =>
      isMovedBy(settings(one), names);
    expect(of({}, ["variables.day"])).toBe(true);
    expect(of({ of: "variables.day.of.all" }, ["variables.day"])).toBe(true);
    expect([of({}, ["variables"]), of({}, null)]).toEqual([true, true]);
    expect(of({}, ["first_name", "variables.days", "phone"])).toBe(false);
    expect(of({ time_zone: "lead" }, ["phone"])).toBe(true);
    expect(of({ time_zone: "lead" }, ["variables.time_zone"])).toBe(true);
  });
});
