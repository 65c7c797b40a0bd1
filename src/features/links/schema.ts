import * as z from "zod";
import { PageQuery } from "#http/page";
import { at, boolean, limited, query, reference, requiredText, text } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { sampleUrl } from "./destination";
import { PLACEHOLDER_NAMES } from "./placeholders";
import { isReserved, isSlug, slugKey } from "./slug";

/** First segments that the service took once links could have them: those keep their visits. */
const RESERVED_SINCE = ["in"];

/** True for a slug that a new link may have. */
export const isFree = (slug: string) =>
  !isReserved(slug) && !RESERVED_SINCE.includes(slugKey(slug));

const slug = limited(255)
  .refine((value) => value === "" || isSlug(value), validationMessages.format)
  .refine(isFree, validationMessages.selected)
  .meta({
    description:
      "ASCII letters, digits, hyphens and underscores. Unique in the whole service, ignoring " +
      "case.",
  });

const tag = (when: string) =>
  reference()
    .nullish()
    .describe(
      `A tag of the workspace that the lead gets once, when ${when}. A lead that already has ` +
        "100 tags gets it at the next such moment at which there is room.",
    );

const fields = {
  destination_url: requiredText(2048)
    .refine((value) => sampleUrl(value) !== null, validationMessages.url)
    .describe(
      "An absolute http or https URL without credentials. It can't be a short link itself. " +
        "`{{name}}` and `{{name|default}}` are replaced by the recipient's values: " +
        `${PLACEHOLDER_NAMES}. In the host only variables are allowed. A change of these values ` +
        "shows within 10 seconds. With them it has at most 16,384 characters, or is not followed.",
    ),
  label: text(255),
  is_active: boolean().optional().describe("Defaults to `true`. An inactive link answers 410."),
  tag_on_sent_id: tag("the link is sent"),
  tag_on_read_id: tag("its message is read"),
  tag_on_clicked_id: tag(
    "the recipient clicks, some seconds later. A suspected scanner's click doesn't count",
  ),
};

const example = {
  slug: "webinar-june",
  destination_url: "https://example.com/webinar?name={{first_name|friend}}",
  label: "June webinar",
};

export const ShortLinkInput = z
  .object({ slug: slug.transform((value) => value || null).nullish(), ...fields })
  .meta({
    id: "ShortLinkInput",
    description: "Without a `slug`, the link gets a random one of eight characters.",
    examples: [example],
  });

export const ShortLinkReplacement = z
  .object({ slug: slug.refine((value) => value !== "", validationMessages.required), ...fields })
  .meta({ id: "ShortLinkReplacement", examples: [example] });

export const ShortLink = z
  .object({
    id: z.int(),
    slug: z.string(),
    label: z.string().nullable(),
    destination_url: z.string(),
    template_variable_url: z.string().meta({
      description:
        "The public short URL to insert in messages. Clicks on it count in " +
        "`base_clicks_count`. To know who clicked, create link sends.",
    }),
    is_active: z.boolean(),
    clicks_count: z.int().meta({ description: "People's clicks on recipient links." }),
    base_clicks_count: z.int().meta({
      description: "People's clicks on the base URL, without previews, crawlers and prefetches.",
    }),
    tag_on_sent_id: z
      .int()
      .nullable()
      .meta({ description: "The tag that a lead gets when it is sent." }),
    tag_on_read_id: z.int().nullable().meta({ description: "When the message is read." }),
    tag_on_clicked_id: z.int().nullable().meta({ description: "When the lead clicks." }),
    created_at: at,
    updated_at: at,
  })
  .meta({
    id: "ShortLink",
    description: "A public short URL for messages, and what clicks on it do.",
    examples: [
      {
        id: 5,
        slug: "webinar-june",
        label: "June webinar",
        destination_url: "https://example.com/webinar?name={{first_name|friend}}",
        template_variable_url: "https://go.example.com/webinar-june",
        is_active: true,
        clicks_count: 41,
        base_clicks_count: 7,
        tag_on_sent_id: null,
        tag_on_read_id: null,
        tag_on_clicked_id: 3,
        created_at: "2026-11-12T08:30:00.000Z",
        updated_at: "2026-11-12T08:30:00.000Z",
      },
    ],
  });

export const ShortLinkQuery = PageQuery.extend({
  label: query.text(255).describe("Part of the label or of the slug, ignoring case and accents."),
});

export type ShortLinkInput = z.output<typeof ShortLinkInput>;
export type ShortLink = z.output<typeof ShortLink>;
