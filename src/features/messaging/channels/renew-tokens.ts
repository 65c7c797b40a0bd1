import { type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { isWritable } from "#db/placement/freeze";
import { channels } from "#db/schema/messaging";
import { scopeOf, within } from "#db/scope/scope";
import { isSuspended } from "#db/scope/suspension";
import { hasExpiringTokens, type Login, logins } from "#domain/platforms";
import { wakeWorkers } from "#domain/wake/objects";
import type { Bindings, Database, Scope } from "#env";
import { describeError, log } from "#lib/log";
import { HOUR_MS } from "#lib/time";
import { openCredentials, sealedValues, UNOPENED } from "./credentials";
import { type Renewal, renewToken } from "./renewal";
import { stopChannels } from "./stop";
import { isEnding, renewedToken } from "./token-state";

/** The number of tokens that are renewed at once. */
const AT_ONCE = 4;
/** The time until a token that was not renewed is tried again. */
const RETRY_MS = 18 * HOUR_MS;

/** The tries to store a token while somebody else writes the channel's credentials. */
const MAX_TRIES = 3;

type Due = {
  id: number;
  workspaceId: number;
  login: Login | null;
  credentials: string | null;
  expiresAt: number;
};

/** Such a token is tried as late as another, or it would keep its place before all that are due. */
const UNSEALED = { kind: "unopened", detail: UNOPENED } as const;

type Failure = Exclude<Renewal, { kind: "renewed" }> | typeof UNSEALED;

const EXPIRING = JSON.stringify(logins.filter(hasExpiringTokens));

const selectDue = (now: number, limit: number) => sql<Due>`
  select id, workspace_id as workspaceId, login, credentials, token_expires_at as expiresAt
  from channels
  where token_due_at <= ${now} and login in (select value from json_each(${EXPIRING}))
    and not ${isSuspended(sql`workspace_id`)} and ${isWritable(sql`workspace_id`)}
  order by token_due_at limit ${limit}`;

/**
 * Renews the tokens of channels that are due, at most `limit`, those first that have waited
 * longest; announces the end of those that can't be renewed, and stops the channels of expired
 * ones.
 */
export async function renewDueTokens(env: Bindings, db: Database, limit: number) {
  const { due } = await readBatch({ db }, { due: selectDue(Date.now(), limit) });
  const waiting = due.values();
  const work = async () => {
    for (const one of waiting)
      await renewDue(env, one).catch((error) =>
        log("error", "token not renewed", { channel_id: one.id, ...describeError(error) }),
      );
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function renewDue(env: Bindings, due: Due) {
  const { id, credentials: sealed } = due;
  if (sealed === null) return;
  const scope = await scopeOf(env, due.workspaceId);
  const credentials = await opened(env, id, sealed).catch((error) =>
    log("error", "credentials not opened", { channel_ids: [id], ...describeError(error) }),
  );
  const renewal = credentials ? await renewToken(env, credentials) : UNSEALED;
  if (renewal.kind === "renewed") return storeRenewed(env, scope, due, renewal);
  log("warn", "token not renewed", { channel_id: id, reason: renewal.kind });
  await batch(
    scope,
    failedStatements(scope, due, hasSealed(scope, id, sealed), renewal, Date.now()),
  );
  await wakeWorkers(env, scope, scope.sink.drain());
}

const opened = ({ APP_KEY, APP_KEY_BEFORE }: Bindings, id: number, sealed: string) =>
  openCredentials([APP_KEY, APP_KEY_BEFORE], id, sealed);

/** True of a channel that has the credentials which were read. */
const hasSealed = (scope: Scope, id: number, sealed: string) =>
  within(scope, channels, sql`id = ${id} and credentials = ${sealed}`);

/**
 * Stores a renewed token, unless the channel has another than the renewed one by now. Where the old
 * one was sealed again meanwhile, or beside other secrets, the new one takes its place there.
 */
async function storeRenewed(
  env: Bindings,
  scope: Scope,
  { id, credentials: first }: Due,
  { token, lifetimeMs }: Extract<Renewal, { kind: "renewed" }>,
) {
  let sealed = first;
  let replaced: string | undefined;
  for (let tries = MAX_TRIES; tries > 0 && sealed !== null; tries--) {
    const credentials = await opened(env, id, sealed);
    replaced ??= credentials.access_token;
    if (credentials.access_token !== replaced) return;
    const values = await sealedValues(scope.appKey, id, { ...credentials, access_token: token });
    const { renewed, now } = await batch(scope, {
      renewed: keepRenewed(scope, hasSealed(scope, id, sealed), values, lifetimeMs, Date.now()),
      now: sql<{ sealed: string | null }>`
        select credentials as sealed from channels
        where ${within(scope, channels, sql`id = ${id}`)}`,
    });
    if (renewed.length > 0) return;
    sealed = now[0]?.sealed ?? null;
  }
}

/** No change of the channel: `updated_at` stays. */
const keepRenewed = (
  scope: Scope,
  isRead: SQL,
  values: { credentials: string; sealedWith: string },
  lifetimeMs: number,
  now: number,
) =>
  scope.db
    .update(channels)
    .set({ ...values, ...renewedToken(lifetimeMs, now), checkedAt: now, checkError: null })
    .where(isRead)
    .returning({ id: channels.id });

function failedStatements(
  scope: Scope,
  { id, expiresAt }: Due,
  isRead: SQL,
  renewal: Failure,
  now: number,
) {
  const isOver = expiresAt <= now || (renewal.kind === "refused" && renewal.isExpired);
  const isSilent = renewal.kind === "none" && isOver;
  const detail = isSilent ? "The access token has expired." : renewal.detail;
  if (isOver) scope.sink.wake({ channels: [id] });
  return {
    tried: scope.db
      .update(channels)
      .set({
        tokenDueAt: isOver ? null : now + RETRY_MS,
        ...(renewal.kind !== "none" && { checkError: detail }),
        ...(isEnding(expiresAt, now) && { tokenWarnedAt: sql`ifnull(token_warned_at, ${now})` }),
      })
      .where(isRead),
    stopped: isOver
      ? stopChannels(scope, sql`select id from channels where ${isRead}`, "unauthorized", detail)
      : undefined,
  };
}
