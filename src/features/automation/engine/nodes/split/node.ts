import { leave } from "#features/automation/engine/transition";
import { beginTrial } from "#features/automation/engine/trials";
import { type NodeWarning, warnAt } from "#features/automation/scenarios/warnings";
import { type CheckContext, defineNode } from "../definition";
import { branchHandles } from "../fields";
import { branchOf } from "./choose-branch";
import { documentation, SplitSettings } from "./settings";

function percentFaults({ branches }: SplitSettings): NodeWarning[] {
  const sum = branches.reduce((total, { percent }) => total + percent, 0);
  if (Math.abs(sum - 100) < 0.001) return [];
  return [warnAt("branches", "percentages", { sum: Number(sum.toFixed(3)) })];
}

function goalFaults({ goal }: SplitSettings, { hasNode }: CheckContext): NodeWarning[] {
  if (goal?.node_id == null || hasNode(goal.node_id)) return [];
  return [warnAt("goal.node_id", "unknown_node", { ref: goal.node_id })];
}

export const split = defineNode({
  type: "split",
  documentation,
  settings: SplitSettings,
  handles: [branchHandles],
  arrive: ({ id, data }, context) => {
    const branch = branchOf(data, context.run.id, id);
    if (data.goal) beginTrial(context, id, branch, data.goal);
    return leave(branch);
  },
  findFaults: (data, context) => [...percentFaults(data), ...goalFaults(data, context)],
  goal: ({ goal }) => goal,
  references: ({ goal }) =>
    goal?.tag_id == null ? [] : [{ kind: "tag", ref: goal.tag_id, path: "goal.tag_id" }],
});
