import { desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { paged } from "#db/lists/page";
import { exports } from "#db/schema/imports";
import { within } from "#db/scope/scope";
import { requireUnsuspended, selectSuspension } from "#db/scope/suspension";
import { exportKinds } from "#domain/imports";
import type { Scope } from "#env";
import { deleteObjects } from "#lib/bucket";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found, Problem } from "#lib/problem";
import { DAY_MS, iso, isoOrNull } from "#lib/time";
import type { Export } from "./schema";

export type Row = typeof exports.$inferSelect;

/** The time for which an export is kept, and the most exports of a workspace. */
const KEPT_MS = 7 * DAY_MS;
const MAX_KEPT = 3;

/** Where the files of an export are. */
export const folderOf = ({ workspaceId, id }: Pick<Row, "workspaceId" | "id">) =>
  `exports/${workspaceId}/${id}/`;

/** True if an export is there, for the API. */
export const isShown = (scope: Pick<Scope, "workspaceId">, ...conditions: SQL[]) =>
  within(scope, exports, isNull(exports.deletedAt), ...conditions);

const select = (scope: Scope, id: number) =>
  scope.db
    .select()
    .from(exports)
    .where(isShown(scope, eq(exports.id, id)));

export const exportExists = async (scope: Scope, id: number) =>
  (await select(scope, id)).length > 0;

/** Throws a `not_found` problem if there is none. */
export async function findExport(scope: Scope, id: number): Promise<Row> {
  const { row } = await readBatch(scope, { row: select(scope, id) });
  return found(row[0]);
}

/** As `findExport`, for a signed URL: throws a `forbidden` problem during a suspension. */
export async function findServedExport(scope: Scope, id: number): Promise<Row> {
  const { row, suspension } = await readBatch(scope, {
    row: select(scope, id),
    suspension: selectSuspension(scope.workspaceId),
  });
  requireUnsuspended(suspension);
  return found(row[0]);
}

export const getExport = async (scope: Scope, id: number) => toWire(await findExport(scope, id));

export async function listExports(scope: Scope, page: PageRequest): Promise<Page<Export>> {
  const query = scope.db.select().from(exports).$dynamic();
  const rows = await paged(query, scope, exports, page, isNull(exports.deletedAt));
  return cutPage(rows, page, toWire);
}

/**
 * Begins an export. Only the newest ones are kept. Throws a `conflict` problem while another one of
 * the workspace is running.
 */
export async function createExport(scope: Scope): Promise<Export> {
  const now = Date.now();
  const own = (condition: SQL) => sql`select id from exports where ${isShown(scope, condition)}`;
  const { created, row } = await batch(scope, {
    created: sql<{ id: number }>`
      insert into exports (workspace_id, created_at, kept_until)
      select ${scope.workspaceId}, ${now}, ${now + KEPT_MS}
      where not exists (${own(sql`state = 'running'`)})
      returning id`,
    row: scope.db.select().from(exports).where(isShown(scope)).orderBy(desc(exports.id)).limit(1),
    hidden: sql`
      update exports set deleted_at = ${now}
      where ${isShown(scope)}
        and id not in (${own(sql`true`)} order by id desc limit ${MAX_KEPT})`,
  });
  if (!created[0])
    throw new Problem("in_progress", { message: "An export of the workspace is running already." });
  scope.sink.wake({ exports: true });
  return toWire(found(row[0]));
}

/** Hides an export, and deletes its files. What remains of them, the hourly clean-up deletes. */
export async function deleteExport(scope: Scope, bucket: R2Bucket, id: number): Promise<number> {
  const { deleted } = await batch(scope, {
    deleted: scope.db
      .update(exports)
      .set({ deletedAt: Date.now() })
      .where(isShown(scope, eq(exports.id, id)))
      .returning({ id: exports.id }),
  });
  found(deleted[0]);
  await deleteObjects(bucket, folderOf({ workspaceId: scope.workspaceId, id }));
  return 1;
}

function toWire({ id, state, counts, bytes, reason, ...row }: Row): Export {
  return {
    ...{ id, state },
    // Every kind is named: `Object.fromEntries` loses that.
    counts: Object.fromEntries(
      exportKinds.map((kind) => [kind, counts[kind] ?? 0]),
    ) as Export["counts"],
    ...{ bytes, reason },
    created_at: iso(row.createdAt),
    finished_at: isoOrNull(row.finishedAt),
    kept_until: iso(row.keptUntil),
  };
}
