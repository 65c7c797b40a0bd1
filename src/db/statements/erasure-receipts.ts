import { eq, isNull, type SQL, sql } from "drizzle-orm";
import type { ErasedResource, ErasureStep } from "#domain/erasures";
import type { Scope } from "#env";
import { testRuns } from "../schema/authoring";
import { consents, suppressions } from "../schema/consents";
import { leadIdentities, leads } from "../schema/leads";
import { conversations } from "../schema/messaging";
import { erasureReceipts } from "../schema/removals";
import { owned, within } from "../scope/within";

// The statements that write `erasure_receipts`.

/** The lead's erasure, for WHERE. */
export const ofErasedLead = (scope: Scope, leadId: number) =>
  within(scope, erasureReceipts, eq(erasureReceipts.leadId, leadId));

/** Begins the erasure of a lead, if there is such a lead, and counts what goes with it at once. */
export function insertReceipt(
  scope: Scope,
  leadId: number,
  by: { tokenId: number; tokenName: string | null },
) {
  const now = Date.now();
  const count = (table: SQL, where: SQL) => sql`(select count(*) from ${table} where ${where})`;
  const ofLead = sql`lead_id = leads.id`;
  const hashes = sql`
    select leads.phone_hash union all select leads.email_hash
    union all select hash from ${leadIdentities} where ${owned(scope, leadIdentities, ofLead)}`;
  const kept = owned(scope, suppressions, sql`suppressions.hash in (${hashes})`);
  const optedOut = sql`
    select max(at) from ${consents}
    where ${owned(scope, consents, ofLead)} and kind = 'opted_out'
      and iif(scope = 'all', leads.is_optout, leads.is_marketing_optout) = 1`;
  return sql<{ id: number }>`
    insert into erasure_receipts (workspace_id, lead_id, token_id, token_name, requested_at,
      next_at, removed, suppressions, suppressed_at)
    select workspace_id, id, ${by.tokenId}, ${by.tokenName}, ${now}, ${now},
      json_object(
        'leads', 1,
        'identities',
        ${count(sql`${leadIdentities}`, owned(scope, leadIdentities, ofLead))},
        'tags', ${count(sql`lead_tags`, ofLead)},
        'conversations', ${count(sql`${conversations}`, owned(scope, conversations, ofLead))},
        'test_runs', ${count(sql`${testRuns}`, owned(scope, testRuns, ofLead))}),
      (select count(*) from ${suppressions} where ${kept}),
      ifnull((select max(at) from ${suppressions} where ${kept}), (${optedOut}))
    from ${leads} where ${within(scope, leads, eq(leads.id, leadId))}
    on conflict do nothing
    returning id`;
}

/** A receipt as R2 keeps it (triggers/removals.sql). */
export type KeptReceipt = { id: number; at: number; data: Record<string, unknown> };

/**
 * Brings receipts back to a restored workspace, so that their erasures are repeated, save those of
 * before the backup. What an earlier file knows of a receipt gives way to what a later one knows.
 */
export const restoreReceipts = (scope: Scope, kept: KeptReceipt[], now: number) => sql`
  insert into erasure_receipts (id, workspace_id, lead_id, token_id, token_name, requested_at,
    repeated_at, next_at, removed, suppressions, suppressed_at)
  select value ->> 'id', ${scope.workspaceId}, value -> 'data' ->> 'lead_id',
    value -> 'data' ->> 'token_id', value -> 'data' ->> 'token_name', value ->> 'at',
    ${now}, ${now}, ifnull(value -> 'data' -> 'removed', '{}'), value -> 'data' ->> 'suppressions',
    value -> 'data' ->> 'suppressed_at'
  from json_each(${JSON.stringify(kept)}) where true
  on conflict (id) do update
  set repeated_at = ${now}, finished_at = null, step = 'answers', progress = '', next_at = ${now},
    removed = iif(excluded.removed = '{}', removed, excluded.removed)
  where finished_at is null
    or exists (
      select 1 from ${leads}
      where ${within(scope, leads, sql`${leads.id} = erasure_receipts.lead_id`)})`;

/** A deletion of the erasure's, with its part of the receipt, if there is a receipt. */
export function countedFor(
  scope: Scope,
  receiptId: number,
  resource: ErasedResource,
  deletion: SQL,
): SQL[] {
  if (receiptId === 0) return [deletion];
  const path = `$.${resource}`;
  const isFirst = within(
    scope,
    erasureReceipts,
    eq(erasureReceipts.id, receiptId),
    isNull(erasureReceipts.repeatedAt),
  );
  return [
    deletion,
    sql`
      update erasure_receipts
      set removed = json_set(removed, ${path}, ifnull(removed ->> ${path}, 0) + changes())
      where ${isFirst} and changes() > 0`,
  ];
}

/** The place that an erasure has come to. */
export type ErasurePlace = { id: number; step: ErasureStep; progress: string };

const isAt = (scope: Scope, { id, step, progress }: ErasurePlace, condition?: SQL) =>
  within(
    scope,
    erasureReceipts,
    eq(erasureReceipts.id, id),
    eq(erasureReceipts.step, step),
    eq(erasureReceipts.progress, progress),
    isNull(erasureReceipts.finishedAt),
    condition,
  );

/** Notes how far a step is: behind the key that `last` selects. Nothing where that is null. */
export const advanceErasure = (scope: Scope, place: ErasurePlace, last: SQL) => sql`
  update erasure_receipts set progress = (${last})
  where ${isAt(scope, place)} and (${last}) is not null`;

/** Goes on to another step, at a time, if the erasure is there still, and on a condition. */
export const enterStep = (
  scope: Scope,
  place: ErasurePlace,
  step: ErasureStep,
  nextAt: number,
  condition?: SQL,
) => sql`
  update erasure_receipts set step = ${step}, progress = '', next_at = ${nextAt}
  where ${isAt(scope, place, condition)}`;

export const finishErasure = (
  scope: Scope,
  place: ErasurePlace,
  now: number,
  condition: SQL,
) => sql`
  update erasure_receipts set finished_at = ${now}, next_at = null, progress = ''
  where ${isAt(scope, place, condition)}`;
