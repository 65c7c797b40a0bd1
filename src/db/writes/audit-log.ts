import { sql } from "drizzle-orm";
import type { AuditedAct, Scope } from "#env";
import { auditLog } from "../schema/access";
import { within } from "../scope/within";

/** Keeps the ids of a millisecond apart that two databases make. */
const DIRECTORY_OFFSET = 500;

/**
 * The statements that `batch` adds to those of an audited request. `start` goes before them; `row`
 * after each of them, and stores the act once, after the first statement that has changed a row. So
 * a write that was refused leaves none.
 */
export function auditStatements({ db, databases, workspaceId }: Scope, act: AuditedAct) {
  const { action, actor, requestId, nonce } = act;
  const ownerId =
    act.workspaceId === "new"
      ? sql`(select max(id) from workspaces)`
      : sql`cast(${act.workspaceId} as integer)`;
  const targetId = act.targetId === "new" ? sql`last_insert_rowid()` : sql`${act.targetId}`;
  const now = Date.now();
  // The entries of the directory and of the workspace's own database are listed as one.
  const first = now * 1_000 + (db === databases.directory ? DIRECTORY_OFFSET : 0);
  const isOwners = within({ workspaceId: ownerId }, auditLog);
  const lastId = sql`(select max(id) from audit_log where ${isOwners})`;
  return {
    // Changes nothing, so that changes() is 0 in front of the request's own statements.
    start: sql`delete from audit_log where ${within({ workspaceId }, auditLog)} and false`,
    row: sql<{ id: number }>`
      insert into audit_log (workspace_id, id, action, target_id, actor_type, actor_id,
        actor_name, request_id, nonce, created_at)
      select ${ownerId}, max(ifnull(${lastId}, 0) + 1, ${first}), ${action}, ${targetId},
        ${actor.type}, ${actor.id}, ${actor.name}, ${requestId}, ${nonce}, ${now}
      where changes() > 0
        and not exists (
          select 1 from audit_log
          where ${isOwners} and id = ${lastId} and nonce = ${nonce})
      returning id`,
  };
}
