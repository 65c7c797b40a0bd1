import { type SQL, sql } from "drizzle-orm";
import type { ConsentScope } from "#domain/consents";
import type { SuppressionKind } from "#domain/platforms";
import type { Scope } from "#env";
import type { Statement } from "../batch";
import { suppressions } from "../schema/consents";
import { identityMoves } from "../schema/identity-moves";
import { leads } from "../schema/leads";
import { within } from "../scope/within";
import { optoutFlag } from "./leads/leads";

// The statements that write `suppressions`, besides the triggers on leads and their identities.
// A contact has one row for both scopes of consent. That of marketing alone has its time in `at`
// too: code that knows no scopes takes it for one of all messages.

/** The columns that say since when a scope is suppressed, and which lead ends that. */
export const COLUMNS = {
  all: { at: sql`at`, lead: sql`lead_id` },
  marketing: { at: sql`marketing_at`, lead: sql`marketing_lead_id` },
} as const satisfies Record<ConsentScope, object>;

/** True if the row `suppressions` is about a scope: `all` leaves marketing's own as it is. */
export const isAbout = (about: ConsentScope) =>
  about === "all" ? sql`suppressions.scope = 'all'` : sql`suppressions.marketing_at is not null`;

/** Somebody by one of their hashes; `at` is when they unsubscribed or subscribed again. */
export type Suppressed = { kind: SuppressionKind; hash: string; at: number };

/** In place of a suppression's lead: a setting on the platform has begun it, and may end it. */
export const BY_PLATFORM = 0;

/** Widens a row that is known to the times and the lead of the same person's other opt-out. */
const WIDENED = {
  all: sql`
    at = iif(scope = 'all', max(at, excluded.at), excluded.at),
    lead_id = iif(scope = 'all' and lead_id is not excluded.lead_id, null, excluded.lead_id),
    scope = 'all'`,
  marketing: sql`
    at = iif(scope = 'all', at, max(at, excluded.at)),
    marketing_at = max(ifnull(marketing_at, 0), excluded.marketing_at),
    marketing_lead_id = iif(
      marketing_at is not null and marketing_lead_id is not excluded.marketing_lead_id,
      null, excluded.marketing_lead_id)`,
} as const satisfies Record<ConsentScope, SQL>;

/**
 * Remembers people as unsubscribed from a scope, by `origin`; the latest time stays. Those of
 * `unless`, a condition on the person as `item.value`, are left out.
 */
export const suppress = (
  { workspaceId }: Scope,
  people: Suppressed[],
  unless = sql`false`,
  origin: typeof BY_PLATFORM | null = null,
  about: ConsentScope = "all",
) => sql<{
  id: number;
}>`
  insert into suppressions (workspace_id, kind, hash, scope, at, lead_id, marketing_at,
    marketing_lead_id, created_at)
  select ${workspaceId}, item.value ->> 'kind', item.value ->> 'hash', ${about},
    item.value ->> 'at', ${about === "all" ? origin : null},
    ${about === "all" ? sql`null` : sql`item.value ->> 'at'`},
    ${about === "all" ? null : origin}, ${Date.now()}
  from json_each(${JSON.stringify(people)}) as item
  where not ${unless}
  on conflict (workspace_id, hash) do update set ${WIDENED[about]}
  returning id`;

/**
 * Remembers whoever has unsubscribed by a number before leaving it by the numbers that came next,
 * though the word arrives after the notices. A later word is that of a number's next holder.
 */
export function suppressNext(
  scope: Scope,
  people: Suppressed[],
  about: ConsentScope,
  origin: typeof BY_PLATFORM | null = null,
) {
  const isNext = within(
    scope,
    identityMoves,
    sql`identity_moves.kind = 'wa_id' and from_hash = next.hash
      and identity_moves.at / 1000 >= next.moved_at / 1000`,
  );
  const [own, marketing] = about === "all" ? [origin, null] : [null, origin];
  return sql`
    insert into suppressions (workspace_id, kind, hash, scope, at, lead_id, marketing_at,
      marketing_lead_id, created_at)
    with recursive next (hash, at, moved_at, steps) as (
      select value ->> 'hash', value ->> 'at', value ->> 'at', 0
      from json_each(${JSON.stringify(people)}) where value ->> 'kind' = 'phone'
      union
      select identity_moves.to_hash, next.at, identity_moves.at, steps + 1
      from next cross join identity_moves on ${isNext}
      where steps < 8
      limit 1000)
    select ${scope.workspaceId}, 'phone', hash, ${about}, max(at), ${own},
      ${about === "all" ? sql`null` : sql`max(at)`}, ${marketing}, ${Date.now()}
    from next where steps > 0 group by hash
    on conflict (workspace_id, hash) do update set ${WIDENED[about]}`;
}

/** Selects the suppressions of people, as `item.value`, by `hash`. */
const idsOf = (
  scope: Scope,
  people: Suppressed[],
  condition: SQL,
  hash = sql`= item.value ->> 'hash'`,
) => sql`
  select suppressions.id
  from json_each(${JSON.stringify(people)}) as item
  cross join suppressions on ${within(scope, suppressions, sql`suppressions.hash ${hash}`)}
  where ${condition}`;

/**
 * Keeps the suppressions of people until they subscribe again themselves, whatever their lead does;
 * those of `unless` stay as they are.
 */
export function keepSuppressed(
  scope: Scope,
  people: Suppressed[],
  unless = sql`false`,
  about: ConsentScope = "all",
): SQL {
  const { lead } = COLUMNS[about];
  const isLeads = sql`suppressions.${lead} is not null and not ${unless}`;
  return sql`
    update suppressions set ${lead} = null
    where ${within(scope, suppressions)} and id in (${idsOf(scope, people, isLeads)})`;
}

/**
 * Ends the suppressions of a scope that `which` finds. What the other scope has said stays: a row
 * of both becomes one of the other.
 */
export const lift = (scope: Scope, which: SQL, about: ConsentScope): Statement[] => {
  const isAlone = about === "all" ? sql`marketing_at is null` : sql`scope = 'marketing'`;
  const rest =
    about === "all"
      ? sql`scope = 'marketing', at = marketing_at, lead_id = null`
      : sql`marketing_at = null, marketing_lead_id = null`;
  const found = within(scope, suppressions, isAbout(about), which);
  return [
    sql`delete from suppressions where ${found} and ${isAlone}`,
    sql`update suppressions set ${rest} where ${found}`,
  ];
};

/**
 * Forgets people who have subscribed to a scope again since they unsubscribed, save those of
 * `unless`, also by the hashes that `former` selects for each. Times count in seconds, as WhatsApp
 * has them.
 */
export function unsuppress(
  scope: Scope,
  people: Suppressed[],
  unless = sql`false`,
  about: ConsentScope = "all",
  former?: SQL,
): Statement[] {
  const isOver = sql`
    suppressions.${COLUMNS[about].at} / 1000 <= (item.value ->> 'at') / 1000 and not ${unless}`;
  const ids = sql.join(
    [
      idsOf(scope, people, isOver),
      ...(former ? [idsOf(scope, people, isOver, sql`in (${former})`)] : []),
    ],
    sql` union `,
  );
  return lift(scope, sql`id in (${ids})`, about);
}

/** Forgets some of the workspace's suppressions of any scope, whatever its leads have said. */
export const deleteSuppressions = (scope: Scope, which: SQL) => sql<{ id: number }>`
  delete from suppressions where ${within(scope, suppressions, which)} returning id`;

/**
 * Forgets all hashes of a lead that has subscribed to a scope again through the API. A lead that
 * was subscribed already may have some: a message does not end all of them.
 */
export function unsuppressLead(
  scope: Scope,
  leadId: SQL,
  about: ConsentScope = "all",
): Statement[] {
  const isLead = within(scope, leads, sql`id = ${leadId} and ${optoutFlag(about)} = 0`);
  const isOfLead = sql`
    exists (select 1 from leads where ${isLead})
    and hash in (
      select phone_hash from leads where ${isLead}
      union all select email_hash from leads where ${isLead}
      union all select hash from lead_identities where lead_id = ${leadId})`;
  return lift(scope, isOfLead, about);
}

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
