import * as z from "zod";
import { messageBounds } from "#domain/messaging";
import { choice, requiredText, text } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { withoutPlaceholders } from "../without-placeholders";
import { LinkUrl, TITLE_WORDS } from "./links";
import { checkFile, Media } from "./media-input";

/** The kinds of files on cards. */
export const cardMedia = ["image", "video"] as const;

const Button = z
  .object({
    title: requiredText(1024).describe(TITLE_WORDS),
    url: LinkUrl.nullish(),
    id: withoutPlaceholders(256).describe(
      "Of a button without `url`: you get it back when it is tapped. Unique over all cards. " +
        "Defaults to `<card>.<button>`, from `0.0`.",
    ),
  })
  .refine(({ url, id }) => url == null || id == null, {
    error: validationMessages.notBeside("url"),
    path: ["id"],
  })
  .meta({ id: "MessageCardButton", description: "Opens a `url`, or is a reply." });

const Card = z
  .object({
    title: text(1024).describe("Required on Instagram: at most 80 characters."),
    text: text(1024).describe(
      "On WhatsApp, title and text together have at most 160 characters and three lines; on " +
        "Instagram the text has at most 80.",
    ),
    media: Media.omit({ filename: true })
      .extend({ type: choice(cardMedia).describe("Defaults to `image`.") })
      .superRefine(checkFile, { when: () => true })
      .meta({ id: "MessageCardMedia" })
      .nullish()
      .describe("Required on WhatsApp. On Instagram a picture."),
    buttons: z.array(Button).min(1).max(3),
  })
  .meta({ id: "MessageCard" });

export const Cards = z
  .array(Card)
  .min(messageBounds.cards.least)
  .max(messageBounds.cards.most)
  .nullish()
  .describe(
    "For the type `cards`. On WhatsApp below a `text`, and all alike: with a picture or a video, " +
      "and with one URL or as many replies, one or two. On Instagram without a `text`; each has " +
      "one to three buttons of both kinds, and the first URL also opens where the card is tapped.",
  );

export type CardInput = NonNullable<z.output<typeof Cards>>[number];
