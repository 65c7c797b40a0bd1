import * as z from "zod";
import { hasIdentity, LeadAttributes } from "#features/leads/input";
import { LeadFilterInput } from "#features/leads/search/query";
import { exactlyOne } from "#lib/exactly-one";
import { idList, integer, query, reference, requiredText, text, timestamp } from "#lib/fields";
import { utf8Bytes } from "#lib/text";
import { DAY_MS, iso } from "#lib/time";
import { validationMessages } from "#lib/validation-messages";

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

const PACE = ["at", "per_hour", "holdout", "holdout_seed"] as const;
const MAX_DELAY_MS = 90 * DAY_MS;

/** Runs although other fields are invalid, so that all errors are reported at once. */
function checkPace(input: Record<string, unknown>, context: z.RefinementCtx) {
  const issue = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (input.lead_ids != null)
    for (const name of PACE)
      if (input[name] != null) issue(name, validationMessages.notBeside("lead_ids"));
  const [now, { at }] = [Date.now(), input];
  if (typeof at === "number" && (at < now || at > now + MAX_DELAY_MS))
    issue("at", validationMessages.within(iso(now), iso(now + MAX_DELAY_MS)));
}

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
    at: timestamp().describe(
      "When to begin, within 90 days. The filter finds whom it finds then. Defaults to now.",
    ),
    per_hour: integer(1)
      .max(100_000)
      .nullish()
      .meta({ description: "How many leads to enrol in an hour at most, spread evenly over it." }),
    holdout: z
      .number()
      .min(0)
      .max(0.5)
      .nullish()
      .meta({
        description:
          "The share of the leads to leave out, to compare the others with. They are drawn by " +
          "chance. Each has a run that ends at once with the reason `holdout`.",
      }),
    holdout_seed: text(64).describe(
      "The `holdout_seed` of a dry run or of an earlier enrolment. The same seed leaves out the " +
        "same leads. Without it, each enrolment and each dry run draws by itself.",
    ),
  })
  .superRefine(
    exactlyOne(["lead_ids", "filter"], "The lead ids field is required when there is no filter."),
    { when: () => true },
  )
  .superRefine(checkPace, { when: () => true })
  .meta({
    id: "BulkEnrolInput",
    description:
      "Send either `lead_ids` or `filter`. `at`, `per_hour`, `holdout` and " +
      "`holdout_seed` go with a `filter` only.",
    examples: [
      { filter: { warmth: "hot", is_optout: false, created_from: "2026-01-01" } },
      { lead_ids: [1] },
    ],
  });

export const BulkEnrolQuery = z.object({
  dry_run: query.flag().describe("`1` answers who would be enrolled, and writes nothing."),
});

const MAX_EVENT_BYTES = 8_192;

export const LeadEventInput = z
  .object({
    name: requiredText(64).describe(
      "The name that `wait_for_event` nodes for `custom` have in their `filter`, and triggers of " +
        "the type `event` in their `name`.",
    ),
    data: z
      .record(z.string(), z.unknown())
      .refine(
        (value) => utf8Bytes(JSON.stringify(value)) <= MAX_EVENT_BYTES,
        validationMessages.atMostBytes(MAX_EVENT_BYTES),
      )
      .nullish()
      .describe(
        "More about the event, at most 8,192 bytes as JSON in UTF-8. You find it in the `detail` " +
          "of the steps that the event ends.",
      ),
  })
  .meta({
    id: "LeadEventInput",
    examples: [{ name: "call_booked", data: { at: "2026-11-24T09:00:00Z" } }],
  });

export type EnrolInput = z.output<typeof EnrolInput>;
export type BulkEnrolInput = z.output<typeof BulkEnrolInput>;
export type LeadEventInput = z.output<typeof LeadEventInput>;
