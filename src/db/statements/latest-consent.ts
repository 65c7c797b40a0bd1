import { sql } from "drizzle-orm";
import { platformMethods } from "#domain/messaging";

const byTime = (table: string) => `order by ${table}.at / 1000 desc, ${table}.id desc limit 1`;

/**
 * Finds the newest of a lead's entries. WhatsApp's times are whole seconds: ids order entries of
 * the same second.
 */
export const newestFirst = (table: string) => sql.raw(byTime(table));

const OF_PLATFORM = `(${platformMethods.map((method) => `'${method}'`).join(", ")})`;

/** True if a lead has opted out by anything but the platform's settings and buttons. */
const hasSaidNo = (leadId: string) => `'opted_out' is (
  select said.kind from consents as said
  where said.lead_id = ${leadId} and said.method not in ${OF_PLATFORM} ${byTime("said")})`;

export const hasSaidNoOtherwise = (leadId: string) => sql.raw(hasSaidNo(leadId));

/**
 * Ends a WHERE on the entries of a lead, and finds the one that counts: the latest. A setting on
 * the platform takes back an opt-out by the platform only, so it does not count after another one.
 */
export const latestFirst = (table: string) =>
  sql.raw(`
    and not (
      ${table}.kind = 'opted_in' and ${table}.method = 'preference'
      and ${hasSaidNo(`${table}.lead_id`)})
    ${byTime(table)}`);
