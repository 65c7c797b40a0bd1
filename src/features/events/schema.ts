import * as z from "zod";
import { bookingEvents } from "./schemas/bookings";
import { commentEvents } from "./schemas/comments";
import { conversationEvents } from "./schemas/conversations";
import { leadEvents } from "./schemas/leads";
import { linkEvents } from "./schemas/links";
import { messageEvents } from "./schemas/messages";
import { runEvents } from "./schemas/runs";
import { workspaceEvents } from "./schemas/workspace";

/** One schema for each type of event. */
export const eventSchemas = [
  ...leadEvents,
  ...conversationEvents,
  ...messageEvents,
  ...commentEvents,
  ...bookingEvents,
  ...linkEvents,
  ...runEvents,
  ...workspaceEvents,
] as const;

export const Event = z.union(eventSchemas).meta({
  id: "Event",
  description:
    "Something that happened. The `type` decides what is in `data`, which shows leads, " +
    "messages and the like as they are now. Under 20,000 bytes as JSON.",
});

export type Event = z.output<typeof Event>;
