import type { EventType } from "#client";

/** Events after which a list of leads may be another. */
export const LIVE_LEADS: readonly EventType[] = [
  "lead.created",
  "lead.updated",
  "lead.deleted",
  "lead.merged",
  "lead.opted_out",
  "lead.opted_in",
  "lead.marketing_opted_out",
  "lead.marketing_opted_in",
  "lead.tag_added",
  "lead.tag_removed",
  "lead.stage_changed",
  "lead.profile_updated",
  "lead.identity_changed",
];
