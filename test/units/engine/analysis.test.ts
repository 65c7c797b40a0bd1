import { describe, expect, it } from "vitest";
import { analysisFailures, skipReasons } from "#domain/analysis";
import type { RunEvent } from "#features/automation/engine/run";
import { step } from "#features/automation/engine/step";
import { readNode } from "#features/automation/scenarios/nodes";
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
import { type Case, exited, expectCase, left } from "#test/support/engine-cases";

const node: [string, unknown] = ["ai_analyze", { timeout_seconds: 30 }];
const edges = "n>z n:failed>z";
const over = (
  status: "completed" | "skipped" | "failed",
  reason: string | null = null,
): RunEvent => ({ kind: "analysis", status, reason });
const failing = (reason: string) => ({
  edges: "n:failed>z",
  visits: left("failed"),
  state: exited,
  detail: { reason },
});

describe("an analysis of the lead", () => {
  it("is requested once, and waited for", () => {
    const { run, effects } = begin(graphOf({ n: ["ai_analyze"] }));
    expect([stateOf(run), visitsIn(effects)]).toEqual(["analysis 60", ["1 n …"]]);
    expect(effectsOf(effects, "analyze")).toEqual([{ kind: "analyze" }]);
  });

  it.each<[string, Case]>([
    [
      "continues once it is completed",
      {
        node,
        edges,
        events: [over("completed")],
        visits: left("next"),
        state: exited,
        detail: null,
      },
    ],
    [
      "continues when there are no new messages",
      {
        node,
        edges,
        events: [over("skipped", "unchanged")],
        visits: left("next"),
        state: exited,
        detail: null,
      },
    ],
    [
      "fails at its timeout",
      { node: ["ai_analyze", { timeout_seconds: 1 }], events: [time], ...failing("timeout") },
    ],
    ["does not fail earlier", { node, edges, events: [time], visits: [], state: "analysis 30" }],
    [
      "fails at once without a conversation",
      { node, run: { lead: aLead({ conversations: [] }) }, ...failing("no_text") },
    ],
    [
      "is not what a lead writes in the meantime",
      { node, edges, events: [reply("Hi")], visits: [], state: "analysis 30" },
    ],
    [
      "ends the run when no edge leads on",
      {
        node,
        events: [over("failed", "refused")],
        visits: ["1 n failed"],
        state: "completed/reached_end",
      },
    ],
    [
      "is not made for a lead who has unsubscribed",
      { node, run: { lead: aLead({ isOptout: true }) }, visits: [], state: "exited/opted_out" },
    ],
  ])("%s", (_, given) => expectCase(given));

  it.each([
    ...skipReasons
      .filter((reason) => reason !== "unchanged")
      .map((reason) => ["skipped", reason] as const),
    ...analysisFailures.map((reason) => ["failed", reason] as const),
  ])("fails when the last one was %s for %s", (status, reason) => {
    expectCase({ node, events: [over(status, reason)], ...failing(reason) });
  });

  it("is not requested when there is nothing to analyse", () => {
    const { effects } = begin(graphOf({ n: node }), aRun({ lead: aLead({ conversations: [] }) }));
    expect(effectsOf(effects, "analyze")).toEqual([]);
  });

  it("is requested again at the next such node, which has a timeout of its own", () => {
    const graph = graphOf(
      { n: node, m: ["ai_analyze", { timeout_seconds: 600 }] },
      "n>m n:failed>m",
    );
    const { run, effects } = after(graph, aRun(), over("completed"));
    expect([stateOf(run), visitsIn(effects)]).toEqual(["analysis 601", ["1 n next", "2 m …"]]);
    expect(effectsOf(effects, "analyze")).toHaveLength(1);
  });

  it("is visible to the conditions that follow, which read the lead again", () => {
    const branches = [{ handle: "adult", all: [{ field: "age", op: "at_least", value: 18 }] }];
    const graph = graphOf(
      { n: node, c: ["condition", { branches }], z: ["exit"] },
      "n>c c:adult>z",
    );
    const { run } = begin(graph);
    const known = { ...run, lead: aLead({ fields: { age: 34 } }) };
    expect(visitsIn(step(graph, known, over("completed"), NOW + 1).effects)).toEqual([
      "1 n next",
      "2 c adult",
      "3 z exit_node",
    ]);
  });
});

describe("its data", () => {
  it.each([1, 600])("may be a timeout of %i seconds", (timeout_seconds) => {
    expect(readNode("ai_analyze", { timeout_seconds, note: "mine" })).toEqual({
      node: { type: "ai_analyze", data: { timeout_seconds } },
    });
  });

  it.each([
    [0, "The :f field must be at least 1."],
    [601, "The :f field must not be greater than 600."],
    [1.5, "The :f field must be an integer."],
    ["60", "The :f field must be an integer."],
  ])("may not be a timeout of %j", (timeout_seconds, message) => {
    expect(readNode("ai_analyze", { timeout_seconds })).toEqual({
      faults: [{ path: "timeout_seconds", message }],
    });
  });
});
