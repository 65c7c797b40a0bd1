import { z } from "zod";
import { PageQuery } from "../../http/page";
import { runStates } from "../../lib/choices";
import { at, query, reference } from "../../lib/fields";
import { hasIdentity, LeadAttributes } from "../leads/input";

export const EnrolInput = LeadAttributes.extend({
  lead_id: reference().nullish().describe("An existing lead. Other members but `enrolled_at` are then ignored."),
})
  .superRefine(
    (input, context) => {
      if (input.lead_id == null && !hasIdentity(input)) {
        context.addIssue({
          code: "custom",
          path: ["lead_id"],
          message: "The lead id field is required when there are no lead attributes.",
        });
      }
    },
    { when: () => true },
  )
  .meta({
    id: "EnrolInput",
    description:
      "`lead_id`, or the attributes of a lead to create with at least one of `ext_id`, `first_name`, `last_name`, `username`, `email`, `phone`.",
    examples: [{ lead_id: 1 }, { first_name: "Ada", phone: "+14155550123" }],
  });

export const Run = z
  .object({
    id: z.int(),
    scenario_id: z.int(),
    lead_id: z.int(),
    scenario_version: z.int().meta({ description: "The version of the graph that it follows." }),
    state: z.enum(runStates),
    node_id: z.string().nullable().meta({ description: "Where it stands; null before its first step." }),
    next_at: at.nullable().meta({ description: "When it is looked at again." }),
    end_reason: z.string().nullable(),
    enrolled_at: at,
    ended_at: at.nullable(),
    created_at: at,
    updated_at: at,
  })
  .meta({
    id: "Run",
    description: "One passage of a lead through a scenario.",
    examples: [
      {
        id: 16,
        scenario_id: 2,
        lead_id: 42,
        scenario_version: 1,
        state: "pending",
        node_id: null,
        next_at: "2026-11-20T10:15:30.123Z",
        end_reason: null,
        enrolled_at: "2026-11-20T10:15:30.123Z",
        ended_at: null,
        created_at: "2026-11-20T10:15:30.123Z",
        updated_at: "2026-11-20T10:15:30.123Z",
      },
    ],
  });

export const RunQuery = PageQuery.extend({ state: query.choice(runStates), lead_id: query.integer(1) });

export type EnrolInput = z.output<typeof EnrolInput>;
export type Run = z.output<typeof Run>;
export type RunQuery = z.output<typeof RunQuery>;
