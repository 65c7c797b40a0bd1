import * as z from "zod";
import { LeadAttributes, LeadPatch, ProfileInput } from "#features/leads/input";
import { exactlyOne } from "#lib/exactly-one";
import { idList, reference, text, timestamp } from "#lib/fields";

const attributes = LeadAttributes.shape;
const changed = LeadPatch.shape;
const analysed = ProfileInput.shape;

/** The findings of an analysis that conditions can read. */
export const findings = {
  age: analysed.age,
  occupation_status: analysed.occupation_status,
  maturity_level: analysed.maturity_level,
  engagement_level: analysed.engagement_level,
  is_lost: changed.is_lost,
  lost_reason: changed.lost_reason,
  ...analysed.profile.unwrap().unwrap().shape,
};

const SyntheticLead = z
  .object({
    ext_id: text(255),
    first_name: text(255),
    last_name: text(255),
    username: text(255),
    email: text(255),
    phone: text(255),
    source: attributes.source.describe("Defaults to `api`."),
    warmth: attributes.warmth,
    pipeline_stage: attributes.pipeline_stage.describe("Defaults to `new`."),
    variables: attributes.variables,
    ...findings,
    is_optout: changed.is_optout,
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
