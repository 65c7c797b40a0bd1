import * as z from "zod";
import { conversationChanges } from "#domain/messaging";
import { Conversation } from "#features/messaging/conversations/schema";
import { eventOf, excerpt } from "./event";
import { exampleLead, lead } from "./leads";
import { exampleMessage, MessageReference } from "./messages";

const shape = Conversation.shape;

const note = lead
  .extend({
    conversation_id: z.int(),
    message_id: z.int(),
    message: MessageReference.nullable().meta({
      description: "`null` if it has been deleted since.",
    }),
  })
  .meta({ id: "NoteEventData" });

const exampleNote = {
  ...exampleMessage,
  direction: "internal",
  type: "note",
  text: "Prefers calls after 6 p.m.",
  status: "noted",
  channel_id: null,
  run_id: null,
  external_id: null,
  sent_at: null,
};

export const conversationEvents = [
  eventOf(
    "conversation.updated",
    "A conversation was assigned, snoozed, closed, opened or read, or its snooze is over.",
    lead.extend({
      conversation_id: z.int(),
      changed: z.array(z.enum(conversationChanges)),
      state: shape.state,
      snoozed_until: shape.snoozed_until,
      assignee: shape.assignee,
      unread_count: shape.unread_count,
    }),
    {
      ...exampleLead,
      conversation_id: 7,
      changed: ["assignee"],
      state: "open",
      snoozed_until: null,
      assignee: { id: 4, name: "Camille" },
      unread_count: 1,
    },
  ),
  eventOf("conversation.note_added", "A note was added to a conversation.", note, {
    ...exampleLead,
    conversation_id: 7,
    message_id: exampleNote.id,
    message: exampleNote,
  }),
  eventOf(
    "conversation.note_deleted",
    "A note was deleted.",
    lead.extend({ conversation_id: z.int(), message_id: z.int() }),
    { ...exampleLead, conversation_id: 7, message_id: exampleNote.id },
  ),
  eventOf(
    "conversation.summarized",
    "A conversation was summarised.",
    lead.extend({ conversation_id: z.int(), summary: excerpt }),
    {
      ...exampleLead,
      conversation_id: 7,
      summary: "Asks about the price of the coaching programme.",
    },
  ),
] as const;
