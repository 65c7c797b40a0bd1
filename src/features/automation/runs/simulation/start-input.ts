import * as z from "zod";
import { type Source, sources, stages } from "#domain/leads";
import { type ReceivedType, startingTypes } from "#domain/messaging";
import { boolean, choice, map, reference, requiredChoice, requiredText, text } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { SimulatedBooking } from "./booking-input";

/** The kinds of causes, and the members that each of them needs. */
const causes = {
  message: [],
  comment: [],
  tag_added: ["tag_id"],
  stage_changed: ["to"],
  lead_created: [],
  click: ["short_link_id"],
  booking: ["booking"],
  event: ["name"],
} as const;
export const causeTypes = Object.keys(causes) as [keyof typeof causes, ...(keyof typeof causes)[]];

/** The members of a cause beside its type. */
const members = {
  text: text(4096).describe("Of a message or a comment: what the lead writes."),
  tapped: text(256).describe("Of a message: the `id` of the button that the lead taps."),
  message_type: choice(startingTypes).describe(
    "Of a message. Defaults to `text`, and to `interactive` with `tapped`.",
  ),
  ref: text(255).describe("Of a message: the `ref` of the link by which the lead comes."),
  ad_id: text(255).describe("Of a message or a comment: the ad by which the lead comes."),
  story_id: text(255).describe("Of a message: the story that it answers, on Instagram."),
  media_id: text(255).describe(
    "Of a comment: the post, by the platform's id. Default: one that no trigger names.",
  ),
  parent_id: text(255).describe("Of a comment: the one to which it replies."),
  is_live: boolean().nullish().describe("Of a comment: whether it was written in a broadcast."),
  tag_id: reference().nullish().describe("For `tag_added`."),
  from: choice(stages).describe("For `stage_changed`. Defaults to the lead's stage."),
  to: choice(stages).describe("For `stage_changed`."),
  source: choice(sources).describe("For `lead_created`. Defaults to the lead's source."),
  short_link_id: reference().nullish().describe("For `click`."),
  booking: SimulatedBooking.nullish().describe("For `booking`."),
  name: text(64).describe("For `event`."),
  data: map("For `event`: what was reported with it.").nullish(),
};

/** A refinement: a cause has the members that its type needs. */
function hasMembers(cause: unknown, context: z.RefinementCtx) {
  const { type, ...given } = Object(cause);
  const needed = new Map<unknown, readonly string[]>(Object.entries(causes)).get(type) ?? [];
  for (const name of needed)
    if (given[name] == null)
      context.addIssue({ code: "custom", path: [name], message: validationMessages.required });
}

const FACTS =
  "`message`: the lead writes. `comment`: the lead comments on a post. All others are facts.";

export const SimulatedCause = z
  .object({ type: requiredChoice(causeTypes).describe(FACTS), ...members })
  .superRefine(hasMembers, { when: () => true })
  .meta({ id: "SimulatedCause", examples: [{ type: "message", text: "GUIDE" }] });

export const possibleTypes = [...causeTypes, "time"] as const;

/** A cause, or the times that come. */
export const PossibleCause = z
  .object({
    type: requiredChoice(possibleTypes).describe(
      "`message`: the lead writes. `comment`: the lead comments on a post. `time`: times come, " +
        "dates of the lead among them. All others are facts.",
    ),
    ...members,
  })
  .superRefine(hasMembers, { when: () => true })
  .meta({
    id: "PossibleCause",
    examples: [{ type: "message", text: "GUIDE" }, { type: "time" }],
  });

export type SimulatedCause = z.output<typeof SimulatedCause> & {
  message_type?: ReceivedType | null | undefined;
  source?: Source | null | undefined;
};

/** The members that say how a simulated run starts, where nobody enrols its lead. */
export const start = {
  started_by: SimulatedCause.nullish().describe(
    "What happens, to which the scenario's triggers may react: the best one that fits starts the " +
      "run. The lead is taken for one who has never been started, has no run, and is not handled " +
      "by a person. Triggers of other scenarios are not asked.",
  ),
  trigger_id: requiredText(64)
    .nullish()
    .describe(
      "Or the trigger that starts the run, whatever it reacts to, such as a `date`, unless the " +
        "lead has opted out, or does not pass the `filter` of a trigger that reacts to a time. " +
        "Without both, the lead is enrolled.",
    ),
};

/** A refinement: a run has one start. */
export const oneStart = (input: unknown, context: z.RefinementCtx) => {
  const { started_by: cause, trigger_id: trigger } = Object(input);
  if (cause != null && trigger != null)
    context.addIssue({
      code: "custom",
      path: ["trigger_id"],
      message: validationMessages.notBeside("started_by"),
    });
};
