import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { IdempotencyClaim, Scope } from "../env";
import { DAY_MS } from "../lib/time";
import { idempotencyKeys as keys } from "./schema/access";

const rowOf = ({ workspaceId }: Scope, key: string) =>
  and(eq(keys.workspaceId, workspaceId), eq(keys.key, key));

/** Take the key, or fail the batch they stand in when it is taken. A key is free again after 24 hours. */
export const claimStatements = (scope: Scope, { key, fingerprint }: IdempotencyClaim) => {
  const now = Date.now();
  return [
    scope.db.delete(keys).where(and(rowOf(scope, key), lt(keys.createdAt, now - DAY_MS))),
    scope.db
      .insert(keys)
      .values({ workspaceId: scope.workspaceId, key, fingerprint, createdAt: now }),
  ] as const;
};

/** What is known of a key: `answer` is null while the first request runs, or when its process died after the write. */
export const findAnswer = (scope: Scope, key: string) =>
  scope.db
    .select({ fingerprint: keys.fingerprint, status: keys.status, answer: keys.answer })
    .from(keys)
    .where(and(rowOf(scope, key), sql`${keys.createdAt} >= ${Date.now() - DAY_MS}`))
    .get();

/** Keeps the first answer, sealed by the caller. Takes the key for a request that had nothing to write. */
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

/** Frees the key of a request that has taken it and was refused all the same. */
export const freeKey = (scope: Scope, { key, fingerprint }: IdempotencyClaim) =>
  scope.db
    .delete(keys)
    .where(and(rowOf(scope, key), eq(keys.fingerprint, fingerprint), isNull(keys.answer)));

/** Drops the keys of more than 24 hours ago. */
export const forgetOldKeys = (db: Scope["db"]) =>
  db.delete(keys).where(lt(keys.createdAt, Date.now() - DAY_MS));
