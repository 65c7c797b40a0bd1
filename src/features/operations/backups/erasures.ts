import { inArray, sql } from "drizzle-orm";
import { unscopedBatch } from "#db/batch";
import { databasesOf } from "#db/placement/databases";
import { erasures } from "#db/schema/archives";
import { backups } from "#db/schema/directory";
import type { ErasedKind } from "#domain/backups";
import type { Bindings, Database, Databases } from "#env";
import { newSecret } from "#lib/crypto";
import { settle } from "#lib/settle";
import { HOUR_MS } from "#lib/time";
import { noteRemoved } from "./finished";

// Erasures since a backup are kept in R2, beside the backups, so that they are known even if the
// databases are lost: `erasures/<workspace>/<milliseconds>-<random>.json`. A file is kept as long
// as the workspace has an older backup. Nothing but ids, times and the receipts of erasures is in
// it.

const FORMAT = 1;

/**
 * A lead that was deleted, the receipt of its erasure, a token that was revoked, or the workspace,
 * which was deleted.
 */
export type Erased = {
  kind: ErasedKind;
  id: number;
  at: number;
  data?: Record<string, unknown>;
};

type ErasureFile = { format: typeof FORMAT; workspace_id: number; erased: Erased[] };

/** The rows that are read from a database at a time, and the number of times. */
const [ROWS, READS] = [2_000, 10];
/** The most files that a cron writes for a database: a Worker makes at most 1,000 requests. */
const MOST_FILES = 100;

/** Clocks may differ by this much. An erasure that is older than the backup does no harm. */
const CLOCKS_MS = HOUR_MS;

const folderOf = (workspaceId: number) => `erasures/${workspaceId}/`;
const placeOf = (workspaceId: number, ms: number) =>
  folderOf(workspaceId) + String(Math.max(ms, 0)).padStart(15, "0");

/** The workspaces that have a backup, among some. */
const backedUp = async ({ directory }: Databases, ids: number[]) =>
  new Set(
    (
      await directory
        .selectDistinct({ id: backups.workspaceId })
        .from(backups)
        .where(
          inArray(backups.workspaceId, sql`(select value from json_each(${JSON.stringify(ids)}))`),
        )
    ).map(({ id }) => id),
  );

/**
 * Brings what was erased in a database to R2. Returns whether there is more. What is brought there
 * twice, as this died or ran twice at a time, does no harm.
 */
async function keepErasuresOf(env: Bindings, db: Database): Promise<boolean> {
  const databases = databasesOf(env);
  for (let [reads, files] = [0, 0]; reads < READS && files < MOST_FILES; reads++) {
    const found = await db.select().from(erasures).limit(ROWS);
    const ofWorkspaces = [...Map.groupBy(found, ({ workspaceId }) => workspaceId)];
    const worked = ofWorkspaces.slice(0, MOST_FILES - files);
    if (worked.length === 0) return false;
    const kept = await backedUp(
      databases,
      worked.map(([id]) => id),
    );
    for (const [workspaceId, rows] of worked.filter(([id]) => kept.has(id))) {
      const erased = rows.map(({ kind, rowId: id, erasedAt: at, data }) => ({
        ...{ kind, id, at },
        ...(data && { data }),
      }));
      const file: ErasureFile = { format: FORMAT, workspace_id: workspaceId, erased };
      const key = `${placeOf(workspaceId, Date.now())}-${newSecret().slice(0, 8)}.json`;
      await env.FILES.put(key, JSON.stringify(file));
      if (erased.some(({ kind }) => kind === "workspace"))
        await noteRemoved(env.FILES, workspaceId);
      files++;
    }
    const done = worked.flatMap(([, rows]) => rows.map(({ kind, rowId }) => [kind, rowId]));
    await unscopedBatch(
      { db },
      {
        done: sql`
          delete from erasures where (kind, row_id) in (
            select value ->> 0, value ->> 1 from json_each(${JSON.stringify(done)}))`,
      },
    );
    if (found.length < ROWS && worked.length === ofWorkspaces.length) return false;
  }
  return true;
}

/**
 * Brings what was erased in all databases to R2, as far as they can be reached. Returns whether one
 * has more.
 */
export async function keepErasures(env: Bindings): Promise<boolean> {
  const databases = databasesOf(env);
  const own = databases.names.map((name) => [name, databases.open(name)] as const);
  const apart = databases.ofDirectory === null ? [["directory", databases.directory] as const] : [];
  let hasMore = false;
  const keep = async (db: Database) => {
    if (await keepErasuresOf(env, db)) hasMore = true;
  };
  const works = [...own, ...apart].map(([name, db]) => [name, keep(db)]);
  await settle("erasures not kept", Object.fromEntries(works));
  return hasMore;
}

/** The place before the files with what was erased since a backup was begun. */
export const placeBefore = (workspaceId: number, createdAt: number) =>
  placeOf(workspaceId, createdAt - CLOCKS_MS);

/** The file behind a place, with its own; undefined behind the last. */
export async function nextErasures(bucket: R2Bucket, workspaceId: number, place: string) {
  const prefix = folderOf(workspaceId);
  const { objects } = await bucket.list({ prefix, startAfter: place, limit: 1 });
  const [object] = objects;
  const file = object && (await (await bucket.get(object.key))?.json<ErasureFile>());
  return object && { place: object.key, erased: file?.erased ?? [] };
}

/**
 * Deletes some files that no backup of the workspace needs: the oldest one that is left was begun
 * at a time, if one is. Returns whether there may be more.
 */
export async function removeErasures(
  bucket: R2Bucket,
  workspaceId: number,
  oldest: number | null,
  limit: number,
) {
  const { objects } = await bucket.list({ prefix: folderOf(workspaceId), limit });
  const end = oldest === null ? undefined : placeBefore(workspaceId, oldest);
  const over = objects.map(({ key }) => key).filter((key) => end === undefined || key < end);
  if (over.length > 0) await bucket.delete(over);
  return over.length === limit;
}
