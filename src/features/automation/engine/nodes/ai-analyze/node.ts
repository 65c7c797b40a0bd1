import type { RunEvent } from "#features/automation/engine/run";
import { leave, type Transition, wait } from "#features/automation/engine/transition";
import { defineNode } from "../definition";
import { after } from "../passage";
import { whenFailureUnconnected } from "../unconnected";
import { AiAnalyzeSettings, documentation } from "./settings";

/** An analysis that was skipped as `unchanged` counts: the lead's profile is up to date. */
const receiveAnalysis = ({ status, reason }: RunEvent & { kind: "analysis" }): Transition =>
  status === "completed" || reason === "unchanged" ? leave("next") : leave("failed", { reason });

export const aiAnalyze = defineNode({
  type: "ai_analyze",
  documentation,
  settings: AiAnalyzeSettings,
  handles: ["next", "failed"],
  arrive: ({ data }, { run, now, effects }) => {
    if (run.lead.conversations.length === 0) return leave("failed", { reason: "no_text" });
    effects.push({ kind: "analyze" });
    return wait("analysis", now + data.timeout_seconds * 1000);
  },
  waitsFor: () => ["analysis"],
  react: (_node, _context, event) => {
    if (event.kind === "time") return leave("failed", { reason: "timeout" });
    return event.kind === "analysis" ? receiveAnalysis(event) : undefined;
  },
  passage: ({ timeout_seconds: seconds }) => after(seconds),
  whenUnconnected: whenFailureUnconnected,
});
