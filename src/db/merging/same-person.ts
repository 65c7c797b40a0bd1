import { type SQL, sql } from "drizzle-orm";
import { keyOfNumber } from "#domain/addresses";
import { consentScopes } from "#domain/consents";
import { type IdentityKind, isPhone, platforms } from "#domain/platforms";
import { numberVariants } from "#domain/wa-numbers";
import type { Scope } from "#env";
import type { Statement } from "../batch";
import { leadIdentities, leads } from "../schema/leads";
import { leadDuplicates, leadMerges } from "../schema/merges";
import { owned, within } from "../scope/within";
import { stopOptedOut } from "../statements/consents";
import { startMergeOf } from "./merge";

// Two ids that a platform names together are one person's. Where they are ids of two leads, one
// that is nothing but what a channel has made is merged into the other; else the pair is listed.

type Id = { kind: IdentityKind; value: string };
/** A lead that is named by its own id. */
type Named = { kind: "lead"; value: string };

/** Two ids of one person. `channelId`: the channel that has named them together. */
export type Proof = { ids: readonly [Id | Named, Id]; channelId: number };

/** A person has few leads: more pairs of one lead are not believed. */
const MAX_PAIRS = 100;
/** The most merges that a workspace has open when a proof begins another: more are listed. */
const MAX_OPEN = 100;

/** The proofs in ids that are named together: the lead or the number, with each other id. */
export function proofsIn(ids: readonly Id[], channelId: number, leadId?: number): Proof[] {
  const first: Id | Named | undefined =
    leadId === undefined
      ? ids.find(({ kind }) => isPhone(kind))
      : { kind: "lead", value: String(leadId) };
  return ids.flatMap((id) => (first && id !== first ? [{ ids: [first, id], channelId }] : []));
}

function sideOf({ kind, value }: Id | Named) {
  if (kind === "lead") return { kind, values: [], lead: Number(value), phone: undefined };
  const values = isPhone(kind) ? numberVariants(value) : [value];
  return { kind, values, ...(isPhone(kind) && { phone: keyOfNumber(values[0] ?? value) }) };
}

const listOf = (proofs: readonly Proof[]) =>
  JSON.stringify(
    proofs.map(({ ids: [one, other], channelId }) => ({
      one: sideOf(one),
      other: sideOf(other),
      phones: [sideOf(one), sideOf(other)].flatMap(({ phone }) => phone ?? []),
      mayBeRecycled: isPhone(one.kind) && !isPhone(other.kind),
      channelId,
    })),
  );

/** The lead of a side of the proof `item`: of a number, whoever has written from it comes first. */
function leadOf(scope: Scope, side: "one" | "other"): SQL {
  const of = (member: string) => sql.raw(`item.value -> '${side}' ${member}`);
  const isId = sql`kind = ${of("->> 'kind'")} and lead_identities.value = variant.value`;
  const leadWith = (condition: SQL) =>
    sql`(select id from leads where ${within(scope, leads, condition)})`;
  return sql`coalesce(
    (
      select lead_id from json_each(${of("-> 'values'")}) as variant
        cross join lead_identities on ${within(scope, leadIdentities, isId)}
      order by variant.key limit 1),
    ${leadWith(sql`phone_key = ${of("->> 'phone'")}`)},
    ${leadWith(sql`id = ${of("->> 'lead'")}`)})`;
}

const portfolioOf = (channelId: string) =>
  sql.raw(`(select portfolio_id from channels where channels.id = ${channelId})`);

/**
 * True if somebody else may have the number of `pair` now: its lead has another current id, which
 * no notice has replaced, and which is not known to be of another portfolio.
 */
const isRecycled = sql`(
  item ->> 'mayBeRecycled' and exists (
    select 1 from lead_identities as current
    where current.lead_id = one and current.kind = item -> 'other' ->> 'kind'
      and current.value <> item ->> '$.other.values[0]' and current.replaced_at is null
      and not ifnull(
        ${portfolioOf("current.channel_id")} <> ${portfolioOf("item ->> 'channelId'")}, 0)))`;

/** Selects the two leads of each proof that names two as `one` and `other`, with its `phones`. */
const proven = (scope: Scope, proofs: readonly Proof[]) => sql`
  select place, one, other, item -> 'phones' as phones
  from (
    select item.key as place, item.value as item,
      ${leadOf(scope, "one")} as one, ${leadOf(scope, "other")} as other
    from json_each(${listOf(proofs)}) as item) as pair
  where one <> other and not ${isRecycled}`;

const PLATFORMS = sql.raw(platforms.map((name) => `'${name}'`).join(", "));

/**
 * True of a lead that only a channel has made, together with its ids, whatever its source says: it
 * has no contact but what the proof names.
 */
const isThin = (lead: "a" | "b") => {
  const column = (name: string) => sql.raw(`${lead}.${name}`);
  return sql`(
    exists (
      select 1 from lead_identities as first
      where first.lead_id = ${column("id")} and first.created_at = ${column("created_at")})
    and ${column("source")} in (${PLATFORMS}) and ${column("ext_id")} is null
    and ${column("email")} is null and (
      ${column("phone")} is null
      or ${column("phone_key")} in (select value from json_each(phones))))`;
};

/** Selects the merge of a proven pair as `gone` and `kept`: of two thin leads, the older stays. */
function mergeOf(scope: Scope, proof: Proof): SQL {
  const isDismissed = sql`
    lead_id = min(a.id, b.id) and other_id = max(a.id, b.id) and dismissed_at is not null`;
  const isOlder = sql`(a.created_at, a.id) < (b.created_at, b.id)`;
  const goes = sql`${isThin("b")} and (not ${isThin("a")} or ${isOlder})`;
  return sql`
    select iif(${goes}, b.id, a.id) as gone, iif(${goes}, a.id, b.id) as kept
    from (${proven(scope, [proof])}) as pair
      cross join leads as a on a.id = one cross join leads as b on b.id = other
    where (${isThin("a")} or ${isThin("b")})
      and not exists (
        select 1 from lead_duplicates where ${within(scope, leadDuplicates, isDismissed)})
      and (
        select ifnull(settings ->> 'merge_same_person', 'auto') from workspaces
        where id = ${scope.workspaceId}) = 'auto'
      and (
        select count(*) from lead_merges
        where ${within(scope, leadMerges)} and finished_at is null) < ${MAX_OPEN}`;
}

/** Lists proven pairs that are not listed yet. SQL triggers share the opt-outs of the two. */
function listPairs(scope: Scope, proofs: readonly Proof[], now: number): SQL {
  const hasRoom = (lead: "one" | "other") => sql`(
    select count(*) from lead_duplicates
    where lead_id = ${sql.raw(lead)} or other_id = ${sql.raw(lead)}) < ${MAX_PAIRS}`;
  return sql`
    insert into lead_duplicates (workspace_id, lead_id, other_id, found_at)
    select ${scope.workspaceId}, min(one, other), max(one, other), ${now}
    from (${proven(scope, proofs)})
    where ${hasRoom("one")} and ${hasRoom("other")}
    on conflict do nothing`;
}

/**
 * The statements that settle proofs: they begin the merges, and list the pairs until these are
 * over. They write nothing where that has been done, or where a proof no longer names two leads.
 * Each merge is a statement of its own, which sees those that are open before it.
 */
export function samePerson(scope: Scope, proofs: readonly Proof[]): Statement[] {
  if (proofs.length === 0) return [];
  const now = Date.now();
  const pairs = proven(scope, proofs);
  const both = sql`select one from (${pairs}) union select other from (${pairs})`;
  return [
    ...proofs.map((proof) => startMergeOf(scope, mergeOf(scope, proof), now)),
    listPairs(scope, proofs, now),
    ...consentScopes.flatMap((about) => stopOptedOut(scope, both, about)),
  ];
}

/** The pairs of a merged lead become those of the kept one; that of the two goes with the lead. */
export function movePairs(scope: Scope, from: SQL, keepId: number): SQL {
  const third = sql`iif(lead_id = ${from}, other_id, lead_id)`;
  return sql`
    update or ignore lead_duplicates
    set lead_id = min(${third}, ${keepId}), other_id = max(${third}, ${keepId})
    where (lead_id = ${from} or other_id = ${from}) and ${third} <> ${keepId}
      and +${owned(scope, leadDuplicates)}`;
}
