import { type SQL, sql } from "drizzle-orm";
import { leads } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import { proveConsents } from "#db/statements/consents";
import { reservedLead } from "#db/statements/leads/bulk";
import { isAbout } from "#db/statements/suppressions";
import { type ConsentOutcome, type ConsentScope, consentScopes } from "#domain/consents";
import { optoutFields } from "#domain/lead-fields";
import type { Scope } from "#env";
import { isMarketingUnsubscribed, isUnsubscribed } from "./consents";

/** A consent that a lead has given in a form. A new lead is named by its place in the chunk. */
export type FormConsent = {
  id?: number;
  place?: number;
  about: ConsentScope;
  words: string;
  at: number;
};

const isEmailSuppressed = (which: SQL) => sql`exists (
  select 1 from suppressions
  where suppressions.workspace_id = leads.workspace_id
    and suppressions.hash = leads.email_hash and ${which})`;

/** True if the lead `leads` may be subscribed to a scope: neither it nor a contact has left it. */
const isFree = {
  all: sql`(not ${isUnsubscribed} and not ${isEmailSuppressed(isAbout("all"))})`,
  marketing: sql`(not ${isMarketingUnsubscribed} and not ${isEmailSuppressed(sql`true`)})`,
} as const satisfies Record<ConsentScope, SQL>;

/**
 * The statements that enter consents into the ledgers of leads that are free to give them, in a
 * batch that has written the leads, of which `count` are new.
 */
export const enterFormConsents = (scope: Scope, consents: FormConsent[], count: number): SQL[] =>
  consentScopes.flatMap((about) => {
    const given = consents.filter((consent) => consent.about === about);
    const id = sql`ifnull(value ->> '$.id', ${reservedLead(count, sql`(value ->> '$.place')`)})`;
    const entries = sql`
      select leads.id, value ->> '$.words', value ->> '$.at'
      from json_each(${JSON.stringify(given)})
        cross join leads on ${within(scope, leads, sql`leads.id = ${id}`)}
      where ${isFree[about]}`;
    return given.length > 0 ? [proveConsents(entries, about)] : [];
  });

/** A lead as it would be once a chunk is written; `id` is null of one that is new. */
export type FutureLead = {
  id: number | null;
  values: Record<string, unknown>;
  optouts: ReadonlySet<ConsentScope>;
};

const CONTACTS = ["phone", "phone_key", "phone_hash", "email_hash"];

/** Selects the outcome of a consent that a lead would give, of which nothing is written. */
export function selectConsentOutcome(
  { workspaceId }: Scope,
  about: ConsentScope,
  { id, values, optouts }: FutureLead,
) {
  const lead = sql.join(
    [
      ...[sql`select ${id ?? -1} as id`, sql`${workspaceId} as workspace_id`],
      ...consentScopes.map(
        (one) => sql`${optouts.has(one) ? 1 : 0} as ${sql.raw(optoutFields[one])}`,
      ),
      ...CONTACTS.map((column) => sql`${values[column] ?? null} as ${sql.raw(column)}`),
    ],
    sql`, `,
  );
  return sql<{ outcome: ConsentOutcome }>`
    select ${consentOutcome(about)} as outcome from (${lead}) as leads`;
}

/** The outcome of a consent that the lead `leads` has given: `applied` or `not_applied`. */
export const consentOutcome = (about: ConsentScope) =>
  sql`iif(${isFree[about]}, 'applied', 'not_applied')`;
