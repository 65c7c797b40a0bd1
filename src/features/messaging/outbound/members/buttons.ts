import * as z from "zod";
import { messageBounds } from "#domain/messaging";
import { requiredText } from "#lib/fields";
import { codePoints } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";
import type { Faults } from "../faults";
import { withoutPlaceholders } from "../without-placeholders";
import { defineMember } from "./member";

const Button = z
  .object({
    id: withoutPlaceholders(256).describe(
      "You get it back when the button is tapped. Defaults to the button's index, from `0`.",
    ),
    title: requiredText(1024).describe(
      `At most ${messageBounds.title} characters after its \`{{placeholders}}\` are filled.`,
    ),
  })
  .meta({ id: "MessageButton" });

export const buttons = defineMember({
  input: z
    .array(Button)
    .min(1)
    .max(messageBounds.buttons)
    .nullish()
    .describe("For the type `buttons`."),
  read: (input) => input.map(({ id, title }, index) => ({ id: id ?? String(index), title })),
  rewrite: (value, change) =>
    value.map(({ id, title }, index) => ({
      id,
      title: change(title, { field: `buttons.${index}.title`, kind: "text" }),
    })),
  faults: (value) => {
    const faults: Faults = {};
    const ids = new Set<string>();
    for (const [index, { id, title }] of value.entries()) {
      if (codePoints(title) > messageBounds.title)
        faults[`buttons.${index}.title`] = validationMessages.atMostCharacters(messageBounds.title);
      if (ids.has(id)) faults[`buttons.${index}.id`] = validationMessages.duplicate;
      ids.add(id);
    }
    return faults;
  },
});
