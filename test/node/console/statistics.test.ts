import { describe, expect, it } from "vitest";
import type { ScenarioNodeStats } from "#client";
import { endsAt, leavesOf, shareAt } from "#console/screens/scenarios/panels/statistics/overlay";

const node = (
  entered: number,
  left: Record<string, number>,
  ended = 0,
  waiting = 0,
): ScenarioNodeStats => ({
  node_id: "ask",
  ...{ entered, waiting, messages: null, branches: [] },
  left: Object.entries(left).map(([handle, runs]) => ({ handle, runs })),
  ended: ended > 0 ? [{ state: "completed", reason: "exit_node", runs: ended }] : [],
});

describe("the percentages of a step", () => {
  it.each([
    ["some have ended", node(109, { next: 102 }, 7), { next: 102 / 109, ended: 7 / 109 }],
    ["most wait", node(102, { yes: 1 }, 0, 101), { yes: 1 / 102, ended: 0 }],
    ["two lead on", node(10, { no: 2, yes: 7 }, 1), { yes: 0.7, no: 0.2, ended: 0.1 }],
    ["more left than entered", node(2, { next: 4 }, 1), { next: 1, ended: 0.25 }],
    ["nobody was there", node(0, {}), { ended: 0 }],
  ])("are all of those who entered it: %s", (_, stats, shares) => {
    const leaves = leavesOf(stats).map(({ handle, share }) => [handle, share]);
    expect(Object.fromEntries([...leaves, ["ended", shareAt(stats, endsAt(stats))]])).toEqual(
      shares,
    );
  });
});
