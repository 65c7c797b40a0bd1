import { and, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { IdempotencyClaim, Scope } from "#env";
import { KEY_CLAIMED, MAX_RUNNING_MS } from "#lib/idempotency";
import { Problem } from "#lib/problem";
import { DAY_MS } from "#lib/time";
import { idempotencyKeys } from "../schema/access";
import { within } from "../scope/within";
import { failUnless, hasFailed } from "./fail-unless";

const rowOf = (scope: Scope, key: string) =>
  within(scope, idempotencyKeys, eq(idempotencyKeys.key, key));

/** Claims the key, or fails the batch if it is claimed already. A claim ends after 24 hours. */
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

/** A scope whose batch keeps `id` with the key if `entry` wrote a row: a repeat reads by it. */
export const keeping = (scope: Scope, entry: string, id: number | SQL): Scope =>
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
      progress: idempotencyKeys.progress,
      holder: idempotencyKeys.holder,
      createdAt: idempotencyKeys.createdAt,
      progressAt: idempotencyKeys.progressAt,
    })
    .from(idempotencyKeys)
    .where(and(rowOf(scope, key), sql`${idempotencyKeys.createdAt} >= ${Date.now() - DAY_MS}`))
    .get();

/**
 * Stores the first answer, sealed by the caller, or only its status if it is too long. What the
 * operator does in a workspace's database claims the key there, and keeps its answer in the
 * directory.
 */
export const keepAnswer = (
  scope: Scope,
  { key, fingerprint, at }: IdempotencyClaim,
  status: number,
  answer: string | null,
) =>
  scope.db
    .insert(idempotencyKeys)
    .values({ workspaceId: scope.workspaceId, key, fingerprint, status, answer, createdAt: at })
    .onConflictDoUpdate({
      target: [idempotencyKeys.workspaceId, idempotencyKeys.key],
      set: { status, answer },
      setWhere: and(eq(idempotencyKeys.fingerprint, fingerprint), isNull(idempotencyKeys.answer)),
    });

/** The next keys of a workspace behind one, in their order. */
const nextKeys = (scope: Scope, after: string, limit: number) => sql`
  select key from idempotency_keys
  where ${within(scope, idempotencyKeys, gt(idempotencyKeys.key, after))}
  order by key limit ${limit}`;

/** `progress` without the texts of its errors, which may quote what was sent. */
const WITHOUT_ERRORS = sql`(
  select json_group_array(json_set(done.value, '$.outcomes', json((
    select json_group_array(json_replace(one.value, '$.errors', json('{}')))
    from json_each(done.value, '$.outcomes') as one))))
  from json_each(progress) as done)`;

const QUOTES = sql`ifnull(instr(progress, '"errors":{"'), 0) > 0`;

/**
 * Forgets the answers of the next keys that were claimed before a time, and what their progress
 * quotes. The keys stay claimed: a repeat reads what the request created, goes on with what it had
 * done, or is a 409.
 */
export const forgetAnswers = (
  scope: Scope,
  { after, before, limit }: { after: string; before: number; limit: number },
) => sql`
  update idempotency_keys
  set answer = null, progress = iif(${QUOTES}, ${WITHOUT_ERRORS}, progress)
  where ${within(
    scope,
    idempotencyKeys,
    sql`(answer is not null or ${QUOTES})`,
    lt(idempotencyKeys.createdAt, before),
  )} and key in (${nextKeys(scope, after, limit)})`;

/** Selects the last of the next keys; null where they are less than `limit`. */
export const lastKey = (scope: Scope, after: string, limit: number) => sql`
  select iif(count(*) < ${limit}, null, max(key)) from (${nextKeys(scope, after, limit)})`;

/**
 * A request that writes in several batches, with its key if it has one. `progress` is what an
 * earlier one with the same key has kept before it died; null in the first.
 */
export type Held = {
  scope: Scope;
  claim: IdempotencyClaim | undefined;
  holder: string;
  progress: string | null;
};

/**
 * Holds the request's key while several batches are written. Throws a `conflict` problem where the
 * key is used already, unless that request has died half-way, or its answer was too long to be
 * kept: then this one goes on, where there is something left to do.
 */
export async function holdKey(scope: Scope): Promise<Held> {
  const { claim, ...unclaimed } = scope;
  const holder = crypto.randomUUID();
  const earlier = claim && (await findAnswer(scope, claim.key));
  if (!earlier) return { scope, claim, holder, progress: null };
  const { progress, progressAt, fingerprint, status, answer } = earlier;
  const now = Date.now();
  const isDead =
    progress !== null &&
    progressAt !== null &&
    fingerprint === claim.fingerprint &&
    answer === null &&
    (status !== null || progressAt < now - MAX_RUNNING_MS);
  const claimed = isDead
    ? await scope.db
        .update(idempotencyKeys)
        .set({ holder, progressAt: now })
        .where(
          and(
            rowOf(scope, claim.key),
            eq(idempotencyKeys.holder, earlier.holder ?? ""),
            eq(idempotencyKeys.progressAt, progressAt),
          ),
        )
        .returning({ key: idempotencyKeys.key })
    : [];
  if (claimed.length === 0) throw new Problem("in_progress", { message: KEY_CLAIMED });
  scope.sink.report(undefined, { claimsKey: true, audits: false });
  return { scope: unclaimed, claim, holder, progress };
}

/** Fails a batch of a request whose key has another holder. */
const HOLDER = "idempotency_keys.created_at";

/**
 * The statement that keeps what a batch has done, as JSON at the end of a list, with the key that
 * `holdKey` holds, if there is one. It breaks the batch if another request goes on by now.
 */
export const keepProgress = ({ scope, claim, holder }: Held, done: SQL) =>
  claim &&
  scope.db
    .update(idempotencyKeys)
    .set({
      createdAt: failUnless(HOLDER, sql`ifnull(holder, ${holder}) = ${holder}`),
      progress: sql`json_insert(ifnull(progress, '[]'), '$[#]', ${done})`,
      progressAt: Date.now(),
      holder,
    })
    .where(rowOf(scope, claim.key));

/** True if a batch has failed because another request continues with the key. */
export const isKeyLost = (error: unknown) => hasFailed(error, HOLDER);

/**
 * Frees the key of a request that claimed it and failed afterwards. One that has kept what it has
 * done so far is gone on with by its repetition.
 */
export function freeKey(scope: Scope, { key, fingerprint }: IdempotencyClaim) {
  const isUnanswered = and(
    rowOf(scope, key),
    eq(idempotencyKeys.fingerprint, fingerprint),
    isNull(idempotencyKeys.answer),
  );
  const { progress } = idempotencyKeys;
  return scope.db.batch([
    scope.db.delete(idempotencyKeys).where(and(isUnanswered, isNull(progress))),
    scope.db.update(idempotencyKeys).set({ progressAt: 0 }).where(isUnanswered),
  ]);
}

/** Deletes at most `limit` keys that are older than 24 hours. */
export const pruneKeys = (limit: number) => sql<{ pruned: 1 }>`
  delete from idempotency_keys where (workspace_id, key) in (
    select workspace_id, key from idempotency_keys
    where created_at < ${Date.now() - DAY_MS} limit ${limit})
  returning 1 as pruned`;
