import { sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { leadIdentities } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import { suppressionKind } from "#db/statements/contact-hashes";
import { connectAccounts, sharePairs } from "#db/statements/identity-moves";
import { followUsernames } from "#db/statements/leads/leads";
import type { AccountKind, IdentityKind, IdentitySource } from "#domain/platforms";
import type { Scope } from "#env";
import { foldText } from "#lib/text";
import { areOfOnePortfolio } from "./reachable";

// Reports and answers of a platform teach more of leads than their messages do. Nothing is written
// where it is known.

/** A number and an account that a platform has named as one person's, and when. */
export type Pair = {
  number: string;
  numberHash: string | null;
  kind: AccountKind;
  value: string;
  hash: string | null;
  username?: string | undefined;
  at: number;
};

/**
 * Selects the pairs of a list of JSON whose number is a lead's since before they were reported.
 * `other_id` is the lead of the account, if that is known: another one is the same person.
 */
const selectPairs = (scope: Scope, list: string) => sql`
  select pair.key as place, lead_identities.lead_id,
    pair.value ->> 'kind' as kind, pair.value ->> 'value' as value,
    pair.value ->> 'hash' as hash, pair.value ->> 'username' as username,
    (select lead_id from ${leadIdentities}
      where ${within(
        scope,
        leadIdentities,
        sql`kind = pair.value ->> 'kind'
        and value = pair.value ->> 'value'`,
      )}) as other_id
  from json_each(${list}) as pair
    cross join ${leadIdentities} on ${within(
      scope,
      leadIdentities,
      sql`
      lead_identities.kind = 'wa_id' and lead_identities.value = pair.value ->> 'number'`,
    )}
  where lead_identities.updated_at / 1000 <= (pair.value ->> 'at') / 1000`;

/** Selects the places of the pairs whose account is another lead's than their number. */
export const selectTwoLeads = (scope: Scope, pairs: Omit<Pair, "hash" | "numberHash">[]) =>
  sql<{ place: number }>`
    select place from (${selectPairs(scope, JSON.stringify(pairs))}) where other_id <> lead_id`;

/**
 * Stores the accounts of pairs that are new, for the leads of the numbers. A lead that has another
 * account of the channel's portfolio may be a former holder of the number: it gets none. What moves
 * connect with the account comes along. An opt-out by one of the two holds for the other, whosever
 * they are: what is sent to the number arrives at the account.
 */
export function storePairs(
  scope: Scope,
  channelId: number,
  source: IdentitySource,
  pairs: Pair[],
): Statement[] {
  const now = Date.now();
  const ofOnePortfolio = areOfOnePortfolio(sql`current.channel_id`, sql`${channelId}`);
  const stored = sql`
    insert into lead_identities (workspace_id, kind, value, hash, lead_id, channel_id, learned_from,
      username, created_at, updated_at)
    select ${scope.workspaceId}, kind, value, hash, lead_id, ${channelId}, ${source}, username,
      ${now}, ${now}
    from (${selectPairs(scope, JSON.stringify(pairs))}) as paired
    where other_id is null and not exists (
      select 1 from lead_identities as current
      where current.lead_id = paired.lead_id and current.kind = paired.kind
        and current.replaced_at is null
        and (current.channel_id is null or current.channel_id = ${channelId} or ${ofOnePortfolio}))
    on conflict do nothing`;
  return [stored, connectAccounts(scope, pairs), sharePairs(selectHashes(scope, pairs))];
}

/** Selects the hashes of pairs, each way, whose number is nobody's since after they were named. */
function selectHashes(scope: Scope, pairs: Pair[]) {
  const phone = suppressionKind("phone");
  const hashed = pairs.flatMap(({ number, numberHash, kind, value, hash, at }) => {
    if (numberHash === null || hash === null) return [];
    const [one, other] = [
      [phone, numberHash, "wa_id", number],
      [suppressionKind(kind), hash, kind, value],
    ];
    return [
      { number, at, one, other },
      { number, at, one: other, other: one },
    ];
  });
  const isOfLaterHolder = within(
    scope,
    leadIdentities,
    sql`lead_identities.kind = 'wa_id' and lead_identities.value = pair.value ->> 'number'
      and lead_identities.updated_at / 1000 > (pair.value ->> 'at') / 1000`,
  );
  const isOther = within(
    scope,
    leadIdentities,
    sql`lead_identities.kind = pair.value ->> '$.other[2]'
      and lead_identities.value = pair.value ->> '$.other[3]'`,
  );
  return sql`
    select ${scope.workspaceId} as workspace_id, pair.value ->> '$.one[1]' as hash,
      pair.value ->> '$.other[0]' as other_kind, pair.value ->> '$.other[1]' as other_hash,
      (select lead_id from lead_identities where ${isOther}) as other_lead
    from json_each(${JSON.stringify(hashed)}) as pair
    where not exists (select 1 from lead_identities where ${isOfLaterHolder})`;
}

/** The username of an id, as a platform has reported it. */
export type Named = { kind: IdentityKind; value: string; username: string; at: number };

/**
 * Keeps the usernames of ids. A lead's own follows while it is empty or that of the id: one that
 * was set through the API stays. Of several reports the newest counts.
 */
export function storeUsernames(scope: Scope, named: Named[]): Statement[] {
  const newest = new Map(
    named
      .toSorted((a, b) => a.at - b.at)
      .map((one) => [`${one.kind} ${one.value}`, { ...one, folded: foldText(one.username) }]),
  );
  if (newest.size === 0) return [];
  const known = sql`
    select kind, lead_identities.value, lead_id, created_at, username as former,
      named.value ->> 'username' as username, named.value ->> 'folded' as folded
    from json_each(${JSON.stringify([...newest.values()])}) as named
      cross join ${leadIdentities} on ${within(
        scope,
        leadIdentities,
        sql`lead_identities.kind = named.value ->> 'kind'
          and lead_identities.value = named.value ->> 'value'`,
      )}
    where username is null or username = named.value ->> 'username'
      or lead_identities.updated_at / 1000 <= (named.value ->> 'at') / 1000`;
  return [
    followUsernames(scope, known),
    // They are all known. An UPDATE might read the workspace's ids to find those of the list.
    sql`
      insert into lead_identities
        (workspace_id, kind, value, lead_id, username, created_at, updated_at)
      select ${scope.workspaceId}, kind, value, lead_id, username, created_at, ${Date.now()}
      from (${known}) as named where username is not former
      on conflict (workspace_id, kind, value) do update
      set username = excluded.username, updated_at = excluded.updated_at`,
  ];
}

/** The person whom a message has reached, by an id that nobody may have had yet. */
type Reached = { messageId: number; kind: AccountKind; value: string; hash: string | null };

/** Stores the ids of people whom messages have reached, unless they are known as somebody's. */
export const storeRecipients = (channelId: number, reached: Reached[], now = Date.now()) => sql`
  insert into lead_identities (workspace_id, kind, value, hash, lead_id, channel_id, learned_from,
    created_at, updated_at)
  select conversations.workspace_id, item.value ->> 'kind', item.value ->> 'value',
    item.value ->> 'hash', lead_id, ${channelId}, 'answer', ${now}, ${now}
  from json_each(${JSON.stringify(reached)}) as item
    cross join messages on messages.id = item.value ->> 'messageId'
    cross join conversations on conversations.id = conversation_id
  where true
  on conflict do nothing`;
