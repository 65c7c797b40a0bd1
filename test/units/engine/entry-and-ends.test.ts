import { describe, expect, it } from "vitest";
import { step } from "#features/automation/engine/step";
import {
  aLead,
  aRun,
  begin,
  effectsOf,
  graphOf,
  HOUR_MS,
  NOW,
  reply,
  stateOf,
  time,
  visitsIn,
} from "#test/support/engine";
import { type Case, exited, expectCase, hello, left, next, sent } from "#test/support/engine-cases";

describe("the entry", () => {
  it.each<[string, Case]>([
    [
      "goes on from a start",
      { node: ["start"], edges: next, visits: left("next"), state: exited, detail: null },
    ],
    [
      "ends when no edge leads on",
      { node: ["start"], visits: ["1 n next"], state: "completed/reached_end" },
    ],
    [
      "does not follow an edge of another handle",
      {
        node: ["start"],
        edges: "n:failed>z",
        visits: ["1 n next"],
        state: "completed/reached_end",
      },
    ],
    [
      "fails at an unknown type",
      {
        node: ["teleport"],
        edges: next,
        visits: ["1 n unknown_type"],
        state: "failed/unknown_type",
        detail: { faults: [] },
      },
    ],
    [
      "fails at a node without a required setting, and names it",
      {
        node: ["delay", {}],
        edges: next,
        visits: ["1 n invalid_setting"],
        state: "failed/invalid_setting",
        detail: {
          faults: [{ path: "seconds", message: "One of seconds, until, at is required." }],
        },
      },
    ],
    [
      "fails at a node with invalid settings",
      {
        node: ["message", { type: "text", text: 7 }],
        visits: ["1 n invalid_setting"],
        state: "failed/invalid_setting",
        detail: { faults: [{ path: "text", message: "The text field must be a string." }] },
      },
    ],
    [
      "fails when an edge leads to an unknown node",
      { node: ["start"], edges: "n>gone", visits: ["1 n next"], state: "failed/invalid_graph" },
    ],
    [
      "stops for an opted-out lead",
      {
        node: hello,
        edges: next,
        run: { lead: aLead({ isOptout: true }) },
        visits: [],
        state: "exited/opted_out",
      },
    ],
  ])("%s", (_, given) => expectCase(given));

  it("fails a graph that has none", () => {
    const { run, effects } = begin({ ...graphOf({ n: ["start"] }), entry: null });
    expect([stateOf(run), effects, run.visits]).toEqual(["failed/invalid_graph", [], 0]);
  });

  it("is not passed by an event before the run has begun", () => {
    const run = aRun();
    expect(step(graphOf({ n: ["start"] }), run, reply("Hi"), NOW)).toEqual({ run, effects: [] });
  });

  it("numbers the visits and dates them", () => {
    const { run, effects } = begin(
      graphOf({ a: ["start"], b: ["delay", { seconds: 5 }] }, "a>b"),
      aRun({ visits: 4 }),
    );
    expect(effectsOf(effects, "visit").map(({ visit }) => visit)).toEqual([
      {
        visit: 5,
        nodeId: "a",
        type: "start",
        enteredAt: NOW,
        leftAt: NOW,
        outcome: "next",
        detail: null,
      },
      {
        visit: 6,
        nodeId: "b",
        type: "delay",
        enteredAt: NOW,
        leftAt: null,
        outcome: null,
        detail: null,
      },
    ]);
    expect(run).toMatchObject({ nodeId: "b", visits: 6, ended: null });
  });
});

describe("an end", () => {
  it.each<[string, Case]>([
    [
      "is an exit",
      {
        node: ["exit", { reason: "bought" }],
        visits: ["1 n exit_node"],
        state: exited,
        detail: { reason: "bought" },
      },
    ],
    [
      "is a handoff",
      {
        node: ["handoff"],
        visits: ["1 n handoff"],
        state: "handed_off/handoff",
        detail: { reason: null },
      },
    ],
  ])("%s", (_, given) => expectCase(given));

  it("is final: no later event changes it", () => {
    const { run } = begin(graphOf({ n: ["exit"] }));
    expect(run.waiting).toBeNull();
    for (const event of [time, reply("Hi"), sent]) {
      const next = step(graphOf({ n: hello }), run, event, NOW + HOUR_MS);
      expect(next.run).toBe(run);
      expect(next.effects).toEqual([]);
    }
  });

  it("comes to an opted-out lead at any node, whatever happens", () => {
    const graph = graphOf({ n: ["delay", { seconds: 60 }] }, "n>n");
    const { run } = begin(graph);
    const next = step(graph, { ...run, lead: aLead({ isOptout: true }) }, reply("Hi"), NOW + 1);
    expect(stateOf(next.run)).toBe("exited/opted_out");
    expect(next.run.waiting).toBeNull();
    expect(next.effects).toEqual([
      {
        kind: "visit",
        visit: {
          visit: 1,
          nodeId: "n",
          type: "delay",
          enteredAt: NOW + 1,
          leftAt: NOW + 1,
          outcome: "opted_out",
          detail: null,
        },
      },
    ]);
  });

  it.each([
    ["its node was deleted", {}, "failed/invalid_graph", "invalid_graph"],
    ["its node no longer waits", { n: ["start"] }, "failed/invalid_graph", "invalid_graph"],
    [
      "its node waits for something else",
      { n: ["wait_for_reply", {}] },
      "failed/invalid_graph",
      "invalid_graph",
    ],
    [
      "its node can no longer be run",
      { n: ["delay", {}] },
      "failed/invalid_setting",
      "invalid_setting",
    ],
  ])("comes to a run that is due, when %s", (_, nodes, state, outcome) => {
    const { run } = begin(graphOf({ n: ["delay", { seconds: 60 }] }));
    const next = step(graphOf(nodes as Parameters<typeof graphOf>[0]), run, time, NOW + 60_000);
    expect(stateOf(next.run)).toBe(state);
    expect(visitsIn(next.effects)).toEqual([`1 n ${outcome}`]);
  });
});
