import { normalEmail, normalPhone } from "#domain/addresses";
import { type LeadChange, MAX_VARIABLES_CHARACTERS } from "#domain/leads";
import { changeLead, MAX_VARIABLE_CHARACTERS } from "#features/automation/engine/lead-changes";
import { valuesOfRun } from "#features/automation/engine/placeholders";
import { leave, type StepContext } from "#features/automation/engine/transition";
import { fillText } from "#features/messaging/outbound/variables";
import { roomFor, takeRoom } from "#lib/room";
import { cut } from "#lib/text";
import { defineNode } from "../definition";
import { documentation, UpdateLeadSettings } from "./settings";

const MAX_FIELD_CHARACTERS = 255;

/** The change that the settings ask for. Placeholders stand for the values before the change. */
function changeOf(
  { variables, ...columns }: UpdateLeadSettings,
  { run, now }: StepContext,
): LeadChange {
  const lookup = valuesOfRun(run, now);
  const filled = (text: string) => fillText(text, lookup).trim();
  const fields: LeadChange["fields"] = {};
  for (const [name, value] of Object.entries(columns)) {
    if (value === undefined) continue;
    fields[name] =
      typeof value === "string" ? cut(filled(value), MAX_FIELD_CHARACTERS) || null : value;
  }
  if (typeof fields.phone === "string")
    fields.phone = normalPhone(fields.phone, run.workspace.defaultCountry);
  if (typeof fields.email === "string") fields.email = normalEmail(fields.email);
  return { fields, variables: variablesOf(variables ?? {}, lookup) };
}

type Lookup = ReturnType<typeof valuesOfRun>;

/** The variables with their texts filled, a code point in two units at most; none if too many. */
function variablesOf(variables: NonNullable<UpdateLeadSettings["variables"]>, lookup: Lookup) {
  const room = roomFor(2 * MAX_VARIABLES_CHARACTERS);
  const filled: LeadChange["variables"] = {};
  for (const [name, value] of Object.entries(variables)) {
    filled[name] =
      typeof value === "string"
        ? fillText(value, lookup, roomFor(2 * MAX_VARIABLE_CHARACTERS)).trim() || null
        : value;
    if (!takeRoom(room, `${name}${filled[name]}`)) return {};
  }
  return filled;
}

export const updateLead = defineNode({
  type: "update_lead",
  documentation,
  settings: UpdateLeadSettings,
  handles: ["next"],
  arrive: ({ data }, context) => {
    changeLead(context, changeOf(data, context));
    return leave("next");
  },
  affects: ({ pipeline_stage: stage }) => (stage ? { stages: [stage] } : {}),
  sets: ({ variables }) => Object.keys(variables ?? {}),
  isFilled: true,
});
