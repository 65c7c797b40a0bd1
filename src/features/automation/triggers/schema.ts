import * as z from "zod";
import { triggerTypes } from "#domain/triggers";
import { PageQuery } from "#http/page";
import { at, query } from "#lib/fields";

export const TriggerQuery = PageQuery.extend({
  type: query.choice(triggerTypes),
  scenario_id: query.integer(1),
  is_on: query.flag().describe("`1`: those that react to what happens."),
});

const triggerStates = ["on", "limited", "paused", "not_on_platform", "invalid"] as const;

export const ListedTrigger = z
  .object({
    scenario_id: z.int(),
    scenario_name: z.string(),
    id: z.string().meta({ description: "As it stands in the scenario." }),
    type: z.enum(triggerTypes),
    data: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({
        description:
          "Its settings, as they are read: with the defaults of those that are left out. `null` " +
          "with a fault; as they were saved, they stand in the scenario.",
      }),
    state: z.enum(triggerStates).meta({
      id: "TriggerState",
      description:
        "`limited`: it is on, but has started as many runs in this hour as its `max_per_hour` " +
        "allows, or the workspace has more patterns than are looked for, and its own came last. " +
        "`paused`: its scenario is. `not_on_platform`, `invalid`: it is off because of a fault, " +
        "which the `check` of the scenario names.",
    }),
    since: at.nullable().meta({
      description: "It reacts to what happens after this time. `null` while it is off.",
    }),
    next_at: at.nullable().meta({
      description: "Of `recurring` triggers that are on: when it comes next. `null` of others.",
    }),
    starts: z.int().meta({ description: "The runs that it has started in the last 30 days." }),
  })
  .meta({
    id: "ListedTrigger",
    examples: [
      {
        scenario_id: 2,
        scenario_name: "Welcome",
        id: "guide",
        type: "keyword",
        data: { words: ["GUIDE"], match: "word", priority: 0, again: "always" },
        state: "on",
        since: "2026-11-12T08:30:00.000Z",
        next_at: null,
        starts: 48,
      },
    ],
  });

export type TriggerQuery = z.output<typeof TriggerQuery>;
export type ListedTrigger = z.output<typeof ListedTrigger>;
