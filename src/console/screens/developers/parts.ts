import type { Part } from "#console/shell/parts";

export const parts = [
  { to: "/developers/tokens", name: "tokens", ability: "tokens:read" },
  { to: "/developers/webhooks", name: "webhooks", ability: "webhooks:read" },
  { to: "/developers/events", name: "events", ability: "events:read" },
  { to: "/developers/audit", name: "audit", ability: "audit:read" },
  { to: "/developers/usage", name: "usage", ability: "usage:read" },
  { to: "/developers/reference", name: "reference", ability: null },
] as const satisfies readonly Part[];
