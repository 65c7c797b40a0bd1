import { describe, expect, it } from "vitest";
import type { Booking } from "#features/automation/engine/booking";
import type { Run, RunEvent } from "#features/automation/engine/run";
import { simulate } from "#features/automation/engine/simulate";
import type { SimulatedEvent } from "#features/automation/engine/simulation/script";
import { step } from "#features/automation/engine/step";
import {
  aBooking,
  aLead,
  aRun,
  begin,
  detailOf,
  effectsOf,
  graphOf,
  HOUR_MS,
  NOW,
  stateOf,
  time,
  visitsIn,
} from "#test/support/engine";

const DAY_MS = 24 * HOUR_MS;

const booked = (more: Partial<Booking> = {}, run: Partial<Run> = {}) =>
  aRun({ bookings: [aBooking(more)], bookingId: 5, ...run });

/** The text that a run sends. */
function textOf(text: string, run: Run, now = NOW) {
  const { effects } = begin(graphOf({ m: ["message", { text }] }), run, now);
  return effectsOf(effects, "send").at(-1)?.composed.text;
}

describe("the placeholders of a booking", () => {
  const text =
    "{{booking.name}} {{booking.host}} {{booking.day}} {{booking.time}} {{booking.state}}";
  const inFrance = aRun({ lead: aLead({ phone: "+33612345678" }) });
  const inAmerica = aRun({ lead: aLead({ phone: "+12125550123" }) });

  it.each([
    ["France", inFrance, "Europe/Paris", "Discovery call Sam jeudi 3 décembre 11:00 booked"],
    [
      "the United States",
      inAmerica,
      "America/New_York",
      "Discovery call Sam Thursday, December 3 5:00 AM booked",
    ],
  ])("are written as in %s", (_, run, timeZone, expected) => {
    const startsAt = Date.parse("2026-12-03T10:00:00Z");
    expect(textOf(text, { ...run, bookings: [aBooking({ startsAt, timeZone })] })).toBe(expected);
  });

  it.each([
    ["2027-03-27T09:00:00Z", inFrance, "Europe/Paris", "samedi 27 mars 10:00"],
    ["2027-03-29T08:00:00Z", inFrance, "Europe/Paris", "lundi 29 mars 10:00"],
    ["2026-10-24T22:30:00Z", inFrance, "Europe/Paris", "dimanche 25 octobre 00:30"],
    ["2026-10-25T23:30:00Z", inFrance, "Europe/Paris", "lundi 26 octobre 00:30"],
    ["2027-03-13T15:00:00Z", inAmerica, "America/New_York", "Saturday, March 13 10:00 AM"],
    ["2027-03-15T14:00:00Z", inAmerica, "America/New_York", "Monday, March 15 10:00 AM"],
  ])("follow the clocks: %s", (moment, run, timeZone, expected) => {
    const bookings = [aBooking({ startsAt: Date.parse(moment), timeZone })];
    expect(textOf("{{booking.day}} {{booking.time}}", { ...run, bookings })).toBe(expected);
  });

  it.each([
    ["the booking's", "Asia/Tokyo", {}, "19:00"],
    [
      "the lead's, where that of the booking is none",
      "Mars/Base",
      { time_zone: "Asia/Dubai" },
      "14:00",
    ],
    ["that of the lead's country", null, {}, "11:00"],
  ])("are in the time zone: %s", (_, timeZone, variables, expected) => {
    const lead = aLead({ variables });
    const bookings = [aBooking({ startsAt: Date.parse("2026-12-03T10:00:00Z"), timeZone })];
    expect(textOf("{{booking.time}}", aRun({ lead, bookings }))).toBe(expected);
  });

  it("have the answers, by their questions, and their defaults", () => {
    const run = booked();
    expect(textOf("{{booking.answers.Your goal}} {{booking.answers.toString|no}}", run)).toBe(
      "More clients no",
    );
    expect(textOf("At {{booking.starts_at}} {{booking.cancel_url}}", run)).toBe(
      "At 2026-11-21T10:00:00.000Z ",
    );
  });

  it("are empty without a booking, or a time", () => {
    const all = "[{{booking.day}}{{booking.time}}{{booking.ends_at}}{{booking.answers.Your goal}}]";
    expect(textOf(all, aRun())).toBe("[]");
    const bare = aBooking({ startsAt: null, endsAt: null, answers: {} });
    expect(textOf(all, aRun({ bookings: [bare] }))).toBe("[]");
  });

  it("never choose the host of a link", () => {
    const buttons = (url: string) => ({
      type: "link_button",
      text: "Join",
      link_buttons: [{ title: "Join", url }],
    });
    const graph = (url: string) => graphOf({ m: ["message", buttons(url)] });
    const sent = begin(
      graph("https://example.com/{{booking.host}}?u={{booking.join_url}}"),
      booked(),
    );
    expect(JSON.stringify(effectsOf(sent.effects, "send"))).toContain(
      "https://example.com/Sam?u=https%3A%2F%2Fmeet.example%2F1",
    );
    for (const url of ["{{booking.join_url}}", "https://{{booking.host}}/x"]) {
      const { run, effects } = begin(graph(url), booked({ host: "evil.example" }));
      expect(effectsOf(effects, "send")).toEqual([]);
      expect(stateOf(run)).toBe("failed/invalid_setting");
    }
  });
});

describe("the booking of a run", () => {
  const [past, next, later] = [-2, 2, 3].map((days, index) =>
    aBooking({ id: index + 1, name: `B${index + 1}`, startsAt: NOW + days * DAY_MS }),
  ) as [Booking, Booking, Booking];
  const gone = { ...next, state: "cancelled" } as const;

  it.each([
    ["its own", [past, next, later], 1, "B1"],
    ["else the next", [later, past, next], null, "B2"],
    ["else the next that is not cancelled", [past, gone, later], null, "B3"],
    ["else the last", [past, gone], null, "B2"],
    ["the next, where its own is gone", [past, next], 9, "B2"],
  ])("is %s", (_, bookings, bookingId, name) => {
    expect(textOf("{{booking.name}}", aRun({ bookings, bookingId }))).toBe(name);
  });
});

describe("a delay until a booking", () => {
  const graph = graphOf(
    {
      d: ["delay", { until: { booking: "starts_at", offset_seconds: -3600 } }],
      m: ["message", { text: "In an hour", on_window_closed: "skip" }],
      c: ["exit", { reason: "gone" }],
    },
    "d>m d:cancelled>c",
  );
  const rebooked: RunEvent = { kind: "rebooked" };
  const waiting = begin(graph, aRun({ bookings: [aBooking()] })).run;
  const as = (more: Partial<Booking>, run = waiting) => ({ ...run, bookings: [aBooking(more)] });

  it("waits, and makes the booking the run's own", () => {
    expect(stateOf(waiting)).toBe("time 82800");
    expect(waiting.bookingId).toBe(5);
    const due = step(graph, waiting, time, NOW + 23 * HOUR_MS);
    expect(visitsIn(due.effects)).toEqual(["1 d next", "2 m next"]);
  });

  it("is timed anew when the booking moves, twice, and sends once", () => {
    const later = step(graph, as({ startsAt: NOW + 3 * DAY_MS }), rebooked, NOW + HOUR_MS);
    expect(stateOf(later.run)).toBe("time 255600");
    expect(visitsIn(later.effects)).toEqual([]);
    const sooner = step(graph, as({ startsAt: NOW + 5 * HOUR_MS }, later.run), rebooked, NOW);
    expect(stateOf(sooner.run)).toBe("time 14400");
    const early = step(graph, sooner.run, time, NOW + 3 * HOUR_MS);
    expect(early.run).toBe(sooner.run);
    const { run, effects } = step(graph, sooner.run, time, NOW + 4 * HOUR_MS);
    expect(effectsOf(effects, "send")).toHaveLength(1);
    expect(stateOf(run)).toBe("completed/reached_end");
  });

  it("does not send at a time that has moved unnoticed", () => {
    const { run, effects } = step(
      graph,
      as({ startsAt: NOW + 3 * DAY_MS }),
      time,
      NOW + 23 * HOUR_MS,
    );
    expect(effects).toEqual([]);
    expect(stateOf(run)).toBe("time 255600");
  });

  it("goes on at once if the time is over", () => {
    const late = begin(graph, aRun({ bookings: [aBooking({ startsAt: NOW + HOUR_MS / 2 })] }));
    expect(visitsIn(late.effects)).toEqual(["1 d next", "2 m next"]);
  });

  it.each<[string, Run, unknown]>([
    ["it is cancelled", as({ state: "cancelled" }), { booking_id: 5, state: "cancelled" }],
    [
      "it is gone",
      { ...waiting, bookings: [aBooking({ id: 6 })] },
      { booking_id: null, state: null },
    ],
    [
      "the run has none any more",
      { ...waiting, bookingId: null },
      { booking_id: null, state: null },
    ],
    ["it has lost its time", as({ startsAt: null }), { booking_id: 5, state: "booked" }],
  ])("leaves by `cancelled` if %s", (_, run, detail) => {
    const { effects } = step(graph, run, rebooked, NOW + HOUR_MS);
    expect(visitsIn(effects)).toEqual(["1 d cancelled", "2 c exit_node"]);
    expect(detailOf(effects, 1)).toEqual(detail);
  });

  it("leaves by `cancelled` at once if the lead has none, or ends where no edge does", () => {
    expect(visitsIn(begin(graph, aRun()).effects)).toEqual(["1 d cancelled", "2 c exit_node"]);
    const alone = graphOf({ d: ["delay", { until: { booking: "ends_at" } }] });
    expect(stateOf(begin(alone, aRun()).run)).toBe("completed/reached_end");
  });

  it("waits for the new time of a booking that gives way, until its old one", () => {
    const given = as({ state: "moved" });
    expect(stateOf(step(graph, given, rebooked, NOW + HOUR_MS).run)).toBe("time 82800");
    const { effects } = step(graph, given, time, NOW + 23 * HOUR_MS);
    expect(visitsIn(effects)).toEqual(["1 d cancelled", "2 c exit_node"]);
  });

  it("waits for the end, where it is known", () => {
    const ends = graphOf({ d: ["delay", { until: { booking: "ends_at" } }] });
    const [known, unknown] = [aBooking(), aBooking({ endsAt: null })];
    expect(stateOf(begin(ends, aRun({ bookings: [known] })).run)).toBe("time 90000");
    expect(stateOf(begin(ends, aRun({ bookings: [unknown] })).run)).toBe("time 86400");
  });

  it("keeps to business hours after it", () => {
    const within = graphOf({
      d: ["delay", { until: { booking: "starts_at" }, within: "business_hours" }],
    });
    const run = booked();
    const hours = { weekly: { monday: [{ from: "08:00", to: "09:00" }] } };
    const open = { ...run, workspace: { ...run.workspace, businessHours: hours } };
    const begun = begin(within, open).run;
    expect(stateOf(begun)).toBe(`time ${70 * 3600}`);
  });
});

describe("other waits for a time", () => {
  it("don't care for bookings", () => {
    const graph = graphOf({ d: ["delay", { seconds: 90 }] });
    const { run } = begin(graph, booked());
    expect(step(graph, run, { kind: "rebooked" }, NOW + 1_000).run).toBe(run);
    const held = graphOf({ m: ["message", { text: "Hi", within: "business_hours" }] });
    const closed = {
      ...booked(),
      workspace: { ...aRun().workspace, businessHours: { weekly: {} } },
    };
    const holding = begin(held, closed).run;
    expect(step(held, holding, { kind: "rebooked" }, NOW + 1_000).run).toBe(holding);
  });
});

describe("a wait for a booking", () => {
  const graph = graphOf(
    {
      w: [
        "wait_for_event",
        { event: "booking", filter: { states: ["booked", "moved"], source_ids: [2] } },
      ],
      m: ["message", { text: "{{booking.name}}" }],
    },
    "w:event>m",
  );
  const happens = (more: Partial<RunEvent & { kind: "booking" }> = {}): RunEvent => ({
    ...{ kind: "booking", bookingId: 5, state: "booked", sourceId: 2, booking: aBooking() },
    ...more,
  });
  const { run } = begin(
    graph,
    aRun({ bookings: [aBooking({ id: 4, name: "Old" })], bookingId: 4 }),
  );

  it("makes the booking the run's own", () => {
    const { run: after, effects } = step(graph, run, happens(), NOW + 1_000);
    expect(visitsIn(effects)).toEqual(["1 w event", "2 m next"]);
    expect(detailOf(effects, 1)).toEqual({ booking_id: 5, state: "booked" });
    expect(effectsOf(effects, "send")[0]?.composed.text).toBe("Discovery call");
    expect(after.bookingId).toBe(5);
  });

  it.each([
    ["state", { state: "cancelled" as const }],
    ["source", { sourceId: 3 }],
    ["source, where it has none", { sourceId: null }],
  ])("does not count one of another %s", (_, more) => {
    expect(stateOf(step(graph, run, happens(more), NOW + 1_000).run)).toBe("booking");
  });
});

describe("conditions on a booking", () => {
  const holds = (clause: object, run: Run) => {
    const data = { branches: [{ handle: "yes", all: [clause] }] };
    return visitsIn(begin(graphOf({ c: ["condition", data] }), run).effects)[0] === "1 c yes";
  };
  const clause = (field: string, op: string, value?: unknown) => ({ field, op, value });

  it.each([
    [clause("has_booking", "equals", true), true],
    [clause("booking.state", "in", ["booked"]), true],
    [clause("booking.starts_at", "within_days", 1), true],
    [clause("booking.starts_at", "before", "now"), false],
    [clause("booking.starts_at", "after", "2026-11-20"), true],
    [clause("booking.host", "equals", "sam"), true],
    [clause("booking.answers.Your goal", "contains", "clients"), true],
    [clause("booking.answers.None", "is_set"), false],
    [clause("booking.cancel_url", "is_not_set"), true],
  ])("%j", (one, expected) => {
    expect(holds(one, booked())).toBe(expected);
  });

  it("hold for none without one, or a cancelled one", () => {
    const has = clause("has_booking", "equals", true);
    expect(holds(has, aRun())).toBe(false);
    expect(holds(has, booked({ state: "cancelled" }))).toBe(false);
    expect(holds(clause("booking.state", "is_not_set"), aRun())).toBe(true);
  });
});

describe("a simulation with bookings", () => {
  const graph = graphOf(
    {
      w: ["wait_for_event", { event: "booking", filter: { states: ["booked"] } }],
      d: ["delay", { until: { booking: "starts_at", offset_seconds: -3600 } }],
      m: ["message", { text: "Soon", on_window_closed: "skip" }],
      z: ["exit", { reason: "gone" }],
    },
    "w:event>d d>m d:cancelled>z",
  );
  const play = (...events: [seconds: number, SimulatedEvent][]) =>
    simulate(
      graph,
      aRun(),
      NOW,
      events.map(([afterSeconds, event]) => ({ afterSeconds, event })),
    );
  const change = (state: Booking["state"], hours?: number): SimulatedEvent => ({
    ...{ kind: "booking", state },
    values: hours === undefined ? {} : { startsAt: NOW + hours * HOUR_MS },
  });

  it("times the wait anew when it moves twice", () => {
    const { trail, now, ignored } = play(
      [10, change("booked", 10)],
      [20, change("moved", 50)],
      [30, change("moved", 8)],
    );
    expect(trail.map(({ nodeId, outcome }) => `${nodeId} ${outcome}`)).toEqual([
      ...["w event", "d next", "m next"],
    ]);
    expect((now - NOW) / HOUR_MS).toBe(7);
    expect(ignored).toEqual([]);
  });

  it("leaves when it is cancelled, at once, and once", () => {
    const { trail, now, ignored } = play(
      [10, change("booked", 10)],
      [20, change("cancelled")],
      [30, change("cancelled")],
    );
    expect(trail.at(-1)?.nodeId).toBe("z");
    expect(now - NOW).toBe(20_000);
    expect(ignored).toEqual([2]);
  });
});
