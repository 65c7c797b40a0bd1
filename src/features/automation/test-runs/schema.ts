import * as z from "zod";
import { PageQuery } from "#http/page";
import { at, boolean, integer, query } from "#lib/fields";
import { leadEvent } from "../runs/simulation/input";
import { oneLead, whose } from "../runs/simulation/lead-input";
import { SimulatedLead, Simulation } from "../runs/simulation/schema";
import { oneStart, start } from "../runs/simulation/start-input";

/** A test run goes with its events after this time. */
export const KEPT_DAYS = 7;
/** The most test runs of a workspace, and the most events of one. */
export const MAX_TEST_RUNS = 100;
export const MAX_EVENTS = 100;
/** A row has at most 2 MB, and the graph may have one. */
export const MAX_EVENT_BYTES = 500_000;

export const TestRunInput = z
  .object({
    ...whose,
    ...start,
    draft: boolean().optional().describe("Whether it follows the scenario's draft."),
    run_id: integer(1)
      .nullish()
      .describe("The id by which `split` nodes choose, as for real runs. By default it varies."),
  })
  .superRefine(oneLead, { when: () => true })
  .superRefine(oneStart, { when: () => true })
  .meta({
    id: "TestRunInput",
    examples: [{ lead: { first_name: "Ada", variables: { language: "fr" } } }, { lead_id: 1 }],
  });

export const TestRunQuery = PageQuery.extend({
  scenario_id: query.integer(1).describe("Test runs of this scenario."),
});

const example = {
  id: 1_795_423_412_123_000,
  scenario_id: 2,
  lead_id: null,
  lead_name: "Ada",
  version: 1,
  is_draft: false,
  created_at: "2026-11-20T10:00:00.000Z",
  kept_until: "2026-11-27T10:00:00.000Z",
};

export const TestRun = z
  .object({
    id: z.int(),
    scenario_id: z.int(),
    lead_id: z.int().nullable().meta({ description: "`null` for a synthetic lead." }),
    lead_name: z.string().nullable().meta({
      description:
        "What a synthetic lead is called. `null` for others, and for one without a name.",
    }),
    version: z.int().meta({
      description: "The version of the graph; of a draft, that which it was based on.",
    }),
    is_draft: z.boolean(),
    created_at: at,
    kept_until: at.meta({ description: "It is deleted then." }),
  })
  .meta({
    id: "TestRun",
    examples: [example],
  });

const ADA = { tag_ids: [], variables: {}, fields: { first_name: "Ada", pipeline_stage: "new" } };

const TestRunEvent = z
  .object({ at: at.meta({ description: "When it happened, by the run's clock." }), ...leadEvent })
  .meta({ id: "TestRunEvent" });

const { stopped_by: _, ...simulated } = Simulation.shape;

export const PlayedTestRun = z
  .object({
    ...TestRun.shape,
    ahead_seconds: z.number().meta({
      description: "How far the run's clock is ahead of yours, by the waits that were skipped.",
    }),
    ...simulated,
    events: z
      .array(TestRunEvent)
      .meta({ description: "What has happened so far, in order, as it was sent." }),
    lead_before: SimulatedLead.meta({ description: "The lead as the run began." }),
  })
  .meta({
    id: "PlayedTestRun",
    description: "A run that only its author sees.",
    examples: [
      {
        ...example,
        ahead_seconds: 0,
        start: null,
        state: "waiting",
        end_reason: null,
        node_id: "answer",
        waiting_for: "reply",
        next_at: "2026-11-21T10:00:00.000Z",
        ended_at: null,
        trail: [
          {
            at: "2026-11-20T10:00:00.000Z",
            visit: 1,
            node_id: "answer",
            type: "wait_for_reply",
            outcome: null,
            left_at: null,
            message: null,
            detail: null,
          },
        ],
        events: [{ at: "2026-11-20T10:01:00.000Z", read: true }],
        ignored_events: [0],
        lead_before: ADA,
        lead: ADA,
      },
    ],
  });

export type TestRunInput = z.output<typeof TestRunInput>;
export type TestRunQuery = z.output<typeof TestRunQuery>;
export type TestRun = z.output<typeof TestRun>;
export type PlayedTestRun = z.output<typeof PlayedTestRun>;
