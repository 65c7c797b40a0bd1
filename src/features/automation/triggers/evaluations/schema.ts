import * as z from "zod";
import { eventTypes } from "#domain/events";
import { lanes, triggerOutcomeNames } from "#domain/triggers";
import { PageQuery } from "#http/page";
import { at, query } from "#lib/fields";
import { createdRange, rangesInOrder } from "#lib/time-ranges";
import { listed, sentenceOf } from "../sentences";

export const EvaluationQuery = PageQuery.extend({
  lead_id: query.integer(1).describe("Only what belongs to this lead."),
  scenario_id: query.integer(1).describe("Evaluations in which a trigger of this scenario is."),
  trigger_id: query.text(64).describe("Evaluations in which a trigger of this `id` is."),
  outcome: query
    .choice(triggerOutcomeNames)
    .describe("The outcome of the whole; with `trigger_id`, that of such a trigger."),
  ...createdRange,
}).superRefine(rangesInOrder("created"), { when: () => true });

const outcome = z.enum(triggerOutcomeNames);

export const message = z.string().meta({ description: "The outcome, for people." });

const EvaluatedTrigger = z
  .object({ scenario_id: z.int(), trigger_id: z.string(), outcome, message })
  .meta({ id: "EvaluatedTrigger" });

export const TriggerEvaluation = z
  .object({
    id: z.int(),
    lead_id: z.int().nullable().meta({
      description: "`null` of a commenter who was no lead, and became none.",
    }),
    lane: z.enum(lanes).meta({
      description:
        "`speech`: a message or a comment, which starts one run at most. `facts`: all else, " +
        "which starts each scenario that fits.",
    }),
    event_id: z
      .int()
      .nullable()
      .meta({ description: "The event that was the cause. `null` where a time was." }),
    event_type: z.enum(eventTypes).nullable().meta({
      description: "`null` where a time was the cause, and once the event is gone.",
    }),
    last_event_id: z.int().nullable().meta({
      description: "The last of the events, where several messages within two seconds were one.",
    }),
    message_id: z.int().nullable().meta({
      description: "The message that fitted, or the first one if none did.",
    }),
    comment_id: z.int().nullable(),
    outcome: outcome.meta({
      description: `The outcome of the whole, that of a start or of what came nearest to one:

${listed(triggerOutcomeNames)}`,
    }),
    message,
    candidates: z.array(EvaluatedTrigger).meta({
      description:
        "The triggers that fitted, in the order in which they were tried: those that start, and " +
        "the first of the others, 20 at most.",
    }),
    run_ids: z.array(z.int()).meta({ description: "The runs that were started." }),
    times: z.int().meta({
      description:
        "How often the same was refused to the lead on that day. The events are the last ones.",
    }),
    created_at: at,
    updated_at: at,
  })
  .meta({
    id: "TriggerEvaluation",
    description:
      "What became of an event that fitted a trigger, or several. Kept for 30 days. What fits no " +
      "trigger has none.",
    examples: [
      {
        id: 1_795_169_730_125_000,
        lead_id: 42,
        lane: "speech",
        event_id: 1_795_169_730_123_000,
        event_type: "message.received",
        last_event_id: 1_795_169_730_123_000,
        message_id: 5119,
        comment_id: null,
        outcome: "started",
        message: sentenceOf("started"),
        candidates: [
          {
            scenario_id: 7,
            trigger_id: "guide",
            outcome: "started",
            message: sentenceOf("started"),
          },
          {
            scenario_id: 9,
            trigger_id: "catch_all",
            outcome: "outranked",
            message: sentenceOf("outranked"),
          },
        ],
        run_ids: [16],
        times: 1,
        created_at: "2026-11-20T10:15:32.125Z",
        updated_at: "2026-11-20T10:15:32.125Z",
      },
    ],
  });

export type EvaluationQuery = z.output<typeof EvaluationQuery>;
export type TriggerEvaluation = z.output<typeof TriggerEvaluation>;
