import { and, eq, isNull, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { keyset } from "#db/lists/keyset";
import { workspaces } from "#db/schema/access";
import { moves, databases as registered } from "#db/schema/directory";
import { isWorkspaceKept } from "#db/scope/kept";
import { within } from "#db/scope/scope";
import { ABANDONABLE } from "#domain/moves";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found, invalid, notFound, Problem } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import type { Move } from "./schema";

type Row = typeof moves.$inferSelect;

const toWire = (row: Row): Move => ({
  id: row.id,
  workspace_id: row.workspaceId,
  from: row.from,
  to: row.to,
  phase: row.phase,
  rows_copied: row.rowsCopied,
  rows_corrected: row.rowsCorrected,
  reason: row.reason,
  created_at: iso(row.createdAt),
  frozen_at: isoOrNull(row.frozenAt),
  thawed_at: isoOrNull(row.thawedAt),
  finished_at: isoOrNull(row.finishedAt),
});

const ofId = (id: number) => eq(moves.id, id);

/**
 * Begins to move a workspace to another database. Throws an `invalid` problem if there is no such
 * database, and a `conflict` problem if the workspace is there or on its way already.
 */
export async function startMove(operator: Scope, id: number, to: string): Promise<Move> {
  const { db, databases } = operator;
  const known = await db.select().from(registered).where(eq(registered.name, to));
  if (!databases.names.includes(to) || known.length === 0)
    throw invalid({ database: [`There is no database ${to}.`] });
  const { created, place } = await batch(operator, {
    created: sql<{ id: number }>`
      insert into moves (workspace_id, from_database, to_database, phase, created_at)
      select id, database, ${to}, 'copying', ${Date.now()} from workspaces
      where id = ${id} and database <> ${to} and ${isWorkspaceKept(id)}
        and copied_version is not 0
        and not exists (select 1 from moves where ${underWay(id)})
      returning id`,
    place: db
      .select({ database: workspaces.database })
      .from(workspaces)
      .where(and(eq(workspaces.id, id), isWorkspaceKept(id))),
  });
  const [move] = created;
  if (move) return getMove(operator, move.id);
  const [current] = place;
  if (!current) throw notFound();
  throw current.database === to
    ? new Problem("conflict", { message: `The workspace is in ${to} already.` })
    : new Problem("in_progress", { message: "The workspace is being moved already." });
}

export const moveExists = async ({ db }: Scope, id: number) =>
  (await db.select({ id: moves.id }).from(moves).where(ofId(id))).length > 0;

export const getMove = async ({ db }: Scope, id: number): Promise<Move> =>
  toWire(found(await db.select().from(moves).where(ofId(id)).get()));

export async function listMoves({ db }: Scope, page: PageRequest): Promise<Page<Move>> {
  const { after, order, limit } = keyset(moves.id, page);
  const rows = await db.select().from(moves).where(after).orderBy(order).limit(limit);
  return cutPage(rows, page, toWire);
}

/**
 * Ends a workspace's move: it stays in the database that it would have left. Throws a `not_found`
 * problem if there is no move under way, and a `conflict` problem if it has left.
 */
export async function abandonMove(operator: Scope, workspaceId: number): Promise<Move> {
  const own = underWay(workspaceId);
  const { current } = await batch(operator, {
    abandoned: operator.db
      .update(moves)
      .set({ phase: "abandoning", reason: "The operator has abandoned the move." })
      .where(and(own, isAbandonable)),
    current: operator.db.select().from(moves).where(own),
  });
  const move = found(current[0]);
  if (move.phase !== "abandoning")
    throw new Problem("conflict", { message: "The workspace has left its database already." });
  return toWire(move);
}

/** The move that a workspace makes. */
const underWay = (workspaceId: number) => within({ workspaceId }, moves, isNull(moves.finishedAt));

export const isAbandonable = sql`${moves.phase} in (
  select value from json_each(${JSON.stringify(ABANDONABLE)}))`;

/** The moves that are not finished, oldest first: the cron wakes their objects. */
export const selectOpenMoves = (directory: Scope["db"], limit: number) =>
  directory.select({ id: moves.id }).from(moves).where(isNull(moves.finishedAt)).limit(limit);

/** The workspaces that are on a move or being restored, or ended their move after a time. */
export const selectFenced = (since: number) => sql<{ id: number }>`
  select workspace_id as id from moves where finished_at is null or finished_at > ${since}
  union select workspace_id from backups where state in ('restoring', 'undoing')`;

const KEPT_MS = 365 * 86_400_000;

/** Deletes at most `limit` moves that were finished more than 365 days ago. */
export const pruneMoves = (limit: number) => sql<{ pruned: 1 }>`
  delete from moves where id in (
    select id from moves where finished_at < ${Date.now() - KEPT_MS} order by id limit ${limit})
  returning 1 as pruned`;
