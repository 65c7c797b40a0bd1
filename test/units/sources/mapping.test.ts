import { describe, expect, it } from "vitest";
import { factOfWord } from "#features/imports/sources/booking-words";
import { itemsOf, readItem } from "#features/imports/sources/kinds/registry";
import { mapItem } from "#features/imports/sources/map-item";
import {
  type MappingRow,
  Path,
  type ReadingSettings,
  SourceMapping,
} from "#features/imports/sources/mapping";

const AT = Date.parse("2026-12-01T09:01:00Z");
const SETTINGS: ReadingSettings = {
  ...{ mapping: [], items: null, dedupe: null, times: null, consent: null },
  ...{ country: "FR", timeZone: "Europe/Paris" },
};

function mapped(raw: unknown, mapping: MappingRow[], more: Partial<ReadingSettings> = {}) {
  const settings = { ...SETTINGS, ...more, mapping: SourceMapping.parse(mapping) };
  return mapItem("webhook", readItem("webhook", raw, settings), settings, AT);
}

describe("a path", () => {
  const raw = {
    "a.b": "whole",
    a: { b: "parts" },
    payload: { items: [{ name: "first" }] },
    answers: { "Your WhatsApp no.": "dotted" },
    raw: "own",
  };

  it.each<[string, Path, unknown]>([
    ["a whole key before its parts", "a.b", "whole"],
    ["members and items", "payload.items.0.name", "first"],
    ["a list of keys, which may have dots", ["answers", "Your WhatsApp no."], "dotted"],
    ["parts as a list", ["a", "b"], "parts"],
    ["a member of the body before what was read of it", "raw", "own"],
    ["nothing", "a.c", undefined],
    ["nothing of a prototype", "constructor.name", undefined],
    ["nothing of a text", "a.b.length", undefined],
  ])("leads to %s", (_, path, value) => {
    const { lead } = mapped(raw, [{ to: "variables.x", from: [path] }]);
    expect(lead.variables).toEqual(value === undefined ? undefined : { x: value });
  });

  it.each([[""], [[]], [[1]], [["a", ""]]])("is no %j", (path) => {
    expect(Path.safeParse(path).success).toBe(false);
  });

  it("leads to the list of items, or the body is one, or has one", () => {
    const items = (body: unknown, path: Path | null) => itemsOf(body, { items: path });
    expect(items({ data: { rows: [1, 2] } }, "data.rows")).toEqual([1, 2]);
    expect(items([1, 2], null)).toEqual([1, 2]);
    expect(items({ a: 1 }, null)).toEqual([{ a: 1 }]);
    expect(items({ a: 1 }, "data.rows")).toEqual([{ a: 1 }]);
    expect(items("text", "data")).toEqual(["text"]);
  });
});

describe("a row of a mapping", () => {
  const one = (value: unknown, row: Partial<MappingRow>) =>
    mapped({ value }, [{ to: "variables.x", from: ["value"], ...row }]);

  it.each<[MappingRow["as"], unknown, unknown]>([
    ["text", 12, "12"],
    ["text", true, "true"],
    ["text", ["a", { label: "b" }, null], "a, b"],
    ["text", { name: "a" }, "a"],
    ["name", " Maud \n Renard ", "Maud Renard"],
    ["phone", "call me: 06 39 98 04 05, thanks", "+33639980405"],
    ["phone", "06 39 98 04 05 or 06 39 98 04 06", undefined],
    ["email", "mail maud@example.com please", "maud@example.com"],
    ["number", "about 12 000 €", 12_000],
    ["number", 1.5, 1.5],
    ["number", "many", undefined],
    ["date", "03/12/2026", "2026-12-03"],
    ["date", "2026-12-03T10:00:00+01:00", "2026-12-03T09:00:00.000Z"],
    ["date", 1_796_119_205, "2026-12-01T10:00:05.000Z"],
    ["date", 1_796_119_205_000, "2026-12-01T10:00:05.000Z"],
    ["date", "soon", undefined],
    ["tags", "vip; paris", ["vip", "paris"]],
    [null, "n/a", undefined],
    [null, [], undefined],
    [null, { a: [1] }, { a: [1] }],
  ])("is read as %s: %j", (as, value, read) => {
    const { lead, blank } = one(value, { as });
    expect(lead.variables).toEqual(read === undefined ? undefined : { x: read });
    expect(blank).toEqual(read === undefined ? ["value"] : []);
  });

  it("counts by its first path that is not blank, else by its default", () => {
    const raw = { a: " ", b: "none", c: "Maud" };
    const row = { to: "first_name", from: ["a", "b", "c"] };
    expect(mapped(raw, [row])).toMatchObject({ lead: { first_name: "Maud" }, blank: [] });
    const missing = { to: "first_name", from: ["a", ["b", "x.y"]] };
    expect(mapped(raw, [missing])).toMatchObject({ lead: {}, blank: ["a", "b.x.y"] });
    const lead = mapped(raw, [{ ...missing, default: "You" }]).lead;
    expect(lead).toEqual({ first_name: "You" });
    expect(mapped({}, [{ to: "variables.n", from: [], default: 0 }]).lead.variables).toEqual({
      n: 0,
    });
  });

  it("sets what imports set, read as they read it", () => {
    const raw = { n: "RENARD Maud", p: "06 39 98 04 05", t: ["a", "A", "b"], w: "Chaud" };
    const mapping = [
      { to: "full_name", from: ["n"] },
      { to: "phone", from: ["p"] },
      { to: "tags", from: ["t"] },
      { to: "warmth", from: ["w"] },
      { to: "data.whole", from: ["raw"] },
    ] as MappingRow[];
    expect(mapped(raw, mapping)).toMatchObject({
      lead: { first_name: "Maud", last_name: "RENARD", phone: "+33639980405", warmth: "hot" },
      tags: ["a", "b"],
    });
  });

  it.each([
    ["is_optout", "yes", { is_optout: true }],
    ["is_optout", "no", {}],
    ["is_subscribed", "yes", {}],
    ["is_subscribed", "no", { is_optout: true }],
    ["is_marketing_optout", false, {}],
  ])("subscribes nobody: %s %s", (to, value, lead) => {
    expect(one(value, { to }).lead).toEqual(lead);
  });

  it.each([
    "nobody",
    "variables.",
    "variables.__proto__",
    "variables.a\\b",
    "booking.id",
    "booking.answers.",
    "booking.answers.__proto__",
  ])("has no target %s", (to) => {
    expect(SourceMapping.safeParse([{ to, from: ["a"] }]).success).toBe(false);
  });

  it("goes through a large item no more often because there are many rows", () => {
    let reads = 0;
    const all = Object.defineProperty({}, "a", { enumerable: true, get: () => ++reads });
    const rows = (count: number) =>
      Array.from({ length: count }, () => ({ to: "email", from: ["all", "all"] }));
    const readsOf = (count: number) => {
      reads = 0;
      mapped({ all }, SourceMapping.parse(rows(count)));
      return reads;
    };
    expect(readsOf(100)).toBe(readsOf(1));
  });

  it("is one of a hundred at most", () => {
    const rows = (count: number) =>
      Array.from({ length: count }, () => ({ to: "email", from: [] }));
    expect(SourceMapping.safeParse(rows(100)).success).toBe(true);
    expect(SourceMapping.safeParse(rows(101)).success).toBe(false);
  });
});

describe("a mapping of a booking", () => {
  const ROWS = ["external_id", "state", "starts_at", "ends_at", "join_url", "time_zone"].map(
    (name) => ({ to: `booking.${name}`, from: [name] }) as MappingRow,
  );
  const times = { starts_at: "2026-12-03 11:00", ends_at: "2026-12-03 11:30" };

  it("is booked without a state, and its times are in its own zone", () => {
    const raw = { external_id: 7, ...times, time_zone: "Asia/Tokyo" };
    expect(mapped(raw, ROWS)).toMatchObject({
      fact: "booked",
      errors: {},
      booking: {
        ...{ externalId: "7", at: AT },
        values: { startsAt: Date.parse("2026-12-03T02:00:00Z"), timeZone: "Asia/Tokyo" },
      },
    });
  });

  it("is a contact where nothing of a booking has come", () => {
    expect(mapped({ email: "maud@example.com" }, ROWS)).toMatchObject({
      ...{ fact: "contact", booking: null, errors: {} },
    });
  });

  it("names what is missing", () => {
    expect(mapped({ state: "created" }, ROWS).errors).toEqual({
      "booking.external_id": ["The booking.external_id field is required."],
      "booking.starts_at": ["The booking.starts_at field is required."],
    });
    const day = { external_id: "7", starts_at: "2026-12-03" };
    expect(Object.keys(mapped(day, ROWS).errors)).toEqual(["booking.starts_at"]);
    expect(mapped({ external_id: "7", state: "cancelled" }, ROWS).errors).toEqual({});
  });

  it("leaves out what can't be: links that are none, zones, an end before the begin", () => {
    const raw = { external_id: "7", ...times, join_url: "javascript:alert(1)", time_zone: "Mars" };
    const { booking, warnings } = mapped({ ...raw, ends_at: "2026-12-03 10:59" }, ROWS);
    expect(booking?.values).toEqual({ startsAt: Date.parse("2026-12-03T10:00:00Z") });
    expect(warnings).toEqual(["ends_before_start"]);
  });

  it.each([
    ["BOOKING_CREATED", "booked"],
    ["appointment.rescheduled", "booked"],
    ["bookingConfirmed", "booked"],
    ["Annulé", "cancelled"],
    ["CANCELED", "cancelled"],
    ["booking_rejected", "cancelled"],
    ["No show", "no_show"],
    ["noShow", "no_show"],
    ["invitee_no_show.deleted", "attended"],
    ["AFTER_GUESTS_CAL_VIDEO_NO_SHOW", "no_show"],
    ["AFTER_HOSTS_CAL_VIDEO_NO_SHOW", undefined],
    ["completed", "outcome"],
    ["RECORDING_READY", undefined],
    ["BOOKING_REQUESTED", undefined],
    ["", undefined],
    ["created".repeat(100), undefined],
  ])("tells its fact by a word: %s", (word, fact) => {
    expect(factOfWord(word)).toBe(fact);
  });

  it("has answers of its own, and those that the kind has read", () => {
    const mapping = [
      ...ROWS,
      { to: "booking.answers", from: ["answers"] },
      { to: "booking.answers.City", from: ["city"] },
    ] as MappingRow[];
    const raw = {
      ...{ external_id: "7", ...times, city: "Lyon" },
      form: [{ question: "Goal", answer: "Sell" }],
    };
    expect(mapped(raw, mapping).booking?.values.answers).toEqual({ Goal: "Sell", City: "Lyon" });
  });
});

describe("the answer to the question of consent", () => {
  it.each<[Path | null, string | null]>([
    ["agrees", "Yes, write to me"],
    [["form", "x"], null],
    [null, null],
  ])("is what %j leads to", (consent, answer) => {
    const raw = { agrees: "Yes, write to me" };
    expect(mapped(raw, [], { consent }).consent).toBe(answer);
  });
});
