import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { type Proof, samePerson } from "#db/merging/same-person";
import { leadIdentities, leads } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import type { Hashes } from "#db/statements/contact-hashes";
import {
  connectAccounts,
  gotLater,
  movedIds,
  shareSuppressions,
  storeMoves,
} from "#db/statements/identity-moves";
import { replacePhone } from "#db/statements/leads/leads";
import { keyOfNumber, keyOfPhone, normalPhone } from "#domain/addresses";
import { numberVariants } from "#domain/wa-numbers";
import type { Scope } from "#env";
import { accountsOf, movedLead, type Notice } from "./moved-leads";

const here = { workspaceId: sql`moved.workspace_id` };

/**
 * Moves a person's ids, once, whatever has arrived before. The lead gets the new ids, and keeps the
 * old accounts: late messages come from them. Whoever has unsubscribed by an old id has so by the
 * new ones, known or not.
 */
export function moveIdentities(scope: Scope, notice: Notice, hashes: Hashes): Statement[] {
  const now = Date.now();
  const ids = movedIds(notice, hashes);
  if (ids.length === 0) return [];
  const moved = movedLead(scope, notice, hashes);
  const lists = sql`
    ${moved} select workspace_id, notice -> 'before' as before, notice -> 'after' as after
    from moved where is_new`;
  return [
    announceMove(scope, moved),
    // Before what is nobody's goes to one of them.
    ...samePerson(scope, proofsOf(notice)),
    shareSuppressions(lists),
    addAccounts(moved, now),
    reportSuppressed(moved),
    ...replaceNumber(scope, notice, moved, hashes, now),
    storeMoves(scope, ids, notice.at, now),
    connectAccounts(
      scope,
      ids.map(({ kind, to: { hash } }) => ({ kind, hash })),
    ),
  ];
}

type Moved = ReturnType<typeof movedLead>;

/** Two leads that have accounts of the notice are one person. Its numbers prove less. */
function proofsOf({ from, to, channelId }: Notice): Proof[] {
  const [first, ...others] = [from, to].flatMap(accountsOf);
  return others.flatMap((id) => (first ? [{ ids: [first, id] as const, channelId }] : []));
}

/** The event, where something of the lead changes: the values are with the lead. */
function announceMove({ actor }: Scope, moved: Moved) {
  const isLatest = sql`${gotLater(
    { ...here, at: sql`(moved.notice ->> 'at')` },
    sql`id.value ->> 'kind'`,
    sql`id.value ->> '$.from.hash'`,
  )} is null`;
  const isOf = (side: "from" | "to") =>
    within(
      here,
      leadIdentities,
      sql`
    lead_identities.kind = id.value ->> 'kind'
    and lead_identities.value = id.value ->> ${sql.raw(`'$.${side}.value'`)}
    and lead_identities.lead_id = moved.lead_id`,
    );
  const hasOld = sql`(
    exists (select 1 from lead_identities where ${isOf("from")} and replaced_at is null)
    or exists (
      select 1 from leads
      where leads.id = moved.lead_id and id.value ->> 'kind' = 'wa_id'
        and leads.phone_hash = id.value ->> '$.from.hash'))`;
  return sql`
    insert into new_events (workspace_id, type, lead_id, scenario_id, data, actor)
    ${moved}
    select workspace_id, 'lead.identity_changed', lead_id, null,
      json_object('kinds', notice -> 'kinds'), ${actor}
    from moved
    where is_new and lead_id is not null and exists (
      select 1 from json_each(notice, '$.moved') as id
      where ${isLatest}
        and (${hasOld} or not exists (select 1 from lead_identities where ${isOf("to")})))`;
}

/** The username that the platform has given last with an id of this kind of the lead. */
const usernameOf = (kind: SQL) => sql`(
  select username from lead_identities
  where lead_identities.lead_id = moved.lead_id and lead_identities.kind = ${kind}
    and username is not null
  order by updated_at desc limit 1)`;

/** Gives the lead all accounts of the notice that are nobody's. */
const addAccounts = (moved: Moved, now: number) => sql`
  insert into lead_identities (workspace_id, kind, value, hash, lead_id, channel_id, learned_from,
    username, created_at, updated_at)
  ${moved}
  select workspace_id, account.value ->> 'kind', account.value ->> 'value',
    account.value ->> 'hash', lead_id, notice ->> 'channelId', 'notice',
    ${usernameOf(sql`account.value ->> 'kind'`)}, ${now}, ${now}
  from moved cross join json_each(notice, '$.accounts') as account
  where is_new and lead_id is not null
  on conflict do nothing`;

/** Leads that have a new id already have unsubscribed, too, if somebody has by an old one. */
const reportSuppressed = (moved: Moved) => sql`
  insert into new_lead_hashes (lead_id, kind, hash)
  ${moved}
  select lead_identities.lead_id, account.value ->> 'kind', lead_identities.hash
  from moved cross join json_each(notice, '$.accounts') as account
    cross join lead_identities on ${within(
      here,
      leadIdentities,
      sql`lead_identities.kind = account.value ->> 'kind'
        and lead_identities.value = account.value ->> 'value'`,
    )}
  where is_new
  union all
  select lead_identities.lead_id, 'phone', lead_identities.hash
  from moved cross join json_each(notice, '$.newNumber.places') as place
    cross join lead_identities on ${within(
      here,
      leadIdentities,
      sql`lead_identities.kind = place.value ->> 0
        and lead_identities.value = place.value ->> 1`,
    )}
  where is_new
  union all
  select leads.id, 'phone', leads.phone_hash
  from moved cross join json_each(notice, '$.newNumber.places') as place
    cross join leads on ${within(here, leads, sql`leads.phone_key = place.value ->> 1`)}
  where is_new and place.value ->> 0 = 'phone'`;

/**
 * Replaces the lead's WhatsApp number, and its phone if it is that number and no lead has the new
 * one. Nobody is reached by a number that was left again by then.
 */
function replaceNumber(
  scope: Scope,
  { from: { wa_id: from }, to: { wa_id: to }, channelId }: Notice,
  moved: Moved,
  hashes: Hashes,
  now: number,
): Statement[] {
  if (to === undefined) return [];
  const hash = hashes("wa_id", to);
  const lead = sql`${moved} select number_lead_id from moved where is_new_number`;
  const added = sql`
    insert into lead_identities (workspace_id, kind, value, hash, lead_id, channel_id, learned_from,
      username, replaced_at, unreachable_at, created_at, updated_at)
    ${moved}
    select workspace_id, 'wa_id', ${to}, ${hash}, number_lead_id, ${channelId}, 'notice',
      ${usernameOf(sql`'wa_id'`)}, number_left_at, number_left_at, ${now}, ${now}
    from moved where is_new_number and number_lead_id is not null
    on conflict (workspace_id, kind, value) do update
    set lead_id = excluded.lead_id, hash = excluded.hash, replaced_at = excluded.replaced_at,
        unreachable_at = excluded.unreachable_at, updated_at = excluded.updated_at
    where lead_identities.lead_id <> excluded.lead_id
       or lead_identities.replaced_at is not excluded.replaced_at`;
  if (from === undefined) return [added];
  const phone = normalPhone(`+${to}`, null);
  const isOld = sql`kind = 'wa_id' and value in (
    select value from json_each(${JSON.stringify(numberVariants(from))}))`;
  return [
    added,
    sql`
      delete from lead_identities
      where ${within(scope, leadIdentities, isOld)} and value <> ${to}
        and lead_id = (${lead})`,
    replacePhone(
      scope,
      lead,
      keyOfNumber(from),
      { phone, key: keyOfPhone(phone, null), hash },
      sql`true`,
    ),
  ];
}
