import * as z from "zod";
import { eventPatterns } from "#domain/events";
import { at, query } from "#lib/fields";
import { Event } from "../schema";

export const StreamQuery = z.object({
  type: query
    .choices(eventPatterns)
    .describe("Only events of these types. `lead.*` means all of a kind, `*` all types."),
  after: query
    .integer(0)
    .describe(
      "The id of the last event that you have: first comes what has happened since. Without it, " +
        "the stream begins with what happens next.",
    ),
  ticket: query
    .text(200)
    .describe("A ticket of `createStreamTicket`, in place of the bearer token."),
});

export const StreamTicket = z
  .object({
    ticket: z.string().meta({ description: "Goes into the URL: `GET /v1/stream?ticket=…`." }),
    expires_at: at.meta({ description: "In 30 seconds." }),
  })
  .meta({
    id: "StreamTicket",
    description: "Opens one stream on behalf of the token that it was made with.",
  });

const lastEventId = z.int().min(0).meta({ format: "int64" });

const StreamReady = z
  .object({
    stream: z.literal("ready"),
    last_event_id: lastEventId.meta({
      description: "The events after this one follow. It is the `after` of a reconnection.",
    }),
  })
  .meta({ id: "StreamReady", description: "The first message of a stream." });

const StreamAcknowledgement = z
  .object({
    stream: z.literal("ack"),
    last_event_id: lastEventId.meta({ description: "The event before this message." }),
  })
  .meta({
    id: "StreamAcknowledgement",
    description:
      "Comes after 50 events or 16 KiB. Send the message back when you have worked the events " +
      "before it. While you owe two, you are sent nothing; after 15 seconds of that you are cut " +
      "off with 4408.",
  });

export const StreamMessage = z.union([Event, StreamReady, StreamAcknowledgement]).meta({
  id: "StreamMessage",
  description: "A text message of a stream: an event as the feed has it, or about the stream.",
});

export type StreamQuery = z.output<typeof StreamQuery>;
export type StreamTicket = z.output<typeof StreamTicket>;
