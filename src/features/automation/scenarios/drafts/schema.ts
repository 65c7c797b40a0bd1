import * as z from "zod";
import { platforms } from "#domain/platforms";
import { Migration, unmigratedReason } from "#features/automation/runs/migration/schema";
import { at, boolean, integer } from "#lib/fields";
import { ScenarioCheck } from "../check-schema";
import { checkGraph, Edge, example, members, Node, Scenario, Trigger } from "../schema";
import { author } from "../versions/schema";

export const DraftInput = z
  .object({
    ...members,
    triggers: members.triggers.describe(
      "Without them, those of the draft stay or, if it has none of its own, the scenario's.",
    ),
    is_active: members.is_active.describe(
      "Whether publishing activates the scenario or pauses it. Without it, it does neither.",
    ),
    tracked_tag_ids: members.tracked_tag_ids.describe("Publishing without it keeps it."),
    webhook_url: members.webhook_url.describe(
      "As in the scenario. Publishing without it keeps it.",
    ),
    base_version: integer(1)
      .optional()
      .describe(
        "The version that the draft is based on. Defaults to that of the draft that it replaces " +
          "or, without one, to the newest.",
      ),
  })
  .superRefine(checkGraph, { when: () => true })
  .meta({ id: "ScenarioDraftInput", examples: [example] });

/** At most so many active runs are looked at for the impact of publishing. */
export const MAX_RUNS = 5_000;

const Impact = z
  .object({
    moves: z.int().meta({ description: "How many active runs `migrate` would move." }),
    stays: z.int().meta({ description: "How many would keep the version that they follow." }),
    nodes: z.array(
      z
        .object({
          version: z.int(),
          node_id: z.string().nullable().meta({ description: "`null` before the first step." }),
          runs: z.int().meta({ description: "How many active runs stand there." }),
          moves: z.boolean().meta({ description: "Whether `migrate` would move them." }),
          reason: unmigratedReason
            .nullable()
            .meta({ description: "Why they would keep their version, if they would." }),
        })
        .meta({ id: "DraftImpactNode" }),
    ),
    triggers: z
      .object({
        on: z.array(z.string()).meta({
          description: "The ids of those that come on: they react to what happens from then on.",
        }),
        off: z.array(z.string()).meta({ description: "The ids of those that go off." }),
        overlaps: z
          .array(
            z
              .object({
                trigger_id: z.string(),
                scenario_id: z.int(),
                scenario_name: z.string(),
                other_trigger_id: z.string(),
              })
              .meta({ id: "TriggerOverlap" }),
          )
          .meta({
            description:
              "Those that would then be on and may fit the same message as a trigger of another " +
              "scenario, with equal priority and rank: at most five for each. See " +
              "`trigger_overlap` of the check.",
          }),
      })
      .meta({ id: "DraftImpactTriggers" }),
    is_partial: z.boolean().meta({
      description:
        "Whether there are more than 5,000 active runs, or they follow more than 20 versions: " +
        "not all are counted.",
    }),
  })
  .meta({
    id: "DraftImpact",
    description: "What becomes of active runs and of triggers when it is published.",
  });

const scenario = Scenario.shape;

export const Draft = z
  .object({
    scenario_id: z.int(),
    base_version: z.int(),
    is_outdated: z.boolean().meta({
      description: "Whether the scenario has been replaced since `base_version`.",
    }),
    name: z.string(),
    platform: z.enum(platforms),
    provider: z.string().nullable(),
    nodes: z.array(Node),
    edges: z.array(Edge),
    triggers: z.array(Trigger).nullable().meta({
      description: "`null`: publishing keeps what the scenario has then.",
    }),
    is_active: z.boolean().nullable().meta({
      description: "`null`: publishing keeps what the scenario has then.",
    }),
    tracked_tag_ids: scenario.tracked_tag_ids.nullable().meta({
      description: "`null`: publishing keeps what the scenario has then.",
    }),
    webhook_url: z.string().nullable(),
    keeps_webhook_url: z
      .boolean()
      .meta({ description: "Whether publishing keeps the scenario's URL." }),
    changed_by: author,
    created_at: at,
    updated_at: at,
    check: ScenarioCheck,
    impact: Impact,
  })
  .meta({ id: "ScenarioDraft", description: "What an author is going to publish." });

export const PublishInput = z
  .object({
    migrate: boolean()
      .optional()
      .describe("Whether active runs are moved to the new version, as by `POST …/migrate`."),
    force: boolean()
      .optional()
      .describe("Whether it is published even if the scenario has been replaced meanwhile."),
  })
  .meta({ id: "PublishInput", examples: [{ migrate: true }] });

export const Published = z.object({
  data: Scenario,
  warnings: ScenarioCheck.shape.warnings,
  migration: Migration.nullable().meta({
    description:
      "`null` without `migrate`, or if the scenario has been replaced once more meanwhile.",
  }),
});

export type DraftInput = z.output<typeof DraftInput>;
export type Draft = z.output<typeof Draft>;
export type PublishInput = z.output<typeof PublishInput>;
export type Impact = z.output<typeof Impact>;
