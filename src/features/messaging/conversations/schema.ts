import { z } from "zod";
import {
  directions,
  failureReasons,
  messageStatuses,
  messageTypes,
  platforms,
} from "../../../domain/messaging";
import { PageQuery } from "../../../http/page";
import { at, query } from "../../../lib/fields";
import { messages } from "../../../lib/validation-messages";

export const ConversationQuery = PageQuery.extend({
  lead_id: query.integer(1),
  channel_id: query.integer(1),
  platform: query.choice(platforms),
  last_inbound_from: query.timestamp().describe("The lead's last message at or after this."),
  last_inbound_to: query.timestamp().describe("The lead's last message at or before this."),
}).superRefine(({ last_inbound_from: from, last_inbound_to: to }, context) => {
  if (from !== undefined && to !== undefined && to < from)
    context.addIssue({
      code: "custom",
      path: ["last_inbound_to"],
      message: messages.notBefore("last_inbound_from"),
    });
});

export const Conversation = z
  .object({
    id: z.int(),
    lead_id: z.int(),
    channel_id: z.int().nullable().meta({
      description: "Null where no channel was there to talk by. Stays when the channel is deleted.",
    }),
    platform: z.enum(platforms),
    window: z.object({ is_open: z.boolean(), closes_at: at.nullable() }).meta({
      description:
        "For 24 hours from the lead's last message anything may be sent; after that templates only.",
    }),
    last_inbound_at: at.nullable(),
    last_outbound_at: at
      .nullable()
      .meta({ description: "When a message was last sent; those that failed don't count." }),
    messages_count: z.int().meta({
      description: "All messages of the conversation, in both directions, whatever became of them.",
    }),
    summary: z.string().nullable(),
    summary_generated_at: at.nullable(),
    created_at: at,
    updated_at: at,
  })
  .meta({
    id: "Conversation",
    description: "What is said with a lead by one channel.",
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

const MessageError = z
  .object({
    reason: z.enum(failureReasons).meta({
      description:
        "Before any provider was asked: `opted_out` (the lead, or another lead of the same WhatsApp number), `cancelled` (its run had been cancelled or removed by then), `window_closed` (more than 24 hours since the lead wrote: only a template goes through), `no_channel`, `channel_stopped`, `no_identity` (the platform's address of the lead is not known). By the provider: `undeliverable` (nobody there), `marketing_cap` (the platform's limit for this person; not before `retry_at`), `invalid_template`, `unavailable` (tried for too long), `rejected`; also `opted_out`, `window_closed` and `channel_stopped`.",
    }),
    code: z.int().nullable().meta({ description: "The provider's code." }),
    message: z.string(),
    retry_at: at.nullable().meta({ description: "Before this it is no use to send it again." }),
  })
  .meta({ id: "MessageError", description: "Why a message was not sent." });

export const Message = z
  .object({
    id: z.int(),
    conversation_id: z.int(),
    direction: z.enum(directions),
    type: z.enum(messageTypes),
    text: z.string().nullable().meta({
      description:
        "As the recipient sees it: the text, a file's caption, the title of what was tapped.",
    }),
    payload: z.record(z.string(), z.unknown()).meta({
      description:
        "What there is beside the text: `buttons`, `media`, `template` of what is sent; of what is received, what the platform tells.",
    }),
    status: z.enum(messageStatuses).meta({
      description:
        "`queued`, `sending`, `sent`, `delivered`, `read`, `failed` or, where the provider's answer was lost, `unknown`: such a message is never sent again, and settled by the provider's next report. `received` of inbound messages.",
    }),
    error: MessageError.nullable(),
    external_id: z.string().nullable().meta({ description: "The provider's id." }),
    run_id: z.int().nullable().meta({ description: "The run of a scenario that sent it." }),
    sent_at: at.nullable().meta({ description: "Of inbound messages, when the lead sent it." }),
    delivered_at: at.nullable(),
    read_at: at.nullable(),
    created_at: at,
  })
  .meta({
    id: "Message",
    description: "A message of a conversation.",
    examples: [
      {
        id: 5120,
        conversation_id: 7,
        direction: "outbound",
        type: "text",
        text: "Hello Élodie, the replay is here: https://go.example.com/webinar-june/3q2-7wEjR5sWkZ0h8n",
        payload: {},
        status: "delivered",
        error: null,
        external_id: "wamid.HBgLMzM2Mzk5ODAxNDIVAgARGBI",
        run_id: null,
        sent_at: "2026-11-20T10:15:30.123Z",
        delivered_at: "2026-11-20T10:15:31.000Z",
        read_at: null,
        created_at: "2026-11-20T10:15:29.870Z",
      },
    ],
  });

export type ConversationQuery = z.output<typeof ConversationQuery>;
export type Conversation = z.output<typeof Conversation>;
export type Message = z.output<typeof Message>;
