import type { RunTrigger } from "#features/automation/engine/trigger";
import type { Cause } from "./cause";
import type { Candidate } from "./match";

/** The trigger of a run that a candidate starts, as the nodes of the run will read it. */
export function runTriggerOf({ trigger, message }: Candidate, cause: Cause): RunTrigger {
  const report = cause.type === "lead.event_reported" ? cause : null;
  return {
    id: trigger.id,
    type: trigger.type,
    text: message?.text ?? null,
    ref: message?.referral?.ref ?? null,
    ad_id: message?.referral?.adId ?? null,
    name: report?.name ?? null,
    data: report?.data ?? {},
  };
}
