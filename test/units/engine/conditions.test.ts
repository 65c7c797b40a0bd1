import { describe, expect, it } from "vitest";
import { branchThatHolds } from "#features/automation/engine/nodes/condition/evaluate";
import type { NodeData } from "#features/automation/engine/nodes/registry";
import { readNode } from "#features/automation/scenarios/nodes";
import { aLead, aRun, HOUR_MS, longAgo, NOW } from "#test/support/engine";

const profile = {
  professional_situation: "Nurse in Lyon",
  primary_objective: null,
  blockers: ["Too expensive for me", "No time"],
  levers: [],
};

const lead = aLead({
  ext_id: "12345678901234567",
  fields: {
    source: "instagram",
    warmth: "hot",
    pipeline_stage: "new",
    age: 34,
    is_lost: false,
    lost_reason: null,
    ...profile,
  },
  variables: {
    city: "Saint-Étienne",
    score: "12.5",
    count: 7,
    vip: true,
    list: ["Red", 5],
    empty: "  ",
    none: [],
    map: {},
    "a.b": "dotted",
    res: { plan: "Pro", seats: 5, items: [{ name: "One" }], "x.y": 1 },
    text: "{}",
  },
  tagIds: [1, 12],
  lastReply: "  Oui, DEMAIN ",
});

function conditionOf(data: unknown) {
  const read = readNode("condition", data);
  if ("faults" in read) throw new Error(JSON.stringify(read.faults));
  return read.node.data as NodeData["condition"];
}

type Clause = [field: string, op: string, value?: unknown];
const clausesOf = (clauses: Clause[]) =>
  clauses.map(([field, op, value]) => ({ field, op, value }));
const takes = (branch: object, more: Parameters<typeof aRun>[0] = { lead }, now = NOW) =>
  branchThatHolds(conditionOf({ branches: [{ handle: "yes", ...branch }] }), aRun(more), now) ===
  "yes";

describe("a clause", () => {
  it.each<[boolean, ...Clause]>([
    [true, "first_name", "equals", "elodie"],
    [true, "first_name", "equals", ["Anna", "ÉLODIE"]],
    [false, "first_name", "equals", "Elo"],
    [false, "first_name", "not_equals", "elodie"],
    [true, "first_name", "not_equals", "Anna"],
    [true, "last_name", "starts_with", "mar"],
    [true, "last_name", "ends_with", "TIN"],
    [false, "last_name", "ends_with", "mar"],
    [true, "email", "contains", "@example."],
    [true, "email", "not_contains", "@gmail."],
    [true, "email", "matches", "@example\\.(com|org)$"],
    [true, "id", "equals", 42],
    [true, "id", "in", ["42"]],
    [true, "ext_id", "equals", "12345678901234567"],
    [false, "ext_id", "equals", "12345678901234568"],
    [true, "source", "in", ["whatsapp", "instagram"]],
    [true, "source", "not_in", ["api"]],
    [true, "warmth", "equals", "HOT"],
    [true, "age", "equals", "34"],
    [true, "age", "equals", 34.0],
    [true, "age", "greater_than", 33],
    [false, "age", "greater_than", 34],
    [true, "age", "at_least", "34"],
    [true, "age", "less_than", 34.5],
    [true, "age", "at_most", 34],
    [false, "age", "less_than", "many"],
    [true, "variables.score", "greater_than", 12],
    [true, "variables.score", "equals", 12.5],
    [true, "variables.score", "equals", "12.50"],
    [true, "variables.count", "less_than", "10"],
    [true, "variables.city", "starts_with", "saint-e"],
    [false, "variables.city", "greater_than", 1],
    [true, "variables.a.b", "equals", "dotted"],
    [true, "variables.res.plan", "equals", "pro"],
    [true, "variables.res.seats", "at_least", 5],
    [true, "variables.res.items.0.name", "equals", "one"],
    [true, "variables.res.items.1.name", "is_not_set"],
    [true, "variables.res.gone", "is_not_set"],
    [true, "variables.res.plan.length", "is_not_set"],
    [true, "variables.res.constructor", "is_not_set"],
    [true, "variables.res.items.length", "is_set"],
    [true, "variables.text.length", "is_not_set"],
    [true, "variables.res.x.y", "is_not_set"],
    [true, "variables.res", "is_set"],
    [true, "variables.vip", "equals", true],
    [true, "variables.vip", "equals", "true"],
    [true, "variables.vip", "equals", 1],
    [false, "variables.vip", "equals", "yes"],
    [true, "variables.vip", "not_equals", false],
    [true, "variables.list", "contains", "red"],
    [false, "variables.list", "contains", "re"],
    [true, "variables.list", "in", [5]],
    [true, "variables.map", "is_set"],
    [false, "variables.map", "equals", "x"],
    [true, "variables.map", "not_equals", "x"],
    [true, "variables.empty", "is_not_set"],
    [false, "variables.empty", "equals", " "],
    [true, "variables.empty", "not_equals", " "],
    [true, "variables.none", "is_not_set"],
    [true, "variables.toString", "is_not_set"],
    [false, "variables.gone", "equals", "x"],
    [true, "variables.gone", "not_equals", "x"],
    [true, "variables.gone", "not_in", ["x"]],
    [true, "variables.gone", "not_contains", "x"],
    [false, "variables.gone", "less_than", 5],
    [false, "variables.gone", "matches", ".*"],
    [false, "variables.gone", "is_set"],
    [true, "username", "is_not_set"],
    [true, "phone", "is_set"],
    [true, "is_lost", "equals", false],
    [true, "is_lost", "equals", 0],
    [false, "is_lost", "equals", "no"],
    [true, "lost_reason", "is_not_set"],
    [true, "professional_situation", "contains", "nurse"],
    [true, "primary_objective", "is_not_set"],
    [true, "blockers", "contains", "expensive"],
    [true, "blockers", "contains", ["money", "no time"]],
    [false, "blockers", "contains", "me no"],
    [false, "blockers", "contains", ""],
    [false, "blockers", "not_contains", "time"],
    [true, "blockers", "not_contains", "family"],
    [true, "blockers", "equals", "no time"],
    [false, "blockers", "equals", "time"],
    [true, "blockers", "in", ["No time", "No money"]],
    [true, "blockers", "starts_with", "too"],
    [true, "blockers", "is_set"],
    [true, "levers", "is_not_set"],
    [false, "levers", "contains", "price"],
    [true, "levers", "not_contains", "price"],
    [true, "is_optout", "equals", "false"],
    [true, "tags", "contains", 12],
    [false, "tags", "contains", 2],
    [true, "tags", "equals", "1"],
    [true, "tags", "in", [7, 12]],
    [false, "tags", "in", [7, 2]],
    [true, "tags", "not_in", [7, 2]],
    [false, "tags", "not_contains", 12],
    [true, "tags", "is_set"],
    [true, "last_reply", "equals", "oui, demain"],
    [true, "last_reply", "equals", "« Oui, demain ! »"],
    [false, "last_reply", "not_equals", "oui, demain."],
    [true, "last_reply", "contains", "demain"],
    [false, "first_name", "equals", "Élodie!"],
    [true, "window_open", "equals", true],
  ])("%s: %s %s %j", (holds, field, op, value) => {
    expect(takes({ all: clausesOf([[field, op, value]]) })).toBe(holds);
  });

  it.each([
    ["is open an hour after the lead wrote", aLead(), NOW, true],
    ["is closed a day after", aLead(), NOW + 23 * HOUR_MS, false],
    ["is open a moment before", aLead(), NOW + 23 * HOUR_MS - 1, true],
    ["was never open", aLead({ conversations: [] }), NOW, false],
    ["is open on another platform only", aLead(longAgo), NOW, false],
  ])("on the window: it %s", (_, lead, now, isOpen) => {
    expect(takes({ all: clausesOf([["window_open", "equals", true]]) }, { lead }, now)).toBe(
      isOpen,
    );
    expect(takes({ all: clausesOf([["window_open", "not_equals", true]]) }, { lead }, now)).toBe(
      !isOpen,
    );
  });
});

describe("a date", () => {
  const paris = {
    workspace: { ...aRun().workspace, defaultCountry: "FR", timeZone: "Europe/Paris" },
  };
  const holds = (field: string, op: string, value: unknown, actual: unknown, more = {}) =>
    takes(
      { all: clausesOf([[field, op, value]]) },
      { lead: aLead({ variables: { at: actual }, lastReply: String(actual) }), ...paris, ...more },
    );

  // It is 11:00 in Paris, on 20 November 2026.
  it.each<[boolean, unknown, string, unknown]>([
    [true, "2026-11-19", "before", "2026-11-20"],
    [false, "2026-11-20", "before", "2026-11-20"],
    [true, "2026-11-20", "before", "2026-11-20T00:01"],
    [true, "2026-11-19T23:59", "before", "2026-11-20"],
    [true, "2026-11-19T22:59:59Z", "before", "2026-11-20"],
    [false, "2026-11-19T23:00:00Z", "before", "2026-11-20"],
    [true, "19/11/2026", "before", "20/11/2026"],
    [true, "3 avril 2026", "before", "2026-11-20"],
    [true, "2026-11-21", "after", "2026-11-20"],
    [false, "2026-11-20", "after", "2026-11-20"],
    [false, "2026-11-20T23:59", "after", "2026-11-20"],
    [true, "2026-11-20T10:01", "after", "2026-11-20T10:00"],
    [false, "2026-11-20T10:00", "after", "2026-11-20T10:00"],
    [true, "2026-11-20T10:59", "before", "now"],
    [false, "2026-11-20T10:59", "after", "now"],
    [true, "2026-11-20T11:01", "after", "now"],
    [true, NOW / 1000 - 1, "before", "now"],
    [true, "2026-11-19", "before", NOW / 1000],
    [true, ["no date", "2026-11-19"], "before", "now"],
    [true, "2026-11-27", "within_days", 7],
    [true, "2026-11-27T11:00", "within_days", 7],
    [false, "2026-11-27T11:01", "within_days", 7],
    [false, "2026-11-28", "within_days", 7],
    [true, "2026-11-20", "within_days", 7],
    [false, "2026-11-20T10:00", "within_days", 7],
    [true, "2026-11-13", "within_days", -7],
    [false, "2026-11-12", "within_days", -7],
    [false, "2026-11-21", "within_days", -7],
    [true, "2026-11-20", "within_days", 0],
    [false, "2026-11-19", "within_days", 0],
    [false, "soon", "before", "now"],
    [false, "on 2026-11-19", "before", "now"],
    [false, "soon", "after", "now"],
    [false, null, "within_days", 7],
    [false, true, "before", "now"],
    [false, {}, "before", "now"],
    [false, "2026-11-19", "before", "someday"],
    [false, "19/31/2026", "before", "now"],
  ])("%s: %j %s %j", (expected, actual, op, value) => {
    expect(holds("variables.at", op, value, actual)).toBe(expected);
  });

  it("may be the last reply, but not a number in another field", () => {
    expect(holds("last_reply", "before", "now", "2026-11-19")).toBe(true);
    expect(holds("last_reply", "before", "now", "5")).toBe(false);
    expect(holds("id", "before", "now", "x")).toBe(false);
  });

  it("is read by the workspace's country", () => {
    const us = { workspace: { ...paris.workspace, defaultCountry: "US" } };
    expect(holds("variables.at", "before", "2026-06-01", "03/12/2026")).toBe(false);
    expect(holds("variables.at", "before", "2026-06-01", "03/12/2026", us)).toBe(true);
  });

  it.each([
    ["before", ["2026-11-19"]],
    ["after", true],
    ["before", " "],
    ["after", "x".repeat(65)],
    ["within_days", "7"],
    ["within_days", 1.5],
    ["within_days", 36_601],
    ["within_days", null],
  ])("is not compared by %s with %j", (op, value) => {
    const branches = [{ handle: "a", all: [{ field: "variables.at", op, value }] }];
    expect(readNode("condition", { branches })).toMatchObject({
      faults: [{ path: "branches.0.all.0.value" }],
    });
  });
});

describe("a condition", () => {
  const [yes, no]: Clause[] = [
    ["age", "equals", 34],
    ["age", "equals", 35],
  ];
  it.each([
    [true, "all", [yes, yes]],
    [false, "all", [yes, no]],
    [true, "any", [no, yes]],
    [false, "any", [no, no]],
  ])("%s: %s of %j", (holds, which, clauses) => {
    expect(takes({ [which]: clausesOf(clauses as Clause[]) })).toBe(holds);
  });
});
