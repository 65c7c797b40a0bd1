import { describe, expect, it } from "vitest";
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
  const warningsOf = (type: string, data: object) =>
    check([start, node("e", "exit")], "s>e", "whatsapp", [trigger("t", type, data)]).map(
      ({ code, trigger_id, path = "" }) => `${trigger_id}: ${code} ${path}`.trim(),
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
