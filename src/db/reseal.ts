import { sql } from "drizzle-orm";
import type { Bindings, Scope } from "../env";
import { log } from "../lib/log";
import { keyId, openJson, type SealedAs, sealJson } from "../lib/sealing";
import { open } from "./scope";

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
 * dropped.
 */
export async function reseal(env: Bindings) {
  const { APP_KEY } = env;
  if (!APP_KEY) return;
  const key = await keyId(APP_KEY);
  await Promise.all(
    PLACES.map((place) => resealAt(place, open(env), key, [APP_KEY, env.APP_KEY_BEFORE])),
  );
}

async function resealAt(
  place: Place,
  db: Scope["db"],
  key: string,
  appKeys: [current: string, before: string | undefined],
) {
  const unopened: number[] = [];
  let lastId: number | undefined = 0;
  while (lastId !== undefined) {
    const page = await selectStale(place, db, key, lastId);
    const resealed = await Promise.all(page.map((row) => resealRow(place, row, appKeys)));
    unopened.push(...resealed.filter(({ after }) => after === null).map(({ id }) => id));
    const opened = resealed.filter(({ after }) => after !== null);
    if (page.length > 0) await replaceSealed(place, db, key, opened);
    lastId = page.at(-1)?.id;
  }
  if (unopened.length > 0)
    log("error", "secrets not opened", {
      table: place.table,
      rows: unopened.length,
      ids: unopened.slice(0, MAX_LOGGED_IDS),
    });
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
