import * as z from "zod";
import { eventTypes } from "#domain/events";
import {
  type CauseRefusal,
  causeRefusalNames,
  type TriggerMismatch,
  triggerMismatchNames,
} from "#domain/trigger-mismatches";
import { type TriggerOutcome, triggerOutcomeNames, triggerTypes } from "#domain/triggers";
import { at } from "#lib/fields";
import { TriggerEvaluation } from "../evaluations/schema";
import { listed, sentenceOf } from "../sentences";

/** The most triggers that an explanation shows. */
export const MAX_TRIGGERS_SHOWN = 500;

export type Explained = TriggerOutcome | TriggerMismatch | CauseRefusal;
const explained = [...triggerOutcomeNames, ...triggerMismatchNames, ...causeRefusalNames] as [
  Explained,
  ...Explained[],
];

const ExplainedTime = z
  .object({
    date: z.string().nullable().meta({
      description:
        "The lead's date, as it is read: a day or a moment. `null` without one, and of others.",
    }),
    due_at: at.nullable().meta({
      description: "When it starts, or should have started, or would if it were on.",
    }),
    last: z
      .object({ outcome: z.enum(triggerOutcomeNames), message: z.string(), at })
      .nullable()
      .meta({
        id: "LastTime",
        description:
          "What became of the last time that came, of a `date` trigger, in the last 30 days.",
      }),
  })
  .meta({ id: "ExplainedTime" });

export type ExplainedTime = z.output<typeof ExplainedTime>;

const ExplainedTrigger = z
  .object({
    scenario_id: z.int(),
    scenario_name: z.string(),
    trigger_id: z.string(),
    type: z.enum(triggerTypes),
    fits: z.boolean().meta({
      description: "Whether it fits what has happened, also while it is off. Filters come later.",
    }),
    priority: z.int().nullable().meta({ description: "`null` if its settings are not valid." }),
    rank: z.int().nullable().meta({
      description: "Of equal priority, the higher rank comes first. `null` as for `priority`.",
    }),
    outcome: z.enum(explained).meta({ id: "ExplainedOutcome" }),
    message: z.string().meta({ description: "The outcome, for people." }),
    time: ExplainedTime.nullable().meta({
      description:
        "Of `happens` with the type `time`, and of a start that waits, such as one that " +
        "`max_per_hour` has put off: when it comes.",
    }),
  })
  .meta({ id: "ExplainedTrigger" });

export const StartExplanation = z
  .object({
    event_id: z.int().nullable().meta({ description: "`null` for what has not happened." }),
    event_type: z.enum(eventTypes).nullable(),
    message_id: z.int().nullable(),
    comment_id: z.int().nullable(),
    lead_id: z.int().nullable(),
    refusal: z
      .object({
        reason: z.enum(causeRefusalNames),
        message: z.string().meta({ description: "The reason, for people." }),
        run_id: z.int().nullable().meta({ description: "The run that has taken the message." }),
      })
      .nullable()
      .meta({
        id: "StartRefusal",
        description: `Why it starts nothing, whatever the triggers are:

${listed(causeRefusalNames)}`,
      }),
    is_pending: z.boolean().meta({
      description:
        "Whether it is still to be decided. Of times: whether one has come, or was not looked at " +
        "since its trigger was switched on or the lead changed.",
    }),
    outcome: z
      .enum(triggerOutcomeNames)
      .nullable()
      .meta({
        description:
          "What would become of it now. `null` if no trigger that is on fits, and while no time " +
          "has come.",
      }),
    handled_until: at.nullable().meta({
      description:
        "When triggers start something again after a person's message, if `handled_by_person` is " +
        "among the outcomes. `null` while somebody has the conversation assigned.",
    }),
    starts: z
      .array(z.object({ scenario_id: z.int(), trigger_id: z.string() }).meta({ id: "TriggerOf" }))
      .meta({ description: "What would start now." }),
    triggers: z.array(ExplainedTrigger).meta({
      description: `The workspace's triggers of the kind, ${MAX_TRIGGERS_SHOWN} at most:
those that fit in the order in which they are tried or come, then the others. Their outcomes are
those of evaluations, a refusal, or why a trigger does not fit or is not asked:

${listed(triggerMismatchNames)}`,
    }),
    has_more: z.boolean().meta({
      description: "Whether there are more triggers: all of them off, or of the type `recurring`.",
    }),
    evaluation: TriggerEvaluation.nullable().meta({
      description:
        "What has become of it, with the messages of the same two seconds. `null` for what has " +
        "not happened, has not been decided, or fitted no trigger, and once the same was " +
        "refused again.",
    }),
  })
  .meta({
    id: "StartExplanation",
    description: "What triggers make of something that has happened, or might, and why.",
    examples: [
      {
        event_id: 1_795_169_730_123_000,
        event_type: "message.received",
        message_id: 5119,
        comment_id: null,
        lead_id: 42,
        refusal: null,
        is_pending: false,
        outcome: null,
        handled_until: null,
        starts: [],
        triggers: [
          {
            scenario_id: 7,
            scenario_name: "Welcome",
            trigger_id: "guide",
            type: "keyword",
            fits: false,
            priority: 0,
            rank: 50,
            outcome: "words_differ",
            message: sentenceOf("words_differ"),
            time: null,
          },
        ],
        has_more: false,
        evaluation: null,
      },
    ],
  });

export type ExplainedTrigger = z.output<typeof ExplainedTrigger>;
export type StartExplanation = z.output<typeof StartExplanation>;
