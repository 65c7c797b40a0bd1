import { inArray, sql } from "drizzle-orm";
import { unscopedBatch } from "#db/batch";
import { databasesOf } from "#db/placement/databases";
import { backups } from "#db/schema/directory";
import { DEFAULT_KEEP_DAYS } from "#domain/backups";
import { wake } from "#domain/wake/objects";
import type { Bindings } from "#env";
import { DAY_MS, HOUR_MS } from "#lib/time";
import { renewNote } from "./finished";
import { beginNightly, expire, noteRenewed, staleNotes } from "./rows";

/**
 * The backups that are worked at a time. The others wait: so nobody else is in their way. The
 * others wait: so nobody else is in their way.
 */
const MAX_WORKED = 10;

/**
 * Wakes the objects of backups with work to do, those that are being made last. Each database has
 * its turn: one that can't be reached does not keep the others waiting.
 */
export async function wakeArchivists(env: Bindings) {
  const isMade = sql`state = 'running'`;
  const rank = sql`row_number() over (partition by database, ${isMade} order by id)`;
  const open = await databasesOf(env)
    .directory.select({ id: backups.id })
    .from(backups)
    .where(inArray(backups.state, ["running", "restoring", "undoing", "deleting"]))
    .orderBy(isMade, rank, backups.id)
    .limit(MAX_WORKED);
  await Promise.all(open.map(({ id }) => wake.backups(env, id)));
}

/** For how many milliseconds backups are kept. */
export const keptFor = ({ BACKUPS }: Bindings, days?: number | null) =>
  (days ?? BACKUPS?.keep_days ?? DEFAULT_KEEP_DAYS) * DAY_MS;

/**
 * Begins the backups of a night, from its hour on, and has those go whose time is over. A night
 * that was missed is made up for in the day.
 */
export async function planBackups(env: Bindings, now = Date.now()) {
  const { directory } = databasesOf(env);
  const hour = env.BACKUPS?.nightly_at;
  const today = hour === undefined ? 0 : now - (now % DAY_MS) + hour * HOUR_MS;
  const since = today > now ? today - DAY_MS : today;
  await unscopedBatch(
    { db: directory },
    {
      nightly: hour === undefined ? undefined : beginNightly(since, now, now + keptFor(env)),
      expired: expire(now),
    },
  );
}

/** The keys that are written into R2 again in an hour. */
const MAX_RENEWED = 500;

/**
 * Brings to R2 the keys that were sealed again since: without a directory, those there open files.
 */
export async function renewNotes(env: Bindings) {
  const databases = databasesOf(env);
  for (const backup of await staleNotes(databases, MAX_RENEWED)) {
    await renewNote(env.FILES, backup);
    await noteRenewed({ databases, backup });
  }
}
