import { type Contact, type Hashes, hashContacts } from "#db/statements/contact-hashes";
import { keyOfEmail, keyOfPhone } from "#domain/addresses";
import { isSearched } from "#domain/field-names";
import { leadFields } from "#domain/lead-fields";
import type { LeadChange } from "#domain/leads";
import type { Scope } from "#env";
import { folded, foldText } from "#lib/text";

/** The country of national numbers. */
type Country = Pick<Scope, "defaultCountry">;

const textOrNull = (value: unknown) => (typeof value === "string" ? value : null);

/** The keys of the fields that identify a lead. */
const keysOf = ({ defaultCountry }: Country, { fields: { email, phone } }: LeadChange) => ({
  email: keyOfEmail(textOrNull(email)),
  phone: keyOfPhone(textOrNull(phone), defaultCountry),
});

/** The hashes of what changes set. */
export const hashChanges = (scope: Scope, changes: LeadChange[]): Promise<Hashes> =>
  hashContacts(
    scope,
    changes.flatMap((change) =>
      Object.entries(keysOf(scope, change)).flatMap(([kind, value]) =>
        value === null ? [] : [{ kind: kind as Contact["kind"], value }],
      ),
    ),
  );

/** The columns that the fields of a change set, with the folded forms that are searched. */
function columnsOf(scope: Country, change: LeadChange, hashes: Hashes) {
  const columns: LeadChange["fields"] = {};
  const keys = keysOf(scope, change);
  for (const [name, value] of Object.entries(change.fields)) {
    columns[name] = value;
    const searched = folded(textOrNull(value), foldText) ?? null;
    if (isSearched(leadFields, name)) columns[`${name}_search`] = searched;
    if (name !== "email" && name !== "phone") continue;
    columns[`${name}_folded`] = searched === keys[name] ? null : searched;
    columns[`${name}_key`] = keys[name];
    columns[`${name}_hash`] = folded(keys[name], (key) => hashes(name, key)) ?? null;
  }
  return columns;
}

/**
 * A change as `changeLeads` (db/statements/leads/changes.ts) reads it. No text of it may be longer
 * than the API allows, and the phone and the e-mail must be in their normal forms.
 */
export const changeJson = (scope: Country, leadId: number, change: LeadChange, hashes: Hashes) => ({
  lead: leadId,
  set: columnsOf(scope, change, hashes),
  variables: change.variables,
});
