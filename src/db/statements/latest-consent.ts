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
const optedOutElsewhere = (leadId: string) => `'opted_out' is (
  select latest.kind from consents as latest
  where latest.lead_id = ${leadId} and latest.method not in ${OF_PLATFORM} ${byTime("latest")})`;

export const isOptedOutElsewhere = (leadId: string) => sql.raw(optedOutElsewhere(leadId));

/**
 * Ends a WHERE on the entries of a lead, and finds the one that counts: the latest. A setting on
 * the platform takes back an opt-out by the platform only, so it does not count after another one.
 */
export const latestFirst = (table: string) =>
  sql.raw(`
    and not (
      ${table}.kind = 'opted_in' and ${table}.method = 'preference'
      and ${optedOutElsewhere(`${table}.lead_id`)})
    ${byTime(table)}`);
