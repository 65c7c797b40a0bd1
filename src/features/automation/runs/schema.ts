import * as z from "zod";
import { actorTypes } from "#domain/actors";
import { pauseReasons, runStates, runWaits } from "#domain/automation";
import { endReasonList, endReasons } from "#domain/end-reasons";
import { PageQuery } from "#http/page";
import { at, query } from "#lib/fields";
import { createdRange, rangesInOrder, updatedRange } from "#lib/time-ranges";
import { startedBy, startedByExample } from "./started-by";

const END_TEXT = `Why it ended. What an \`exit\` or \`handoff\` node says about it is in the steps.

${endReasonList}

A message that is not sent ends a run only if no edge leaves its node by \`failed\`, or if the lead
had unsubscribed.`;

export const Run = z
  .object({
    id: z.int(),
    scenario_id: z.int(),
    lead_id: z.int(),
    scenario_version: z.int().meta({ description: "The version of the graph that it follows." }),
    channel_id: z
      .int()
      .nullable()
      .meta({
        description:
          "The channel that its lead wrote to, by which it speaks, or by the usual one once that " +
          "is deleted. `null` for the usual one.",
      }),
    state: z.enum(runStates).meta({
      id: "RunState",
      description:
        "`pending`: before its first step. `waiting`: for a time, a reply or an event. " +
        "`running`: while it sends a message, makes an HTTP request or has the lead's " +
        "conversations analysed. `paused`: while its scenario is inactive, or the run itself is " +
        "paused (`paused_at`). All other states are final.",
    }),
    node_id: z
      .string()
      .nullable()
      .meta({ description: "The node at which it stands. `null` before its first step." }),
    waiting_for: z
      .enum(runWaits)
      .nullable()
      .meta({ description: "What it waits for at its node, at most until `next_at`." }),
    next_at: at.nullable().meta({
      description:
        "When it is checked again, if nothing happens before. `null` if only what it waits for " +
        "moves it. A pause doesn't change it: what is overdue then is done after the pause.",
    }),
    end_reason: z.enum(endReasons).meta({ id: "RunEndReason", description: END_TEXT }).nullable(),
    paused_at: at.nullable().meta({
      description:
        "Since when the run itself is paused, whatever its scenario does. `null` if it is not.",
    }),
    pause_reason: z
      .enum(pauseReasons)
      .meta({
        id: "RunPauseReason",
        description:
          "`person_replied`: a message was sent to the lead through the API, and the setting " +
          "`reply_pauses_runs` is on. `requested`: by `POST /v1/runs/{run}/pause`.",
      })
      .nullable(),
    paused_by: z
      .object({ type: z.enum(actorTypes), id: z.int().nullable() })
      .meta({ id: "RunPausedBy", description: "Who has paused it: a token, by its id." })
      .nullable(),
    tracked_tags: z.array(z.object({ tag_id: z.int(), added_at: at })).meta({
      description:
        "Those of the scenario's `tracked_tag_ids` that the lead has got since the enrolment, " +
        "also after the run's end, until the next enrolment there.",
    }),
    started_by: startedBy,
    enrolled_at: at,
    ended_at: at.nullable(),
    created_at: at,
    updated_at: at.meta({
      description: "When it last changed, pauses of its scenario and tracked tags aside.",
    }),
  })
  .meta({
    id: "Run",
    description: "One lead's way through a scenario.",
    examples: [
      {
        id: 16,
        scenario_id: 2,
        lead_id: 42,
        scenario_version: 1,
        channel_id: null,
        state: "pending",
        node_id: null,
        waiting_for: null,
        next_at: "2026-11-20T10:15:30.123Z",
        end_reason: null,
        paused_at: null,
        pause_reason: null,
        paused_by: null,
        tracked_tags: [],
        started_by: startedByExample,
        enrolled_at: "2026-11-20T10:15:30.123Z",
        ended_at: null,
        created_at: "2026-11-20T10:15:30.123Z",
        updated_at: "2026-11-20T10:15:30.123Z",
      },
    ],
  });

export const RunStep = z
  .object({
    visit: z.int().meta({ description: "Counts the nodes that the run has visited, from 1." }),
    node_id: z.string(),
    type: z.string().meta({
      description: "The node's type in the version that the run then followed.",
    }),
    entered_at: at,
    left_at: at.nullable().meta({ description: "`null` while the run stands there." }),
    outcome: z.string().nullable().meta({
      description:
        "The handle by which the run left. In the last step of an ended run: why it ended there.",
    }),
    message_id: z.int().nullable().meta({ description: "The message that the run created there." }),
    detail: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({
        description:
          "More about the step. For a message that was not sent: `reason` or `skipped`, and " +
          "`faults`. For a wait, what came: `tag_id`, `short_link_id`, `node_id`, `from` and " +
          "`to`, or `name` and `data`; and `attempts`, the number of invalid replies. `status` " +
          "for `webhook`, and the `reason` for which it made no request; `reason` for " +
          "`ai_analyze`, `handoff` and `exit`; `faults` for a node that can't run.",
      }),
  })
  .meta({
    id: "RunStep",
    description: "A visit of a run to a node.",
    examples: [
      {
        visit: 2,
        node_id: "hello",
        type: "message",
        entered_at: "2026-11-20T10:15:30.123Z",
        left_at: "2026-11-20T10:15:31.870Z",
        outcome: "next",
        message_id: 5120,
        detail: null,
      },
    ],
  });

export const LeadEvent = z
  .object({
    name: z.string(),
    run_ids: z.array(z.int()).meta({
      description:
        "The lead's runs that wait for a `custom` event. Each checks whether it is this one.",
    }),
  })
  .meta({ id: "LeadEvent", examples: [{ name: "call_booked", run_ids: [16] }] });

const runFilters = PageQuery.extend({
  state: query.choice(runStates).describe("Runs in this state."),
  lead_id: query.integer(1).describe("Only what belongs to this lead."),
  trigger_id: query.text(64).describe("Runs that a trigger of this `id` has started."),
  ...createdRange,
  ...updatedRange("The run"),
});

const inOrder = rangesInOrder("created", "updated");

export const RunQuery = runFilters.superRefine(inOrder, { when: () => true });

export const AllRunsQuery = runFilters
  .extend({ scenario_id: query.integer(1).describe("Runs of this scenario.") })
  .superRefine(inOrder, { when: () => true });

export type Run = z.output<typeof Run>;
export type AllRunsQuery = z.output<typeof AllRunsQuery>;
export type RunQuery = z.output<typeof RunQuery>;
export type RunStep = z.output<typeof RunStep>;
export type LeadEvent = z.output<typeof LeadEvent>;
