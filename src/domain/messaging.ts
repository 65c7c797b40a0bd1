export const platforms = ["whatsapp", "instagram"] as const;
export type Platform = (typeof platforms)[number];

/** Who carries a channel's messages: Meta's own APIs, a gateway of the client's, or nobody (sandbox). */
export const providers = ["sandbox", "whatsapp_cloud", "instagram", "webhook"] as const;
export type ProviderName = (typeof providers)[number];

export const channelStatuses = ["active", "stopped"] as const;

/** Why a channel is stopped: its owner's wish, credentials that no longer work, or the platform's verdict on the account. */
export const stopReasons = ["by_request", "unauthorized", "account_restricted"] as const;
export type StopReason = (typeof stopReasons)[number];

export const directions = ["inbound", "outbound"] as const;

/** What can be sent. */
export const outgoingTypes = [
  "text",
  "template",
  "buttons",
  "image",
  "video",
  "audio",
  "document",
] as const;
export type OutgoingType = (typeof outgoingTypes)[number];

/** What a message is: what can be sent, and what leads can send besides. */
export const messageTypes = [
  ...outgoingTypes,
  "sticker",
  "location",
  "contacts",
  "reaction",
  "button",
  "interactive",
  "order",
  "system",
  "unsupported",
] as const;
export type MessageType = (typeof messageTypes)[number];

export const messageStatuses = [
  "queued",
  "sending",
  "sent",
  "delivered",
  "read",
  "failed",
  "unknown",
  "received",
] as const;

/** What a provider can report of a message, in the order in which it happens. */
export const reportedStatuses = ["sent", "delivered", "read", "failed"] as const;
export type ReportedStatus = (typeof reportedStatuses)[number];

/** Why a message was not sent: the first six before any provider was asked. */
export const failureReasons = [
  "opted_out",
  "cancelled",
  "window_closed",
  "no_channel",
  "channel_stopped",
  "no_identity",
  "undeliverable",
  "marketing_cap",
  "invalid_template",
  "unavailable",
  "rejected",
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** By what a platform knows a lead: a WhatsApp number, a WhatsApp user without a number (business-scoped), an Instagram account. */
export const identityKinds = ["wa_id", "bsuid", "instagram_id"] as const;
export type IdentityKind = (typeof identityKinds)[number];

export const consentKinds = ["opted_out", "opted_in"] as const;
export type ConsentKind = (typeof consentKinds)[number];

/** How a lead's consent changed: by what was written or tapped, by a setting of the platform's, by what a provider answered, through the API. */
export const consentMethods = ["keyword", "button", "preference", "provider", "api"] as const;
export type ConsentMethod = (typeof consentMethods)[number];
