import { and, eq, gt, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { IdempotencyClaim, Scope } from "../env";
import { DAY_MS } from "../lib/time";
import { idempotencyKeys } from "./schema/access";
import { within } from "./within";

const rowOf = (scope: Scope, key: string) =>
  within(scope, idempotencyKeys, eq(idempotencyKeys.key, key));

/**
 * Claims the key, or fails the batch if the key is claimed already. A claim ends after 24 hours.
 */
export const claimStatements = (scope: Scope, { key, fingerprint, at }: IdempotencyClaim) =>
  [
    scope.db
      .delete(idempotencyKeys)
      .where(and(rowOf(scope, key), lt(idempotencyKeys.createdAt, at - DAY_MS))),
    scope.db
      .insert(idempotencyKeys)
      .values({ workspaceId: scope.workspaceId, key, fingerprint, createdAt: at }),
  ] as const;

/**
 * Keeps with the claimed key the id of the row that the statement before this one inserted, or the
 * given id if that statement has changed a row.
 */
export const keepCreated = (scope: Scope, { key, kept }: IdempotencyClaim) =>
  scope.db
    .update(idempotencyKeys)
    .set({ createdId: kept ? kept.id : sql`last_insert_rowid()` })
    .where(and(rowOf(scope, key), sql`changes() = 1`));

/** A scope whose batch keeps `id` with the key if `entry` wrote a row: a repeat reads it by that. */
export const keeping = (scope: Scope, entry: string, id: number): Scope =>
  scope.claim ? { ...scope, claim: { ...scope.claim, kept: { entry, id } } } : scope;

/**
 * The stored answer for a key. `answer` is null while the first request runs, and stays null if the
 * request's process died after its write.
 */
export const findAnswer = (scope: Scope, key: string) =>
  scope.db
    .select({
      fingerprint: idempotencyKeys.fingerprint,
      status: idempotencyKeys.status,
      answer: idempotencyKeys.answer,
      createdId: idempotencyKeys.createdId,
      createdAt: idempotencyKeys.createdAt,
    })
    .from(idempotencyKeys)
    .where(and(rowOf(scope, key), sql`${idempotencyKeys.createdAt} >= ${Date.now() - DAY_MS}`))
    .get();

/**
 * Stores the first answer, sealed by the caller. Claims the key for a request that wrote nothing.
 */
export const keepAnswer = (
  scope: Scope,
  { key, fingerprint, at }: IdempotencyClaim,
  status: number,
  answer: string,
) =>
  scope.db
    .insert(idempotencyKeys)
    .values({
      workspaceId: scope.workspaceId,
      key,
      fingerprint,
      status,
      answer,
      createdAt: at,
    })
    .onConflictDoUpdate({
      target: [idempotencyKeys.workspaceId, idempotencyKeys.key],
      set: { status, answer },
      setWhere: and(eq(idempotencyKeys.fingerprint, fingerprint), isNull(idempotencyKeys.answer)),
    });

/** The next keys of a workspace behind one, in their order. */
const nextKeys = (scope: Scope, after: string, limit: number) => sql`
  select key from idempotency_keys
  where ${within(scope, idempotencyKeys, gt(idempotencyKeys.key, after))} order by key limit ${limit}`;

/**
 * Forgets the answers of the next keys that were claimed before a time. The keys stay claimed: a
 * repeat reads what the request created, or is a 409.
 */
export const forgetAnswers = (
  scope: Scope,
  { after, before, limit }: { after: string; before: number; limit: number },
) => sql`
  update idempotency_keys set answer = null
  where ${within(
    scope,
    idempotencyKeys,
    isNotNull(idempotencyKeys.answer),
    lt(idempotencyKeys.createdAt, before),
  )} and key in (${nextKeys(scope, after, limit)})`;

/** Selects the last of the next keys; null where they are less than `limit`. */
export const lastKey = (scope: Scope, after: string, limit: number) => sql`
  select iif(count(*) < ${limit}, null, max(key)) from (${nextKeys(scope, after, limit)})`;

/** Frees the key of a request that claimed it and failed afterwards. */
export const freeKey = (scope: Scope, { key, fingerprint }: IdempotencyClaim) =>
  scope.db
    .delete(idempotencyKeys)
    .where(
      and(
        rowOf(scope, key),
        eq(idempotencyKeys.fingerprint, fingerprint),
        isNull(idempotencyKeys.answer),
      ),
    );

/** Deletes at most `limit` keys that are older than 24 hours. */
export const pruneKeys = (limit: number) => sql<{ pruned: 1 }>`
  delete from idempotency_keys where (workspace_id, key) in (
    select workspace_id, key from idempotency_keys
    where created_at < ${Date.now() - DAY_MS} limit ${limit})
  returning 1 as pruned`;
