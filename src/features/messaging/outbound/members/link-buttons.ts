import * as z from "zod";
import { messageBounds } from "#domain/messaging";
import { platformTraits } from "#domain/platforms";
import { requiredText } from "#lib/fields";
import { codePoints } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";
import type { Faults } from "../faults";
import { LinkUrl, TITLE_WORDS } from "./links";
import { defineMember } from "./member";

const LinkButton = z
  .object({
    title: requiredText(1024).describe(TITLE_WORDS),
    url: LinkUrl,
  })
  .meta({ id: "MessageLinkButton" });

export const linkButtons = defineMember({
  input: z
    .array(LinkButton)
    .min(1)
    .max(3)
    .nullish()
    .describe("For the type `link_button`. One on WhatsApp, up to three on Instagram."),
  read: (input) => input.map(({ title, url }) => ({ title, url })),
  rewrite: (value, change) =>
    value.map(({ title, url }, index) => ({
      title: change(title, { field: `link_buttons.${index}.title`, kind: "text" }),
      url: change(url, { field: `link_buttons.${index}.url`, kind: "link" }),
    })),
  faults: (value, platform, { text, hasMedia, type }) => {
    const faults: Faults = {};
    const limits = platformTraits[platform].linkButtons;
    if (value.length > limits.most)
      faults.link_buttons = validationMessages.atMostItems(limits.most);
    if (text !== null && codePoints(text) > limits.text)
      faults.text = validationMessages.atMostCharacters(limits.text);
    if (hasMedia && !limits.hasMedia) faults.media = validationMessages.notOfType(type);
    for (const [index, { title }] of value.entries())
      if (codePoints(title) > messageBounds.title)
        faults[`link_buttons.${index}.title`] = validationMessages.atMostCharacters(
          messageBounds.title,
        );
    return faults;
  },
});
