import type { NodeWarning } from "../../../scenarios/warnings";
import { leave } from "../../transition";
import { defineNode } from "../definition";
import { branchOf } from "./choose-branch";
import { documentation, SplitSettings } from "./settings";

function percentFaults({ branches }: SplitSettings): NodeWarning[] {
  const sum = branches.reduce((total, { percent }) => total + percent, 0);
  if (Math.abs(sum - 100) < 0.001) return [];
  return [
    {
      code: "percentages",
      message: `The percentages add up to ${Number(sum.toFixed(3))}: make them 100.`,
      path: "data.branches",
    },
  ];
}

export const split = defineNode({
  type: "split",
  documentation,
  settings: SplitSettings,
  handles: ({ branches }) => branches.map(({ handle }) => handle),
  arrive: ({ id, data }, { run }) => leave(branchOf(data, run.id, id)),
  findFaults: percentFaults,
});
