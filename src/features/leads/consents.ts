import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { createdWithin } from "#db/lists/created-range";
import { paged, pagedWhere, stopIn } from "#db/lists/page";
import { allOf, ownEqual } from "#db/lists/walk";
import { consents } from "#db/schema/consents";
import { leads } from "#db/schema/leads";
import { selectId } from "#db/scope/rows";
import { newestFirst } from "#db/statements/latest-consent";
import { COLUMNS, isAbout } from "#db/statements/suppressions";
import { type ConsentScope, ownMethods } from "#domain/consents";
import { optoutFields } from "#domain/lead-fields";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found } from "#lib/problem";
import { iso } from "#lib/time";
import type { ConsentQuery } from "./input";
import type { Consent } from "./schema";

// A lead is held unsubscribed by the suppressions of its phone and its ids on platforms, and by
// other leads with its WhatsApp number that have opted out: an opt-out comes from the person behind
// a number, whichever lead has the number now. Nothing is sent to e-mails. Each is the rest of a
// SELECT for the lead `leads`.

const SUPPRESSIONS = [
  sql`
    from suppressions
    where suppressions.workspace_id = leads.workspace_id and hash = leads.phone_hash`,
  sql`
    from lead_identities as known
    cross join suppressions
      on suppressions.workspace_id = leads.workspace_id and suppressions.hash = known.hash
    where known.lead_id = leads.id and known.hash is not null`,
];

const OTHERS = [
  sql`
    from lead_identities as known
    cross join leads as other on other.id = known.lead_id
    where known.workspace_id = leads.workspace_id
      and known.kind = 'wa_id'
      and known.value in (ltrim(leads.phone_key, '+'), ltrim(leads.phone, '+'))
      and other.id <> leads.id`,
  sql`
    from lead_identities as known
    cross join leads as other
      on other.workspace_id = leads.workspace_id and other.phone_key = '+' || known.value
    where known.lead_id = leads.id and known.kind = 'wa_id' and other.id <> leads.id`,
];

/** True if one of the suppressions is as `which` says, or one of the others has `optedOut`. */
const isSuppressed = (which: SQL, optedOut: SQL) =>
  sql`(${sql.join(
    [
      ...SUPPRESSIONS.map((found) => sql`exists (select 1 ${found} and ${which})`),
      ...OTHERS.map((found) => sql`exists (select 1 ${found} and ${optedOut})`),
    ],
    sql` or `,
  )})`;

const flagOf = (table: string, about: ConsentScope) =>
  sql.raw(`${table}.${optoutFields[about]} = 1`);

/** True if the lead `leads` gets no messages: it has opted out, or is suppressed. */
export const isUnsubscribed = sql`(
  ${flagOf("leads", "all")} or ${isSuppressed(isAbout("all"), flagOf("other", "all"))})`;

/**
 * True if the lead `leads` gets no marketing: it has opted out of that or of all messages, or is
 * suppressed from one of them.
 */
export const isMarketingUnsubscribed = sql`(
  ${flagOf("leads", "all")} or ${flagOf("leads", "marketing")}
  or ${isSuppressed(
    sql`true`,
    sql`(${flagOf("other", "all")} or ${flagOf("other", "marketing")})`,
  )})`;

/**
 * From how much the lead `leads` is unsubscribed: 2 from all messages, 1 from marketing alone, 0
 * from nothing. As `isUnsubscribed` and `isMarketingUnsubscribed`, but read once for both.
 */
export const unsubscribedFrom = sql<0 | 1 | 2>`(
  select max(level) from (
    ${sql.join(
      [
        sql`select max(2 * leads.is_optout, leads.is_marketing_optout) as level`,
        ...SUPPRESSIONS.map((found) => sql`select 1 + (${isAbout("all")}) ${found}`),
        ...OTHERS.map(
          (found) => sql`select max(2 * other.is_optout, other.is_marketing_optout) ${found}`,
        ),
      ],
      sql` union all `,
    )}))`;

const OWN_METHODS = sql.raw(ownMethods.map((method) => `'${method}'`).join(", "));

/**
 * True if the lead `leads` is unsubscribed from a scope by more than its own word: by the
 * workspace, a provider, or the opt-out of somebody else with a contact of it.
 */
const isHeldFrom = (about: ConsentScope) => {
  return sql`(
  ${isSuppressed(
    sql`${isAbout(about)} and suppressions.${COLUMNS[about].lead} is not leads.id`,
    flagOf("other", about),
  )}
  or ${flagOf("leads", about)} and ifnull(
    (
      select method from consents
      where consents.lead_id = leads.id and consents.kind = 'opted_out'
      ${newestFirst("consents", about)}
    ),
    'api'
  ) not in (${OWN_METHODS}, 'merge'))`;
};

export const isHeldUnsubscribed = isHeldFrom("all");
export const isHeldFromMarketing = isHeldFrom("marketing");

const { workspaceId, ...columns } = getTableColumns(consents);
type Row = Pick<typeof consents.$inferSelect, keyof typeof columns>;

const toWire = (row: Row): Consent => ({
  id: row.id,
  lead_id: row.leadId,
  scope: row.scope,
  kind: row.kind,
  method: row.method,
  message_id: row.messageId,
  words: row.words,
  at: iso(row.at),
  created_at: iso(row.createdAt),
});

/** A page of the entries in a lead's ledger of consents. */
export async function listConsents(
  scope: Scope,
  id: number,
  page: PageRequest,
): Promise<Page<Consent>> {
  const ledger = scope.db.select(columns).from(consents).$dynamic();
  const ofLead = ownEqual(scope, consents, consents.leadId, id);
  const { lead, entries } = await readBatch(scope, {
    lead: selectId(scope, leads, id),
    entries: paged(ledger, scope, consents, page, ofLead),
  });
  found(lead[0]);
  return cutPage(entries, page, toWire);
}

/** A page of the entries of all ledgers. */
export async function listAllConsents(
  scope: Scope,
  query: ConsentQuery,
  page: PageRequest,
): Promise<Page<Consent>> {
  const ofLead = ownEqual(scope, consents, consents.leadId, query.lead_id);
  const created = createdWithin(scope, consents, query);
  const select = scope.db
    .select({ ...columns, stop: stopIn(undefined, consents) })
    .from(consents)
    .$dynamic();
  const entries = await pagedWhere(select, scope, consents, page, {
    key: and(ofLead ?? allOf(scope, consents), created.ids),
    filter: and(
      query.kind && eq(consents.kind, query.kind),
      query.scope && eq(consents.scope, query.scope),
      created.exact,
    ),
  });
  return cutPage(entries, page, toWire);
}
