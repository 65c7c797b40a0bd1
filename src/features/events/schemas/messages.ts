import * as z from "zod";
import { Conversation } from "#features/messaging/conversations/schema";
import { Message } from "#features/messaging/messages/schema";
import { at } from "#lib/fields";
import { eventOf, excerpt } from "./event";
import { exampleLead, lead } from "./leads";

const shape = Message.shape;

export const MessageReference = z
  .object({
    id: shape.id,
    conversation_id: shape.conversation_id,
    channel_id: z.int().nullable(),
    platform: Conversation.shape.platform,
    direction: shape.direction,
    type: shape.type,
    text: excerpt,
    answers: shape.answers.meta({
      description: "The lead's answers of a form, if they have at most 4,096 bytes as JSON.",
    }),
    status: shape.status,
    error: shape.error,
    origin: shape.origin,
    comment_id: shape.comment_id,
    run_id: shape.run_id,
    external_id: shape.external_id,
    sent_at: shape.sent_at,
    delivered_at: shape.delivered_at,
    read_at: shape.read_at,
    edited_at: shape.edited_at,
  })
  .meta({ id: "MessageReference", description: "The message as it is now, without its payload." });

const message = lead
  .extend({
    message_id: z.int(),
    message: MessageReference.nullable().meta({
      description: "`null` if it has been deleted since.",
    }),
    scenario_id: z.int().nullable().meta({ description: "The scenario that sent it." }),
  })
  .meta({ id: "MessageEventData" });

const received = message
  .extend({
    taken_by_run_id: z.int().nullable().meta({
      description: "The run whose wait for a reply the message has ended: no trigger starts one.",
    }),
    previous_at: at.nullable().meta({
      description:
        "When the lead was last heard before in the conversation; `null`: it had never written " +
        "there. To react to a message, or to call, is not to write.",
    }),
    assigned_to: z.int().nullable().meta({
      description:
        "The id of the token to which the conversation was assigned when the message came.",
    }),
  })
  .meta({ id: "MessageReceivedEventData" });

export const exampleMessage = {
  id: 5120,
  conversation_id: 7,
  channel_id: 1,
  platform: "whatsapp",
  direction: "outbound",
  type: "text",
  text: "Shall we talk tomorrow?",
  answers: null,
  status: "sent",
  error: null,
  origin: null,
  comment_id: null,
  run_id: 16,
  external_id: "wamid.HBgLMzM2",
  sent_at: "2026-11-20T10:15:30.123Z",
  delivered_at: null,
  read_at: null,
  edited_at: null,
};

const exampleData = {
  ...exampleLead,
  message_id: exampleMessage.id,
  message: exampleMessage,
  scenario_id: 2,
};

const messageEvent = <
  const Type extends
    `message.${"received" | "sent" | "delivered" | "read" | "failed" | "unknown" | "deleted"}`,
>(
  type: Type,
  description: string,
  changed: object,
) =>
  eventOf(type, description, message, {
    ...exampleData,
    message: { ...exampleMessage, ...changed },
  });

const inbound = {
  direction: "inbound",
  status: "received",
  run_id: null,
  text: "Tomorrow is fine.",
};
const sent = exampleMessage.sent_at;
/** Behind the descriptions of what happens to each message. */
const onDemand = " An event only where it is wanted: see `message_status_events` of the settings.";
const error = {
  reason: "undeliverable",
  code: 131026,
  message: "Message undeliverable",
  retry_at: null,
};

export const messageEvents = [
  eventOf("message.received", "A lead wrote.", received, {
    ...exampleData,
    message: { ...exampleMessage, ...inbound },
    scenario_id: null,
    ...{ taken_by_run_id: null, previous_at: sent, assigned_to: null },
  }),
  messageEvent(
    "message.sent",
    "A message was sent: the provider has accepted it. The actor is whoever created the message." +
      onDemand,
    {},
  ),
  messageEvent("message.delivered", `A message reached the lead's device.${onDemand}`, {
    status: "delivered",
    delivered_at: sent,
  }),
  messageEvent("message.read", `The lead read a message.${onDemand}`, {
    status: "read",
    delivered_at: sent,
    read_at: sent,
  }),
  messageEvent("message.failed", "A message was not sent or did not arrive: `error` says why.", {
    status: "failed",
    error,
  }),
  messageEvent(
    "message.unknown",
    "The provider's answer was lost: nobody knows whether the message was sent. A later report " +
      "may tell.",
    {
      status: "unknown",
      sent_at: null,
    },
  ),
  eventOf("message.edited", "A lead edited a message: `text` is the new text.", message, {
    ...exampleData,
    message: { ...exampleMessage, ...inbound, edited_at: "2026-11-20T10:16:02.000Z" },
    scenario_id: null,
  }),
  eventOf("message.deleted", "A message was deleted by its sender.", message, {
    ...exampleData,
    message: { ...exampleMessage, ...inbound, text: null },
    scenario_id: null,
  }),
] as const;
