import * as z from "zod";
import { cannedTypes } from "#domain/messaging";
import { platforms } from "#domain/platforms";
import { PageQuery } from "#http/page";
import { at, choice, query, reference, requiredText, text } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { contentInputs } from "../outbound/members/all";
import { checkMembers } from "../outbound/schema";
import { checkReply } from "./check";
import { cannedReplyExamples, shownExample } from "./examples";

/** The most canned replies of a workspace. */
export const MAX_CANNED_REPLIES = 500;

const MAX_SHORTCUT_CHARACTERS = 100;

/** No message is there to be quoted or reacted to. */
const { reply_to: _, reaction: __, ...ofMessages } = contentInputs;

/** The members, described where messages are. */
const members = Object.fromEntries(
  Object.entries(ofMessages).map(([name, schema]) => [
    name,
    schema.meta({ description: undefined }),
  ]),
) as typeof ofMessages;

const ofNone = z
  .null(validationMessages.notOfType("canned_reply"))
  .optional()
  .describe("It would name a message.");

export const CannedReplyInput = z
  .object({
    shortcut: requiredText(MAX_SHORTCUT_CHARACTERS).describe(
      "What you type to find it. Unique in the workspace, ignoring case and accents.",
    ),
    type: choice(cannedTypes).describe(
      "Defaults to `text`. It has the members that a message of the type has. With a " +
        "`platform`, one of the types that are sent there.",
    ),
    text: text(4096).describe(
      "With `{{placeholders}}` and short links, as the `text` of a message.",
    ),
    ...members,
    reply_to: ofNone,
    reaction: ofNone,
    platform: choice(platforms).describe("The platform that it is meant for. `null`: any."),
  })
  .superRefine(checkMembers, { when: () => true })
  .superRefine(checkReply)
  .meta({ id: "CannedReplyInput", examples: cannedReplyExamples });

export const CannedReply = z
  .object({
    id: z.int(),
    shortcut: z.string(),
    type: z.enum(cannedTypes),
    text: z.string().nullable().meta({
      description: "As you wrote it, with its placeholders. `null` where there is none.",
    }),
    ...members,
    platform: z.enum(platforms).nullable(),
    created_at: at,
    updated_at: at,
  })
  .meta({
    id: "CannedReply",
    description:
      "A message that people send again and again. It has those of a message's members that it " +
      "was given.",
    examples: [shownExample],
  });

export const CannedReplyQuery = PageQuery.extend({
  text: query
    .text(255)
    .describe("Part of the shortcut, or of a text in it, ignoring case and accents."),
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
