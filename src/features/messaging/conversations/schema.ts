import * as z from "zod";
import {
  conversationOrders,
  conversationStates,
  lastDirections,
  messageStatuses,
  messageTypeNames,
} from "#domain/messaging";
import { platforms } from "#domain/platforms";
import { Assignee } from "#features/access/assignees/schema";
import { movingCursor, PageQuery } from "#http/page";
import { at, choice, query, reference, timestamp } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";

export const EXCERPT_CHARACTERS = 200;

export const ConversationQuery = PageQuery.extend({
  cursor: movingCursor,
  order: query
    .choice(conversationOrders)
    .describe("`created`, the default, or `activity`: the latest message first."),
  search: query
    .text(255)
    .describe("Conversations with leads that have every word, as `search` of the list of leads."),
  lead_id: query.integer(1).describe("Only what belongs to this lead."),
  channel_id: query.integer(1).describe("Conversations on this channel."),
  platform: query.choice(platforms).describe("Conversations on this platform."),
  state: query.choice(conversationStates).describe("Conversations in this state."),
  assignee_id: query.integer(1).describe("Conversations that this assignee works on."),
  is_assigned: query.flag().describe("`1`: somebody works on it. `0`: nobody does."),
  is_unread: query.flag().describe("`1`: the lead has written since it was last read."),
  is_window_open: query.flag().describe("`1`: you can send anything. `0`: only templates."),
  last_message_direction: query
    .choice(lastDirections)
    .describe("`inbound`: the lead has had the last word."),
  tag_ids: query.ids().describe("Conversations with leads that have any of these tags."),
  last_inbound_from: query.since().describe("The lead's last message since this time or UTC day."),
  last_inbound_to: query
    .until()
    .describe("The lead's last message until this time or UTC day, included."),
}).superRefine(({ order, cursor, last_inbound_from: from, last_inbound_to: to }, context) => {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (from !== undefined && to !== undefined && to < from)
    refuse("last_inbound_to", validationMessages.notBefore("last_inbound_from"));
  if (cursor && (order === "activity") !== (cursor.seen !== undefined))
    refuse("cursor", validationMessages.format);
});

export const ConversationInput = z
  .object({
    assignee_id: reference()
      .nullish()
      .describe("One of `GET /v1/assignees`. `null`: nobody works on it."),
    state: choice(conversationStates).describe(
      "A message of the lead opens the conversation again, whatever its state.",
    ),
    snoozed_until: timestamp().describe(
      "Needed by `snoozed`: when the conversation is open again by itself.",
    ),
  })
  .superRefine(({ state, snoozed_until: until }, context) => {
    const refuse = (message: string) =>
      context.addIssue({ code: "custom", path: ["snoozed_until"], message });
    if (state === "snoozed" && until == null) refuse(validationMessages.required);
    if (state !== "snoozed" && until != null)
      refuse(validationMessages.onlyWith("state", "snoozed"));
    if (state === "snoozed" && until != null && until <= Date.now())
      refuse(validationMessages.future);
  })
  .meta({
    id: "ConversationInput",
    examples: [{ assignee_id: 4 }, { state: "closed" }],
  });

const LastMessage = z
  .object({
    id: z.int(),
    direction: z.enum(lastDirections),
    type: z.enum(messageTypeNames),
    text: z.string().nullable().meta({ description: "At most the first 200 characters." }),
    status: z.enum(messageStatuses),
    at: at.meta({ description: "When it was sent or, until then, stored." }),
  })
  .meta({ id: "LastMessage", description: "The last message of a conversation that is no note." });

const LeadOfConversation = z
  .object({
    id: z.int(),
    ext_id: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    username: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    image: z.string().nullable(),
    is_optout: z.boolean(),
    is_marketing_optout: z.boolean(),
  })
  .meta({ id: "LeadOfConversation" });

export const Conversation = z
  .object({
    id: z.int(),
    lead_id: z.int(),
    lead: LeadOfConversation.nullable().meta({
      description: "`null` without `leads:read`.",
    }),
    channel_id: z.int().nullable().meta({
      description:
        "`null` if there was no channel to send through. It stays when the channel is deleted.",
    }),
    platform: z.enum(platforms),
    state: z.enum(conversationStates).meta({
      description: "A snoozed conversation is `open` again within a minute of `snoozed_until`.",
    }),
    snoozed_until: at.nullable(),
    assignee: Assignee.nullable().meta({
      description: "Who works on it. It stays when the token is revoked.",
    }),
    unread_count: z.int().meta({
      description: "The lead's messages since it was last read, reactions apart.",
    }),
    last_message: LastMessage.nullable(),
    window: z.object({ is_open: z.boolean(), closes_at: at.nullable() }).meta({
      description:
        "For 24 hours from the lead's last message you can send anything, after that only " +
        "templates.",
    }),
    last_inbound_at: at.nullable(),
    last_outbound_at: at
      .nullable()
      .meta({ description: "When a message was last sent. Failed messages don't count." }),
    last_person_at: at.nullable().meta({
      description:
        'When a person last wrote (`as: "person"`). A message that was refused at once doesn\'t ' +
        "count. Triggers wait after it for the `triggers_wait_hours` of the settings.",
    }),
    messages_count: z.int().meta({
      description: "All messages in both directions, whatever became of them. Notes don't count.",
    }),
    summary: z.string().nullable(),
    summary_generated_at: at.nullable(),
    created_at: at,
    updated_at: at,
  })
  .meta({
    id: "Conversation",
    description: "The messages between a lead and one channel.",
    examples: [
      {
        id: 7,
        lead_id: 42,
        lead: {
          id: 42,
          ext_id: "crm-1042",
          first_name: "Élodie",
          last_name: "Martin",
          username: null,
          phone: "+33612345678",
          email: "elodie@example.com",
          image: null,
          is_optout: false,
          is_marketing_optout: false,
        },
        channel_id: 1,
        platform: "whatsapp",
        state: "open",
        snoozed_until: null,
        assignee: { id: 4, name: "Camille" },
        unread_count: 1,
        last_message: {
          id: 5121,
          direction: "inbound",
          type: "text",
          text: "Tomorrow is fine.",
          status: "received",
          at: "2026-11-20T08:55:00.000Z",
        },
        window: { is_open: true, closes_at: "2026-11-21T08:55:00.000Z" },
        last_inbound_at: "2026-11-20T08:55:00.000Z",
        last_outbound_at: "2026-11-20T08:50:00.000Z",
        last_person_at: "2026-11-20T08:49:59.000Z",
        messages_count: 12,
        summary: null,
        summary_generated_at: null,
        created_at: "2026-11-12T08:30:00.000Z",
        updated_at: "2026-11-20T08:55:00.000Z",
      },
    ],
  });

export type ConversationQuery = z.output<typeof ConversationQuery>;
export type ConversationInput = z.output<typeof ConversationInput>;
export type Conversation = z.output<typeof Conversation>;
