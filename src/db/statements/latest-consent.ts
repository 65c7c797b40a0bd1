import { type SQL, sql } from "drizzle-orm";
import {
  type ConsentMethod,
  type ConsentScope,
  platformMethods,
  provingMethods,
} from "#domain/consents";

const byTime = (table: string) => `order by ${table}.at / 1000 desc, ${table}.id desc limit 1`;

const listOf = (methods: readonly ConsentMethod[]) =>
  `(${methods.map((method) => `'${method}'`).join(", ")})`;

const [OF_PLATFORM, PROVING] = [listOf(platformMethods), listOf(provingMethods)];

/** Of entries of a scope, those that change it. */
const ofScope = (table: string, about: ConsentScope) =>
  `and ${table}.scope = '${about}' and ${table}.method not in ${PROVING}`;

/**
 * Ends a WHERE on the entries of a lead, and finds the newest of a scope. WhatsApp's times are
 * whole seconds: ids order entries of the same second.
 */
export const newestFirst = (table: string, about: ConsentScope) =>
  sql.raw(`${ofScope(table, about)} ${byTime(table)}`);

/** True for an entry by the platform's settings or buttons. */
export const ofPlatform = (table: string) => sql.raw(`${table}.method in ${OF_PLATFORM}`);

/** True if a lead has opted out of all by more than the platform's settings and buttons. */
const optedOutElsewhere = (leadId: string) => `'opted_out' is (
  select latest.kind from consents as latest
  where latest.lead_id = ${leadId} ${ofScope("latest", "all")}
    and latest.method not in ${OF_PLATFORM}
  ${byTime("latest")})`;

export const isOptedOutElsewhere = (leadId: string) => sql.raw(optedOutElsewhere(leadId));

/** The most entries of a scope that are looked through for what the platform has last said. */
const MAX_LOOKED = 20;

/** Selects the kind of the latest entry by the platform among the newest that `which` finds. */
export const latestAtPlatform = (which: SQL) => {
  const newest = (about: ConsentScope) => sql`
    select * from (
      select kind, method, at, id from consents
      where ${which} and scope = ${about} order by at / 1000 desc, id desc limit ${MAX_LOOKED})`;
  return sql`(
    select kind from (${newest("all")} union all ${newest("marketing")})
    where method in ('preference', 'provider') order by at / 1000 desc, id desc limit 1)`;
};

/**
 * Ends a WHERE on the entries of a lead, and finds the one of a scope that counts: the latest. A
 * setting on the platform is about marketing. Of all messages, it takes back an opt-out by the
 * platform only, so it does not count after another one.
 */
export const latestFirst = (table: string, about: ConsentScope) =>
  about === "marketing"
    ? newestFirst(table, about)
    : sql.raw(`
    and not (
      ${table}.kind = 'opted_in' and ${table}.method = 'preference'
      and ${optedOutElsewhere(`${table}.lead_id`)})
    ${ofScope(table, about)} ${byTime(table)}`);
