import { asc, sql } from "drizzle-orm";
import { channels } from "../../db/schema";
import { open } from "../../db/scope";
import type { Bindings, Scope } from "../../env";
import { log } from "../../lib/log";
import { keyId, openCredentials, sealCredentials } from "./credentials";

/** Sealed credentials are 33 KB at most, and those of a page, old and new, go into one value of D1, which holds 2 MB. */
const PAGE = 25;
const MAX_LOGGED_IDS = 100;

/** Channels sealed with another key. The `+` keeps SQLite at the index of `sealed_with`, in which there are normally none. */
const stale = (db: Scope["db"], key: string, after: number) =>
  db
    .select({ id: channels.id, sealed: sql<string>`${channels.credentials}` })
    .from(channels)
    .where(sql`(${channels.sealedWith} < ${key} or ${channels.sealedWith} > ${key}) and +${channels.id} > ${after}`)
    .orderBy(asc(sql`+${channels.id}`))
    .limit(PAGE);

type Stale = Awaited<ReturnType<typeof stale>>[number];

/** The credentials sealed with the service's key; `null` where they can't be opened. */
async function sealedAnew(env: Bindings, { id, sealed }: Stale) {
  const credentials = await openCredentials([env.APP_KEY, env.APP_KEY_BEFORE], sealed).catch(() => null);
  return { id, before: sealed, after: credentials && (await sealCredentials(env.APP_KEY!, credentials)) };
}

/** Seals with `APP_KEY` what the key before it has sealed. Once it has run, that one is no longer needed for it. */
export async function resealCredentials(env: Bindings) {
  if (!env.APP_KEY) return;
  const db = open(env);
  const key = await keyId(env.APP_KEY);
  const unopened: number[] = [];
  for (let page = await stale(db, key, 0); page.length > 0; page = await stale(db, key, page.at(-1)!.id)) {
    const sealed = await Promise.all(page.map((row) => sealedAnew(env, row)));
    unopened.push(...sealed.filter(({ after }) => after === null).map(({ id }) => id));
    await replaceSealed(db, key, JSON.stringify(sealed.filter(({ after }) => after !== null)));
  }
  if (unopened.length > 0)
    log("error", "credentials not opened", { channels: unopened.length, channel_ids: unopened.slice(0, MAX_LOGGED_IDS) });
}

/** Where they are still those that were read. */
const replaceSealed = (db: Scope["db"], key: string, sealed: string) =>
  db.run(
    sql`update channels set credentials = fresh.value ->> 'after', sealed_with = ${key} from json_each(${sealed}) fresh
      where channels.id = fresh.value ->> 'id' and channels.credentials = fresh.value ->> 'before'`,
  );
