const areas = [
  "tags",
  "leads",
  "bookings",
  "scenarios",
  "short-links",
  "channels",
  "conversations",
  "webhooks",
  "settings",
  "tokens",
  "imports",
  "exports",
  "sources",
] as const;

export type Ability =
  | `${(typeof areas)[number]}:${"read" | "write"}`
  | "events:read"
  | "usage:read"
  | "audit:read";

export const abilities: Ability[] = [
  ...areas.flatMap((area) => [`${area}:read`, `${area}:write`] as const),
  "events:read",
  "usage:read",
  "audit:read",
];
