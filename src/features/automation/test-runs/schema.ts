import * as z from "zod";
import { at, boolean, integer } from "../../../lib/fields";
import { oneLead, whose } from "../runs/simulation/input";
import { Simulation } from "../runs/simulation/schema";

/** A test run goes with its events after this time. */
export const KEPT_DAYS = 7;
/** How many test runs a workspace has at most, and how many events one has. */
export const MAX_TEST_RUNS = 100;
export const MAX_EVENTS = 100;
/** A row has at most 2 MB, and the graph may have one. */
export const MAX_EVENT_BYTES = 500_000;

export const TestRunInput = z
  .object({
    ...whose,
    draft: boolean().optional().describe("Whether it follows the scenario's draft."),
    run_id: integer(1)
      .nullish()
      .describe("The id by which `split` nodes choose, as for real runs. By default it varies."),
  })
  .superRefine(oneLead, { when: () => true })
  .meta({
    id: "TestRunInput",
    examples: [{ lead: { first_name: "Ada", variables: { language: "fr" } } }, { lead_id: 1 }],
  });

export const TestRun = z
  .object({
    id: z.int(),
    scenario_id: z.int(),
    lead_id: z.int().nullable().meta({ description: "`null` for a synthetic lead." }),
    version: z.int().meta({
      description: "The version of the graph; of a draft, that which it was based on.",
    }),
    is_draft: z.boolean(),
    created_at: at,
    kept_until: at.meta({ description: "It is deleted then." }),
  })
  .meta({
    id: "TestRun",
    examples: [
      {
        id: 1_795_423_412_123_000,
        scenario_id: 2,
        lead_id: null,
        version: 1,
        is_draft: false,
        created_at: "2026-11-20T10:00:00.000Z",
        kept_until: "2026-11-27T10:00:00.000Z",
      },
    ],
  });

const { stopped_by: _, ...simulated } = Simulation.shape;

export const PlayedTestRun = z
  .object({
    ...TestRun.shape,
    ahead_seconds: z.number().meta({
      description: "How far the run's clock is ahead of yours, by the waits that were skipped.",
    }),
    ...simulated,
    ignored_events: simulated.ignored_events.meta({
      description:
        "The indexes, from 0, of those events sent so far that did nothing: the run did not wait " +
        "for them, or had ended.",
    }),
  })
  .meta({ id: "PlayedTestRun", description: "A run that only its author sees." });

export type TestRunInput = z.output<typeof TestRunInput>;
export type TestRun = z.output<typeof TestRun>;
export type PlayedTestRun = z.output<typeof PlayedTestRun>;
