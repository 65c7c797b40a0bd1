import { isAllowedOutbound } from "#lib/outbound-url";
import type { RunEvent } from "../run";
import { advance, type SimulationState } from "./advance";
import { latestOf, type Planned, type SimulatedEvent } from "./script";

type Analysis = SimulatedEvent & { kind: "analysis" };
type Webhook = SimulatedEvent & { kind: "webhook" };

/** Ends a wait for the service itself: messages are sent at once. Returns whether it did. */
export function endOwnWait(state: SimulationState, planned: Planned[]): boolean {
  const { run, now } = state;
  switch (run.waiting?.for) {
    case "sending":
      advance(state, { kind: "sending", isSent: true, reason: null });
      return true;
    case "webhook":
      advance(state, isRequestAllowed(state) ? answerOf(planned, run.nodeId, now) : REFUSED);
      return true;
    case "analysis":
      return endAnalysis(state, latestOf(planned, now, isAnalysis));
    default:
      return false;
  }
}

const REFUSED: RunEvent = { kind: "webhook", isOk: false, status: null };

/** True if the service would make the awaited request (runs/worker/call.ts). */
function isRequestAllowed({ trail, outbound }: SimulationState) {
  const effect = trail.at(-1)?.effects.findLast(({ kind }) => kind === "request");
  return effect?.kind === "request" && isAllowedOutbound(effect.request.url, outbound);
}

function answerOf(planned: Planned[], nodeId: string | null, now: number): RunEvent {
  const isOfNode = (event: SimulatedEvent): event is Webhook =>
    event.kind === "webhook" && (event.nodeId == null || event.nodeId === nodeId);
  const answer = latestOf(planned, now, isOfNode);
  if (!answer) return { kind: "webhook", isOk: true, status: 200 };
  const { isOk, status = isOk ? 200 : 500, saved } = answer;
  return { kind: "webhook", isOk, status, saved };
}

const isAnalysis = (event: SimulatedEvent): event is Analysis => event.kind === "analysis";

/** An analysis that fails by `timeout` does not end: the run's own timeout does. */
function endAnalysis(
  state: SimulationState,
  { status, reason = null, fields = {} }: Omit<Analysis, "kind"> = { status: "completed" },
): boolean {
  if (status === "failed" && reason === "timeout") return false;
  if (status === "failed") {
    advance(state, { kind: "analysis", status, reason: reason ?? "unavailable" });
    return true;
  }
  const { run } = state;
  state.run = { ...run, lead: { ...run.lead, fields: { ...run.lead.fields, ...fields } } };
  advance(state, { kind: "analysis", status, reason: null });
  return true;
}
