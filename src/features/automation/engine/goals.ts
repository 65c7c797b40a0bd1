import type { Graph } from "../scenarios/compile";
import { definitionOf } from "./nodes/registry";
import type { SplitGoal } from "./nodes/split/settings";
import type { Effect, RunEvent } from "./run";
import type { StepContext } from "./transition";
import { isReachedBy } from "./trials";

/** Counts the goals that a step has reached. */
export function findGoals(graph: Graph, { run, effects }: StepContext, event: RunEvent) {
  for (const [nodeId, branch] of Object.entries(run.memory.goals ?? {})) {
    const node = graph.nodes.get(nodeId);
    const goal = node?.isValid && definitionOf(node).goal?.(node.data);
    if (branch === null || !goal) continue;
    const isReached =
      isReachedBy(goal, run.lead) ||
      (goal.type === "event" && isGoalEvent(goal, event)) ||
      (goal.type === "node" && hasVisited(effects, goal.node_id, nodeId));
    if (!isReached) continue;
    run.memory.goals = { ...run.memory.goals, [nodeId]: null };
    effects.push({ kind: "converted", nodeId, branch });
  }
}

const isGoalEvent = (goal: SplitGoal, event: RunEvent) =>
  event.kind === goal.event && (event.kind !== "custom" || event.name === goal.name);

/** True if a node was visited in this step, after the split where that was visited as well. */
const hasVisited = (effects: Effect[], id: string | null | undefined, splitId: string) => {
  const splitAt = effects.findLastIndex(
    (effect) => effect.kind === "tried" && effect.nodeId === splitId,
  );
  return effects.some(
    (effect, index) => index > splitAt && effect.kind === "visit" && effect.visit.nodeId === id,
  );
};
