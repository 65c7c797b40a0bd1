import { z } from "zod";
import { leadEvents } from "./schemas/leads";
import { linkEvents } from "./schemas/links";
import { messageEvents } from "./schemas/messages";
import { runEvents } from "./schemas/runs";
import { workspaceEvents } from "./schemas/workspace";

/** One schema for each type of event. */
export const eventSchemas = [
  ...leadEvents,
  ...messageEvents,
  ...linkEvents,
  ...runEvents,
  ...workspaceEvents,
] as const;

export const Event = z.union(eventSchemas).meta({
  id: "Event",
  description:
    "What has happened. `data` is by `type`; what its ids stand for is told as it is now. " +
    "Under 20,000 bytes as JSON.",
});

export type Event = z.output<typeof Event>;
