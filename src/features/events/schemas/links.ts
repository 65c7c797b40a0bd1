import * as z from "zod";
import { devices } from "#domain/links";
import { at } from "#lib/fields";
import { eventOf } from "./event";
import { exampleLead, lead } from "./leads";

const linkSend = lead
  .extend({
    link_send_id: z.int(),
    short_link_id: z.int(),
    short_link: z
      .object({ id: z.int(), slug: z.string(), label: z.string().nullable() })
      .meta({ id: "ShortLinkReference", description: "The short link as it is now." })
      .nullable()
      .meta({ description: "`null` if it has been deleted since." }),
    message_id: z.int().nullable().meta({ description: "The message that it was sent in." }),
    scenario_id: z.int().nullable().meta({ description: "The scenario that sent it." }),
  })
  .meta({ id: "LinkEventData" });

const exampleLinkSend = {
  ...exampleLead,
  link_send_id: 311,
  short_link_id: 5,
  short_link: { id: 5, slug: "webinar-june", label: "Webinar" },
  message_id: 5120,
  scenario_id: 2,
};

const click = z
  .object({ id: z.int(), clicked_at: at, country: z.string().nullable(), device: z.enum(devices) })
  .meta({ id: "ClickReference", description: "The click. `country` has two letters." })
  .nullable()
  .meta({ description: "`null` if it has been deleted since." });

export const linkEvents = [
  eventOf("link.sent", "A short link was sent to a lead.", linkSend, exampleLinkSend),
  eventOf(
    "link.clicked",
    "A person opened a recipient link. You get the event some seconds after the click, once it " +
      "is judged not to be a scanner's.",
    linkSend.extend({ click }),
    {
      ...exampleLinkSend,
      click: { id: 88, clicked_at: "2026-11-20T10:15:22.480Z", country: "FR", device: "mobile" },
    },
  ),
] as const;
