import { describe, expect, it } from "vitest";
import { branchOf } from "#features/automation/engine/nodes/split/choose-branch";

const RUNS = 10_000;

/** The number of runs that take each branch. */
function shares(percents: number[], nodeId = "split", first = 1) {
  const branches = percents.map((percent, index) => ({ handle: String(index), percent }));
  const counts = percents.map(() => 0);
  for (let id = first; id < first + RUNS; id++)
    counts[Number(branchOf({ branches }, id, nodeId))]!++;
  return counts.map((count) => (100 * count) / RUNS);
}

describe("a split", () => {
  it.each([
    [
      [50, 50],
      [50, 50],
    ],
    [
      [10, 20, 70],
      [10, 20, 70],
    ],
    [
      [33.3, 33.3, 33.4],
      [33.3, 33.3, 33.4],
    ],
    [
      [0, 100],
      [0, 100],
    ],
    [
      [100, 0],
      [100, 0],
    ],
    [
      [30, 20],
      [30, 70],
    ],
    [
      [80, 40],
      [80, 20],
    ],
  ])("of %j gives its branches %j of a hundred runs, whatever the ids", (percents, expected) => {
    for (const [node, first] of [
      ["split", 1],
      ["split-2", 1],
      ["a", 5_000_000_000],
    ] as const) {
      const given = shares(percents, node, first);
      for (const [index, share] of given.entries()) {
        expect(Math.abs(share - expected[index]!)).toBeLessThan(
          expected[index] === 0 || expected[index] === 100 ? 1e-9 : 2,
        );
      }
    }
  });

  it("chooses the same branch whenever the run returns, independently of other splits", () => {
    const branches = [
      { handle: "a", percent: 50 },
      { handle: "b", percent: 50 },
    ];
    let same = 0;
    for (let id = 1; id <= RUNS; id++) {
      expect(branchOf({ branches }, id, "one")).toBe(branchOf({ branches }, id, "one"));
      if (branchOf({ branches }, id, "one") === branchOf({ branches }, id, "two")) same++;
    }
    expect(Math.abs(same / RUNS - 0.5)).toBeLessThan(0.02);
  });
});
