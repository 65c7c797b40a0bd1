import * as z from "zod";
import { platforms } from "#domain/platforms";
import { PageQuery } from "#http/page";
import { at, choice, query, reference, requiredText } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { isClosed } from "../outbound/variables";

/** The most canned replies of a workspace. */
export const MAX_CANNED_REPLIES = 500;

const MAX_SHORTCUT_CHARACTERS = 100;

export const CannedReplyInput = z
  .object({
    shortcut: requiredText(MAX_SHORTCUT_CHARACTERS).describe(
      "What you type to find it. Unique in the workspace, ignoring case and accents.",
    ),
    text: requiredText(4096)
      .refine(isClosed, validationMessages.format)
      .describe("With `{{placeholders}}` and short links, as the `text` of a message."),
    platform: choice(platforms).describe("The platform that it is meant for. `null`: any."),
  })
  .meta({
    id: "CannedReplyInput",
    examples: [
      {
        shortcut: "hours",
        text: "Hello {{first_name|there}}, we answer from 9 to 6.",
        platform: null,
      },
    ],
  });

export const CannedReply = z
  .object({
    id: z.int(),
    shortcut: z.string(),
    text: z.string().meta({ description: "As you wrote it, with its placeholders." }),
    platform: z.enum(platforms).nullable(),
    created_at: at,
    updated_at: at,
  })
  .meta({
    id: "CannedReply",
    description: "A text that people send again and again.",
    examples: [
      {
        id: 4,
        shortcut: "hours",
        text: "Hello {{first_name|there}}, we answer from 9 to 6.",
        platform: null,
        created_at: "2026-11-12T08:30:00.000Z",
        updated_at: "2026-11-12T08:30:00.000Z",
      },
    ],
  });

export const CannedReplyQuery = PageQuery.extend({
  text: query.text(255).describe("Part of the shortcut or the text, ignoring case and accents."),
  platform: query.choice(platforms).describe("Replies for this platform, or for any."),
});

export const CannedReplyPreviewInput = z
  .object({
    lead_id: reference().describe("The lead who would get it."),
    channel_id: reference()
      .nullish()
      .describe("The channel to send through. By default the one that a message would take."),
  })
  .meta({ id: "CannedReplyPreviewInput", examples: [{ lead_id: 1 }] });

export type CannedReplyInput = z.output<typeof CannedReplyInput>;
export type CannedReply = z.output<typeof CannedReply>;
export type CannedReplyQuery = z.output<typeof CannedReplyQuery>;
export type CannedReplyPreviewInput = z.output<typeof CannedReplyPreviewInput>;
