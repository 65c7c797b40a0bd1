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
import { optoutFields } from "#domain/lead-fields";
import { type ConsentScope, ownMethods } from "#domain/messaging";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found } from "#lib/problem";
import { iso } from "#lib/time";
import type { ConsentQuery } from "./input";
import type { Consent } from "./schema";

/**
 * True if the phone of the lead `leads` or an id on a platform is suppressed, by one of `which`, or
 * its WhatsApp number is that of another lead that has `optedOut`. Nothing is sent to e-mails. An
 * opt-out comes from the person behind a number, whichever lead has the number now.
 */
const isSuppressed = (which: SQL, optedOut: SQL) => sql`(
  exists (
    select 1 from suppressions
    where suppressions.workspace_id = leads.workspace_id and hash = leads.phone_hash and ${which})
  or exists (
    select 1 from lead_identities as known
    cross join suppressions
      on suppressions.workspace_id = leads.workspace_id and suppressions.hash = known.hash
    where known.lead_id = leads.id and known.hash is not null and ${which})
  or exists (
    select 1 from lead_identities as known
    cross join leads as other on other.id = known.lead_id
    where known.workspace_id = leads.workspace_id
      and known.kind = 'wa_id'
      and known.value in (ltrim(leads.phone_key, '+'), ltrim(leads.phone, '+'))
      and other.id <> leads.id and ${optedOut})
  or exists (
    select 1 from lead_identities as known
    cross join leads as other
      on other.workspace_id = leads.workspace_id and other.phone_key = '+' || known.value
    where known.lead_id = leads.id and known.kind = 'wa_id'
      and other.id <> leads.id and ${optedOut}))`;

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
