import { sql } from "drizzle-orm";
import type { Bindings, Scope } from "#env";
import type { Chunk } from "#lib/chunks";
import { log } from "#lib/log";
import { keyId, openJson, type SealedAs, sealJson } from "#lib/sealing";

/** A column of sealed JSON, and the column with the id of the APP_KEY that sealed it. */
type Place = { table: string; sealed: string; sealedWith: string; as: SealedAs };

const PLACES: Place[] = [
  {
    table: "channels",
    sealed: "credentials",
    sealedWith: "sealed_with",
    as: "channel credentials",
  },
  {
    table: "webhook_endpoints",
    sealed: "secrets",
    sealedWith: "sealed_with",
    as: "endpoint secrets",
  },
  {
    table: "workspaces",
    sealed: "webhook_secrets",
    sealedWith: "webhook_sealed_with",
    as: "workspace secrets",
  },
  {
    table: "workspaces",
    sealed: "suppression_key",
    sealedWith: "suppression_sealed_with",
    as: "suppression key",
  },
  { table: "sources", sealed: "secrets", sealedWith: "sealed_with", as: "source secrets" },
  { table: "backups", sealed: "hash_key", sealedWith: "sealed_with", as: "backup key" },
];

/**
 * The rows in a page. Credentials take up to 33 KB, and one D1 value (2 MB) must hold all
 * credentials of a page twice.
 */
const PAGE_SIZE = 25;
const MAX_LOGGED_IDS = 100;

type Stale = { id: number; sealed: string };
type Resealed = { id: number; before: string; after: string | null };

/**
 * Reseals with `APP_KEY` the secrets that `APP_KEY_BEFORE` sealed, so that the old key can be
 * dropped: a page of each table with each chunk. The next cron goes on where this one stopped.
 */
export function resealing(env: Bindings, db: Scope["db"]): Chunk {
  const left = new Set<Progress>(PLACES.map((place) => ({ place, lastId: 0, unopened: [] })));
  return async () => {
    const { APP_KEY } = env;
    if (!APP_KEY) return false;
    const key = await keyId(APP_KEY);
    for (const progress of left) {
      const hasMore = await resealPage(progress, db, key, [APP_KEY, env.APP_KEY_BEFORE]);
      if (!hasMore) left.delete(progress);
    }
    return left.size > 0;
  };
}

type Progress = { place: Place; lastId: number; unopened: number[] };

/** Reseals a page, and moves `progress` behind it. Returns whether there may be another. */
async function resealPage(
  progress: Progress,
  db: Scope["db"],
  key: string,
  appKeys: [current: string, before: string | undefined],
) {
  const { place, unopened } = progress;
  const page = await selectStale(place, db, key, progress.lastId);
  const resealed = await Promise.all(page.map((row) => resealRow(place, row, appKeys)));
  unopened.push(...resealed.filter(({ after }) => after === null).map(({ id }) => id));
  if (page.length > 0)
    await replaceSealed(
      place,
      db,
      key,
      resealed.filter(({ after }) => after !== null),
    );
  progress.lastId = page.at(-1)?.id ?? progress.lastId;
  if (page.length === PAGE_SIZE) return true;
  if (unopened.length > 0)
    log("error", "secrets not opened", {
      table: place.table,
      rows: unopened.length,
      ids: unopened.slice(0, MAX_LOGGED_IDS),
    });
  return false;
}

const namesOf = ({ table, sealed, sealedWith }: Place) => ({
  table: sql.raw(table),
  sealed: sql.raw(sealed),
  sealedWith: sql.raw(sealedWith),
});

/**
 * A page of the rows that another key sealed. The `+` keeps SQLite on the index of `sealedWith`, in
 * which there normally are no such rows.
 */
function selectStale(place: Place, db: Scope["db"], key: string, afterId: number) {
  const { table, sealed, sealedWith } = namesOf(place);
  return db.all<Stale>(sql`
    select id, ${sealed} as sealed from ${table}
    where (${sealedWith} < ${key} or ${sealedWith} > ${key}) and +id > ${afterId}
    order by +id
    limit ${PAGE_SIZE}`);
}

/** The row's secret, sealed with the current key: null if neither key opens it. */
async function resealRow(
  { as }: Place,
  { id, sealed }: Stale,
  appKeys: [current: string, before: string | undefined],
): Promise<Resealed> {
  const opened = await openJson(appKeys, { as, id }, sealed).catch(() => null);
  const after = opened === null ? null : await sealJson(appKeys[0], { as, id }, opened);
  return { id, before: sealed, after };
}

/** Replaces secrets that have not changed since they were read. */
function replaceSealed(place: Place, db: Scope["db"], key: string, resealed: Resealed[]) {
  const { table, sealed, sealedWith } = namesOf(place);
  return db.run(sql`
    update ${table}
    set ${sealed} = fresh.value ->> 'after', ${sealedWith} = ${key}
    from json_each(${JSON.stringify(resealed)}) fresh
    where ${table}.id = fresh.value ->> 'id' and ${table}.${sealed} = fresh.value ->> 'before'`);
}
