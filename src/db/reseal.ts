import { sql } from "drizzle-orm";
import type { Bindings, Scope } from "../env";
import { log } from "../lib/log";
import { keyId, openJson, type SealedAs, sealJson } from "../lib/sealing";
import { open } from "./scope";

/** A column of sealed JSON, and the one beside it that tells which APP_KEY sealed it. */
type Place = { table: string; sealed: string; sealedWith: string; as: SealedAs };

const PLACES: Place[] = [
  {
    table: "channels",
    sealed: "credentials",
    sealedWith: "sealed_with",
    as: "channel-credentials",
  },
  {
    table: "webhook_endpoints",
    sealed: "secrets",
    sealedWith: "sealed_with",
    as: "webhook-secrets",
  },
  {
    table: "workspaces",
    sealed: "webhook_secrets",
    sealedWith: "webhook_sealed_with",
    as: "webhook-secrets",
  },
];

/** Sealed credentials are 33 KB at most, and those of a page, old and new, go into one value of D1, which holds 2 MB. */
const PAGE = 25;
const MAX_LOGGED_IDS = 100;

type Stale = { id: number; sealed: string };
type Fresh = { id: number; before: string; after: string | null };

/** Seals with `APP_KEY` what the key before it has sealed. Once it has run, that one is no longer needed for it. */
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
  [appKey, before]: [string, string | undefined],
) {
  const unopened: number[] = [];
  for (
    let page = await stale(place, db, key, 0);
    page.length > 0;
    page = await stale(place, db, key, page.at(-1)!.id)
  ) {
    const fresh = await Promise.all(page.map((row) => sealedAnew(place, row, appKey, before)));
    unopened.push(...fresh.filter(({ after }) => after === null).map(({ id }) => id));
    await replaceSealed(
      place,
      db,
      key,
      fresh.filter(({ after }) => after !== null),
    );
  }
  if (unopened.length > 0)
    log("error", "secrets not opened", {
      table: place.table,
      rows: unopened.length,
      ids: unopened.slice(0, MAX_LOGGED_IDS),
    });
}

/** Rows sealed with another key. The `+` keeps SQLite at the index of `sealedWith`, in which there are normally none. */
function stale({ table, sealed, sealedWith }: Place, db: Scope["db"], key: string, after: number) {
  const [from, column, keyColumn] = [table, sealed, sealedWith].map((name) => sql.raw(name));
  return db.all<Stale>(
    sql`select id, ${column} as sealed from ${from} where (${keyColumn} < ${key} or ${keyColumn} > ${key}) and +id > ${after} order by +id limit ${PAGE}`,
  );
}

/** Sealed with the service's key; `null` where it can't be opened. */
async function sealedAnew(
  { as }: Place,
  { id, sealed }: Stale,
  appKey: string,
  before: string | undefined,
): Promise<Fresh> {
  const opened = await openJson([appKey, before], as, sealed).catch(() => null);
  return { id, before: sealed, after: opened === null ? null : await sealJson(appKey, as, opened) };
}

/** Where they are still those that were read. */
function replaceSealed(
  { table, sealed, sealedWith }: Place,
  db: Scope["db"],
  key: string,
  fresh: Fresh[],
) {
  const [into, column, keyColumn] = [table, sealed, sealedWith].map((name) => sql.raw(name));
  return db.run(
    sql`update ${into} set ${column} = fresh.value ->> 'after', ${keyColumn} = ${key} from json_each(${JSON.stringify(fresh)}) fresh
      where ${into}.id = fresh.value ->> 'id' and ${into}.${column} = fresh.value ->> 'before'`,
  );
}
