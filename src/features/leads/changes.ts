import type { LeadChange } from "../../domain/leads";
import { emailKey, phoneKey } from "../../lib/identity-keys";
import { foldCase, folded, foldText } from "../../lib/text";

const TEXTS = new Set(["first_name", "last_name", "username", "email", "phone"]);

/** The columns that the fields of a change set, with the folded forms that are searched. */
function columnsOf({ fields }: LeadChange) {
  const columns: LeadChange["fields"] = {};
  for (const [name, value] of Object.entries(fields)) {
    columns[name] = value;
    if (!TEXTS.has(name)) continue;
    const text = typeof value === "string" ? value : null;
    columns[`${name}_search`] = folded(text, foldText) ?? null;
    if (name === "email") columns.email_key = text === null ? null : emailKey(foldCase(text));
    if (name === "phone") columns.phone_key = text === null ? null : phoneKey(text);
  }
  return columns;
}

/**
 * A change as `changeLeads` (db/statements/leads/changes.ts) reads it. No text of it may be longer
 * than the API allows, and the phone must be in its normal form.
 */
export const changeJson = (leadId: number, change: LeadChange) => ({
  lead: leadId,
  set: columnsOf(change),
  variables: change.variables,
});
