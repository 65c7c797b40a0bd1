import { describe, expect, it } from "vitest";
import type { RunEvent } from "#features/automation/engine/run";
import { simulate } from "#features/automation/engine/simulate";
import { step } from "#features/automation/engine/step";
import { workBatch } from "#features/automation/runs/worker/work";
import {
  after,
  aLead,
  aRun,
  begin,
  effectsOf,
  graphOf,
  NOW,
  reply,
  stateOf,
  time,
  visitsIn,
} from "#test/support/engine";

const sent: RunEvent = { kind: "sending", isSent: true, reason: null };

describe("a loop", () => {
  it("without a wait ends before the 101st node", () => {
    const { run, effects } = begin(
      graphOf({ a: ["start"], b: ["add_tag", { tag_ids: [1] }] }, "a>b b>a"),
    );
    expect(stateOf(run)).toBe("failed/loop_detected");
    expect(visitsIn(effects)).toHaveLength(100);
    expect(run.visits).toBe(100);
  });

  it("of a hundred nodes is allowed", () => {
    const nodes = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`n${index}`, ["start"] as [string]]),
    );
    const edges = Array.from({ length: 99 }, (_, index) => `n${index}>n${index + 1}`).join(" ");
    expect(stateOf(begin(graphOf(nodes, edges)).run)).toBe("completed/reached_end");
  });

  it("includes the steps from before the scenario was started", () => {
    const graph = graphOf({ a: ["start"], b: ["start"] }, "a>b");
    expect(stateOf(begin(graph, aRun({ memory: { steps: 98 } })).run)).toBe(
      "completed/reached_end",
    );
    expect(stateOf(begin(graph, aRun({ memory: { steps: 99 } })).run)).toBe("failed/loop_detected");
    const { run, effects } = begin(graph, aRun({ memory: { steps: 100 } }));
    expect([stateOf(run), effects]).toEqual(["failed/loop_detected", []]);
  });

  it.each<[string, [string, unknown], string, RunEvent]>([
    ["a delay", ["delay", { seconds: 1 }], "next", time],
    ["a reply", ["wait_for_reply", {}], "reply", reply("Hi")],
    [
      "an event",
      ["wait_for_event", { event: "tag_added" }],
      "event",
      { kind: "tag_added", tagId: 3 },
    ],
  ])("with %s in it goes on for ever", (_, node, handle, event) => {
    const graph = graphOf({ a: ["start"], n: node }, `a>n n:${handle}>a`);
    const { run } = after(graph, aRun(), ...Array.from({ length: 150 }, () => event));
    expect(run.ended).toBeNull();
    expect(run.visits).toBe(302);
    expect(run.memory.steps ?? 0).toBeLessThanOrEqual(2);
  });

  it("is not interrupted by HTTP request nodes, which wait for nothing outside", () => {
    const graph = graphOf(
      { a: ["start"], n: ["webhook", { url: "https://example.com" }] },
      "a>n n:success>a",
    );
    const { run } = after(
      graph,
      aRun(),
      ...Array.from({ length: 60 }, () => ({ kind: "webhook", isOk: true, status: 200 }) as const),
    );
    expect([stateOf(run), run.visits]).toEqual(["failed/loop_detected", 100]);
  });

  it.each(["completed", "failed"] as const)(
    "is not interrupted by analyses, which wait for nothing outside either: %s",
    (status) => {
      const graph = graphOf({ a: ["start"], n: ["ai_analyze"] }, "a>n n>a n:failed>a");
      const { run } = after(
        graph,
        aRun(),
        ...Array.from({ length: 60 }, () => ({ kind: "analysis", status, reason: null }) as const),
      );
      expect([stateOf(run), run.visits]).toEqual(["failed/loop_detected", 100]);
    },
  );

  it.each<[string, [string, unknown], RunEvent]>([
    ["tags", ["wait_for_event", { event: "tag_added" }], { kind: "tag_added", tagId: 3 }],
    [
      "stages",
      ["wait_for_event", { event: "stage_changed" }],
      { kind: "stage_changed", from: null, to: "won" },
    ],
  ])(
    "is not interrupted by %s that arrive at once, as two runs cause them for each other",
    (_, node, event) => {
      const graph = graphOf({ a: ["start"], n: node }, "a>n n:event>a");
      let run = begin(graph, aRun()).run;
      for (let times = 60; times > 0; times--) run = step(graph, run, event, NOW + 999).run;
      expect([stateOf(run), run.visits]).toEqual(["failed/loop_detected", 100]);
    },
  );

  it("is not interrupted by a delay that is over already", () => {
    const graph = graphOf({ a: ["delay", { until: { date: "2026-01-01T00:00:00Z" } }] }, "a>a");
    expect(stateOf(begin(graph).run)).toBe("failed/loop_detected");
  });

  it("is not interrupted by a wait for messages to be sent", () => {
    const ids = Array.from({ length: 30 }, (_, index) => `n${index}`);
    const nodes = ids.map((id, index): [string, [string, unknown]] =>
      index % 6 === 0
        ? [id, ["message", { text: `Hi ${index}` }]]
        : [id, ["add_tag", { tag_ids: [1] }]],
    );
    const edges = ids.map((id, index) => `${id}>n${(index + 1) % 30} ${id}:failed>${id}`);
    const graph = graphOf(Object.fromEntries(nodes), edges.join(" "));
    const { run } = after(graph, aRun(), ...Array.from({ length: 100 }, () => sent));
    expect(stateOf(run)).toBe("failed/loop_detected");
    expect(run.visits).toBe(100);
  });
});

describe("the same text", () => {
  const say = (text: string): [string, unknown] => ["message", { text }];
  const graph = graphOf({ m: say("Are you there?"), w: ["wait_for_reply", {}] }, "m>w w:reply>m");

  it("is not sent a fourth time in a row", () => {
    const thrice = after(graph, aRun(), reply("a"), reply("b"));
    expect(effectsOf(thrice.effects, "send")).toHaveLength(1);
    const { run, effects } = step(graph, thrice.run, reply("c"), NOW + 9000);
    expect(effectsOf(effects, "send")).toEqual([]);
    expect(visitsIn(effects)).toEqual(["6 w reply", "7 m loop_detected"]);
    expect(stateOf(run)).toBe("failed/loop_detected");
  });

  it("may be sent again after another", () => {
    const taking = graphOf(
      { m: say("Are you there?"), k: say("Hello?"), w: ["wait_for_reply", {}] },
      "m>k k>w w:reply>m",
    );
    const { run } = after(taking, aRun(), ...Array.from({ length: 9 }, () => reply("a")));
    expect(run.ended).toBeNull();
  });

  it("is a different one if a value in it is", () => {
    const counting = graphOf(
      { m: say("You wrote {{answer|nothing}}"), w: ["wait_for_reply", { save_to: "answer" }] },
      "m>w w:reply>m",
    );
    const { run } = after(
      counting,
      aRun(),
      ...Array.from({ length: 9 }, (_, index) => reply(String(index))),
    );
    expect(run.ended).toBeNull();
  });

  it("counts as often as it was sent, not when it was refused", () => {
    const skipping = graphOf(
      { m: ["message", { text: "Hi", on_window_closed: "skip" }], d: ["delay", { seconds: 1 }] },
      "m>d d>m",
    );
    const { run } = after(
      skipping,
      aRun({ lead: { ...aRun().lead, conversations: [] } }),
      ...Array.from({ length: 9 }, () => time),
    );
    expect(run.ended).toBeNull();
    expect(run.memory.said).toBeUndefined();
  });
});

describe("placeholders", () => {
  const many = "{{long}}".repeat(500);
  const lead = aLead({ variables: { long: "x".repeat(4_000) } });
  const hourly = (node: [string, unknown]) =>
    graphOf({ n: node, d: ["delay", { seconds: 3_600 }] }, "n>d n:success>d n:failed>d d>n");
  const url = "https://example.com/hook";
  const variables = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`v${index}`, "{{long}}".repeat(125)]),
  );

  it.each<[string, [string, unknown], string]>([
    ["a message that is too long", ["message", { text: many }], "x".repeat(4_000)],
    ["a request that is too large", ["webhook", { url, body: many }], "x".repeat(4_000)],
    ["a request of 250 kB", ["webhook", { url, body: "{{long}}".repeat(62) }], "x".repeat(4_000)],
    ["a request of 800 short values", ["webhook", { url, body: "{{long}}".repeat(800) }], "x"],
    ["a change of 20 variables", ["update_lead", { variables }], "x".repeat(4_000)],
  ])("stop a simulation that fills them again and again: %s", (_, node, long) => {
    const simulated = simulate(
      hourly(node),
      aRun({ lead: aLead({ variables: { long } }) }),
      NOW,
      [],
    );
    expect(simulated.stop).toBe("work");
    expect(simulated.trail.length).toBeLessThan(1_000);
  });

  it("end a run that fills them again and again without a wait", () => {
    const loop = graphOf({ m: ["message", { text: many }] }, "m>m m:failed>m");
    const { run } = begin(loop, aRun({ lead }));
    expect(stateOf(run)).toBe("failed/loop_detected");
    expect(run.visits).toBeLessThan(99);
  });
});

describe("patterns", () => {
  const slow = { field: "variables.long", op: "matches", value: "(?:.*.*){180}z$" };
  const branches = [{ handle: "yes", any: [slow, { ...slow, value: "(?:.*.*){180}y$" }] }];
  const lead = aLead({ variables: { long: `zy${"x".repeat(997)}` } });
  const graph = graphOf(
    { c: ["condition", { branches }], d: ["delay", { seconds: 60 }] },
    "c:else>d d>c",
  );

  it("stop a simulation, at the same visit each time", () => {
    const [one, other] = [1, 2].map(() => simulate(graph, aRun({ lead }), NOW, []));
    expect(one?.stop).toBe("work");
    expect(one?.trail.length).toBeLessThan(500);
    expect(other?.trail.length).toBe(one?.trail.length);
  });

  it("are not alone: texts that are searched for stop a simulation, too", () => {
    const value = Array.from({ length: 50 }, (_, n) => `${"a".repeat(480)}b${n}${"a".repeat(480)}`);
    const any = Array.from({ length: 9 }, () => ({ ...slow, op: "contains", value }));
    const searching = graphOf(
      { c: ["condition", { branches: [{ handle: "yes", any }] }], d: ["delay", { seconds: 60 }] },
      "c:else>d d>c",
    );
    const long = aLead({ variables: { long: "a".repeat(4_096) } });
    const { stop, trail } = simulate(searching, aRun({ lead: long }), NOW, []);
    expect([stop, trail.length < 20]).toEqual(["work", true]);
  });

  it("end a run that matches them again and again without a wait", () => {
    const loop = graphOf(
      { c: ["condition", { branches }], t: ["add_tag", { tag_ids: [1] }] },
      "c:else>t t>c",
    );
    const { run } = begin(loop, aRun({ lead }));
    expect(stateOf(run)).toBe("failed/loop_detected");
    expect(run.visits).toBeLessThan(99);
  });

  it("end a batch before all of its runs are stepped", () => {
    const claimed = Array.from({ length: 100 }, () => ({
      run: aRun({ lead }),
      ...{ graphKey: "1:1", revision: 0, events: [], hasEvents: false },
    }));
    const outcomes = workBatch(claimed, {
      graphOf: () => graph,
      requestOf: () => undefined,
      now: NOW,
    });
    expect(outcomes.length).toBeGreaterThan(0);
    expect(outcomes.length).toBeLessThan(60);
  });
});
