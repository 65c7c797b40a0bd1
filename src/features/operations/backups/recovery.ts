import { sql } from "drizzle-orm";
import { batch, readBatch, unscopedBatch } from "#db/batch";
import { countDirectoryFrom, reserveRanges, takeRange } from "#db/placement/ranges";
import { databases as registered } from "#db/schema/directory";
import { addFirst } from "#db/statements/databases";
import type { Bindings, Scope } from "#env";
import { log } from "#lib/log";
import { Problem } from "#lib/problem";
import { type Finished, listFinished } from "./finished";
import { wakeArchivists } from "./overdue";
import { addFound, restorable, restoreAll, selectUnknown } from "./rows";
import type { Recovery, RecoveryInput } from "./schema";

// After the directory is lost, with all databases or some: R2 says which backups there are.

/** The objects of R2 that a request reads. */
const OBJECTS = 500;

/**
 * Ids that may have been given since the newest backup are not given again: ranges by their number,
 * and ids of the directory.
 */
const SINCE = { ranges: 12, ids: 1_000 };

const conflict = (message: string) => new Problem("conflict", { message });
const most = (numbers: number[]) => Math.max(0, ...numbers);

/** The statements that have new ids be above all that some backups know of. */
function keepIdsApart(finished: Finished[]) {
  const facts = finished.flatMap((one) => one.facts ?? []);
  const newest = (name: "workspaces" | "tokens" | "backups") =>
    most(facts.map(({ newestIds }) => newestIds[name])) + SINCE.ids;
  return {
    ids: countDirectoryFrom({
      workspaces: newest("workspaces"),
      tokens: newest("tokens"),
      backups: newest("backups"),
    }),
    ranges: reserveRanges(most(facts.map(({ newestRange }) => newestRange)) + SINCE.ranges),
  };
}

/**
 * Registers the backups that a page of R2's list has. After the last page, begins to restore each
 * workspace that is not there from its newest backup, unless it was deleted. May be repeated.
 */
export async function recover(
  operator: Scope,
  env: Bindings,
  { cursor, unsigned }: RecoveryInput,
): Promise<Recovery> {
  const { finished, next } = await listFinished(env.FILES, cursor ?? null, OBJECTS);
  const { unknown } = await readBatch(operator, { unknown: selectUnknown(finished) });
  const { added, others } = await batch(operator, {
    ...(unknown[0]?.n && keepIdsApart(finished)),
    ...addFound(finished, Date.now()),
  });
  if (others[0])
    throw conflict(`The backup ${others[0].id} is another one by now. Recover into new databases.`);
  const registered = added.length;
  if (next !== null) return { registered, restoring: 0, next_cursor: next };
  return {
    registered,
    restoring: await restoreMissing(operator, env, unsigned ?? false),
    next_cursor: null,
  };
}

/** Begins to restore the workspaces that are not there. Returns how many there are. */
async function restoreMissing(
  operator: Scope,
  env: Bindings,
  isUnsigned: boolean,
): Promise<number> {
  const { db, databases } = operator;
  const { wanted, known } = await readBatch(
    { db },
    {
      first: addFirst({ db }),
      wanted: sql<{ name: string }>`
        select distinct database as name from backups where ${restorable}`,
      known: db.select({ name: registered.name }).from(registered),
    },
  );
  const open = known.map(({ name }) => name).filter((name) => databases.names.includes(name));
  const missing = wanted.find(({ name }) => !open.includes(name));
  if (missing) throw conflict(`Register ${missing.name} first: workspaces were in it.`);
  if (wanted.length === 0) return 0;
  for (const name of open) await takeRange(databases, name);
  const { restoring } = await unscopedBatch({ db }, { restoring: restoreAll(isUnsigned) });
  log("warn", "workspaces being recovered", { workspaces: restoring.length });
  await wakeArchivists(env);
  return restoring.length;
}
