import { leave } from "#features/automation/engine/transition";
import { beginTrial } from "#features/automation/engine/trials";
import { type NodeWarning, warn } from "#features/automation/scenarios/warnings";
import { type CheckContext, defineNode } from "../definition";
import { branchOf } from "./choose-branch";
import { documentation, SplitSettings } from "./settings";

function percentFaults({ branches }: SplitSettings): NodeWarning[] {
  const sum = branches.reduce((total, { percent }) => total + percent, 0);
  if (Math.abs(sum - 100) < 0.001) return [];
  return [warn("percentages", { sum: Number(sum.toFixed(3)) }, { path: "data.branches" })];
}

function goalFaults({ goal }: SplitSettings, { hasNode }: CheckContext): NodeWarning[] {
  if (goal?.node_id == null || hasNode(goal.node_id)) return [];
  return [warn("unknown_node", { ref: goal.node_id }, { path: "data.goal.node_id" })];
}

export const split = defineNode({
  type: "split",
  documentation,
  settings: SplitSettings,
  handles: ({ branches }) => branches.map(({ handle }) => handle),
  arrive: ({ id, data }, context) => {
    const branch = branchOf(data, context.run.id, id);
    if (data.goal) beginTrial(context, id, branch, data.goal);
    return leave(branch);
  },
  findFaults: (data, context) => [...percentFaults(data), ...goalFaults(data, context)],
  references: ({ goal }) =>
    goal?.tag_id == null ? [] : [{ kind: "tag", ref: goal.tag_id, path: "goal.tag_id" }],
});
