import { bookingTools } from "./bookings";
import { conversationTools } from "./conversations";
import { leadTools } from "./leads";
import { linkTools } from "./links";
import { runTools } from "./runs";
import { scenarioTools } from "./scenarios";
import type { Tool } from "./tool";
import { workspaceTools } from "./workspace";

/** The tools with a task of their own. Those for all other operations are in operations.ts. */
export const tools: Tool[] = [
  ...workspaceTools,
  ...leadTools,
  ...bookingTools,
  ...conversationTools,
  ...scenarioTools,
  ...runTools,
  ...linkTools,
];
