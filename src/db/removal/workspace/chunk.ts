import { isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { idempotencyKeys } from "#db/schema/access";
import { channelOwners, slugs } from "#db/schema/directory";
import { webhookEndpoints } from "#db/schema/events";
import { media } from "#db/schema/media";
import { channels } from "#db/schema/messaging";
import { removals, workspaceRemovals } from "#db/schema/removals";
import { sourceKeys, sources } from "#db/schema/sources";
import { isElsewhere } from "#db/scope/kept";
import { owned } from "#db/scope/within";
import type { Database, Scope } from "#env";
import { deleteFirst, first, type Of, type OwnedTable } from "./delete-some";
import { SENDERS, type Senders, type Step, type StepName, steps } from "./steps";

// `Object.entries` loses the type of the names.
const allSteps = Object.entries(steps) as [StepName, Step][];

const isOpen = (scope: Of) => owned(scope, workspaceRemovals, isNull(workspaceRemovals.finishedAt));

/** True if tables have rows of a workspace. */
const hasRows = (scope: Of, tables: OwnedTable[]) =>
  sql.join(
    tables.map((table) => sql`exists (select 1 from ${table} where ${owned(scope, table)})`),
    sql` or `,
  );

/** The next chunk of a removal. The step `last` deletes the workspace itself. */
export type NextChunk = Senders & {
  workspaceId: number;
  requestedAt: number;
  step: StepName | "last";
};

/**
 * Selects the next chunk of one of the removals, each in its turn: that after `lastWorkspace`. What
 * is behind parents that were deleted before goes first (db/removal/tombstones.ts): the receipt
 * does not count it.
 */
export function selectNextChunk(lastWorkspace: number, now: number) {
  const scope = { workspaceId: sql`workspace_removals.workspace_id` };
  const isDue = sql`
    finished_at is null and next_at <= ${now} and not (${hasRows(scope, [removals])})
      and not exists (select 1 from media where ${owned(scope, media)} and state = 'deleted')
      and not ${isElsewhere(scope.workspaceId)}`;
  const lowest = (which: SQL) => sql`(
    select min(workspace_id) from workspace_removals where ${isDue} ${which})`;
  const idsOf = (table: OwnedTable) => sql`(
    select json_group_array(id) from (${first(scope, table, SENDERS)}))`;
  const cases = allSteps.map(
    ([name, { tables }]) => sql`when ${hasRows(scope, tables)} then ${name}`,
  );
  return sql<NextChunk>`
    select workspace_id as workspaceId, requested_at as requestedAt,
      case ${sql.join(cases, sql` `)} else 'last' end as step,
      ${idsOf(channels)} as channels, ${idsOf(webhookEndpoints)} as endpoints,
      ${idsOf(sources)} as sources
    from workspace_removals
    where workspace_id = ifnull(
      ${lowest(sql`and workspace_id > ${lastWorkspace}`)}, ${lowest(sql``)})`;
}

/** The statements of a chunk of a step, with at most some times `limit` rows of each table. */
export const removeWorkspaceChunk = (
  scope: Scope,
  step: StepName,
  limit: number,
  senders: Senders,
): Statement[] => steps[step].chunk(scope, limit, senders);

/**
 * The last statements of a removal: deletes the workspace, and finishes its receipt. They change
 * nothing while the workspace has other rows, and none behind deleted parents.
 */
export function finishRemoval(scope: Scope, now: number): Statement[] {
  const { workspaceId } = scope;
  const tables = [...allSteps.flatMap(([, step]) => step.tables), removals];
  return [
    sql`delete from workspaces where id = ${workspaceId} and not (${hasRows(scope, tables)})`,
    sql`
      update workspace_removals set finished_at = ${now}
      where ${isOpen(scope)}
        and not exists (select 1 from workspaces where id = ${workspaceId})`,
  ];
}

/** Has the worker go on with a removal at a time. */
export const postponeRemoval = (scope: Scope, until: number) => sql`
  update workspace_removals set next_at = ${until} where ${isOpen(scope)}`;

/** Selects the receipt of a workspace whose rows are removed, where the directory is elsewhere. */
export const selectFinished = ({ db }: { db: Database }) =>
  db.select().from(workspaceRemovals).where(isNotNull(workspaceRemovals.finishedAt)).limit(1);

/** The statements that have nobody find a workspace's links, channels and sources: `limit` each. */
export const removeAddresses = (scope: Of, limit: number): Statement[] => [
  ...[slugs, channelOwners].map((table) => deleteFirst(scope, table, limit)),
  deleteFirst(scope, sourceKeys, limit, sql`key_hash`),
];

/**
 * The statements that remove what the directory knows of a deleted workspace, `limit` rows of each
 * table. They remove nothing of one that was restored since: the directory has no receipt of it.
 */
export function removeFromDirectory({ workspaceId }: Of, limit: number): Statement[] {
  const scope = { workspaceId: sql`(${receiptOf(workspaceId)})` };
  return [
    ...removeAddresses(scope, limit),
    deleteFirst(scope, idempotencyKeys, limit, sql`workspace_id, key`),
  ];
}

const receiptOf = (workspaceId: Of["workspaceId"]) => sql`
  select workspace_id from workspace_removals where ${owned({ workspaceId }, workspaceRemovals)}`;

/**
 * The statements that finish the receipt of a workspace in the directory, and delete its row there.
 * They change nothing while the directory knows more of it, and nothing when they are repeated.
 */
export function finishInDirectory(receipt: typeof workspaceRemovals.$inferSelect): Statement[] {
  const { workspaceId, finishedAt, removed } = receipt;
  const scope = { workspaceId };
  const hasMore = hasRows(scope, [slugs, channelOwners, sourceKeys, idempotencyKeys]);
  return [
    sql`
      update workspace_removals
      set finished_at = ${finishedAt}, removed = ${JSON.stringify(removed)}
      where ${isOpen(scope)} and not (${hasMore})`,
    sql`
      delete from workspaces
      where id = ${workspaceId} and not (${hasMore}) and exists (
        select 1 from workspace_removals
        where ${owned(scope, workspaceRemovals, isNotNull(workspaceRemovals.finishedAt))})`,
  ];
}

/** Selects whether the directory knows nothing of a workspace any more, or has it again. */
export const isOver = ({ workspaceId }: Of) => sql<{ isOver: 0 | 1 }>`
  select not exists (select 1 from workspaces where id = ${workspaceId})
    or not exists (${receiptOf(workspaceId)}) as isOver`;

/** Deletes the receipt of a database whose directory has it by now. */
export const dropReceipt = (scope: Of) => sql`
  delete from workspace_removals
  where ${owned(scope, workspaceRemovals, isNotNull(workspaceRemovals.finishedAt))}`;
