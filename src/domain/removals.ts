/** What is deleted at once while the rows that belong to it are removed behind. */
export const removalKinds = [
  "lead",
  "conversation",
  "tag",
  "scenario",
  "runs",
  "short_link",
  "webhook_endpoint",
] as const;

export type RemovalKind = (typeof removalKinds)[number];
