import { describe, expect, it } from "vitest";
import { dedupeOf, itemsOf, readItem } from "#features/imports/sources/kinds/registry";
import { mapItem } from "#features/imports/sources/map-item";
import { type ReadingSettings, SourceMapping } from "#features/imports/sources/mapping";
import { presets } from "#features/imports/sources/presets/registry";
import { Verification } from "#features/imports/sources/verification";
import {
  calComBodies,
  calendlyBodies,
  calendlyBody,
  formBody,
  hubspotBodies,
  iclosedBodies,
  iclosedCall,
  shopifyBodies,
  stripeBody,
  tallyBody,
  typeformBody,
} from "../../fixtures/source-bodies";

const AT = Date.parse("2026-12-01T09:01:00Z");
const REF = "rK3v9ZtQx7Lm2aWc81q";
const MAUD = { email: "maud@example.com", phone: "+33639980405" };
const [BEGIN, END] = [Date.parse("2026-12-03T10:00:00Z"), Date.parse("2026-12-03T10:30:00Z")];

const presetOf = (name: string) => {
  const found = presets.find((preset) => preset.name === name);
  return found ?? expect.fail(`There is no preset ${name}.`);
};

const settingsOf = (name: string, more: Partial<ReadingSettings> = {}): ReadingSettings => {
  const { mapping, items, dedupe } = presetOf(name);
  const zone = { country: "FR", timeZone: "Europe/Paris" };
  return { mapping, items, dedupe, times: null, consent: null, ...zone, ...more };
};

/** The first item of a body, read and mapped by a preset. */
function mapped(name: string, body: unknown, more: Partial<ReadingSettings> = {}) {
  const { kind } = presetOf(name);
  const settings = settingsOf(name, more);
  const [item] = itemsOf(body, settings);
  return mapItem(kind, readItem(kind, item, settings), settings, AT);
}

describe("the presets", () => {
  it("are what the schemas take, and are named once", () => {
    for (const { name, mapping, verification } of presets) {
      expect(SourceMapping.safeParse(mapping).error, name).toBeUndefined();
      expect(Verification.parse(verification), name).toEqual(verification);
    }
    expect(new Set(presets.map(({ name }) => name)).size).toBe(presets.length);
  });
});

describe("an item of Calendly", () => {
  it("is a lead with its reference and the phone of an answer, and a booking", () => {
    const { created } = calendlyBodies;
    expect(mapped("calendly", created)).toMatchObject({
      fact: "booked",
      lead: { first_name: "Maud", last_name: "Renard", ...MAUD },
      leadRef: REF,
      errors: {},
      warnings: [],
      booking: {
        fact: "booked",
        externalId: created.payload.uri,
        replaces: null,
        at: Date.parse("2026-12-01T09:00:05Z"),
        values: {
          name: "Discovery call",
          ...{ startsAt: BEGIN, endsAt: END, timeZone: "Europe/Paris" },
          ...{ hostName: "Sam", hostEmail: "sam@example.com" },
          joinUrl: "https://zoom.example/j/1",
          rescheduleUrl: "https://calendly.com/reschedulings/I2",
          cancelUrl: "https://calendly.com/cancellations/I2",
          answers: {
            "What is your goal?": "Sell more",
            "Your WhatsApp no.": "call me at 06 39 98 04 05",
          },
        },
      },
    });
  });

  it.each([
    ["invitee.created", "created", "booked"],
    ["the old one of a move", "moved", "moved"],
    ["the new one of a move", "movedTo", "booked"],
    ["a cancellation", "canceled", "cancelled"],
    ["a no-show", "noShow", "no_show"],
    ["a no-show that is taken back", "attended", "attended"],
    ["what nobody has asked for", "routed", null],
  ] as const)("tells the fact of %s", (_, name, fact) => {
    expect(mapped("calendly", calendlyBodies[name]).fact).toBe(fact);
  });

  it("names the invitee that another replaces, and who cancelled", () => {
    const { booking } = mapped("calendly", calendlyBodies.movedTo);
    expect(booking?.replaces).toBe(calendlyBodies.created.payload.uri);
    const { booking: ended } = mapped("calendly", calendlyBodies.canceled);
    expect(ended?.values).toMatchObject({ cancelledBy: "Maud Renard", cancelReason: "I am ill" });
  });

  const call = (type: string, location: string) => ({
    ...calendlyBodies.created.payload.scheduled_event,
    location: { type, location },
  });

  it.each([
    ["the number for reminders first", { text_reminder_number: "+33639980111" }, "+33639980111"],
    [
      "the number that the host calls",
      { questions_and_answers: [], scheduled_event: call("outbound_call", "+33 6 39 98 02 22") },
      "+33639980222",
    ],
    [
      "no number of the host's, whom the invitee calls",
      { questions_and_answers: [], scheduled_event: call("inbound_call", "+33 6 39 98 02 22") },
      undefined,
    ],
    [
      "no number of an answer to another question",
      { questions_and_answers: [{ question: "SIRET?", answer: "0639980405", position: 0 }] },
      undefined,
    ],
  ])("takes %s", (_, payload, phone) => {
    expect(mapped("calendly", calendlyBody("invitee.created", payload)).lead.phone).toBe(phone);
  });

  it("is known again by its event and invitee, and a no-show by its own id", () => {
    const idOf = (body: unknown) => dedupeOf("calendly", body, { dedupe: null });
    const { created, moved, movedTo, canceled, noShow } = calendlyBodies;
    const ids = [created, movedTo, canceled, noShow].map(idOf);
    expect(new Set(ids).size).toBe(4);
    // An invitee is cancelled once, whether or not it gives way to another.
    expect(idOf(moved)).toBe(idOf(canceled));
    expect(dedupeOf("calendly", calendlyBodies.attended, { dedupe: null })).toBeNull();
  });
});

describe("an item of iClosed", () => {
  const kindOf = (name: keyof typeof iclosedBodies) => mapped("iclosed", iclosedBodies[name]);

  it("is a booking with the times of the account", () => {
    expect(kindOf("booked")).toMatchObject({
      lead: { first_name: "Maud", last_name: "Renard", email: "maud@example.com" },
      leadRef: REF,
      warnings: ["times_disagree"],
      booking: {
        ...{ fact: "booked", externalId: "45001", replaces: null, at: AT },
        values: {
          ...{ name: "Strategy call", startsAt: BEGIN, endsAt: END },
          ...{ hostEmail: "sam@example.com", joinUrl: "https://meet.example/1" },
        },
      },
    });
  });

  it.each([
    ["booked", "booked"],
    ["moved", "booked"],
    ["cancelled", "cancelled"],
    ["outcome", "outcome"],
    ["contact", "contact"],
    ["contactBooked", "contact"],
  ] as const)("tells the fact by its members: %s", (name, fact) => {
    expect(kindOf(name).fact).toBe(fact);
  });

  it("is an outcome of the call near its time, since its id is its own", () => {
    expect(kindOf("outcome").booking).toMatchObject({
      ...{ fact: "outcome", externalId: null },
      values: { startsAt: BEGIN, outcome: "SALE", outcomeValue: 5000 },
    });
    const [outcome] = iclosedBodies.outcome;
    const missed = mapped("iclosed", [{ ...outcome, callOutcome: "NO_SHOW" }]);
    expect(missed).toMatchObject({ fact: "no_show", booking: { values: { outcome: "NO_SHOW" } } });
    const mapping = presetOf("iclosed").mapping.filter(({ to }) => to !== "booking.state");
    const held = mapped("iclosed", [{ ...outcome, callOutcome: "NO_SHOW" }], { mapping });
    expect(held.fact).toBe("outcome");
  });

  it("is a contact with its state, which is no booking", () => {
    expect(kindOf("contactBooked")).toMatchObject({
      lead: { ...MAUD, variables: { iclosed_status: "QUALIFIED_CALL_BOOKED" } },
      booking: null,
    });
    const { answers } = readItem("iclosed", iclosedBodies.contact[0], settingsOf("iclosed"));
    expect(answers).toEqual({ "Phone Number": "+33639980405", "Your goal": "Sell more" });
  });

  /** api-docs-dev.iclosed.io, "Call booked": its own sample contradicts itself. */
  const contrary = {
    utc_start_time: "2023-02-15T16:00:00+01:00",
    utc_end_time: "2023-02-15T16:00:00+01:00",
    start_time: "2023-02-15T18:00:00+01:00",
    end_time: "2023-02-15T18:30:00+01:00",
  };

  it.each([
    ["the account's, with a warning, until somebody has chosen", null, "17:00", true],
    ["the account's", "local", "17:00", false],
    [
      "those of UTC, whatever offset they have, and the length of the others",
      "utc",
      "16:00",
      false,
    ],
  ] as const)("has times that contradict each other: %s", (_, times, clock, isWarned) => {
    const { booking, warnings } = mapped("iclosed", [iclosedCall(contrary)], { times });
    const startsAt = Date.parse(`2023-02-15T${clock}:00Z`);
    expect(booking?.values).toMatchObject({ startsAt, endsAt: startsAt + 1_800_000 });
    expect(warnings).toEqual(isWarned ? ["times_disagree"] : []);
  });

  it("never ends before it begins", () => {
    const event = { ...contrary, end_time: "2023-02-15T17:59:00+01:00" };
    const { booking, warnings } = mapped("iclosed", [iclosedCall(event)], { times: "local" });
    expect(booking?.values.endsAt).toBeUndefined();
    expect(warnings).toEqual(["ends_before_start"]);
    const utc = mapped("iclosed", [iclosedCall(event)], { times: "utc" }).booking?.values;
    expect(utc?.endsAt).toBe(Date.parse("2023-02-15T16:30:00Z"));
  });
});

describe("a body of a form service", () => {
  it("of Typeform has its answers by question, its person by the types of fields", () => {
    const { lead, leadRef, fact } = mapped("typeform", typeformBody);
    expect({ lead, leadRef, fact }).toEqual({
      lead: { first_name: "Maud", ...MAUD },
      leadRef: REF,
      fact: "contact",
    });
    const { answers } = readItem("webhook", typeformBody, settingsOf("typeform"));
    expect(answers).toEqual({
      "First name": "Maud",
      "Your best address": "maud@example.com",
      WhatsApp: "+33639980405",
      "What do you sell?": "Courses",
      "Which of these?": ["Ads", "SEO"],
      Revenue: 12_000,
    });
    expect(dedupeOf("webhook", typeformBody, presetOf("typeform"))).toBe("01EVENT");
  });

  it("of Tally has the names of choices, not their ids", () => {
    const mapping = [
      ...presetOf("tally").mapping,
      { to: "tags", from: [["answers", "What do you sell?"]] },
    ];
    expect(mapped("tally", tallyBody, { mapping })).toMatchObject({
      lead: { first_name: "Maud", last_name: "Renard", ...MAUD },
      tags: ["Courses"],
      leadRef: REF,
    });
    expect(dedupeOf("webhook", tallyBody, presetOf("tally"))).toBe("tally-event-1");
  });

  it.each(["form", "webhook"])("without a framework is read by its names: %s", (name) => {
    expect(mapped(name, formBody)).toMatchObject({
      lead: { first_name: "Maud", last_name: "Renard", ...MAUD },
      leadRef: REF,
    });
  });
});

describe("a body of a shop", () => {
  it("of Shopify is a customer, or the customer of an order", () => {
    expect(mapped("shopify_customer", shopifyBodies.customer).lead).toEqual({
      ...{ first_name: "Maud", last_name: "Renard", ...MAUD },
      variables: { shopify_customer_id: "5940139491234" },
    });
    expect(mapped("shopify_order", shopifyBodies.order)).toMatchObject({
      lead: {
        ...{ first_name: "Maud", last_name: "Renard", ...MAUD },
        variables: { shopify_order: "#1021", shopify_order_total: 2250 },
      },
      leadRef: REF,
    });
  });

  it("of Stripe is who has paid, and the lead that the link names", () => {
    expect(mapped("stripe_checkout", stripeBody)).toMatchObject({
      lead: { first_name: "Maud", last_name: "Renard", ...MAUD },
      leadRef: REF,
    });
    const { answers } = readItem("webhook", stripeBody, settingsOf("stripe_checkout"));
    expect(answers).toEqual({ Company: "Renard SARL" });
  });

  it("of HubSpot is a contact, with or without its history", () => {
    expect(mapped("hubspot_workflow", hubspotBodies.contact).lead).toEqual({
      ...{ first_name: "Maud", last_name: "Renard", ...MAUD },
      variables: { hubspot_id: "39580", hubspot_stage: "lead" },
    });
    expect(mapped("hubspot_workflow", hubspotBodies.chosen).lead).toEqual({
      ...{ first_name: "Maud", email: MAUD.email, variables: { hubspot_id: "39580" } },
    });
  });
});

describe("a body of Cal.com", () => {
  it("is a booking", () => {
    expect(mapped("cal_com", calComBodies.created)).toMatchObject({
      lead: { first_name: "Maud", last_name: "Renard", ...MAUD },
      leadRef: REF,
      booking: {
        ...{ externalId: "cal-1", at: Date.parse("2026-12-01T09:00:05.538Z") },
        values: {
          ...{ name: "Strategy call", startsAt: BEGIN, endsAt: END, hostName: "Sam" },
          joinUrl: "https://cal.example/video/1",
          answers: expect.objectContaining({ "Your goal": "Sell more" }),
        },
      },
    });
  });

  it.each([
    ["created", { fact: "booked", externalId: "cal-1" }],
    ["moved", { fact: "booked", externalId: "cal-2", replaces: "cal-1" }],
    ["cancelled", { fact: "cancelled", externalId: "cal-1" }],
    ["noShow", { fact: "no_show", externalId: "cal-1" }],
    ["attended", { fact: "attended", externalId: "cal-1" }],
    ["ended", { fact: "outcome", externalId: "cal-1", at: END }],
  ] as const)("tells the fact by its event: %s", (name, booking) => {
    expect(mapped("cal_com", calComBodies[name])).toMatchObject({ booking, errors: {} });
  });

  it.each(["requested", "started"] as const)("is ignored if it is not one yet: %s", (name) => {
    expect(mapped("cal_com", calComBodies[name])).toMatchObject({ fact: null, booking: null });
  });
});
