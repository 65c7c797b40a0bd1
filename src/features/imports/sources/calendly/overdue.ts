import { sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { isWritable } from "#db/placement/freeze";
import { type Connection, sources } from "#db/schema/sources";
import { scopeOf, within } from "#db/scope/scope";
import { isSuspended } from "#db/scope/suspension";
import type { Bindings, Database, Scope } from "#env";
import { describeError, log } from "#lib/log";
import { DAY_MS } from "#lib/time";
import { currentOf, openedSecrets } from "../secrets";
import { inboundUrl } from "../store";
import { calendlyAccount, type Fault, isFault, readSubscription } from "./api";
import { CHECK_EVERY_MS, subscribe } from "./subscribe";

/** The connections that are looked at at once. */
const AT_ONCE = 4;

type Due = { id: number; workspaceId: number; secrets: string | null; connection: string };

const selectDue = (now: number, limit: number) => sql<Due>`
  select id, workspace_id as workspaceId, secrets, connection from sources
  where connection_due_at <= ${now} and connection is not null
    and not ${isSuspended(sql`workspace_id`)} and ${isWritable(sql`workspace_id`)}
  order by connection_due_at limit ${limit}`;

/**
 * Looks at the subscriptions of connections whose tokens are kept, at most `limit`, those first
 * that have waited longest. One that Calendly has disabled or deleted, or that leads to a URL of
 * before, is made again.
 */
export async function checkConnections(env: Bindings, db: Database, limit: number) {
  const { due } = await readBatch({ db }, { due: selectDue(Date.now(), limit) });
  const waiting = due.values();
  const work = async () => {
    for (const one of waiting)
      await checkOne(env, one).catch((error) =>
        log("error", "connection not checked", { source_id: one.id, ...describeError(error) }),
      );
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

const UNOPENED: Fault = {
  ...{ error: "The token that is kept can't be opened.", isRefused: true, httpStatus: 401 },
};

/** No change of the source: `updated_at` stays. Nothing is kept of one connected meanwhile. */
const keepChecked = (
  scope: Scope,
  { id, connection: before }: Due,
  connection: Connection,
  waitMs: number,
) =>
  batch(scope, {
    kept: scope.db
      .update(sources)
      .set({ connection, connectionDueAt: Date.now() + waitMs })
      .where(within(scope, sources, sql`id = ${id} and connection = ${before}`)),
  });

/** A refusal is asked about again on the next day: somebody has to mend it. */
function failed(scope: Scope, due: Due, known: Connection, fault: Fault, state: "ended" | null) {
  const { error, isRefused, httpStatus } = fault;
  const now: Connection = {
    ...{ ...known, checkedAt: Date.now(), error },
    state: httpStatus === 401 ? "refused" : (state ?? known.state),
  };
  return keepChecked(scope, due, now, isRefused ? DAY_MS : CHECK_EVERY_MS);
}

/** One that can't be looked at keeps its place from no other. */
async function checkOne(env: Bindings, due: Due) {
  const [scope, known] = [await scopeOf(env, due.workspaceId), connectionIn(due)];
  try {
    await check(env, scope, due, known);
  } catch (error) {
    await keepChecked(scope, due, known, CHECK_EVERY_MS);
    throw error;
  }
}

async function check(env: Bindings, scope: Scope, due: Due, known: Connection) {
  const { keys, calendlyToken } = await openedSecrets(
    [env.APP_KEY, env.APP_KEY_BEFORE],
    due.id,
    due.secrets,
  );
  const key = currentOf(keys);
  if (calendlyToken === undefined || key === null) return failed(scope, due, known, UNOPENED, null);
  const account = calendlyAccount(env, calendlyToken);
  const seen = await readSubscription(account, known.subscriptionId);
  const isGone = isFault(seen) && seen.httpStatus === 404;
  if (isFault(seen) && !isGone) return failed(scope, due, known, seen, null);
  const isRight =
    !isFault(seen) && seen.value.isActive && seen.value.url === inboundUrl(scope, key);
  const checked: Connection = { ...known, state: "active", checkedAt: Date.now(), error: null };
  if (isRight) return keepChecked(scope, due, checked, CHECK_EVERY_MS);
  return renew(scope, due, known, account);
}

/** The JSON is what `subscribe` has stored. */
const connectionIn = ({ connection }: Due): Connection => JSON.parse(connection);

async function renew(
  scope: Scope,
  due: Due,
  known: Connection,
  account: ReturnType<typeof calendlyAccount>,
) {
  const kept: Promise<unknown>[] = [];
  const keep = (promise: Promise<unknown>) => kept.push(promise);
  const answer = await subscribe(
    scope,
    account,
    due.id,
    { scope: known.scope, keepsToken: true },
    keep,
  );
  await Promise.allSettled(kept);
  log("warn", "subscription made again", { source_id: due.id, done: !isFault(answer) });
  if (isFault(answer)) await failed(scope, due, known, answer, "ended");
}
