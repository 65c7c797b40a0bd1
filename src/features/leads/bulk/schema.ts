import * as z from "zod";
import { MAX_TAGS } from "#domain/leads";
import { boolean, integer, query, requiredChoice, requiredText } from "#lib/fields";
import type { FieldErrors } from "#lib/problem";
import { errorsOf } from "#lib/zod-errors";
import { LeadAttributes } from "../input";
import { LeadWarning } from "../warning-schema";

export const bulkModes = ["create", "update", "upsert"] as const;
export const matchFields = ["ext_id", "phone", "email"] as const;
export const bulkStatuses = ["created", "updated", "unchanged", "conflict", "invalid"] as const;

/** The most leads of a request. */
export const MAX_LEADS = 1_000;

/** A lead of a bulk write. */
export const BulkLead = LeadAttributes.extend({
  id: integer(1)
    .nullish()
    .describe("The lead to update, with the mode `update`. Without it, the lead is matched."),
  tags: z
    .array(z.union([requiredText(255), integer(1)]))
    .max(MAX_TAGS)
    .nullish()
    .describe(
      "Tags to add to those of the lead, each by its label (ignoring case and typographic marks) " +
        "or its id.",
    ),
}).meta({
  id: "BulkLead",
  description: "The members of `LeadInput`, and two more. `tag_ids` replaces the lead's tags.",
});

/** The reason why a lead of a request was not accepted. */
export class Rejected {
  constructor(readonly errors: FieldErrors) {}
}

/** The most wrong fields that are named of a lead: 1,000 leads may all be wrong. */
const MAX_ERRORS = 5;

export const errorsOfLead = (issues: z.core.$ZodIssue[]): FieldErrors =>
  Object.fromEntries(Object.entries(errorsOf(issues)).slice(0, MAX_ERRORS));

/** Stands in the place of the lead. What makes the document asks without one. */
const rejected = (caught?: { error: { issues: z.core.$ZodIssue[] } }) =>
  // The type of `catch` knows nothing but leads.
  (caught && new Rejected(errorsOfLead(caught.error.issues))) as never;

export const LeadBatch = z
  .object({
    mode: requiredChoice(bulkModes).describe(
      "`create`: a lead that exists is a `conflict`. `update`: a lead that does not exist is " +
        "`invalid`. `upsert`: updates the lead that matches, or else creates one.",
    ),
    match_by: z
      .array(z.enum(matchFields))
      .min(1)
      .max(matchFields.length)
      .optional()
      .describe("By which fields an update or upsert finds a lead, in this order. All by default."),
    create_tags: boolean()
      .optional()
      .describe("Creates the tags of `tags` that do not exist yet. Without it, they are errors."),
    leads: z
      .array(BulkLead.catch((caught) => rejected(caught)))
      .min(1)
      .max(MAX_LEADS)
      .describe("Each is judged by itself: one that is invalid keeps none of the others away."),
  })
  .meta({
    id: "LeadBatch",
    examples: [
      {
        mode: "upsert",
        create_tags: true,
        leads: [
          { ext_id: "crm-1042", first_name: "Élodie", phone: "+33612345678", tags: ["Webinar"] },
        ],
      },
    ],
  });

export const BatchQuery = z.object({
  dry_run: query.flag().describe("`1` answers what would become of each lead, and writes nothing."),
});

export const BulkOutcome = z
  .object({
    index: z.int().meta({ description: "The lead's place in `leads`, from 0." }),
    status: z.enum(bulkStatuses).meta({
      description:
        "`unchanged`: the lead exists, and has all of this already. `conflict`: another lead has " +
        "one of its unique values. `invalid`: see `errors`.",
    }),
    id: z
      .int()
      .nullable()
      .meta({
        description:
          "The lead's id. `null` without one: for a `conflict`, what is `invalid`, and leads " +
          "that a dry run would create.",
      }),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    conflicts: z.record(z.string(), z.int().nullable()).optional().meta({
      description:
        "The ids of the leads in the way, by field; `null` for one that a dry run would create.",
    }),
    warnings: z.array(LeadWarning).optional(),
  })
  .meta({ id: "BulkOutcome" });

export const BulkCounts = z
  .object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    conflict: z.int(),
    invalid: z.int(),
  })
  .meta({ id: "BulkCounts", description: "How many leads have each `status`." });

export const LeadBatchAnswer = z
  .object({ data: z.array(BulkOutcome), meta: z.object({ counts: BulkCounts }) })
  .meta({
    id: "LeadBatchAnswer",
    examples: [
      {
        data: [{ index: 0, status: "created", id: 42 }],
        meta: { counts: { created: 1, updated: 0, unchanged: 0, conflict: 0, invalid: 0 } },
      },
    ],
  });

export type BulkLead = z.output<typeof BulkLead>;
/** A lead of a source: `lead_ref` is the signed name (lead-ref.ts) that the source has brought. */
export type NamedLead = BulkLead & { lead_ref?: string | null };
export type BulkMode = (typeof bulkModes)[number];
export type MatchField = (typeof matchFields)[number];
export type BulkStatus = (typeof bulkStatuses)[number];
export type BulkOutcome = z.output<typeof BulkOutcome>;
export type LeadBatch = z.output<typeof LeadBatch>;
