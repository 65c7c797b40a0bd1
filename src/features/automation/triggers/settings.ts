import * as z from "zod";
import { clauses } from "#features/automation/scenarios/clauses";
import { exactlyOne } from "#lib/exactly-one";
import { boolean, idList, integer } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";

// The settings that several types of triggers have.

type AnyAgain = "always" | "never" | { after_days: number };
export type Again = AnyAgain | "once_per_post";

const AGAIN = "When the same lead may start again by this trigger.";

const alwaysOrNever = z.enum(["always", "never"]).meta({ id: "TriggerAgainWord" });
const afterDays = z.object({ after_days: integer(1).max(365) }).meta({ id: "TriggerAgainAfter" });

const ONE_OF_THESE = validationMessages.selectedOf(["always", "never", '{"after_days": 1}']);

/** `fallback`: what holds where nothing is set. */
export const again = (fallback: AnyAgain) =>
  z.union([alwaysOrNever, afterDays], { error: ONE_OF_THESE }).default(fallback).describe(AGAIN);

const byComment = z
  .enum(["once_per_post", ...alwaysOrNever.options])
  .meta({ id: "CommentTriggerAgainWord" });

/** When the same lead may start again by a comment. */
export const againByComment = z
  .union([byComment, afterDays], {
    error: validationMessages.selectedOf([...byComment.options, '{"after_days": 1}']),
  })
  .default("once_per_post")
  .describe(`${AGAIN} \`once_per_post\`: once by comments under each post.`);

const filter = z
  .object({
    all: clauses("Every one must hold."),
    any: clauses("One must hold."),
  })
  .superRefine(exactlyOne(["all", "any"]))
  .meta({
    id: "TriggerFilter",
    description: "The clauses that the lead must pass when the cause is decided.",
  })
  .nullish();

export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, validationMessages.format);

/** The settings of every trigger. */
export const common = (fallback: AnyAgain) => ({
  priority: z
    .int()
    .min(-100)
    .max(100)
    .default(0)
    .describe("Of several triggers that fit, the one with the higher priority comes first."),
  again: again(fallback),
  filter,
});

/** The settings of triggers that react to what a lead writes. */
export const ofSpeech = (fallback: AnyAgain) => ({
  ...common(fallback),
  channel_ids: idList(20).min(1).nullish().describe("The channels that count. Default: all."),
  while_handled: boolean()
    .default(false)
    .describe("Whether it starts although a person handles the conversation."),
});

/** The settings of triggers that react to a fact. */
export const ofFact = (fallback: AnyAgain) => ({
  ...common(fallback),
  max_per_hour: integer(1)
    .max(100_000)
    .default(1_000)
    .describe("The most starts in an hour. Further ones wait for the next hour with room."),
});

export type CommonData = {
  priority: number;
  again: Again;
  filter?: z.output<typeof filter>;
  channel_ids?: number[] | null | undefined;
  while_handled?: boolean;
  max_per_hour?: number;
  patterns?: string[] | null | undefined;
};
