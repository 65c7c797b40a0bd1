import { and, eq, getTableColumns, gte, lte, sql } from "drizzle-orm";
import { pagedWhere, stopIn } from "#db/lists/page";
import { oldRows } from "#db/removal/prune";
import { auditLog } from "#db/schema/access";
import { inDirectory, ofWorkspace } from "#db/scope/scope";
import { auditActions } from "#domain/audit";
import type { Scope } from "#env";
import { cutPage, mergeWalks, type Page, type PageRequest } from "#lib/cursor";
import { notFound } from "#lib/problem";
import { iso } from "#lib/time";
import { workspaceIsKnown } from "../removal/store";
import type { AuditLogEntry, AuditLogQuery } from "./schema";

const { workspaceId, nonce, ...columns } = getTableColumns(auditLog);
type Row = Pick<typeof auditLog.$inferSelect, keyof typeof columns>;

const kindOf = (action: string) => action.replace(/\..*/, "");

const toWire = (row: Row): AuditLogEntry => ({
  id: row.id,
  action: row.action,
  target: { type: kindOf(row.action), id: row.targetId },
  actor: { type: row.actorType, id: row.actorId, name: row.actorName },
  request_id: row.requestId,
  created_at: iso(row.createdAt),
});

/** The actions that patterns such as `token.*` match; undefined without a pattern. */
const actionsOf = (patterns: AuditLogQuery["action"]) =>
  patterns &&
  auditActions.filter((action) =>
    patterns.some((pattern) => ["*", `${kindOf(action)}.*`, action].includes(pattern)),
  );

function filterOf(query: AuditLogQuery) {
  const actions = actionsOf(query.action);
  const equal = <Value>(value: Value | undefined, of: (value: Value) => ReturnType<typeof eq>) =>
    value === undefined ? undefined : of(value);
  return and(
    equal(actions, (list) => sql`action in (select value from json_each(${JSON.stringify(list)}))`),
    equal(query.target_id, (id) => eq(auditLog.targetId, id)),
    equal(query.actor, (type) => eq(auditLog.actorType, type)),
    equal(query.token_id, (id) => eq(auditLog.actorId, id)),
    equal(query.request_id, (id) => eq(auditLog.requestId, id)),
    equal(query.created_from, (from) => gte(auditLog.createdAt, from)),
    equal(query.created_to, (to) => lte(auditLog.createdAt, to)),
  );
}

/** A page of the entries that a database has. */
function visit(scope: Scope, filter: ReturnType<typeof filterOf>, page: PageRequest) {
  const select = scope.db
    .select({ ...columns, stop: stopIn(filter) })
    .from(auditLog)
    .$dynamic();
  return pagedWhere(select, scope, auditLog, page, { filter });
}

/** The entries of a workspace's own database and of the directory, as one list. */
export async function listAuditLog(
  scope: Scope,
  query: AuditLogQuery,
  page: PageRequest,
): Promise<Page<AuditLogEntry>> {
  const filter = filterOf(query);
  const isOne = scope.database === scope.databases.ofDirectory;
  const [own, others] = await Promise.all([
    visit(scope, filter, page),
    isOne ? [] : visit(inDirectory(scope), filter, page),
  ]);
  return cutPage(isOne ? own : mergeWalks([own, others], page), page, toWire);
}

/**
 * The audit log of any workspace, also of a deleted one, for the operator. Throws a `not_found`
 * problem if there is neither an entry nor such a workspace.
 */
export async function listAuditLogOf(
  operator: Scope,
  id: number,
  query: AuditLogQuery,
  page: PageRequest,
): Promise<Page<AuditLogEntry>> {
  const log = await listAuditLog(await ofWorkspace(operator, id), query, page);
  if (log.items.length === 0 && !(await workspaceIsKnown(operator, id))) throw notFound();
  return log;
}

/** By the clock of D1: a trigger refuses to delete an act before (src/db/triggers/access.sql). */
const aYearAgo = sql`(unixepoch('subsec') - 365 * 86400) * 1000`;

/** Deletes at most `limit` acts that are older than 365 days. */
export const pruneAuditLog = (limit: number) => sql<{ pruned: 1 }>`
  delete from audit_log where (workspace_id, id) in (${oldRows(auditLog, aYearAgo, limit)})
  returning 1 as pruned`;
