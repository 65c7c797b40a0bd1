import { z } from "zod";
import { PageQuery } from "../../../http/page";
import { at, query, reference, timestamp } from "../../../lib/fields";

export const LinkSendInput = z
  .object({ lead_id: reference().describe("The recipient, a lead of the workspace.") })
  .meta({ id: "LinkSendInput", examples: [{ lead_id: 1 }] });

export const LinkSendPatch = z
  .object({
    sent_at: timestamp().describe(
      "When it was sent. The `tag_on_sent_id` that the link has now is applied to the lead. " +
        "Scanners' clicks are told by it, so say it soon.",
    ),
    read_at: timestamp().describe(
      "When its message was read. The `tag_on_read_id` that the link has now is applied to the " +
        "lead. Does not set `sent_at`.",
    ),
  })
  .meta({
    id: "LinkSendPatch",
    description:
      "Absent members stay as they are; `null` clears. Tags that were applied stay, and are " +
      "not applied again when the moment is set again.",
    examples: [{ sent_at: "2026-11-20T10:15:30.123Z" }, { read_at: "2026-11-20T10:21:04.000Z" }],
  });

export const LinkSendQuery = PageQuery.extend({
  short_link_id: query.integer(1).describe("Link sends of this short link."),
  lead_id: query.integer(1).describe("Those of this lead."),
  scenario_id: query.integer(1).describe("Link sends by this scenario."),
  clicked: query.flag().describe("`1`: those that were clicked; `0`: those that were not."),
});

export const LinkSend = z
  .object({
    id: z.int(),
    short_link_id: z.int(),
    lead_id: z.int(),
    message_id: z.int().nullable().meta({
      description:
        "The message that it was sent in; null where the client sends it by its own means.",
    }),
    scenario_id: z.int().nullable().meta({ description: "The scenario that sent it." }),
    url: z.string().meta({
      description:
        "The recipient's own URL, to insert in the message: whoever has it clicks as the " +
        "recipient. It follows the link's slug: under the old slug it is 404 within 10 seconds " +
        "of a change.",
    }),
    sent_at: at.nullable(),
    read_at: at.nullable(),
    first_clicked_at: at.nullable(),
    last_clicked_at: at.nullable(),
    clicks_count: z.int().meta({
      description:
        "Clicks of people on `url`, suspected scanners included. Appear within 5 seconds.",
    }),
    created_at: at,
  })
  .meta({
    id: "LinkSend",
    description: "A short link as one recipient gets it, with a URL of its own.",
    examples: [
      {
        id: 311,
        short_link_id: 5,
        lead_id: 42,
        message_id: null,
        scenario_id: null,
        url: "https://go.example.com/webinar-june/3q2-7wEjR5sWkZ0h8n",
        sent_at: "2026-11-20T10:15:30.123Z",
        read_at: null,
        first_clicked_at: "2026-11-20T10:22:11.480Z",
        last_clicked_at: "2026-11-20T10:22:11.480Z",
        clicks_count: 1,
        created_at: "2026-11-20T10:15:29.870Z",
      },
    ],
  });

export type LinkSendInput = z.output<typeof LinkSendInput>;
export type LinkSendPatch = z.output<typeof LinkSendPatch>;
export type LinkSendQuery = z.output<typeof LinkSendQuery>;
export type LinkSend = z.output<typeof LinkSend>;
