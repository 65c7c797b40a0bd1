import * as z from "zod";
import { exactlyOne } from "../../../lib/exactly-one";
import { idList, map, reference, requiredText, timestamp } from "../../../lib/fields";
import { hasIdentity, LeadAttributes } from "../../leads/input";
import { LeadFilterInput } from "../../leads/search/query";

export const EnrolInput = LeadAttributes.extend({
  lead_id: reference()
    .nullish()
    .describe("An existing lead. All other members except `enrolled_at` are then ignored."),
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
      "`lead_id`, or the attributes of a new lead, with at least one of `ext_id`, " +
      "`first_name`, `last_name`, `username`, `email`, `phone`.",
    examples: [{ lead_id: 1 }, { first_name: "Ada", phone: "+14155550123" }],
  });

export const MAX_LEAD_IDS = 10_000;

export const BulkEnrolInput = z
  .object({
    lead_ids: idList(MAX_LEAD_IDS)
      .min(1)
      .nullish()
      .meta({ description: "Ids of the workspace's leads, without duplicates." }),
    filter: LeadFilterInput.nullish().meta({
      description:
        "The filters of the list of leads, as JSON. A lead must match all of them. `{}` finds " +
        "every lead. An unknown filter is refused.",
    }),
    enrolled_at: timestamp().describe(
      "The enrolment time of the runs and their leads. Defaults to now.",
    ),
  })
  .superRefine(
    exactlyOne(["lead_ids", "filter"], "The lead ids field is required when there is no filter."),
    { when: () => true },
  )
  .meta({
    id: "BulkEnrolInput",
    description: "Send either `lead_ids` or `filter`.",
    examples: [
      { filter: { warmth: "hot", is_optout: false, created_from: "2026-01-01" } },
      { lead_ids: [1] },
    ],
  });

export const LeadEventInput = z
  .object({
    name: requiredText(64).describe(
      "The name that `wait_for_event` nodes for `custom` have in their `filter`.",
    ),
    data: map(
      "More about the event. You find it in the `detail` of the steps that the event ends.",
    ).nullish(),
  })
  .meta({
    id: "LeadEventInput",
    examples: [{ name: "call_booked", data: { at: "2026-11-24T09:00:00Z" } }],
  });

export type EnrolInput = z.output<typeof EnrolInput>;
export type BulkEnrolInput = z.output<typeof BulkEnrolInput>;
export type LeadEventInput = z.output<typeof LeadEventInput>;
