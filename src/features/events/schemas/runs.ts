import * as z from "zod";
import { pauseReasons, runWaits } from "#domain/automation";
import { runEndCauses } from "#domain/end-reasons";
import { startedBy, startedByExample } from "#features/automation/runs/started-by";
import { at } from "#lib/fields";
import { eventOf } from "./event";
import { exampleLead, lead } from "./leads";

const run = lead.extend({ run_id: z.int(), scenario_id: z.int() }).meta({ id: "RunEventData" });

const exampleRun = { ...exampleLead, run_id: 16, scenario_id: 2 };

const ending = run
  .extend({
    node_id: z
      .string()
      .nullable()
      .meta({ description: "The node at which it stood. `null` if it had not begun." }),
    end_reason: z
      .enum(runEndCauses)
      .nullable()
      .meta({
        description:
          "The run's `end_reason`, or `lead_deleted` or `scenario_deleted` if the run was " +
          "deleted with its lead or scenario.",
      }),
  })
  .meta({ id: "RunEndedEventData" });

const pause = run
  .extend({
    node_id: z.string().nullable().meta({ description: "`null` if it had not begun." }),
    reason: z.enum(pauseReasons).meta({ description: "Why it was paused." }),
  })
  .meta({ id: "RunPauseEventData" });

const paused = { ...exampleRun, node_id: "wait", reason: "person_replied" };

const ended = { ...exampleRun, node_id: "bye" };

export const runEvents = [
  eventOf(
    "run.started",
    "A run began: a lead was enrolled in a scenario, or a trigger has started it.",
    run.extend({
      version: z.int().meta({ description: "The version of the graph that it follows." }),
      started_by: startedBy,
    }),
    { ...exampleRun, version: 1, started_by: startedByExample },
  ),
  eventOf(
    "run.waiting",
    "A run waits at a node, for a time, a reply or an event.",
    run.extend({
      node_id: z.string(),
      waiting_for: z.enum(runWaits),
      until: at.nullable().meta({ description: "The time until which it waits at most." }),
    }),
    { ...exampleRun, node_id: "wait", waiting_for: "reply", until: "2026-11-21T10:15:30.123Z" },
  ),
  eventOf(
    "run.migrated",
    "A run was moved to another version of its scenario.",
    run.extend({ from_version: z.int(), to_version: z.int() }),
    { ...exampleRun, from_version: 1, to_version: 2 },
  ),
  eventOf(
    "run.paused",
    "A run itself was paused, by a person's reply or on request.",
    pause,
    paused,
  ),
  eventOf("run.resumed", "A run itself was resumed.", pause, paused),
  eventOf("run.completed", "A run reached its end.", ending, {
    ...ended,
    end_reason: "reached_end",
  }),
  eventOf(
    "run.exited",
    "A run ended at an `exit` node, or because the lead unsubscribed.",
    ending,
    { ...ended, end_reason: "exit_node" },
  ),
  eventOf("run.handed_off", "A run ended at a `handoff` node: a person must go on.", ending, {
    ...ended,
    end_reason: "handoff",
  }),
  eventOf("run.failed", "A run could not go on.", ending, {
    ...ended,
    end_reason: "window_closed",
  }),
  eventOf("run.cancelled", "A run was cancelled, or removed before its end.", ending, {
    ...ended,
    end_reason: "cancelled",
  }),
] as const;
