import { type SQL, sql } from "drizzle-orm";
import type { SuppressionKind } from "#domain/platforms";
import type { Scope } from "#env";
import { leads, suppressions } from "../schema/leads";
import { within } from "../scope/within";

// The statements that write `suppressions`, besides the triggers on leads and their identities.

/** Somebody by one of their hashes; `at` is when they unsubscribed or subscribed again. */
export type Suppressed = { kind: SuppressionKind; hash: string; at: number };

/** In place of a suppression's lead: a setting on the platform has begun it, and may end it. */
export const BY_PLATFORM = 0;

/**
 * Remembers people as unsubscribed, by `origin`; the latest time stays. Those of `unless`, a
 * condition on the person as `item.value`, are left out.
 */
export const suppress = (
  { workspaceId }: Scope,
  people: Suppressed[],
  unless = sql`false`,
  origin: typeof BY_PLATFORM | null = null,
) => sql<{
  id: number;
}>`
  insert into suppressions (workspace_id, kind, hash, at, lead_id, created_at)
  select ${workspaceId}, item.value ->> 'kind', item.value ->> 'hash',
         item.value ->> 'at', ${origin}, ${Date.now()}
  from json_each(${JSON.stringify(people)}) as item
  where not ${unless}
  on conflict (workspace_id, hash) do update
  set at = max(at, excluded.at), lead_id = iif(lead_id is excluded.lead_id, lead_id, null)
  returning id`;

/** Selects the suppressions of people, as `item.value`. */
const idsOf = (scope: Scope, people: Suppressed[], condition: SQL) => sql`
  select suppressions.id
  from json_each(${JSON.stringify(people)}) as item
  cross join suppressions
    on ${within(scope, suppressions, sql`suppressions.hash = item.value ->> 'hash'`)}
  where ${condition}`;

/**
 * Keeps the suppressions of people until they subscribe again themselves, whatever their lead does;
 * those of `unless` stay as they are.
 */
export const keepSuppressed = (scope: Scope, people: Suppressed[], unless = sql`false`): SQL => sql`
  update suppressions set lead_id = null
  where ${within(scope, suppressions)}
    and id in (${idsOf(scope, people, sql`suppressions.lead_id is not null and not ${unless}`)})`;

/**
 * Forgets people who have subscribed again since they unsubscribed, save those of `unless`. Times
 * count in seconds, as WhatsApp has them.
 */
export const unsuppress = (scope: Scope, people: Suppressed[], unless = sql`false`): SQL => sql`
  delete from suppressions
  where ${within(scope, suppressions)} and id in (${idsOf(
    scope,
    people,
    sql`suppressions.at / 1000 <= (item.value ->> 'at') / 1000 and not ${unless}`,
  )})`;

/** Forgets one of the workspace's suppressions, whatever its leads have consented to. */
export const deleteSuppressions = (scope: Scope, which: SQL) => sql<{ id: number }>`
  delete from suppressions where ${within(scope, suppressions, which)} returning id`;

/**
 * Forgets all hashes of a lead that has subscribed again through the API. A lead that was
 * subscribed already may have some: a message does not end all of them.
 */
export const unsuppressLead = (scope: Scope, leadId: SQL): SQL => {
  const isLead = within(scope, leads, sql`id = ${leadId} and is_optout = 0`);
  return sql`
    delete from suppressions
    where ${within(scope, suppressions)}
      and exists (select 1 from leads where ${isLead})
      and hash in (
        select phone_hash from leads where ${isLead}
        union all select email_hash from leads where ${isLead}
        union all select hash from lead_identities where lead_id = ${leadId})`;
};

/**
 * Reports the hashes of a new lead to the SQL triggers of leads.sql: `new_lead_hashes_suppressed`
 * opts out a lead whose hash is suppressed, `new_lead_hashes_remembered` suppresses the hash of one
 * that is opted out.
 */
export const reportHashes = (leadId: SQL, hashes: [kind: SuppressionKind, hash: string][]): SQL =>
  reportSomeHashes(
    sql`select ${leadId}, value ->> 0, value ->> 1 from json_each(${JSON.stringify(hashes)})`,
  );

/** Reports hashes of new leads. `hashes` selects a lead, a kind and a hash each. */
export const reportSomeHashes = (hashes: SQL): SQL =>
  sql`insert into new_lead_hashes (lead_id, kind, hash) ${hashes}`;
