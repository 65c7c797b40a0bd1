import { reference } from "#lib/fields";
import { defineMember } from "./member";

export const replyTo = defineMember({
  input: reference()
    .nullish()
    .describe(
      "The message that this one quotes: of the same conversation, sent or received, and not " +
        "deleted. If it is gone when this one is sent, this one goes without the quote.",
    ),
  read: (id) => id,
  rewrite: (id) => id,
});
