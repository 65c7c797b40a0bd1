import type { RunTrigger } from "#features/automation/engine/trigger";
import type { Cause } from "./cause";
import { utteranceOf } from "./definition";
import type { Candidate } from "./match";

/** The trigger of a run that a candidate starts, as the nodes of the run will read it. */
export function runTriggerOf({ trigger, ...fit }: Candidate, cause: Cause): RunTrigger {
  const { message, comment } = fit;
  const report = cause.type === "lead.event_reported" ? cause : null;
  return {
    id: trigger.id,
    type: trigger.type,
    text: utteranceOf(fit)?.text ?? null,
    ref: message?.referral?.ref ?? null,
    ad_id: message?.referral?.adId ?? comment?.adId ?? null,
    media_id: comment?.mediaId ?? null,
    name: report?.name ?? null,
    data: report?.data ?? {},
  };
}
