import type { EventType } from "#client";
import { CONSENT_EVENTS } from "#console/data/consent-events";

/** Events after which a list of leads may be another. */
export const LIVE_LEADS: readonly EventType[] = [
  "lead.created",
  "lead.updated",
  "lead.deleted",
  "lead.merged",
  ...CONSENT_EVENTS,
  "lead.tag_added",
  "lead.tag_removed",
  "lead.stage_changed",
  "lead.profile_updated",
  "lead.identity_changed",
];
