/** The kinds of rows that are deleted at once, while the rows that belong to them follow. */
export const removalKinds = [
  "lead",
  "conversation",
  "tag",
  "scenario",
  "runs",
  "short_link",
  "source",
  "webhook_endpoint",
] as const;

export type RemovalKind = (typeof removalKinds)[number];

/** The rows that the receipt of a deleted workspace counts. */
export const removedResources = [
  "leads",
  "tags",
  "scenarios",
  "runs",
  "run_steps",
  "channels",
  "conversations",
  "messages",
  "consents",
  "suppressions",
  "analyses",
  "short_links",
  "link_sends",
  "link_clicks",
  "webhook_endpoints",
  "webhook_deliveries",
  "events",
  "tokens",
] as const;

export type RemovedResource = (typeof removedResources)[number];
