import { expect, it } from "vitest";
import { readTriggers } from "#features/automation/triggers/read";

const faultsOf = (type: string, data: unknown) => {
  const [read] = readTriggers([{ id: "t", type, data }], "whatsapp");
  return read?.isValid
    ? {}
    : Object.fromEntries((read?.faults ?? []).map((f) => [f.path, f.message]));
};

const REQUIRED = "The :f field is required.";

it.each<[type: string, data: unknown, faults: object]>([
  ["keyword", {}, { words: "One of words, patterns is required." }],
  [
    "keyword",
    { words: ["a"], patterns: ["b"] },
    { patterns: "The :f field can't be used with words." },
  ],
  ["keyword", { words: ["a", "\u00ad"] }, { "words.1": REQUIRED }],
  [
    "keyword",
    { words: ["x".repeat(81)] },
    { "words.0": "The :f field must not be greater than 80 characters." },
  ],
  ["keyword", { patterns: ["(("] }, { "patterns.0": "The :f field format is invalid." }],
  [
    "keyword",
    { words: ["a"], priority: 101 },
    { priority: "The :f field must not be greater than 100." },
  ],
  [
    "keyword",
    { words: ["a"], again: { after_days: 0 } },
    { "again.after_days": "The :f field must be at least 1." },
  ],
  ["keyword", { words: ["a"], filter: {} }, { "filter.all": "One of all, any is required." }],
  ["tap", {}, { payloads: REQUIRED }],
  ["link_referral", {}, { refs: "One of refs, texts is required." }],
  ["stage_changed", {}, { to: REQUIRED }],
  ["lead_created", {}, { sources: REQUIRED }],
  ["date", { of: "phone", offset_days: 1, at: "9:00" }, { at: "The :f field format is invalid." }],
  ["date", { of: "created_at", offset_days: 1 }, { at: REQUIRED }],
  [
    "date",
    { of: "created_at" },
    { offset_days: "One of offset_days, offset_minutes is required." },
  ],
  ["recurring", { every: "week", at: "09:00", segment_id: 1 }, { weekdays: REQUIRED }],
  [
    "recurring",
    { every: "day", day: 1, at: "09:00", segment_id: 1 },
    { day: "The :f field can only be used with the every month." },
  ],
])("names what is wrong with a trigger: %s %j", (type, data, faults) => {
  expect(faultsOf(type, data)).toMatchObject(faults);
});

it("bounds the settings of a trigger, and the patterns of a scenario", () => {
  const long = { field: "first_name", op: "equals", value: "x".repeat(1_000) };
  expect(faultsOf("any_message", { filter: { any: Array(9).fill(long) } })).toEqual({
    "": "The :f field must not be greater than 8192 bytes.",
  });
  const wide = Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(80, "語"));
  expect(faultsOf("keyword", { words: wide })).toHaveProperty([""]);
  // Few bytes that are many once they are folded.
  expect(faultsOf("keyword", { words: wide.slice(0, 10) })).toEqual({});
  const ligatures = wide.slice(0, 10).map((word) => word.replaceAll("語", "ﷺ"));
  expect(faultsOf("keyword", { words: ligatures })).toHaveProperty([""]);
  const patterns = { patterns: ["a{400}"] };
  const triggers = ["one", "two", "three"].map((id) => ({ id, type: "keyword", data: patterns }));
  const read = readTriggers(triggers, "whatsapp");
  expect(read.map(({ isValid }) => isValid)).toEqual([true, true, false]);
  expect(read[2]).toMatchObject({ faults: [{ path: "patterns" }] });
  // A pattern that costs much weighs more than its steps.
  expect(faultsOf("keyword", { patterns: ["((a|b)?){200}!"] })).toHaveProperty(["patterns"]);
});

it("keeps off what is of no type", () => {
  expect(readTriggers([{ id: "t", type: "moon" }], "whatsapp")).toEqual([
    { id: "t", isValid: false, type: "moon", reason: "unknown_trigger", faults: [] },
  ]);
});
