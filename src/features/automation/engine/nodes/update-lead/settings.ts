import * as z from "zod";
import { namesSetBy } from "#domain/field-names";
import { leadFields } from "#domain/lead-fields";
import { scalar } from "#features/automation/scenarios/clauses";
import { LeadPatch } from "#features/leads/input";
import { validationMessages } from "#lib/validation-messages";
import { documentSettings, type NodeDocumentation } from "../documentation";
import { variable } from "../fields";

const names = namesSetBy(leadFields, "scenarios");
const settable = Object.fromEntries(
  names.map((name) => [name, LeadPatch.shape[name]]),
  // A map of schemas loses which is whose.
) as Pick<typeof LeadPatch.shape, (typeof names)[number]>;

export const UpdateLeadSettings = z
  .object({
    ...settable,
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
