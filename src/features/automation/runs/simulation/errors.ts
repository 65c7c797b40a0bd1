import type { Scope } from "#env";
import { tagErrors } from "#features/leads/tags/store";
import { referenceErrors } from "#features/messaging/outbound/draft";
import { MAX_EVENTS } from "./input";

/** The tags that a body names, by their fields. The body may be invalid in other ways. */
export function tagsIn({
  lead,
  events,
  started_by: cause,
}: {
  lead?: unknown;
  started_by?: unknown;
  events?: unknown;
}): Record<string, unknown> {
  const added = Array.isArray(events)
    ? events.slice(0, MAX_EVENTS).map((event) => Object(event).tag_added)
    : [];
  return {
    "lead.tag_ids": Object(lead).tag_ids,
    "started_by.tag_id": Object(cause).tag_id,
    ...Object.fromEntries(added.map((id, index) => [`events.${index}.tag_added`, id])),
  };
}

/** The errors on the references of a body that may be invalid in other ways. */
export async function simulationErrors(scope: Scope, body: Record<string, unknown>) {
  const asked = tagsIn(body);
  return {
    ...(await referenceErrors(scope, { lead_id: body.lead_id })),
    ...(await tagErrors(...Object.keys(asked))(scope, asked)),
  };
}
