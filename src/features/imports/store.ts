import { desc, eq, type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { pagedWhere, stopIn } from "#db/lists/page";
import { imports } from "#db/schema/imports";
import { exists } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found, Problem } from "#lib/problem";
import { DAY_MS, iso, isoOrNull } from "#lib/time";
import { matchFields } from "../leads/bulk/schema";
import { failureOf } from "./failures";
import { bytesOf, deleteFile } from "./files";
import { ERRORS } from "./reading/errors-column";
import type { Suggested } from "./reading/suggest-mapping";
import type { Import, ImportOptions, ImportStart } from "./schema";

export type Row = typeof imports.$inferSelect;

/** The longest that an import is kept, with its file, and that it can be undone. */
export const KEPT_MS = 30 * DAY_MS;
export const FILE_KEPT_MS = 7 * DAY_MS;
export const UNDO_MS = 7 * DAY_MS;

/** The states in which it can be, if it was started and not just tried. */
export const undoable: Row["state"][] = ["completed", "cancelled", "failed"];

/** The most imports of a workspace that may have a file. */
const MAX_FILES = 20;

export const importExists = exists(imports);

/** The database and the workspace of an import. */
type Owner = Pick<Scope, "db" | "workspaceId">;

const isImport = (scope: Owner, id: number, ...conditions: SQL[]) =>
  within(scope, imports, eq(imports.id, id), ...conditions);

export const selectImport = (scope: Scope, id: number) =>
  scope.db.select().from(imports).where(isImport(scope, id));

/** Reads an import; throws a `not_found` problem if there is none. */
export async function findImport(scope: Scope, id: number): Promise<Row> {
  const { row } = await readBatch(scope, { row: selectImport(scope, id) });
  return found(row[0]);
}

export const getImport = async (scope: Scope, id: number) => toWire(await findImport(scope, id));

export async function listImports(scope: Scope, page: PageRequest): Promise<Page<Import>> {
  const query = scope.db
    .select({ row: imports, id: imports.id, stop: stopIn(undefined) })
    .from(imports)
    .$dynamic();
  const rows = await pagedWhere(query, scope, imports, page, {});
  return cutPage(rows, page, ({ row }: { row: Row }) => toWire(row));
}

/** The number of a workspace's last imports that are looked at for their mapping. */
const REMEMBERED = 50;

/**
 * The mapping that the last import of the same columns was started with, also where they are those
 * of its rejected rows; else what is suggested. One that knew nothing of a column on consent has
 * not decided on it.
 */
export function rememberedMapping(
  scope: Owner,
  columns: readonly string[],
  { mapping: suggested, consent }: Suggested,
): SQL {
  const same = [columns, columns.at(-1) === ERRORS ? columns.slice(0, -1) : columns];
  const isSame = same.map((one) => sql`columns = ${JSON.stringify(one)}`);
  const oldest = sql`(
    select id from imports where ${within(scope, imports)}
    order by id desc limit 1 offset ${REMEMBERED - 1})`;
  return sql`ifnull((
    select mapping from imports
    where ${within(scope, imports, sql`id >= ifnull(${oldest}, 0)`)}
      and attempt > 0 and (${sql.join(isSame, sql` or `)})
      and not exists (
        select 1 from json_each(${JSON.stringify(consent)}) as spoken
        where spoken.value not in (select value from json_each(imports.consent_columns)))
    order by id desc limit 1), ${JSON.stringify(suggested)})`;
}

/** Begins an import. Throws a `conflict` problem while the workspace has too many files. */
export async function createImport(
  scope: Scope,
  name: string,
  hints: Record<string, unknown>,
): Promise<Row> {
  const now = Date.now();
  const files = sql`(
    select count(*) from imports where ${within(scope, imports)} and has_file = 1)`;
  const { created, row } = await batch(scope, {
    created: sql<{ id: number }>`
      insert into imports (workspace_id, name, settings, created_at)
      select ${scope.workspaceId}, ${name}, ${JSON.stringify(hints)}, ${now}
      where ${files} < ${MAX_FILES}
      returning id`,
    row: scope.db
      .select()
      .from(imports)
      .where(within(scope, imports))
      .orderBy(desc(imports.id))
      .limit(1),
  });
  if (!created[0])
    throw new Problem("quota_reached", {
      message: `The workspace has ${MAX_FILES} imports with a file. Complete or cancel one.`,
    });
  return found(row[0]);
}

/**
 * Changes an import while it is in one of the states; throws a `conflict` problem in another.
 * `isOpen` is a further condition.
 */
export async function changeImport(
  scope: Scope,
  id: number,
  states: readonly Row["state"][],
  set: Parameters<ReturnType<Scope["db"]["update"]>["set"]>[0],
  isOpen?: SQL,
): Promise<Row> {
  const isIn = sql`state in (select value from json_each(${JSON.stringify(states)}))`;
  const { changed, row } = await batch(scope, {
    changed: scope.db
      .update(imports)
      .set(set)
      .where(isImport(scope, id, isIn, ...(isOpen ? [isOpen] : [])))
      .returning({ id: imports.id }),
    row: selectImport(scope, id),
  });
  const current = found(row[0]);
  if (changed.length === 0)
    throw new Problem("conflict", { message: `The import is ${current.state}.` });
  return current;
}

const sum = ({ created, updated, unchanged, conflict, invalid }: Row) =>
  created + updated + unchanged + conflict + invalid;

function optionsOf({ settings }: Row): ImportOptions | null {
  const started = settings as Partial<ImportStart>;
  const { mode, match_by, create_tags, default_country, source, tags, notify } = started;
  if (!mode) return null;
  return {
    mode,
    match_by: match_by ?? [...matchFields],
    create_tags: create_tags ?? false,
    default_country: default_country ?? null,
    source: source ?? "import",
    tags: tags ?? [],
    ignore_consent_columns: started.ignore_consent_columns ?? false,
    notify: notify ?? true,
  };
}

export function toWire(row: Row): Import {
  const { id, name, state, format, bytes, columns, mapping, undone, kept, reason } = row;
  const { created, updated, unchanged, conflict, invalid, startedAt, finishedAt } = row;
  const rows = sum(row);
  const isOver = state === "completed" || state === "checked" || state === "undone";
  const size = format === "xlsx" ? bytesOf(row.lines) : bytes;
  const seconds = startedAt === null ? 0 : ((finishedAt ?? Date.now()) - startedAt) / 1_000;
  const isRead = seconds > 0 && row.offset > 0;
  const isUndoable = undoable.includes(state) && startedAt !== null && !row.isDry;
  const isReading = state === "checking" || state === "running";
  return {
    ...{ id, name, state, format, bytes, columns, mapping },
    consent_columns: row.consentColumns,
    options: optionsOf(row),
    is_dry_run: row.isDry,
    rows,
    counts: { created, updated, unchanged, conflict, invalid },
    warned: row.warned,
    progress: isOver ? 100 : Math.min(Math.floor((100 * row.offset) / Math.max(size, 1)), 99),
    rows_per_second: isRead ? Math.round((10 * rows) / seconds) / 10 : null,
    seconds_left:
      isRead && isReading ? Math.ceil(((size - row.offset) * seconds) / row.offset) : null,
    ...{ opted_out: row.optedOut, undone, kept, reason },
    reason_code: failureOf(reason),
    created_at: iso(row.createdAt),
    started_at: isoOrNull(startedAt),
    finished_at: isoOrNull(finishedAt),
    undoable_until: isUndoable && finishedAt !== null ? iso(finishedAt + UNDO_MS) : null,
    kept_until: iso(row.createdAt + KEPT_MS),
  };
}

/** Deletes the file of an import that is over. Should that fail, the hourly clean-up does it. */
export async function forgetFile(scope: Owner, bucket: R2Bucket, id: number) {
  if (await deleteFile(bucket, { workspaceId: scope.workspaceId, id })) return;
  await scope.db.update(imports).set({ hasFile: false }).where(isImport(scope, id));
}
