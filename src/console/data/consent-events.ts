import type { EventType } from "#client";

/** The events after which consents and suppressions are others. */
export const CONSENT_EVENTS: EventType[] = [
  "lead.opted_out",
  "lead.opted_in",
  "lead.marketing_opted_out",
  "lead.marketing_opted_in",
];
