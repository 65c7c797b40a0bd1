import { z } from "zod";
import type { EventType } from "../../domain/events";
import { stages } from "../../domain/leads";
import { devices } from "../../domain/links";
import { at } from "../../lib/fields";
import { Conversation, Message } from "../messaging/conversations/schema";

// What events are about, as it is when they are read or sent, and how an event is described.

const LeadReference = z
  .object({
    id: z.int(),
    ext_id: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    username: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    pipeline_stage: z.enum(stages).nullable(),
    is_optout: z.boolean(),
  })
  .meta({ id: "LeadReference", description: "The lead as it is now." });

/** Of every event that is a lead's. */
export const lead = {
  lead_id: z.int(),
  lead: LeadReference.nullable().meta({ description: "Null when it was deleted since." }),
};

export const exampleLead = {
  lead_id: 42,
  lead: {
    id: 42,
    ext_id: "crm-1042",
    first_name: "Élodie",
    last_name: "Martin",
    username: "elo.martin",
    email: "elodie.martin@example.com",
    phone: "+33639980142",
    pipeline_stage: "engaged",
    is_optout: false,
  },
};

/** How much of a text an event tells at most. */
export const MAX_TEXT_CHARACTERS = 4096;

export const toldText = z.string().nullable().meta({
  description:
    "At most its first 4,096 characters; fewer where the event would not stay under 20,000 bytes.",
});

const { shape } = Message;

const MessageReference = z
  .object({
    id: shape.id,
    conversation_id: shape.conversation_id,
    channel_id: z.int().nullable(),
    platform: Conversation.shape.platform,
    direction: shape.direction,
    type: shape.type,
    text: toldText,
    status: shape.status,
    error: shape.error,
    run_id: shape.run_id,
    external_id: shape.external_id,
    sent_at: shape.sent_at,
    delivered_at: shape.delivered_at,
    read_at: shape.read_at,
  })
  .meta({ id: "MessageReference", description: "The message as it is now, without its payload." });

const scenarioId = z.int().nullable();
const messageId = z.int().nullable();

export const message = {
  ...lead,
  message_id: z.int(),
  message: MessageReference.nullable().meta({ description: "Null when it was deleted since." }),
  scenario_id: scenarioId.meta({ description: "The scenario that sent it." }),
};

export const exampleMessage = {
  ...exampleLead,
  message_id: 5120,
  message: {
    id: 5120,
    conversation_id: 7,
    channel_id: 1,
    platform: "whatsapp",
    direction: "outbound",
    type: "text",
    text: "Hello Élodie, shall we talk tomorrow?",
    status: "sent",
    error: null,
    run_id: 16,
    external_id: "wamid.HBgLMzM2Mzk5ODAxNDIVAgARGBI",
    sent_at: "2026-11-20T10:15:30.123Z",
    delivered_at: null,
    read_at: null,
  },
  scenario_id: 2,
};

export const linkSend = {
  ...lead,
  link_send_id: z.int(),
  short_link_id: z.int(),
  short_link: z
    .object({ id: z.int(), slug: z.string(), label: z.string().nullable() })
    .nullable()
    .meta({ description: "Null when it was deleted since." }),
  message_id: messageId.meta({ description: "The message that it was sent in." }),
  scenario_id: scenarioId.meta({ description: "The scenario that sent it." }),
};

export const exampleLinkSend = {
  ...exampleLead,
  link_send_id: 311,
  short_link_id: 5,
  short_link: { id: 5, slug: "webinar-june", label: "Webinar" },
  message_id: 5120,
  scenario_id: 2,
};

export const click = z
  .object({ id: z.int(), clicked_at: at, country: z.string().nullable(), device: z.enum(devices) })
  .nullable()
  .meta({ description: "Null when it was deleted since. `country` is of two letters." });

export const run = { ...lead, run_id: z.int(), scenario_id: z.int() };

export const exampleRun = { ...exampleLead, run_id: 16, scenario_id: 2 };

const component = (type: EventType) =>
  `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** The schema of a type of event: what it says, its data, and an example of them. */
export const eventOf = <const Type extends EventType, Data extends z.ZodRawShape>(
  type: Type,
  description: string,
  data: Data,
  example: object,
) =>
  z
    .object({
      id: z.int().meta({ description: "Ids grow in the order in which events are written." }),
      type: z.literal(type),
      timestamp: at.meta({ description: "When it happened." }),
      data: z.object(data),
    })
    .meta({
      id: component(type),
      description,
      examples: [
        { id: 1795169730123000, type, timestamp: "2026-11-20T10:15:30.123Z", data: example },
      ],
    });
