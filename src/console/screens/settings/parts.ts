import type { Part } from "#console/shell/parts";

export const parts = [
  { to: "/settings/general", name: "general", ability: "settings:read" },
  { to: "/settings/tags", name: "tags", ability: "tags:read" },
  { to: "/settings/replies", name: "replies", ability: "conversations:read" },
  { to: "/settings/segments", name: "segments", ability: "leads:read" },
] as const satisfies readonly Part[];
