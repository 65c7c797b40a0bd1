import { normalPhone } from "../../../lib/phone";
import { cut } from "../../../lib/text";
import type { LeadChange } from "../../leads/change";
import { valuesOf } from "../../links/placeholders";
import { fillText } from "../../messaging/outbound/variables";
import type { NodeData } from "../scenarios/nodes";
import type { Lead, Run } from "./run";
import type { StepContext } from "./transition";

const MAX_FIELD_CHARACTERS = 255;
/** Of a text that becomes a variable. */
const MAX_VARIABLE_CHARACTERS = 4096;

const MEMBERS = ["first_name", "last_name", "username", "email", "phone"] as const;

export function addTags({ tag_ids: tagIds }: NodeData["add_tag"], { run, effects }: StepContext) {
  effects.push({ kind: "add_tags", tagIds });
  run.lead = tagged(run, tagIds);
}

/** The run's lead with more tags. Of several new ones with a stage the last made moves it, as in leads/tagging.ts. */
export function tagged(
  { lead, workspace }: Pick<Run, "lead" | "workspace">,
  tagIds: number[],
): Lead {
  const isMoving = (id: number) =>
    !lead.tagIds.includes(id) && workspace.tagStages[id] !== undefined;
  const mover = Math.max(...tagIds.filter(isMoving));
  const fields: LeadChange["fields"] =
    mover > 0 ? { pipeline_stage: workspace.tagStages[mover]! } : {};
  return {
    ...changed(lead, { fields, variables: {} }),
    tagIds: [...new Set([...lead.tagIds, ...tagIds])],
  };
}

export function removeTags(
  { tag_ids: tagIds }: NodeData["remove_tag"],
  { run, effects }: StepContext,
) {
  effects.push({ kind: "remove_tags", tagIds });
  run.lead = { ...run.lead, tagIds: run.lead.tagIds.filter((id) => !tagIds.includes(id)) };
}

/** Fills the texts with what the lead was before. */
export function updateLead(
  { variables, ...columns }: NodeData["update_lead"],
  context: StepContext,
) {
  const { lead, workspace } = context.run;
  const lookUp = valuesOf(lead);
  const fields: LeadChange["fields"] = {};
  for (const [name, value] of Object.entries(columns)) {
    if (value !== undefined)
      fields[name] =
        typeof value === "string"
          ? cut(fillText(value, lookUp).trim(), MAX_FIELD_CHARACTERS) || null
          : value;
  }
  if (typeof fields.phone === "string")
    fields.phone = normalPhone(fields.phone, workspace.defaultCountry);
  const filled = Object.entries(variables ?? {}).map(([name, value]) => [
    name,
    typeof value === "string" ? fillText(value, lookUp).trim() || null : value,
  ]);
  changeLead(context, { fields, variables: Object.fromEntries(filled) });
}

/** Sets a variable of the lead. */
export const save = (context: StepContext, name: string, value: unknown) =>
  changeLead(context, { fields: {}, variables: { [name]: value } });

function changeLead({ run, effects }: StepContext, { fields, variables }: LeadChange) {
  const short = Object.entries(variables).map(([name, value]) => [
    name,
    typeof value === "string" ? cut(value, MAX_VARIABLE_CHARACTERS) : value,
  ]);
  const change = { fields, variables: Object.fromEntries(short) };
  effects.push({ kind: "update_lead", change });
  run.lead = changed(run.lead, change);
}

/** The lead after a change. */
export function changed(lead: Lead, { fields, variables }: LeadChange): Lead {
  const own = MEMBERS.filter((name) => name in fields).map((name) => [name, fields[name]]);
  const others = Object.entries(fields).filter(
    ([name]) => !(MEMBERS as readonly string[]).includes(name),
  );
  const kept = Object.entries({ ...lead.variables, ...variables }).filter(
    ([name]) => variables[name] !== null,
  );
  return {
    ...lead,
    ...Object.fromEntries(own),
    fields: {
      ...lead.fields,
      ...lossOf(lead, fields.pipeline_stage),
      ...Object.fromEntries(others),
    },
    variables: Object.fromEntries(kept),
  };
}

/** Moving to the stage `lost` sets `is_lost`, leaving it clears `is_lost` and `lost_reason` (contract §4). */
function lossOf(
  { fields }: Lead,
  stage: LeadChange["fields"][string] | undefined,
): LeadChange["fields"] {
  const [wasLost, isLost] = [fields.pipeline_stage === "lost", stage === "lost"];
  if (stage === undefined || wasLost === isLost) return {};
  return isLost ? { is_lost: true } : { is_lost: false, lost_reason: null };
}
