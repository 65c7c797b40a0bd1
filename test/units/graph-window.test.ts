import { describe, expect, it } from "vitest";
import { compile } from "#features/automation/scenarios/compile";
import type { Node } from "#features/automation/scenarios/schema";
import { type Start, windowFaults } from "#features/automation/scenarios/window";
import {
  ask,
  check,
  clause,
  condition,
  delay,
  edgesOf,
  node,
  reply,
  say,
  start,
  template,
  urge,
} from "../support/graph-parts";

const HOUR = 3600;
const ofWindow = (nodes: Node[], edges: string) =>
  check(nodes, edges).flatMap(({ code, node_id }) =>
    code === "window_may_be_closed" ? [node_id] : [],
  );

const asked = reply("w", {
  timeout_seconds: 20 * HOUR,
  matches: [{ handle: "yes", value: "1" }],
  validate: "email",
});
const open = [clause("window_open", "equals", true)];

describe("free text", () => {
  it.each<[string, Node[], string, string[]]>([
    [
      "after each kind of reply",
      [start, asked, urge("a"), urge("b"), urge("c")],
      "s>w w:reply>a w:yes>b w:invalid>c",
      [],
    ],
    [
      "after a message that has waited, by what its run left it",
      [start, ask("w"), urge("a"), urge("b"), urge("c"), urge("d"), urge("e")],
      "s>w w:yes>a w:no>b w:reply>c w:timeout>d w:failed>e",
      ["d", "e"],
    ],
    ["when there was no reply", [start, asked, urge("m")], "s>w w:timeout>m", ["m"]],
    [
      "23 hours after a reply",
      [start, asked, delay("d", 23 * HOUR), urge("m")],
      "s>w w:reply>d d>m",
      [],
    ],
    [
      "24 hours after a reply",
      [start, asked, delay("d", 24 * HOUR), urge("m")],
      "s>w w:reply>d d>m",
      ["m"],
    ],
    [
      "24 hours after a reply, in two parts",
      [start, asked, delay("d", 12 * HOUR), urge("m"), delay("e", 12 * HOUR), urge("n")],
      "s>w w:reply>d d>m m>e e>n",
      ["n"],
    ],
    [
      "after an analysis, which may take its whole time",
      [
        start,
        asked,
        node("a", "ai_analyze", { timeout_seconds: 600 }),
        delay("d", 24 * HOUR - 600),
        urge("m"),
        delay("e", 23 * HOUR),
        urge("n"),
      ],
      "s>w w:reply>a a>d d>m w:yes>e e>n",
      ["m"],
    ],
    [
      "after a delay until a date",
      [start, asked, node("d", "delay", { until: { variable: "x" } }), urge("m")],
      "s>w w:reply>d d>m",
      ["m"],
    ],
    [
      "after a delay until the morning",
      [start, asked, node("d", "delay", { at: { time: "09:00", timezone: "UTC" } }), urge("m")],
      "s>w w:reply>d d>m",
      ["m"],
    ],
    [
      "when a second question was not answered in time",
      [start, asked, reply("v", { timeout_seconds: 24 * HOUR }), reply("u"), urge("m"), urge("n")],
      "s>w w:reply>u u:timeout>n w:yes>v v:timeout>m",
      ["m"],
    ],
    [
      "when a second question may wait for ever",
      [start, asked, reply("v", { timeout_seconds: null }), urge("m")],
      "s>w w:reply>v v:timeout>m",
      ["m"],
    ],
    [
      "after an event, which needs no message of the lead",
      [
        start,
        asked,
        node("v", "wait_for_event", { event: "link_clicked", timeout_seconds: 2 * HOUR }),
        node("u", "wait_for_event", { event: "link_clicked" }),
        urge("m"),
        urge("n"),
      ],
      "s>w w:reply>v v:event>m w:yes>u u:event>n",
      ["n"],
    ],
    [
      "on the worst of two paths",
      [start, asked, delay("d", 30 * HOUR), urge("m")],
      "s>w w:reply>d w:yes>m d>m",
      ["m"],
    ],
    [
      "when a condition has found the window open",
      [start, condition("c", { all: open }), urge("m"), urge("n"), delay("d", 1), urge("o")],
      "s>c c:b0>m c:else>n m>d d>o",
      ["n", "o"],
    ],
    [
      "after a branch for every closed window",
      [
        start,
        condition(
          "c",
          { any: [clause("window_open", "equals", false)] },
          { all: [clause("email", "is_set")] },
        ),
        urge("l"),
        urge("m"),
        urge("n"),
      ],
      "s>c c:b0>l c:b1>m c:else>n",
      ["l"],
    ],
    [
      "when the window is only one of several reasons",
      [start, condition("c", { any: [...open, clause("email", "is_set")] }), urge("m")],
      "s>c c:b0>m",
      ["m"],
    ],
    [
      "when a condition tests something that has been true for longer",
      [start, asked, condition("c", { all: open }), delay("d", HOUR), urge("m")],
      "s>w w:reply>c c:b0>d d>m",
      [],
    ],
    [
      "in a loop on which time passes",
      [
        start,
        asked,
        urge("m"),
        delay("d", 1),
        condition("c", { all: [clause("email", "is_set")] }),
      ],
      "s>w w:reply>m m>c c:b0>d d>m",
      ["m"],
    ],
    [
      "in a loop on which the lead writes",
      [start, asked, urge("m"), delay("d", 2 * HOUR)],
      "s>w w:reply>m m>d d>w",
      [],
    ],
    [
      "in a loop that checks the window each time",
      [start, asked, condition("c", { all: open }), urge("m"), delay("d", HOUR)],
      "s>w w:reply>c c:b0>m m>d d>c",
      [],
    ],
    ["at a node that no run reaches", [start, urge("m"), asked], "m>w", []],
    [
      "after a node that can't be read",
      [start, asked, node("d", "delay", {}), urge("m")],
      "s>w w:reply>d d>m",
      [],
    ],
  ])("%s", (_, nodes, edges, expected) => {
    expect(ofWindow(nodes, edges)).toEqual(expected);
  });

  it("may have another setting for a closed window", () => {
    const nodes = [
      start,
      say("m"),
      say("n", { on_window_closed: template }),
      say("o", { on_window_closed: "fail" }),
    ];
    expect(ofWindow(nodes, "s>m m>n n>o")).toEqual(["o"]);
  });
});

describe("a private reply", () => {
  const DAY = 24 * HOUR;
  const START: Start = {
    ...{ age: Number.POSITIVE_INFINITY, replyWithin: 7 * DAY },
    trigger: { id: "reel", type: "comment" },
  };
  const faultsOf = (nodes: Node[], edges: string, ...starts: Start[]) =>
    [
      ...windowFaults(
        compile(nodes, edgesOf(edges)),
        ["s"],
        starts.length > 0 ? starts : [START],
        "instagram",
      ),
    ].flatMap(([id, found]) => [...found].map((fault) => `${id} ${fault}`));
  const event = node("v", "wait_for_event", { event: "link_clicked", timeout_seconds: HOUR });
  const list = { list: { button: "See", sections: [{ rows: [{ title: "One" }] }] } };

  it.each<[string, Node[], string, string[]]>([
    ["may be the first message", [start, urge("m")], "s>m", []],
    [
      "is one",
      [start, urge("m"), urge("n"), urge("o")],
      "s>m m>n n>o",
      ["n private_reply_spent", "o private_reply_spent"],
    ],
    [
      "may have been a message that could be skipped",
      [start, say("m"), urge("n")],
      "s>m m>n",
      ["n private_reply_spent"],
    ],
    ["is not missed where messages are skipped", [start, urge("m"), say("n")], "s>m m>n", []],
    [
      "is not spent by a message that has failed",
      [start, urge("m"), urge("n")],
      "s>m m:failed>n",
      [],
    ],
    [
      "counts no more after an answer",
      [start, urge("m"), reply("w"), urge("n")],
      "s>m m>w w:reply>n",
      [],
    ],
    [
      "still counts after a click, a read or a time",
      [start, urge("m"), event, urge("n"), urge("o"), reply("w"), urge("p")],
      "s>m m>v v:event>n v:timeout>o o>w w:timeout>p",
      ["n private_reply_spent", "o private_reply_spent", "p private_reply_spent"],
    ],
    [
      "counts after buttons that nobody taps",
      [start, ask("m", { on_window_closed: "fail" }), urge("n"), urge("o")],
      "s>m m:yes>n m:timeout>o",
      ["o private_reply_spent"],
    ],
    ["goes out within 7 days", [start, delay("d", 6 * DAY), urge("m")], "s>d d>m", []],
    [
      "is late after 7 days",
      [start, delay("d", 4 * DAY), delay("e", 3 * DAY), urge("m")],
      "s>d d>e e>m",
      ["m private_reply_late"],
    ],
    [
      "is late at an hour that may be days away",
      [start, urge("m", { within: "business_hours" })],
      "s>m",
      ["m private_reply_late"],
    ],
    ["is never a list", [start, urge("m", list), urge("n")], "s>m m>n", ["m window_may_be_closed"]],
    [
      "is spent once in a loop",
      [start, urge("m"), delay("d", HOUR)],
      "s>m m>d d>m",
      ["m private_reply_spent", "m private_reply_late"],
    ],
    [
      "is not needed where the window is open",
      [start, condition("c", { all: open }), urge("m"), urge("n"), urge("o"), urge("p")],
      "s>c c:b0>m m>n c:else>o o>p",
      ["p private_reply_spent"],
    ],
    [
      "is left over where the window was open",
      [start, condition("c", { all: open }), urge("m"), delay("d", DAY), urge("n")],
      "s>c c:b0>m m>d d>n",
      [],
    ],
    [
      "does not reopen a window that an answer has opened",
      [start, urge("m"), reply("w"), delay("d", DAY), urge("n")],
      "s>m m>w w:reply>d d>n",
      ["n window_may_be_closed"],
    ],
  ])("%s", (_, nodes, edges, expected) => {
    expect(faultsOf(nodes, edges)).toEqual(expected);
  });

  it("has five minutes where the broadcast is live", () => {
    const live = { ...START, replyWithin: 300 };
    const graph = (seconds: number) => [start, delay("d", seconds), urge("m")];
    expect(faultsOf(graph(240), "s>d d>m", live)).toEqual([]);
    expect(faultsOf(graph(300), "s>d d>m", START, live)).toEqual(["m private_reply_late"]);
  });

  it("belongs to the starts by comment alone", () => {
    const byTag = { age: Number.POSITIVE_INFINITY, trigger: { id: "vip", type: "tag_added" } };
    const nodes = [
      start,
      condition("c", { all: [clause("trigger.type", "equals", "comment")] }),
      ...[urge("m"), urge("n")],
    ];
    expect(faultsOf(nodes, "s>c c:b0>m c:else>n", START, byTag)).toEqual([
      "n window_may_be_closed",
    ]);
    expect(faultsOf([start, urge("m"), urge("n")], "s>m m>n", START, byTag)).toEqual([
      "m window_may_be_closed",
      "n window_may_be_closed",
      "n private_reply_spent",
    ]);
  });
});
