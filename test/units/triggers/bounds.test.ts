import { describe, expect, it } from "vitest";
import { stages } from "#domain/leads";
import { type TriggerType, triggerTypes } from "#domain/triggers";
import { readTriggers } from "#features/automation/triggers/read";
import { findTrigger } from "#features/automation/triggers/registry";
import { memberNames } from "#lib/unknown-members";
import { check, clause, start } from "#test/support/graph-parts";

/** Values at the bounds of a setting, and values beyond. */
type Bounds = { takes: unknown[]; refuses: unknown[] };
type Row = { base: object; settings: Record<string, Bounds>; beside?: Record<string, object> };

const list = (count: number, item: (index: number) => unknown = (index) => `w${index}`) =>
  Array.from({ length: count }, (_, index) => item(index));
const isNamed = clause("first_name", "is_set");
const NOT_WORDS = ["", " ", "\u200d", "\ufe0f", "🏽", "x".repeat(81), 7, null];

const lists = (most: number, item: (index: number) => unknown, not: unknown[] = []): Bounds => ({
  takes: [[item(0)], list(most, item)],
  refuses: [[], list(most + 1, item), item(0), {}, ...not.map((one) => [item(0), one])],
});
const idLists = (most: number) => lists(most, (index) => index + 1, [0, -1, 1.5, "a", null, 1]);
const words = (most: number) => lists(most, (index) => `w${index}`, NOT_WORDS);
const flag: Bounds = { takes: [true, false], refuses: ["maybe", 2, []] };
const time: Bounds = { takes: ["00:00", "23:59"], refuses: ["24:00", "9:00", "09:60", 9, ""] };
const between = (least: number, most: number): Bounds => ({
  takes: [least, most],
  refuses: [least - 1, most + 1, 1.5, "many", []],
});

const filter: Bounds = {
  takes: [null, { all: [isNamed] }, { any: list(50, () => isNamed) }],
  refuses: [
    ...[{}, { all: [] }, { any: list(51, () => isNamed) }, { all: [isNamed], any: [isNamed] }],
    ...[[isNamed], "all", { all: [{}] }, { all: [{ ...isNamed, op: "resembles" }] }],
    ...[{ all: [{ ...isNamed, field: "trigger.mood" }] }, { all: [null] }],
  ],
};
const common = {
  priority: { takes: [-100, 0, 100], refuses: [-101, 101, 1.5, "high"] },
  again: {
    takes: ["always", "never", { after_days: 1 }, { after_days: 365 }],
    refuses: ["often", { after_days: 0 }, { after_days: 366 }, {}, 7, []],
  },
  filter,
};
const ofSpeech = { ...common, channel_ids: idLists(20), while_handled: flag };
const ofFact = { ...common, max_per_hour: between(1, 100_000) };
const stageLists = lists(stages.length, (index) => stages[index], ["sold", 1]);

const ROWS: Record<TriggerType, Row> = {
  keyword: {
    base: { words: ["guide"] },
    beside: { patterns: { words: undefined } },
    settings: {
      ...ofSpeech,
      words: words(50),
      match: { takes: ["word", "is", "begins", "contains"], refuses: ["ends", "", 1] },
      patterns: lists(5, (index) => `a${index}`, ["", "((", "(a){1001}", "(?=a)", 5, null]),
      exclude: words(20),
    },
  },
  tap: {
    base: { payloads: ["p"] },
    settings: {
      ...ofSpeech,
      payloads: lists(50, (index) => `p${index}`, ["", "x".repeat(256), 5, "p0"]),
      match: { takes: ["is", "begins"], refuses: ["contains", 1] },
    },
  },
  link_referral: {
    base: { texts: ["hello"] },
    beside: { refs: { texts: undefined } },
    settings: {
      ...ofSpeech,
      refs: lists(50, (index) => `r${index}`, ["", "x".repeat(256), 5, "r0"]),
      texts: words(20),
    },
  },
  ad_click: {
    base: {},
    settings: {
      ...ofSpeech,
      ad_ids: lists(50, (index) => `a${index}`, ["", "x".repeat(65), 5, "a0"]),
    },
  },
  story_reply: {
    base: { words: ["guide"] },
    beside: { patterns: { words: undefined } },
    settings: {
      ...ofSpeech,
      story_ids: lists(50, (index) => `s${index}`, ["", "x".repeat(65), 5, "s0"]),
      words: words(50),
      match: { takes: ["word", "is", "begins", "contains"], refuses: ["ends", "", 1] },
      patterns: lists(5, (index) => `a${index}`, ["", "((", "(a){1001}", "(?=a)", 5, null]),
      exclude: words(20),
    },
  },
  story_mention: { base: {}, settings: ofSpeech },
  first_message: { base: {}, settings: ofSpeech },
  any_message: {
    base: {},
    settings: {
      ...ofSpeech,
      types: { takes: [["text"]], refuses: [[], "text", ["note"], ["text", "text"], ["system"]] },
    },
  },
  comment: {
    base: {},
    beside: { patterns: { words: undefined } },
    settings: {
      ...ofSpeech,
      again: { ...common.again, takes: ["once_per_post", ...common.again.takes] },
      media_ids: lists(50, (index) => `m${index}`, ["", "x".repeat(256), 5, "m0"]),
      words: words(50),
      match: { takes: ["word", "is", "begins", "contains"], refuses: ["ends", "", 1] },
      patterns: lists(5, (index) => `a${index}`, ["", "((", "(a){1001}", "(?=a)", 5, null]),
      exclude: words(20),
      replies: flag,
      live: { takes: ["no", "also", "only"], refuses: ["yes", "", true] },
    },
  },
  tag_added: { base: { tag_ids: [1] }, settings: { ...ofFact, tag_ids: idLists(50) } },
  stage_changed: {
    base: { to: ["won"] },
    settings: { ...ofFact, to: stageLists, from: stageLists },
  },
  lead_created: {
    base: { sources: ["api"] },
    settings: {
      ...ofFact,
      sources: { takes: [["api"]], refuses: [[], "api", ["moon"], ["api", "api"]] },
    },
  },
  link_clicked: {
    base: { short_link_ids: [1] },
    settings: { ...ofFact, short_link_ids: idLists(50) },
  },
  booking: {
    base: { states: ["booked"] },
    settings: {
      ...ofFact,
      states: { takes: [["moved", "held"]], refuses: [[], "held", ["moon"], ["held", "held"]] },
      source_ids: idLists(20),
    },
  },
  event: {
    base: { name: "paid" },
    settings: { ...ofFact, name: { takes: ["x".repeat(64)], refuses: ["", "x".repeat(65), 5] } },
  },
  date: {
    base: { of: "created_at", offset_days: 1, at: "09:00" },
    beside: { offset_minutes: { offset_days: undefined, at: undefined } },
    settings: {
      ...common,
      of: {
        takes: ["variables.webinar_at", "last_inbound_at", "last_outbound_at"],
        refuses: ["webinar_at", "variables.", "phone", `variables.${"x".repeat(71)}`, 5],
      },
      offset_days: between(-366, 366),
      at: time,
      offset_minutes: between(-366 * 1_440, 366 * 1_440),
      time_zone: { takes: ["workspace", "lead"], refuses: ["Europe/Paris", 1] },
      yearly: flag,
      if_missed: { takes: ["skip", "run"], refuses: ["wait", true] },
    },
  },
  recurring: {
    base: { every: "day", at: "09:00", segment_id: 6 },
    beside: { weekdays: { every: "week" }, day: { every: "month" } },
    settings: {
      priority: { takes: [0], refuses: [1] },
      again: { takes: ["always"], refuses: ["never", { after_days: 1 }] },
      filter: { takes: [null], refuses: [{ all: [isNamed] }] },
      every: { takes: ["day"], refuses: ["year", "week", "month", 1] },
      weekdays: lists(7, (index) => index + 1, [0, 8, 1.5, "monday", 1]),
      day: between(1, 28),
      at: time,
      segment_id: { takes: [6], refuses: [0, 1.5, "a", null, [6]] },
      per_hour: between(1, 100_000),
    },
  },
};

const other = { id: "other", type: "tag_added", data: { tag_ids: [1] } };

/** The faults of a trigger beside another, which is fine; by the settings that they are in. */
function faultsOf(type: string, data: object) {
  const triggers = [{ id: "t", type, data }, other];
  const platform = findTrigger(type)?.platforms?.[0] ?? "whatsapp";
  const [own, fine] = readTriggers(triggers, platform);
  expect(fine).toMatchObject({ id: "other", isValid: true });
  const faults = check([start], "", platform, triggers).filter(
    ({ code }) => code === "invalid_trigger",
  );
  expect(new Set(faults.map(({ trigger_id }) => trigger_id))).toEqual(
    new Set(own?.isValid ? [] : ["t"]),
  );
  return new Set(faults.map(({ path }) => path?.split(".")[1]));
}

const LACKING = ["weekdays", "day"];

describe.each(triggerTypes)("the settings of %s", (type) => {
  const { base, settings, beside = {} } = ROWS[type];

  it("are all tried here", () => {
    const { settings: schema } = findTrigger(type) ?? expect.unreachable();
    expect(Object.keys(settings).sort()).toEqual(memberNames(schema).sort());
    expect(faultsOf(type, base)).toEqual(new Set());
  });

  it.each(Object.entries(settings))("are refused beyond the bounds: %s", (name, bounds) => {
    const data = { ...base, ...beside[name] };
    for (const value of bounds.takes)
      expect(faultsOf(type, { ...data, [name]: value }), JSON.stringify(value)).toEqual(new Set());
    for (const value of bounds.refuses) {
      const faults = faultsOf(type, { ...data, [name]: value });
      // A day is lacking where none is given.
      expect([name, ...LACKING], JSON.stringify(value)).toContain([...faults][0]);
    }
  });
});
