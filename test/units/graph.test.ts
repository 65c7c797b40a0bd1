import { describe, expect, it } from "vitest";
import type { Platform } from "#domain/platforms";
import { findWarnings } from "#features/automation/scenarios/check";
import { withSource } from "#features/automation/scenarios/compile";
import type { Node } from "#features/automation/scenarios/schema";
import { isRunnable } from "#features/automation/scenarios/warnings";
import {
  chain,
  chained,
  check,
  clause,
  condition,
  delay,
  edgesOf,
  known,
  node,
  reply,
  say,
  split,
  start,
  template,
  urge,
} from "../support/graph-parts";

const long = "x".repeat(4097);

describe("the check of a graph", () => {
  it.each<[string, Node[], string, Platform?]>([
    ["a start alone", [start], ""],
    [
      "a graph that begins without a start",
      [say("m"), reply("w"), node("e", "exit")],
      "m>w w:reply>e w:timeout>e",
    ],
    [
      "every kind of node",
      [
        start,
        condition("c", {
          any: [clause("window_open", "equals", true), clause("tags", "contains", 1)],
        }),
        say("m", {
          text: "Hi {{first_name|there}}: https://sho.rt/guide?utm=1 https://example.com/other",
          on_window_closed: template,
        }),
        node("t", "template", {
          ...template,
          components: [{ type: "body", parameters: [{ type: "text", text: "{{city|home}}" }] }],
        }),
        node("d", "delay", { at: { time: "09:30", weekdays: [1, 5], timezone: "Europe/Paris" } }),
        reply("w", {
          matches: [{ handle: "no", op: "in", value: ["no", 2] }],
          validate: { regex: "^\\d+$" },
          save_to: "answer",
        }),
        node("v", "wait_for_event", {
          event: "link_clicked",
          timeout_seconds: 60,
          filter: { short_link_ids: [1] },
        }),
        split("x", 33.4, 66.6),
        node("a", "add_tag", { tag_ids: [1] }),
        node("r", "remove_tag", { tag_ids: [1] }),
        node("u", "update_lead", { warmth: "hot", variables: { city: "Lyon" } }),
        node("h", "webhook", { url: "https://example.com/hook", body: { id: "{{lead_id}}" } }),
        node("y", "ai_analyze", { timeout_seconds: 120 }),
        node("n", "start_scenario", { scenario_id: 1 }),
        node("p", "handoff", { reason: "Asked" }),
        node("e", "exit"),
      ],
      "s>c c:b0>m c:else>t m>d m:failed>e t>d d>w w:no>e w:invalid>e w:timeout>e w:reply>v v:event>x v:timeout>e x:a>a x:b>r a>u r>u u>h h:success>y h:failed>p y>n y:failed>p n>e",
    ],
    ["a loop with a wait", [start, say("m"), reply("w")], "s>m m>w w:reply>m w:timeout>m"],
    [
      "a loop with a delay until what a variable says",
      [start, say("m"), node("d", "delay", { until: { variable: "x" } })],
      "s>m m>d d>m",
    ],
    ["a hundred nodes without a wait", [start, ...chain(99)], `s>n1 ${chained(99)}`],
    [
      "a hundred nodes up to a wait, and a hundred behind it",
      [start, ...chain(198).toSpliced(98, 1, delay("n99", 60))],
      `s>n1 ${chained(198)}`,
    ],
    [
      "nodes with the names of members of objects",
      [node("constructor", "start"), say("toString")],
      "constructor>toString",
    ],
    ["an empty source handle", [start, say("m")], "s>m"],
    [
      "a text that is only a placeholder with a default",
      [start, say("m", { text: "{{note|there}}" })],
      "s>m",
    ],
    ["as much text as fits", [start, say("m", { text: long.slice(0, 4096) })], "s>m"],
    [
      "a picture for Instagram",
      [
        start,
        node("m", "message", {
          media: { url: "https://example.com/a.png" },
          on_window_closed: "skip",
        }),
      ],
      "s>m",
      "instagram",
    ],
  ])("has no warning for %s", (_, nodes, edges, platform) => {
    expect(check(nodes, edges, platform)).toEqual([]);
  });

  it("allows requests to the service's own machine in local development", () => {
    const nodes = [
      start,
      node("w", "webhook", { url: "http://localhost:9000/" }),
      node("e", "exit"),
    ];
    const edges = edgesOf("s>w w:success>e w:failed>e");
    expect(
      findWarnings(withSource(nodes, edges), "whatsapp", {
        ...known,
        pauses: [],
        outbound: { allowsLoopback: true, forbiddenHosts: [] },
      }),
    ).toEqual([]);
  });

  it("says whether runs of a graph can begin", () => {
    expect(isRunnable(check([], ""))).toBe(false);
    expect(isRunnable(check([say("a"), say("b")], ""))).toBe(false);
    expect(isRunnable(check([start, node("x", "teleport")], "s>x"))).toBe(true);
  });
});

describe("a large graph", () => {
  const ids = Array.from({ length: 1000 }, (_, index) => `n${index}`);
  const circle = ids.map((id, index) => ({ source: id, target: ids[(index + 1) % 1000]! }));
  const back = ids.map((id, index) => ({
    source: id,
    target: ids[(index + 999) % 1000]!,
    source_handle: "b0",
  }));

  it.each<[string, (id: string, index: number) => Node]>([
    ["of messages", (id) => urge(id)],
    [
      "of unknown settings",
      (id) =>
        urge(id, Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`texts${at}`, "x"]))),
    ],
    ["of delays of a second", (id) => delay(id, 1)],
    ["of conditions", (id) => condition(id, { all: [clause("window_open", "equals", true)] })],
    ["of replies and timeouts", (id) => reply(id, { timeout_seconds: 1 })],
    [
      "of patterns",
      (id, index) =>
        reply(id, {
          matches: Array.from({ length: 10 }, (_, at) => ({
            handle: `b${at}`,
            op: "matches",
            value: `a{900}${index}${at}`,
          })),
        }),
    ],
    [
      "of branches",
      (id) =>
        node(id, "split", {
          branches: Array.from({ length: 30 }, (_, at) => ({ handle: `b${at}`, percent: 1 })),
        }),
    ],
  ])("%s is checked to its end, with a bounded report", (_, make) => {
    for (const first of [start, delay("n0", 1)]) {
      const nodes = ids.map((id, index) => (index === 0 ? { ...first, id } : make(id, index)));
      const warnings = findWarnings(withSource(nodes, [...circle, ...back]), "whatsapp", known);
      expect(warnings.length).toBeGreaterThan(0);
      expect(warnings.length).toBeLessThanOrEqual(1001);
      expect(JSON.stringify(warnings).length).toBeLessThan(310_000);
    }
  });

  it("has a last warning that counts the others", () => {
    const nodes = ids.map((id) => node(id, "template"));
    const warnings = findWarnings(withSource(nodes, []), "whatsapp", known);
    // One warning for each further entry, and two for the missing settings of each node.
    expect(warnings.at(-1)).toEqual({
      code: "too_many_warnings",
      params: { count: 999 + 2000 - 1000 },
      message: expect.stringContaining(`${999 + 2000 - 1000} more`),
    });
    expect(warnings).toHaveLength(1001);
  });

  it("counts a pattern by its length too: a character class is one step, but takes time", () => {
    const letters = `[${"\\pL".repeat(60)}]`;
    const nodes = [
      start,
      ...Array.from({ length: 28 }, (_, index) =>
        reply(`w${index}`, { validate: { regex: letters } }),
      ),
    ];
    const wrong = check(nodes, "").filter(({ code }) => code === "invalid_setting");
    expect(wrong.map(({ node_id }) => node_id)).toEqual(["w27"]);
  });

  it("whose patterns would take long to compile keeps only the first ones", () => {
    const pattern = "a".repeat(100);
    const nodes = [
      start,
      ...Array.from({ length: 48 }, (_, index) =>
        reply(`w${index}`, { validate: { regex: pattern } }),
      ),
      reply("w48", { matches: [{ handle: "yes", op: " matches ", value: "b{150}" }] }),
      condition("w49", { any: [clause("email", "matches", pattern)] }),
    ];
    const wrong = check(nodes, "").filter(({ code }) => code === "invalid_setting");
    expect(wrong.map(({ node_id }) => node_id)).toEqual(["w48", "w49"]);
  });
});
