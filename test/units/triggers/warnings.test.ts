import { describe, expect, it } from "vitest";
import type { Platform } from "#domain/platforms";
import type { Trigger } from "#features/automation/triggers/read";
import {
  check,
  clause,
  condition,
  delay,
  node,
  reply,
  start,
  urge,
} from "#test/support/graph-parts";

const trigger = (id: string, type: string, data: object = {}): Trigger => ({ id, type, data });
const HOUR = 3600;

describe("the check of triggers", () => {
  const warningsOf = (type: string, data: object, platform: Platform = "whatsapp", more = {}) =>
    check([start, node("e", "exit")], "s>e", platform, [trigger("t", type, data)], more).map(
      ({ code, trigger_id, path = "", message }) => {
        expect(message).toMatch(/^(?!.*(:f|undefined|NaN|\[object)).{15,560}\.$/);
        return `${trigger_id}: ${code} ${path}`.trim();
      },
    );

  it.each<[type: string, data: object, warning: string]>([
    ["moon", {}, "t: unknown_trigger"],
    ["keyword", {}, "t: invalid_trigger data.words"],
    ["keyword", { words: ["a"], channel_ids: [5, 9] }, "t: unknown_channel data.channel_ids.1"],
    ["tag_added", { tag_ids: [1, 2] }, "t: unknown_tag data.tag_ids.1"],
    ["link_clicked", { short_link_ids: [2] }, "t: unknown_link data.short_link_ids.0"],
    [
      "recurring",
      { every: "day", at: "09:00", segment_id: 7 },
      "t: unknown_segment data.segment_id",
    ],
    [
      "any_message",
      { filter: { all: [clause("tags", "contains", 2)] } },
      "t: unknown_tag data.filter.all.0.value",
    ],
    [
      "any_message",
      { filter: { any: [clause("warmth", "equals", "boiling")] } },
      "t: never_holds data.filter.any.0",
    ],
  ])("finds what is wrong: %s %j", (type, data, warning) => {
    expect(warningsOf(type, data)).toEqual([warning]);
  });

  it.each<[type: string, data: object, warnings: string[]]>([
    ["keyword", { word: ["a"] }, ["invalid_trigger data.words", "unknown_setting data.word"]],
    ["keyword", { words: ["a"], Match: "is" }, ["unknown_setting data.Match"]],
    ["keyword", { words: ["a"], max_per_hour: 5 }, ["unknown_setting data.max_per_hour"]],
    ["tag_added", { tag_ids: [1], channel_ids: [5] }, ["unknown_setting data.channel_ids"]],
    [
      "event",
      { name: "a", again: { afterDays: 1 } },
      ["invalid_trigger data.again.after_days", "unknown_setting data.again.afterDays"],
    ],
    [
      "ad_click",
      { filter: { all: [{ ...clause("tags", "is_set"), values: 1 }] } },
      ["unknown_setting data.filter.all.0.values"],
    ],
    ["moon", { word: "a" }, ["unknown_trigger"]],
  ])("names what a type does not have: %s %j", (type, data, warnings) => {
    expect(warningsOf(type, data)).toEqual(warnings.map((warning) => `t: ${warning}`));
  });

  it("names what a platform does not have", () => {
    const both = { refs: ["spring"], texts: ["spring"] };
    expect(warningsOf("link_referral", both)).toEqual(["t: setting_not_on_platform data.refs"]);
    expect(warningsOf("link_referral", both, "instagram")).toEqual([
      "t: setting_not_on_platform data.texts",
    ]);
    const types = { types: ["text", "sticker"] };
    expect(warningsOf("any_message", types)).toEqual([]);
    expect(warningsOf("any_message", types, "instagram")).toEqual([
      "t: setting_not_on_platform data.types.1",
    ]);
    expect(warningsOf("first_message", { channel_ids: [5, 8] })).toEqual([
      "t: channel_not_on_platform data.channel_ids.1",
    ]);
    expect(warningsOf("first_message", { channel_ids: [8] }, "instagram")).toEqual([]);
  });

  it.each<[data: object, excluded: number[]]>([
    [{ words: ["Guide", "le guide", "guides"] }, [0, 1]],
    [{ words: ["guide!", "my guide"], match: "is" }, [0, 1]],
    [{ words: ["guide"], match: "begins" }, []],
    [{ words: ["guide"], match: "contains" }, []],
  ])("names the words that are excluded: %j", (data, excluded) => {
    expect(warningsOf("keyword", { ...data, exclude: ["no", "GUIDE"] })).toEqual(
      excluded.map((index) => `t: word_excluded data.words.${index}`),
    );
  });

  it("names a variable that nobody has or sets", () => {
    const date = (name: string) => ({ of: `variables.${name}`, offset_minutes: 5 });
    expect(warningsOf("date", date("webinar_at"))).toEqual([]);
    expect(warningsOf("date", date("webinar"))).toEqual(["t: unknown_variable data.of"]);
    expect(warningsOf("date", { of: "created_at", offset_minutes: 5 })).toEqual([]);
  });

  it("names what asks for hours that nobody has set", () => {
    const asking = { filter: { any: [clause("business_open", "equals", true)] } };
    expect(warningsOf("first_message", asking)).toEqual([]);
    expect(warningsOf("first_message", asking, "whatsapp", { hours: new Set() })).toEqual([
      "t: no_business_hours data.filter.any.0",
    ]);
  });

  it("names the clauses on the trigger that no trigger meets", () => {
    const triggers = [trigger("guide", "keyword", { words: ["a"] }), trigger("vip", "ad_click")];
    const never = (field: string, op: string, value?: unknown) =>
      check(
        [start, condition("c", { all: [clause(field, op, value)] })],
        "s>c c:b0>c",
        "whatsapp",
        triggers,
      ).flatMap(({ code, path, params }) =>
        code === "never_holds" ? [path, ...(params.choices ?? [])] : [],
      );
    expect(never("trigger.id", "equals", "guid")).toEqual([
      ...["data.branches.0.all.0", "guide", "vip"],
    ]);
    expect(never("trigger.type", "equals", "tap")).toEqual([
      ...["data.branches.0.all.0", "keyword", "ad_click"],
    ]);
    expect(never("trigger.id", "in", ["guid", "vip"])).toEqual([]);
    expect(never("trigger.id", "not_equals", "guid")).toEqual([]);
    expect(never("trigger.id", "is_not_set")).toEqual([]);
    const itself = { filter: { all: [clause("trigger.id", "equals", "other")] } };
    expect(warningsOf("ad_click", itself)).toEqual(["t: never_holds data.filter.all.0"]);
  });

  it("finds nothing wrong with what starts", () => {
    expect(warningsOf("keyword", { words: ["GUIDE"], channel_ids: [5] })).toEqual([]);
  });

  it("names the types that there are", () => {
    const [warning] = check([start], "", "whatsapp", [trigger("t", "moon")]);
    expect(warning?.message).toMatch(/^There is no type of trigger "moon", .*keyword, tap, /);
  });
});

describe("the proof of the open window", () => {
  const guide = trigger("guide", "keyword", { words: ["guide"] });
  const vip = trigger("vip", "tag_added", { tag_ids: [1] });
  const off = trigger("off", "tag_added", {});
  const closed = (nodes: Parameters<typeof check>[0], edges: string, ...triggers: Trigger[]) =>
    check(nodes, edges, "whatsapp", triggers).flatMap(({ code, node_id }) =>
      code === "window_may_be_closed" ? [node_id] : [],
    );

  it("begins where its triggers do, and by hand without any", () => {
    const [graph, edges] = [[start, urge("m")], "s>m"];
    expect(closed(graph, edges)).toEqual(["m"]);
    expect(closed(graph, edges, guide)).toEqual([]);
    expect(closed(graph, edges, vip)).toEqual(["m"]);
    expect(closed(graph, edges, guide, vip)).toEqual(["m"]);
    expect(closed(graph, edges, guide, off)).toEqual([]);
    expect(closed(graph, edges, off)).toEqual(["m"]);
  });

  it("may have nothing but a reference on Instagram", () => {
    const [graph, edges] = [[start, urge("m")], "s>m"];
    const on = (platform: Platform, type: string, data: object) =>
      check(graph, edges, platform, [trigger("t", type, data)]).map(({ code }) => code);
    expect(on("instagram", "link_referral", { refs: ["a"] })).toEqual(["window_may_be_closed"]);
    expect(on("instagram", "ad_click", {})).toEqual(["window_may_be_closed"]);
    expect(on("whatsapp", "link_referral", { texts: ["a"] })).toEqual([]);
    expect(on("whatsapp", "ad_click", {})).toEqual([]);
  });

  it("counts the time since the message", () => {
    const graph = [start, delay("d", 23 * HOUR), urge("m"), delay("e", HOUR), urge("n")];
    expect(closed(graph, "s>d d>m m>e e>n", guide)).toEqual(["n"]);
  });

  it("follows the clauses on the trigger", () => {
    const graph = (field: string, value: string, op = "equals") => [
      start,
      condition("c", { all: [clause(field, op, value)] }),
      urge("m"),
      urge("n"),
    ];
    const edges = "s>c c:b0>m c:else>n";
    const by = (...asked: Parameters<typeof graph>) => closed(graph(...asked), edges, guide, vip);
    expect(by("trigger.id", "guide")).toEqual(["n"]);
    expect(by("trigger.id", "guide", "not_equals")).toEqual(["m"]);
    expect(by("trigger.type", "tag_added")).toEqual(["m"]);
    expect(by("first_name", "Ann")).toEqual(["m", "n"]);
  });

  it("follows clauses beside those on the trigger either way", () => {
    const name = clause("first_name", "is_set");
    const isGuide = clause("trigger.id", "equals", "guide");
    const nodes = (branch: Record<string, unknown>) => [
      start,
      condition("c", branch),
      urge("m"),
      urge("n"),
    ];
    const edges = "s>c c:b0>m c:else>n";
    expect(closed(nodes({ all: [name, isGuide] }), edges, guide, vip)).toEqual(["n"]);
    expect(closed(nodes({ any: [name, isGuide] }), edges, guide, vip)).toEqual(["m", "n"]);
  });

  it("ends with a reply", () => {
    expect(closed([start, reply("w"), urge("m")], "s>w w:reply>m w:timeout>m", vip)).toEqual(["m"]);
    expect(closed([start, reply("w"), urge("m")], "s>w w:reply>m", vip)).toEqual([]);
  });
});
