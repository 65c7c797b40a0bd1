import * as z from "zod";
import { scalar } from "#features/automation/scenarios/clauses";
import { LeadPatch } from "#features/leads/input";
import { validationMessages } from "#lib/validation-messages";
import { documentSettings, type NodeDocumentation } from "../documentation";
import { variable } from "../fields";

const settable = LeadPatch.shape;

export const UpdateLeadSettings = z
  .object({
    first_name: settable.first_name,
    last_name: settable.last_name,
    username: settable.username,
    email: settable.email,
    phone: settable.phone,
    source: settable.source,
    warmth: settable.warmth,
    pipeline_stage: settable.pipeline_stage,
    is_lost: settable.is_lost,
    lost_reason: settable.lost_reason,
    variables: z
      .record(variable(), z.union([scalar, z.null()]))
      .nullish()
      .describe(
        "Merged into the lead's variables. Where these would be longer than 65,536 characters as " +
          "JSON, they stay as they were.",
      ),
  })
  .refine((data) => Object.values(data).some((one) => one !== undefined), validationMessages.empty);

export type UpdateLeadSettings = z.output<typeof UpdateLeadSettings>;

export const documentation: NodeDocumentation = {
  summary:
    "Sets fields and variables of the lead. The e-mail or phone stays as it was if another " +
    "lead has the new one, or if the new one is suppressed (`GET /v1/suppressions`).",
  data: documentSettings(UpdateLeadSettings, "UpdateLead", "`update_lead`: it sets what you name", {
    warmth: "warm",
    variables: { webinar: "june" },
  }),
};
