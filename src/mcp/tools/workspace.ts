import type { Tool } from "./tool";

export const workspaceTools: Tool[] = [
  {
    name: "who_am_i",
    title: "Who am I",
    description: "The workspace, and what this token may do.",
    operations: ["me"],
    isOwn: true,
  },
  {
    name: "recent_events",
    title: "Recent events",
    description: "What has happened in the last 30 days, newest first.",
    operations: ["listEvents"],
    input: ["type", "lead_id", "scenario_id", "created_from", "created_to", "per_page", "cursor"],
  },
];
