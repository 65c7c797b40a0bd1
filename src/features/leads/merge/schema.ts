import * as z from "zod";
import { mergeStates } from "#domain/leads";
import { at, reference } from "#lib/fields";
import { fieldMessage, validationMessages } from "#lib/validation-messages";
import { Lead } from "../schema";

export const MergeInput = z
  .object({
    keep: reference().describe("The lead that stays."),
    merge: reference().describe("The lead that becomes part of it, and is gone then."),
  })
  .superRefine(({ keep, merge }, context) => {
    if (keep === merge)
      context.addIssue({
        code: "custom",
        path: ["merge"],
        message: fieldMessage("merge", validationMessages.otherLead),
      });
  })
  .meta({ id: "MergeInput", examples: [{ keep: 42, merge: 77 }] });

export const LeadMerge = z
  .object({
    lead_id: z.int().meta({ description: "The lead that was merged." }),
    keep_id: z.int().meta({ description: "The lead that it is part of." }),
    state: z.enum(mergeStates).meta({
      description:
        "While the merge is `running`, both are leads, and what belongs to the one moves to the " +
        "other. Once it is `completed`, `lead_id` is gone.",
    }),
    created_at: at,
    finished_at: at.nullable(),
  })
  .meta({
    id: "LeadMerge",
    examples: [
      {
        lead_id: 77,
        keep_id: 42,
        state: "completed",
        created_at: "2026-11-20T10:15:30.123Z",
        finished_at: "2026-11-20T10:15:30.123Z",
      },
    ],
  });

export const MergedLead = z.object({ data: Lead, merge: LeadMerge }).meta({ id: "MergedLead" });

export type MergeInput = z.output<typeof MergeInput>;
export type LeadMerge = z.output<typeof LeadMerge>;
export type MergedLead = z.output<typeof MergedLead>;
