// The closed lists of events and webhook deliveries.

/** The types of events. */
export const eventTypes = [
  "lead.created",
  "lead.updated",
  "lead.deleted",
  "lead.merged",
  "lead.same_person_found",
  "lead.opted_out",
  "lead.opted_in",
  "lead.marketing_opted_out",
  "lead.marketing_opted_in",
  "lead.tag_added",
  "lead.tag_removed",
  "lead.stage_changed",
  "lead.profile_updated",
  "lead.identity_changed",
  "lead.event_reported",
  "conversation.updated",
  "conversation.note_added",
  "conversation.note_deleted",
  "conversation.summarized",
  "message.received",
  "message.sent",
  "message.delivered",
  "message.read",
  "message.failed",
  "message.unknown",
  "message.edited",
  "message.deleted",
  "comment.received",
  "booking.created",
  "booking.moved",
  "booking.cancelled",
  "booking.no_show",
  "booking.held",
  "booking.outcome",
  "booking.updated",
  "link.sent",
  "link.clicked",
  "run.started",
  "run.waiting",
  "run.migrated",
  "run.paused",
  "run.resumed",
  "run.completed",
  "run.exited",
  "run.handed_off",
  "run.failed",
  "run.cancelled",
  "scenario.activated",
  "scenario.paused",
  "scenario.deleted",
  "scenario.runs_removed",
  "scenario.trigger_limited",
  "tag.deleted",
  "short_link.deleted",
  "channel.stopped",
  "channel.paused",
  "channel.resumed",
  "channel.token_expiring",
  "source.failing",
  "template.updated",
  "workspace.quota_reached",
  "webhook_endpoint.disabled",
  "webhook_endpoint.test",
] as const;
export type EventType = (typeof eventTypes)[number];

/**
 * When `message.sent`, `message.delivered` and `message.read` are events: while an endpoint
 * receives them, or always.
 */
export const messageStatusEvents = ["auto", "always"] as const;
export type MessageStatusEvents = (typeof messageStatusEvents)[number];

/** The patterns that an endpoint or the feed can select: types, a kind's types, or all types. */
export const eventPatterns = [
  "*",
  ...new Set(eventTypes.map((type) => `${type.split(".")[0]}.*`)),
  ...eventTypes,
] as const;

/** The types that patterns match; undefined for all. */
export function typesMatching(patterns: readonly string[] | undefined) {
  if (!patterns || patterns.includes("*")) return undefined;
  return eventTypes.filter((type) =>
    patterns.some((pattern) => pattern === type || pattern === `${type.split(".")[0]}.*`),
  );
}

/** A `pending` delivery has not succeeded yet and will be attempted again. */
export const deliveryStatuses = ["pending", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveryErrors = ["status", "redirect", "timeout", "connection", "address"] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

/** The reasons for disabling an endpoint: it answered 410, or failed for five days. */
export const disableReasons = ["gone", "failing"] as const;
export type DisableReason = (typeof disableReasons)[number];
