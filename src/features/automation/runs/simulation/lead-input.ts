import * as z from "zod";
import { comparedNames } from "#domain/field-names";
import { mainFields, moreFields } from "#domain/lead-fields";
import { inputShape } from "#features/leads/field-schemas";
import { LeadAttributes, ProfileInput } from "#features/leads/input";
import { exactlyOne } from "#lib/exactly-one";
import { idList, reference, text, timestamp } from "#lib/fields";

const { is_optout, is_marketing_optout, ...main } = inputShape(
  mainFields,
  comparedNames(mainFields),
);
const { profile } = ProfileInput.shape;

/** The findings of an analysis that conditions can read. */
export const findings = {
  ...inputShape(moreFields, comparedNames(moreFields)),
  ...profile.unwrap().unwrap().shape,
};

const SyntheticLead = z
  .object({
    ...main,
    source: main.source.describe("Defaults to `api`."),
    pipeline_stage: main.pipeline_stage.describe("Defaults to `new`."),
    variables: LeadAttributes.shape.variables,
    ...findings,
    is_optout,
    is_marketing_optout,
    tag_ids: idList(100).nullish().meta({ description: "Tags of the workspace." }),
    last_reply: text(4096).describe("What the lead wrote last before the start."),
    last_inbound_at: timestamp().describe(
      "When the lead wrote last. Defaults to the start, so the window is open from then on.",
    ),
  })
  .meta({ id: "SyntheticLead" });

/** The lead of a simulation or a test run. */
export const whose = {
  lead_id: reference().nullish().describe("A lead of the workspace, as it is now."),
  lead: SyntheticLead.nullish().describe(
    "Or a synthetic lead. It can be reached on the scenario's platform, by a sandbox if the " +
      "workspace has no channel for it.",
  ),
};

/** A refinement: there is one lead. */
export const oneLead = exactlyOne(
  ["lead_id", "lead"],
  "The lead id field is required when there is no lead.",
);

export type SyntheticLead = z.output<typeof SyntheticLead>;
