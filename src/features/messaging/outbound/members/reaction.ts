import * as z from "zod";
import type { Platform } from "#domain/platforms";
import { isEmoji, reactionName, reactionsOn } from "#domain/reactions";
import { reference, text } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import type { Faults } from "../faults";
import { defineMember } from "./member";

type Reaction = { message_id: number; emoji: string | null };

function reactionFaults({ emoji }: Reaction, platform: Platform): Faults {
  const allowed = reactionsOn(platform);
  if (emoji === null || !allowed || reactionName(platform, emoji)) return {};
  return { "reaction.emoji": validationMessages.selectedOf(allowed) };
}

export const reaction = defineMember({
  input: z
    .object({
      message_id: reference().describe(
        "A message of the lead in the conversation, at most 30 days old.",
      ),
      emoji: text(32)
        .refine((emoji) => emoji == null || isEmoji(emoji), validationMessages.format)
        .describe("One emoji, on Instagram only ❤️. `null` takes the reaction back."),
    })
    .meta({ id: "MessageReaction" })
    .nullish()
    .describe("For the type `reaction`."),
  read: ({ message_id, emoji }): Reaction => ({ message_id, emoji: emoji ?? null }),
  rewrite: (value) => value,
  faults: reactionFaults,
});
