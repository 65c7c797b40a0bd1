import { type SQL, sql } from "drizzle-orm";
import { type IdentityKind, identityKinds, isPhone } from "#domain/platforms";
import type { Scope } from "#env";
import { identityMoves } from "../schema/identity-moves";
import { within } from "../scope/within";
import { type Contact, type Hashes, suppressionKind } from "./contact-hashes";

// The statements that write `identity_moves`, and those that follow its chains: by the views
// `connected_ids` and `connected_suppressions` (identities.sql).

/** The ids of a person, by kind: numbers in digits. */
type Ids = { [kind in IdentityKind]?: string };

/** An id by its keyed hash. */
type Hashed = { kind: IdentityKind; hash: string | null };

type Side = { value: string; hash: string };

/** An id that has taken another's place. */
export type MovedId = { kind: IdentityKind; from: Side; to: Side };

/** The contacts that `movedIds` needs the hashes of. */
export const contactsMoved = ({ from, to }: { from: Ids; to: Ids }): Contact[] =>
  [from, to].flatMap((ids) =>
    identityKinds.flatMap((kind) => {
      const value = ids[kind];
      return value ? [{ kind, value }] : [];
    }),
  );

/** The ids that a notice says to have changed, of those that were hashed. */
export const movedIds = ({ from, to }: { from: Ids; to: Ids }, hashes: Hashes): MovedId[] =>
  identityKinds.flatMap((kind) => {
    const [before, after] = [sideOf(kind, from[kind], hashes), sideOf(kind, to[kind], hashes)];
    return before && after && before.hash !== after.hash ? [{ kind, from: before, to: after }] : [];
  });

function sideOf(kind: IdentityKind, value: string | undefined, hashes: Hashes) {
  const hash = value === undefined ? null : hashes(kind, value);
  return value === undefined || hash === null ? undefined : { value, hash };
}

/**
 * Stores the moves of a notice at `at`. A move that is known is stored again only with a later
 * time, and without the ids if the lead that had them was deleted.
 */
export function storeMoves({ workspaceId }: Scope, moved: MovedId[], at: number, now: number) {
  const list = moved.map(({ kind, from, to }) => ({
    kind,
    from: { hash: from.hash, value: isPhone(kind) ? null : from.value },
    to: { hash: to.hash, value: isPhone(kind) ? null : to.value },
  }));
  return sql`
    insert into identity_moves
      (workspace_id, kind, from_value, to_value, from_hash, to_hash, at, created_at)
    select ${workspaceId}, value ->> 'kind', value ->> '$.from.value', value ->> '$.to.value',
           value ->> '$.from.hash', value ->> '$.to.hash', ${at}, ${now}
    from json_each(${JSON.stringify(list)})
    where true
    on conflict (workspace_id, kind, to_hash, from_hash) do update
    set at = excluded.at, created_at = excluded.created_at
    where excluded.at > identity_moves.at`;
}

/** The workspace of a notice, and its time. */
type When = { workspaceId: SQL; at: SQL };

/** True if a move `moved`, as JSON, is not stored yet with this time. */
export const isNewMove = ({ workspaceId, at }: When, moved: SQL) => sql`not exists (
  select 1 from identity_moves
  where ${within(
    { workspaceId },
    identityMoves,
    sql`identity_moves.kind = ${moved} ->> 'kind'
      and identity_moves.to_hash = ${moved} ->> '$.to.hash'
      and identity_moves.from_hash = ${moved} ->> '$.from.hash'
      and identity_moves.at >= ${at}`,
  )})`;

const latest = ({ workspaceId, at }: When, side: SQL, kind: SQL, hash: SQL) => sql`(
  select max(identity_moves.at) from identity_moves
  where ${within(
    { workspaceId },
    identityMoves,
    sql`identity_moves.kind = ${kind} and identity_moves.${side} = ${hash}
      and identity_moves.at > ${at}`,
  )})`;

/** The time of the latest move to an id after the notice: somebody has got it, or got it back. */
export const gotLater = (when: When, kind: SQL, hash: SQL) =>
  latest(when, sql`to_hash`, kind, hash);

/** The time of the latest move from an id after the notice: it has been left since. */
export const leftLater = (when: When, kind: SQL, hash: SQL) =>
  latest(when, sql`from_hash`, kind, hash);

/** Meta repeats a webhook for 7 days. */
const KEPT_SECONDS = 30 * 86_400;

/** Deletes at most `limit` moves that were stored more than 30 days ago. */
export const pruneMoves = (limit: number) => sql<{ pruned: 1 }>`
  delete from identity_moves where (workspace_id, kind, to_hash, from_hash) in (
    select workspace_id, kind, to_hash, from_hash from identity_moves
    where created_at < (unixepoch('subsec') - ${KEPT_SECONDS}) * 1000
    limit ${limit})
  returning 1 as pruned`;

/**
 * Gives the leads that have one of these accounts, of those that were hashed, all accounts that
 * moves connect with it. It stands after the statements that give it to them.
 */
export function connectAccounts({ workspaceId }: Scope, accounts: Hashed[]) {
  const list = accounts.map(({ kind, hash }) => [kind, hash]);
  const here = { workspaceId: sql`account.workspace_id` };
  const isMoved = (side: SQL) => sql`exists (
    select 1 from identity_moves where ${within(
      here,
      identityMoves,
      sql`identity_moves.kind = account.kind and ${side} = account.hash`,
    )})`;
  return sql`
    insert into connected_ids (workspace_id, kind, hash)
    select workspace_id, kind, hash from (
      select cast(${workspaceId} as integer) as workspace_id, value ->> 0 as kind,
        value ->> 1 as hash
      from json_each(${JSON.stringify(list)})) as account
    where ${isMoved(sql`from_hash`)} or ${isMoved(sql`to_hash`)}`;
}

/**
 * Suppresses the new ids of people, and all that these have moved to, as their old ones are.
 * `moves` selects the workspace, and `before` and `after` as JSON lists of kinds and hashes.
 */
export const shareSuppressions = (moves: SQL) => sql`
  insert into connected_suppressions (id, kind, hash)
  select suppressions.id, later.value ->> 0, later.value ->> 1
  from (${moves}) as moved
    cross join json_each(moved.before) as earlier
    cross join suppressions on suppressions.workspace_id = moved.workspace_id
      and suppressions.hash = earlier.value ->> 1
    cross join json_each(moved.after) as later
  where suppressions.hash <> later.value ->> 1`;

/**
 * Suppresses each of two ids that a platform names together as the other is, known or not: whoever
 * has unsubscribed by one of them holds the other, unless the lead of the other has subscribed
 * since. `pairs` selects the workspace, `hash`, `other_kind`, `other_hash` and `other_lead`.
 */
export const sharePairs = (pairs: SQL) => sql`
  insert into connected_suppressions (id, kind, hash)
  select one.id, pair.other_kind, pair.other_hash
  from (${pairs}) as pair
    cross join suppressions as one
      on one.workspace_id = pair.workspace_id and one.hash = pair.hash
    left join suppressions as other
      on other.workspace_id = pair.workspace_id and other.hash = pair.other_hash
  where (
      other.id is null
      or one.scope = 'all' and other.scope <> 'all'
      or one.marketing_at is not null and other.marketing_at is null)
    and not exists (
      select 1 from consents
      where consents.lead_id = pair.other_lead and consents.scope = one.scope
        and kind = 'opted_in' and method <> 'form' and consents.at / 1000 >= one.at / 1000)`;

/** Ids as suppressions know them, of those that were hashed: the lists of `shareSuppressions`. */
export const suppressed = (ids: Ids, hashes: Hashes) =>
  identityKinds.flatMap((kind) => {
    const side = sideOf(kind, ids[kind], hashes);
    return side ? [[suppressionKind(kind), side.hash]] : [];
  });
