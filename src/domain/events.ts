// The closed lists of events and of their delivery.

/** What can happen, and be told to a client. */
export const eventTypes = [
  "lead.created",
  "lead.updated",
  "lead.deleted",
  "lead.opted_out",
  "lead.opted_in",
  "lead.tag_added",
  "lead.tag_removed",
  "lead.stage_changed",
  "lead.profile_updated",
  "conversation.summarized",
  "message.received",
  "message.sent",
  "message.delivered",
  "message.read",
  "message.failed",
  "message.unknown",
  "message.deleted",
  "link.sent",
  "link.clicked",
  "run.started",
  "run.waiting",
  "run.migrated",
  "run.completed",
  "run.exited",
  "run.handed_off",
  "run.failed",
  "run.cancelled",
  "scenario.activated",
  "scenario.paused",
  "channel.stopped",
  "webhook_endpoint.disabled",
  "webhook_endpoint.test",
] as const;
export type EventType = (typeof eventTypes)[number];

/** What an endpoint or the feed can be asked for: types, all of a kind, all. */
export const eventPatterns = [
  "*",
  ...new Set(eventTypes.map((type) => `${type.split(".")[0]}.*`)),
  ...eventTypes,
] as const;

/** `pending` is one that was not delivered and will be tried again. */
export const deliveryStatuses = ["pending", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Why an attempt to deliver failed. */
export const deliveryErrors = ["status", "redirect", "timeout", "connection", "address"] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

/** Why the service has disabled an endpoint: it answered 410, or all attempts of five days failed. */
export const disableReasons = ["gone", "failing"] as const;
export type DisableReason = (typeof disableReasons)[number];
