import * as z from "zod";
import { PageQuery } from "#http/page";
import { at, query, reference, timestamp } from "#lib/fields";

export const LinkSendInput = z
  .object({ lead_id: reference().describe("The recipient, a lead of the workspace.") })
  .meta({ id: "LinkSendInput", examples: [{ lead_id: 1 }] });

export const LinkSendPatch = z
  .object({
    sent_at: timestamp().describe(
      "When it was sent. The lead gets the link's current `tag_on_sent_id`. Report it soon: it " +
        "helps to recognise scanners' clicks.",
    ),
    read_at: timestamp().describe(
      "When its message was read. The lead gets the link's current `tag_on_read_id`. This " +
        "doesn't set `sent_at`.",
    ),
  })
  .meta({
    id: "LinkSendPatch",
    description:
      "Only the members that you send change. `null` clears a time. Applied tags stay, and are " +
      "not applied again if you set the time again.",
    examples: [{ sent_at: "2026-11-20T10:15:30.123Z" }, { read_at: "2026-11-20T10:21:04.000Z" }],
  });

export const LinkSendQuery = PageQuery.extend({
  short_link_id: query.integer(1).describe("Link sends of this short link."),
  lead_id: query.integer(1).describe("Only what belongs to this lead."),
  scenario_id: query.integer(1).describe("Link sends by this scenario."),
  clicked: query.flag().describe("`1`: those that were clicked. `0`: those that were not."),
});

export const LinkSend = z
  .object({
    id: z.int(),
    short_link_id: z.int(),
    lead_id: z.int(),
    message_id: z.int().nullable().meta({
      description: "The message that it was sent in. `null` if you send it by your own means.",
    }),
    scenario_id: z.int().nullable().meta({ description: "The scenario that sent it." }),
    url: z
      .string()
      .nullable()
      .meta({
        description:
          "The recipient's own URL, to insert in the message. Whoever opens it clicks as the " +
          "recipient. `null` without `leads:read` if the link's destination has placeholders. " +
          "It follows the link's slug: the old URL answers 404 within 10 seconds of a change.",
      }),
    sent_at: at.nullable(),
    read_at: at.nullable(),
    first_clicked_at: at.nullable(),
    last_clicked_at: at.nullable(),
    clicks_count: z.int().meta({
      description:
        "People's clicks on `url`, including suspected scanners. They appear within 5 seconds.",
    }),
    created_at: at,
  })
  .meta({
    id: "LinkSend",
    description: "A recipient link: a short link with a URL of its own for one recipient.",
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
