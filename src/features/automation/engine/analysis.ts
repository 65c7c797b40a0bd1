import type { RunEvent } from "./run";
import { leave, type NodeOf, type StepContext, type Transition, wait } from "./transition";

/** Has what was said with the lead analysed. Where nothing was, nothing would ever come of it. */
export function analyze(
  { data }: NodeOf<"ai_analyze">,
  { run, now, effects }: StepContext,
): Transition {
  if (run.lead.conversations.length === 0) return leave("failed", { reason: "no_text" });
  effects.push({ kind: "analyze" });
  return wait("analysis", now + data.timeout_seconds * 1000);
}

/** Where nothing was said since the last analysis, the lead is as that one has found it. */
export const takeAnalysis = ({ status, reason }: RunEvent & { kind: "analysis" }): Transition =>
  status === "completed" || reason === "unchanged" ? leave("next") : leave("failed", { reason });
