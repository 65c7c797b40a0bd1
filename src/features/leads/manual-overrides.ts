import { type SQL, sql } from "drizzle-orm";
import { leads } from "../../db/schema/leads";
import type { ProfileField } from "../../domain/leads";

/** JSON that says of fields of a lead's profile that they were set through the API: no analysis overwrites them. */
export const pinsOf = (fields: ProfileField[]) =>
  JSON.stringify(Object.fromEntries(fields.map((field) => [field, true])));

/** The column that keeps so, beside what it says already; none where there are no fields. */
export const pins = (
  fields: ProfileField[],
): { profilePinned?: SQL<Partial<Record<ProfileField, true>>> } =>
  fields.length > 0
    ? { profilePinned: sql`json_patch(${leads.profilePinned}, ${pinsOf(fields)})` }
    : {};
