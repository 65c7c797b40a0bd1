import { boolean } from "#lib/fields";
import { defineMember } from "./member";

export const preview = defineMember({
  input: boolean()
    .nullish()
    .describe(
      "For the type `text`: `true` shows a preview of the first URL, on WhatsApp. Instagram " +
        "decides itself.",
    ),
  read: (isWanted): true | undefined => isWanted || undefined,
  rewrite: (value) => value,
});
