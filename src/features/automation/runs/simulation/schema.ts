import * as z from "zod";
import { runStates } from "#domain/automation";
import { outgoingTypes } from "#domain/messaging";
import { triggerOutcomeNames } from "#domain/triggers";
import { Message } from "#features/messaging/messages/schema";
import { at } from "#lib/fields";
import { Run, RunStep } from "../schema";

const run = Run.shape;
const step = RunStep.shape;

export const SimulatedLead = z
  .object({
    tag_ids: z.array(z.int()),
    variables: z.record(z.string(), z.unknown()),
    fields: z.record(
      z.string(),
      z.union([z.string(), z.int(), z.boolean(), z.null(), z.array(z.string())]),
    ),
  })
  .meta({ id: "SimulatedLead" });

const Start = z
  .object({
    outcome: z
      .enum(triggerOutcomeNames)
      .meta({ id: "TriggerOutcome" })
      .nullable()
      .meta({ description: "What becomes of the cause. `null` if no trigger fits." }),
    trigger_id: z.string().nullable().meta({ description: "The trigger that starts the run." }),
    candidates: z
      .array(
        z.object({ trigger_id: z.string(), outcome: z.enum(triggerOutcomeNames) }).meta({
          id: "SimulatedCandidate",
        }),
      )
      .meta({ description: "The triggers that fit, in their order." }),
  })
  .meta({ id: "SimulatedStart", description: "What triggers make of a cause." });

export type SimulatedStart = z.output<typeof Start>;

const NOT_STARTED = "not_started";

export const Simulation = z
  .object({
    start: Start.nullable().meta({
      description: "What triggers make of `started_by`. `null` where the lead is enrolled.",
    }),
    state: z.enum([...runStates, NOT_STARTED]).meta({
      id: "SimulationState",
      description: "The run's state. `not_started`: no trigger has started it.",
    }),
    end_reason: run.end_reason,
    node_id: run.node_id,
    waiting_for: run.waiting_for,
    next_at: at.nullable().meta({ description: "The time until which it waits at most." }),
    ended_at: at.nullable(),
    stopped_by: z.enum(["ended", "waiting", "time", "visits", "work", NOT_STARTED]).meta({
      id: "SimulationStop",
      description:
        "Why the simulation stops. `ended`: the run has ended. `waiting`: no event brings what " +
        "the run waits for. `time`: 365 days are over. `visits`: the run has made 1,000 visits. " +
        "`work`: its patterns, searched texts and placeholders have needed as much time as a " +
        "simulation may. `not_started`: no trigger has started it.",
    }),
    trail: z
      .array(
        z
          .object({
            at,
            visit: step.visit,
            node_id: step.node_id,
            type: step.type,
            outcome: step.outcome,
            left_at: step.left_at,
            message: z
              .object({
                type: z.enum(outgoingTypes),
                text: Message.shape.text,
                payload: Message.shape.payload,
              })
              .nullable()
              .meta({
                description:
                  "What would be sent, with the short links' base URLs in place of recipient " +
                  "links.",
              }),
            detail: step.detail,
          })
          .meta({ id: "SimulationStep" }),
      )
      .meta({ description: "The nodes that the run visits, in order." }),
    ignored_events: z.array(z.int()).meta({
      description:
        "The indexes, from 0, of those `events` that did nothing: the run did not wait for " +
        "them, or had ended.",
    }),
    lead: SimulatedLead.meta({ description: "The lead as the run would leave it." }),
  })
  .meta({
    id: "Simulation",
    description: "What a scenario would do.",
    examples: [
      {
        start: null,
        state: "completed",
        end_reason: "reached_end",
        node_id: "hello",
        waiting_for: null,
        next_at: null,
        ended_at: "2026-11-20T10:00:00.000Z",
        stopped_by: "ended",
        trail: [
          {
            at: "2026-11-20T10:00:00.000Z",
            visit: 1,
            node_id: "hello",
            type: "message",
            outcome: "next",
            left_at: "2026-11-20T10:00:00.000Z",
            message: { type: "text", text: "Hi Ada!", payload: {} },
            detail: null,
          },
        ],
        ignored_events: [0],
        lead: {
          tag_ids: [],
          variables: { language: "fr" },
          fields: { first_name: "Ada", pipeline_stage: "new" },
        },
      },
    ],
  });

export type Simulation = z.output<typeof Simulation>;
