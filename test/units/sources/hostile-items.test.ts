import { describe, expect, it } from "vitest";
import * as z from "zod";
import { bookingFacts } from "#domain/bookings";
import { type SourceKind, sourceFacts } from "#domain/sources";
import { dedupeOf, itemsOf, readItem } from "#features/imports/sources/kinds/registry";
import { mapItem } from "#features/imports/sources/map-item";
import type { ReadingSettings } from "#features/imports/sources/mapping";
import { presets } from "#features/imports/sources/presets/registry";
import { hasBackslashKey } from "#lib/json";
import {
  calComBodies,
  calendlyBodies,
  formBody,
  hubspotBodies,
  iclosedBodies,
  shopifyBodies,
  stripeBody,
  tallyBody,
  typeformBody,
} from "../../fixtures/source-bodies";
import { cutOff, replaced, WRONG } from "../../support/hostile";

/** A body of each kind of service, with the preset by which it is read. */
const BODIES: [preset: string, body: unknown][] = [
  ["calendly", calendlyBodies.canceled],
  ["iclosed", iclosedBodies.moved[0]],
  ["iclosed", iclosedBodies.outcome[0]],
  ["iclosed", iclosedBodies.contact[0]],
  ["webhook", formBody],
  ["form", formBody],
  ["typeform", typeformBody],
  ["tally", tallyBody],
  ["shopify_order", shopifyBodies.order],
  ["stripe_checkout", stripeBody],
  ["cal_com", calComBodies.moved],
  ["cal_com", calComBodies.noShow],
  ["hubspot_workflow", hubspotBodies.contact],
];

const text = (max: number) => z.string().min(1).max(max);
const link = text(2_048).regex(/^https?:/);
const moment = z.int().positive();

/** The values of bookings, in the bounds of their columns. */
const Values = z.strictObject({
  ...{ name: text(255), startsAt: moment, endsAt: moment, timeZone: text(100) },
  ...{ hostName: text(255), hostEmail: text(255), location: text(1_000) },
  ...{ joinUrl: link, rescheduleUrl: link, cancelUrl: link },
  answers: z.record(text(300), text(2_000)),
  ...{ outcome: text(255), outcomeValue: z.number(), cancelledBy: text(255) },
  cancelReason: text(1_000),
});

const MappedItem = z.strictObject({
  fact: z.enum(sourceFacts).nullable(),
  lead: z.record(z.string(), z.unknown()),
  tags: z.array(text(300_000)).nullable(),
  errors: z.record(z.string(), z.array(z.string())),
  leadRef: text(300_000).nullable(),
  booking: z
    .strictObject({
      fact: z.enum(bookingFacts),
      externalId: text(500).nullable(),
      replaces: text(500).nullable(),
      at: moment,
      values: Values.partial(),
    })
    .nullable(),
  consent: z.string().nullable(),
  warnings: z.array(z.enum(["times_disagree", "ends_before_start"])),
  blank: z.array(z.string()),
});

function faultOf(name: string, body: unknown): string | undefined {
  const preset = presets.find((one) => one.name === name) ?? expect.fail(`No preset ${name}.`);
  const settings: ReadingSettings = {
    ...{ ...preset, times: null, consent: "answers.Consent" },
    ...{ country: "FR", timeZone: "Europe/Paris" },
  };
  const kind: SourceKind = preset.kind;
  const [item] = itemsOf(body, settings);
  const mapped = mapItem(kind, readItem(kind, item, settings), settings, 1);
  dedupeOf(kind, item, settings);
  const { error } = MappedItem.safeParse(mapped);
  const { startsAt = 0, endsAt = startsAt } = mapped.booking?.values ?? {};
  if (endsAt < startsAt) return "it ends before it begins";
  const kept = JSON.stringify([mapped.lead, mapped.tags, mapped.booking, mapped.leadRef]);
  if (hasBackslashKey(kept) || /"__proto__":|\\u0000|\\ud8/.test(kept)) return "it can't be stored";
  return error?.message;
}

describe("an item of anybody", () => {
  it.each(BODIES)("is read whole: %s", (name, body) => {
    expect(faultOf(name, body)).toBeUndefined();
  });

  it.each(Object.entries(WRONG))("is read with %s in any place", (_, wrong) => {
    for (const [name, body] of BODIES)
      for (const [path, hostile] of replaced(body, wrong)) {
        const fault = faultOf(name, hostile);
        if (fault) expect.fail(`${name}, ${path}: ${fault}`);
      }
  });

  it("is read when it is cut off at any member", () => {
    for (const [name, body] of BODIES)
      for (const [path, cut] of cutOff(body)) {
        const fault = faultOf(name, cut);
        if (fault) expect.fail(`${name}, ${path}: ${fault}`);
      }
  });

  it("has questions that are keys no more: with backslashes, and of a prototype", () => {
    const body = {
      fields: ["a\\b", "__proto__", "constructor", "x".repeat(400)].map((question) => ({
        ...{ question, answer: "1" },
      })),
    };
    const settings = { times: null, country: null };
    const { answers } = readItem("webhook", body, settings);
    expect(Object.keys(answers)).toEqual(["a/b", "constructor", "x".repeat(300)]);
  });
});
