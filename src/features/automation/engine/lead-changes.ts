import { keyOfPhone } from "#domain/addresses";
import { namesWhere } from "#domain/field-names";
import { leadFields } from "#domain/lead-fields";
import { type LeadChange, lossChange, MAX_VARIABLES_CHARACTERS } from "#domain/leads";
import { codePoints, cut } from "#lib/text";
import type { Lead, Run } from "./run";
import type { StepContext } from "./transition";

/** The longest text that a variable may hold. */
export const MAX_VARIABLE_CHARACTERS = 4096;

/** Fields of a lead that are members of `Lead`; the others stand in `Lead.fields`. */
const MEMBERS: readonly string[] = namesWhere(
  leadFields,
  ({ isIdentifying }) => isIdentifying === true,
);

export const saveVariable = (context: StepContext, name: string, value: unknown) =>
  changeLead(context, { fields: {}, variables: { [name]: value } });

/** Changes the lead. Variables that would grow too long stay as they were, as in D1. */
export function changeLead({ run, effects }: StepContext, { fields, variables }: LeadChange) {
  const shortened = Object.entries(variables).map(([name, value]) => [
    name,
    typeof value === "string" ? cut(value, MAX_VARIABLE_CHARACTERS) : value,
  ]);
  const asked = { fields, variables: Object.fromEntries(shortened) };
  const { variables: kept } = withChange(run.lead, asked);
  const isTooLong = codePoints(JSON.stringify(kept)) > MAX_VARIABLES_CHARACTERS;
  const change = isTooLong ? { fields, variables: {} } : asked;
  effects.push({ kind: "update_lead", change });
  run.lead = withChange(run.lead, change);
  if (fields.phone !== undefined)
    run.lead.number = keyOfPhone(run.lead.phone, run.workspace.defaultCountry);
}

/** The fields `is_lost` and `lost_reason` after a change of the stage, if there is one. */
const lossFields = ({ fields }: Lead, { pipeline_stage: stage }: LeadChange["fields"]) =>
  stage === undefined ? {} : lossChange(textOrNull(fields.pipeline_stage), textOrNull(stage));

const textOrNull = (value: unknown) => (typeof value === "string" ? value : null);

/** The lead after a change. */
export function withChange(lead: Lead, { fields, variables }: LeadChange): Lead {
  const isMember = ([name]: [string, unknown]) => MEMBERS.includes(name);
  const changed = Object.entries(fields);
  const kept = Object.entries({ ...lead.variables, ...variables }).filter(
    ([name]) => variables[name] !== null,
  );
  return {
    ...lead,
    ...Object.fromEntries(changed.filter(isMember)),
    fields: {
      ...lead.fields,
      ...lossFields(lead, fields),
      ...Object.fromEntries(changed.filter((field) => !isMember(field))),
    },
    variables: Object.fromEntries(kept),
  };
}

/**
 * The run's lead with more tags. A new tag that has a stage moves the lead there; of several such
 * tags, the one that was created last counts (as in db/statements/lead-tags.ts).
 */
export function withTags(
  { lead, workspace: { tagStages } }: Pick<Run, "lead" | "workspace">,
  tagIds: number[],
): Lead {
  const newIds = tagIds.filter((id) => !lead.tagIds.includes(id) && tagStages[id] !== undefined);
  const stage = tagStages[Math.max(...newIds)];
  const moved = stage
    ? withChange(lead, { fields: { pipeline_stage: stage }, variables: {} })
    : lead;
  return { ...moved, tagIds: [...new Set([...lead.tagIds, ...tagIds])] };
}
