import type { SplitGoal } from "./nodes/split/settings";
import type { Lead } from "./run";
import type { StepContext } from "./transition";

/** True if the lead meets a goal; a node or an event is no property of a lead. */
export const isReachedBy = ({ type, tag_id: tagId, stage }: SplitGoal, { tagIds, fields }: Lead) =>
  (type === "tag" && tagIds.some((id) => id === tagId)) ||
  (type === "stage" && fields.pipeline_stage === stage);

/**
 * Counts the run's first way through a split. A run whose lead has reached the goal before does not
 * count.
 */
export function beginTrial(context: StepContext, nodeId: string, branch: string, goal: SplitGoal) {
  const { run, effects } = context;
  const { goals = {} } = run.memory;
  if (Object.hasOwn(goals, nodeId)) return;
  const isLate = isReachedBy(goal, run.lead);
  run.memory.goals = { ...goals, [nodeId]: isLate ? null : branch };
  if (!isLate) effects.push({ kind: "tried", nodeId, branch });
}
