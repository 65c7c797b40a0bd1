import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { IdempotencyClaim, Scope } from "../env";
import { DAY_MS } from "../lib/time";
import { idempotencyKeys as keys } from "./schema/access";

// Not by `within`: db/scope.ts imports this file, by way of db/batch.ts.
const rowOf = ({ workspaceId }: Scope, key: string) =>
  and(eq(keys.workspaceId, workspaceId), eq(keys.key, key));

/**
 * Claims the key, or fails the batch if the key is claimed already. A claim ends after 24 hours.
 */
export const claimStatements = (scope: Scope, { key, fingerprint }: IdempotencyClaim) => {
  const now = Date.now();
  return [
    scope.db.delete(keys).where(and(rowOf(scope, key), lt(keys.createdAt, now - DAY_MS))),
    scope.db
      .insert(keys)
      .values({ workspaceId: scope.workspaceId, key, fingerprint, createdAt: now }),
  ] as const;
};

/**
 * The stored answer for a key. Its `answer` is null while the first request runs, and if that
 * request's process died after its write.
 */
export const findAnswer = (scope: Scope, key: string) =>
  scope.db
    .select({ fingerprint: keys.fingerprint, status: keys.status, answer: keys.answer })
    .from(keys)
    .where(and(rowOf(scope, key), sql`${keys.createdAt} >= ${Date.now() - DAY_MS}`))
    .get();

/**
 * Stores the first answer, sealed by the caller. Claims the key for a request that wrote nothing.
 */
export const keepAnswer = (
  scope: Scope,
  { key, fingerprint }: IdempotencyClaim,
  status: number,
  answer: string,
) =>
  scope.db
    .insert(keys)
    .values({
      workspaceId: scope.workspaceId,
      key,
      fingerprint,
      status,
      answer,
      createdAt: Date.now(),
    })
    .onConflictDoUpdate({
      target: [keys.workspaceId, keys.key],
      set: { status, answer },
      setWhere: and(eq(keys.fingerprint, fingerprint), isNull(keys.answer)),
    });

/** Frees the key of a request that claimed it and failed afterwards. */
export const freeKey = (scope: Scope, { key, fingerprint }: IdempotencyClaim) =>
  scope.db
    .delete(keys)
    .where(and(rowOf(scope, key), eq(keys.fingerprint, fingerprint), isNull(keys.answer)));

/** Deletes the keys of more than 24 hours ago. */
export const pruneKeys = (db: Scope["db"]) =>
  db.delete(keys).where(lt(keys.createdAt, Date.now() - DAY_MS));
