import { describe, expect, it } from "vitest";
import type { ActiveTrigger } from "#features/automation/triggers/match";
import { findTrigger } from "#features/automation/triggers/registry";
import { rivalWarnings } from "#features/automation/triggers/rivals";
import { activeTrigger } from "#test/support/triggers";

const KEYWORDS = { opt_out_keywords: ["Basta ya"], opt_in_keywords: [] };
const FILTER = { all: [{ field: "first_name", op: "is_set" }] };
/** As many words or posts as a trigger can have. */
const MANY = Array.from({ length: 50 }, (_, index) => `w${index}`);
type Described = [type: string, data: object];

const other = ([type, data]: Described) => ({
  ...activeTrigger(type, data, { id: "theirs", scenarioId: 7 }),
  scenario: "Sale",
});
const warningsOf = (own: ActiveTrigger[], ...others: Described[]) =>
  rivalWarnings(own, { triggers: others.map(other), keywords: KEYWORDS });
const codeOf = ([type, data]: Described, ...others: Described[]) =>
  warningsOf([activeTrigger(type, data)], ...others).map(({ code }) => code);
const keyword = (data: object): Described => ["keyword", data];

describe("an overlap", () => {
  it.each<[string, Described, Described]>([
    ["the same word", keyword({ words: ["Guide", "b"] }), keyword({ words: ["a", "GUIDE"] })],
    ["a word in several", keyword({ words: ["guide"] }), keyword({ words: ["le guide"] })],
    ["several around a word", keyword({ words: ["le guide"] }), keyword({ words: ["guide"] })],
    ["the same tap", ["tap", { payloads: ["A"] }], ["tap", { payloads: ["A", "B"] }]],
    ["any ad", ["ad_click", {}], ["ad_click", {}]],
    ["any message", ["any_message", {}], ["any_message", { types: ["image", "text"] }]],
    ["first messages", ["first_message", {}], ["first_message", {}]],
    [
      "a word under a post",
      ["comment", { words: ["a", "b"], media_ids: ["1", "2"] }],
      ["comment", { words: ["b", "c"], media_ids: ["2", "3"], live: "also" }],
    ],
    [
      "a word to a story",
      ["story_reply", { words: ["a", "b"], story_ids: ["1", "2"] }],
      ["story_reply", { words: ["b", "c"], story_ids: ["2", "3"] }],
    ],
    [
      "one of the channels",
      ["any_message", { channel_ids: [1, 2] }],
      ["any_message", { channel_ids: [2] }],
    ],
  ])("is found: %s", (_, one, another) => {
    expect(codeOf(one, another)).toEqual(["trigger_overlap"]);
  });

  it.each<[string, Described, Described]>([
    ["other words", keyword({ words: ["guide"] }), keyword({ words: ["guides"] })],
    ["another priority", keyword({ words: ["a"] }), keyword({ words: ["a"], priority: -1 })],
    ["another rank", keyword({ words: ["a"] }), keyword({ words: ["a"], match: "is" })],
    [
      "other channels",
      ["any_message", { channel_ids: [1] }],
      ["any_message", { channel_ids: [2] }],
    ],
    [
      "other posts",
      ["comment", { words: ["a"], media_ids: ["1"] }],
      ["comment", { words: ["a"], media_ids: ["2"] }],
    ],
    ["filters", ["any_message", { filter: FILTER }], ["any_message", { filter: FILTER }]],
    ["what is excluded", keyword({ words: ["a b"] }), keyword({ words: ["a"], exclude: ["b"] })],
  ])("is none: %s", (_, one, another) => {
    expect(codeOf(one, another)).toEqual([]);
  });

  it("names the other trigger", () => {
    expect(warningsOf([activeTrigger("ad_click", {})], ["ad_click", {}])).toMatchObject([
      {
        ...{ code: "trigger_overlap", trigger_id: "t" },
        params: { trigger: "theirs", scenario: "Sale", scenario_id: 7 },
      },
    ]);
  });
});

describe("a shadow", () => {
  const any = { priority: 1, again: "always" };

  it.each<[string, Described, Described]>([
    ["any message", keyword({ words: ["a"] }), ["any_message", any]],
    ["the same words", keyword({ words: ["a"] }), keyword({ words: ["b", "a"], priority: 1 })],
    [
      "a part",
      keyword({ words: ["ab"] }),
      keyword({ words: ["b"], match: "contains", priority: 1 }),
    ],
    ["any ad", ["ad_click", { ad_ids: ["1"] }], ["ad_click", { priority: 1 }]],
    [
      "more posts and words",
      ["comment", { words: MANY, media_ids: MANY }],
      ["comment", { words: MANY, media_ids: MANY, replies: true, live: "also", ...any }],
    ],
  ])("is cast by %s", (_, one, another) => {
    expect(codeOf(one, another)).toEqual(["trigger_shadowed"]);
  });

  it.each<[string, Described, Described]>([
    ["a lower priority", keyword({ words: ["a"] }), ["any_message", { again: "always" }]],
    ["a filter", keyword({ words: ["a"] }), ["any_message", { ...any, filter: FILTER }]],
    ["`again`", keyword({ words: ["a"] }), ["any_message", { priority: 1 }]],
    [
      "one of the channels",
      keyword({ words: ["a"] }),
      ["any_message", { ...any, channel_ids: [1] }],
    ],
    [
      "some of many posts",
      ["comment", { words: MANY, media_ids: MANY }],
      ["comment", { words: MANY, media_ids: MANY.slice(1), ...any }],
    ],
    [
      "some of many words",
      ["comment", { words: MANY, media_ids: MANY }],
      ["comment", { words: MANY.slice(0, -1), media_ids: MANY, ...any }],
    ],
    ["some words", keyword({ words: ["a", "b"] }), keyword({ words: ["a"], priority: 1 })],
    ["less", keyword({ words: ["a"] }), keyword({ words: ["a"], match: "is", priority: 1 })],
  ])("is not cast with %s", (_, one, another) => {
    expect(codeOf(one, another)).toEqual([]);
  });

  it("is cast by the words of consents, if there are no others", () => {
    expect(codeOf(keyword({ words: ["STOP", "basta ya"] }))).toEqual(["trigger_shadowed"]);
    expect(codeOf(keyword({ words: ["STOP", "guide"] }))).toEqual([]);
    expect(codeOf(keyword({ words: ["stop"], match: "contains" }))).toEqual([]);
  });

  it("is cast within a scenario, too", () => {
    const own = [
      activeTrigger("keyword", { words: ["a"] }),
      activeTrigger("any_message", any, { id: "all" }),
    ];
    expect(warningsOf(own)).toMatchObject([{ trigger_id: "t", params: { trigger: "all" } }]);
  });
});

it("are looked for in a bounded number of comments", () => {
  const data = { words: MANY, media_ids: MANY, replies: true, live: "also" };
  const samples = findTrigger("comment")?.samples?.(data as never) ?? [];
  const valuesOf = (name: "text" | "mediaId" | "parentId" | "isLive") =>
    new Set(samples.map(({ comment }) => comment?.[name])).size;
  expect((["text", "mediaId", "parentId", "isLive"] as const).map(valuesOf)).toEqual([
    50, 50, 2, 2,
  ]);
  expect(samples.length).toBeLessThan(500);
});
