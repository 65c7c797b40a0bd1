import * as z from "zod";
import { platforms } from "../../../domain/messaging";
import { PageQuery } from "../../../http/page";
import { at, query } from "../../../lib/fields";
import { validationMessages } from "../../../lib/validation-messages";

export const ConversationQuery = PageQuery.extend({
  lead_id: query.integer(1).describe("Only what belongs to this lead."),
  channel_id: query.integer(1).describe("Conversations on this channel."),
  platform: query.choice(platforms).describe("Conversations on this platform."),
  last_inbound_from: query.timestamp().describe("The lead's last message at or after this."),
  last_inbound_to: query.timestamp().describe("The lead's last message at or before this."),
}).superRefine(({ last_inbound_from: from, last_inbound_to: to }, context) => {
  if (from !== undefined && to !== undefined && to < from)
    context.addIssue({
      code: "custom",
      path: ["last_inbound_to"],
      message: validationMessages.notBefore("last_inbound_from"),
    });
});

export const Conversation = z
  .object({
    id: z.int(),
    lead_id: z.int(),
    channel_id: z.int().nullable().meta({
      description:
        "`null` if there was no channel to send through. It stays when the channel is deleted.",
    }),
    platform: z.enum(platforms),
    window: z.object({ is_open: z.boolean(), closes_at: at.nullable() }).meta({
      description:
        "For 24 hours from the lead's last message you can send anything, after that only " +
        "templates.",
    }),
    last_inbound_at: at.nullable(),
    last_outbound_at: at
      .nullable()
      .meta({ description: "When a message was last sent. Failed messages don't count." }),
    messages_count: z.int().meta({
      description: "All messages in both directions, whatever became of them.",
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
        channel_id: 1,
        platform: "whatsapp",
        window: { is_open: true, closes_at: "2026-11-21T08:55:00.000Z" },
        last_inbound_at: "2026-11-20T08:55:00.000Z",
        last_outbound_at: "2026-11-20T08:50:00.000Z",
        messages_count: 12,
        summary: null,
        summary_generated_at: null,
        created_at: "2026-11-12T08:30:00.000Z",
        updated_at: "2026-11-20T08:55:00.000Z",
      },
    ],
  });

export type ConversationQuery = z.output<typeof ConversationQuery>;
export type Conversation = z.output<typeof Conversation>;
