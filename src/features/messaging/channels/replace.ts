import { sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { applyChanges, type Change } from "#db/placement/outbox";
import { channels } from "#db/schema/messaging";
import { throwConflict } from "#db/writes/errors";
import { changedAt, type Expected, refuseStale } from "#db/writes/revision";
import type { Credentials } from "#domain/credentials";
import { inOrder } from "#domain/gateways";
import { hasExpiringTokens } from "#domain/platforms";
import type { Bindings, Scope } from "#env";
import type { Keep } from "#lib/cache";
import { describeError, log } from "#lib/log";
import { outboundRules } from "#lib/outbound-url";
import { type FieldErrors, found, Problem, throwErrors } from "#lib/problem";
import { type Checked, checkAccount } from "./check-account";
import { openCredentials, sealedValues, secretsOf } from "./credentials";
import { marketingStateFor } from "./marketing";
import { applyChannel, channelChanges } from "./owners";
import { pausedWhile, UNPAUSED } from "./pause";
import { receivers } from "./receivers";
import { conflictsWithStored, loginOf } from "./requirements";
import type { Channel, ChannelReplacement } from "./schema";
import { stopChannels } from "./stop";
import { accountOf, clearDefault, columns, ofId, toWire, uniqueFields } from "./store";
import { replacedToken } from "./token-state";

const MAX_TRIES = 3;

const { id, platform, provider, login, externalId, credentials: sealed } = channels;
const find = (scope: Scope, channelId: number) =>
  scope.db
    .select({ id, platform, provider, login, externalId, sealed })
    .from(channels)
    .where(ofId(scope, channelId))
    .get();

type Stored = NonNullable<Awaited<ReturnType<typeof find>>>;

/** Credentials that can't be opened are logged, and must be sent again. */
async function storedCredentials(
  { appKey, appKeyBefore }: Scope,
  { id, sealed }: Stored,
): Promise<Credentials> {
  if (sealed === null) return {};
  return openCredentials([appKey, appKeyBefore], id, sealed).catch((error) => {
    log("error", "credentials not opened", { channel_ids: [id], ...describeError(error) });
    return {};
  });
}

const conflicts = (
  scope: Scope,
  stored: Stored,
  known: Credentials,
  body: Record<string, unknown>,
) => conflictsWithStored(stored, body, Object.keys(known), outboundRules(scope));

/** The errors of a body that depend on the stored channel. */
export async function replacementErrors(
  scope: Scope,
  channelId: number,
  body: Record<string, unknown>,
): Promise<FieldErrors> {
  const stored = found(await find(scope, channelId));
  return conflicts(scope, stored, await storedCredentials(scope, stored), body);
}

type Terms = {
  env: Bindings;
  keep: Keep;
  /** The revisions of which the channel must have one. */
  expected: Expected;
};

/** Retries if other credentials were stored meanwhile, then throws a `conflict` problem. */
export async function replaceChannel(
  scope: Scope,
  channelId: number,
  input: ChannelReplacement,
  { env, keep, expected }: Terms,
): Promise<Channel> {
  for (let tries = MAX_TRIES; tries > 0; tries--) {
    const stored = found(await find(scope, channelId));
    const known = await storedCredentials(scope, stored);
    throwErrors(conflicts(scope, stored, known, input));
    const checked = await checkReplaced(env, stored, known, input);
    const { channel, changes } = await replace(scope, stored, known, input, { checked, expected });
    await applyChanges(scope, changes, applyChannel, keep);
    receivers.clear();
    if (channel) return channel;
  }
  throw new Problem("conflict");
}

/**
 * The channel is undefined if it is gone, or has other credentials than those that were read.
 * `changes` are those that the directory does not have.
 */
async function replace(
  scope: Scope,
  stored: Stored,
  known: Credentials,
  input: ChannelReplacement,
  { checked, expected }: { checked: Checked | undefined; expected: Expected },
): Promise<{ channel: Channel | undefined; changes: Change[] }> {
  const given = secretsOf(input);
  const login = loginOf(stored.provider, input.login);
  const { external_id, gateway_url, is_default = false, is_active = true } = input;
  const isNew = Object.keys(given).length > 0;
  const target = isNew
    ? sql`${ofId(scope, stored.id)} and ${sealed} is ${stored.sealed}`
    : ofId(scope, stored.id);
  const targetId = sql`(select id from channels where ${target})`;
  const update = scope.db
    .update(channels)
    .set({
      name: input.name,
      externalId: external_id ?? null,
      login,
      ...replacedToken(login, given.access_token !== undefined, Date.now()),
      gatewayUrl: gateway_url ?? null,
      accepts: input.accepts ? inOrder(input.accepts) : null,
      ...accountOf(input.business_account_id, Date.now()),
      portfolioId: portfolioOf(input),
      marketingRoute: input.marketing_route ?? "auto",
      marketingState: marketingStateFor(input),
      businessHours: input.business_hours ?? null,
      importHistory: input.import_history ?? false,
      ...(isNew && (await sealedValues(scope.appKey, stored.id, { ...known, ...given }))),
      ...checkOf(isNew, input),
      ...checked,
      ...pauseOf(isNew, input),
      ...(is_default && { isDefault: true }),
      ...(is_active && ACTIVE),
      updatedAt: changedAt(channels.updatedAt),
    })
    .where(target)
    .returning(columns);
  const becomesDefault = sql`${is_default} and ${id} <> ${stored.id} and ${targetId} is not null`;
  const { updated, changes } = await batch(scope, {
    expected: refuseStale(scope, channels, stored.id, expected),
    cleared: clearDefault(scope, stored.platform, becomesDefault),
    stopped: is_active ? undefined : stopChannels(scope, targetId, "by_request", null),
    updated: update,
    changes: channelChanges(stored.id),
  }).catch((error) => throwConflict(error, uniqueFields));
  // The sender fails the queued messages of a stopped channel that are left.
  scope.sink.wake({ channels: [stored.id] });
  const [row] = updated;
  return { channel: row && toWire(scope)(row), changes };
}

/** Asks Meta where the token or the account is another. Undefined if nobody was asked. */
async function checkReplaced(
  env: Bindings,
  stored: Stored,
  known: Credentials,
  input: ChannelReplacement,
): Promise<Checked | undefined> {
  const given = secretsOf(input);
  const login = loginOf(stored.provider, input.login);
  const isSame =
    given.access_token === undefined &&
    login === stored.login &&
    input.external_id === stored.externalId;
  if (isSame || !hasExpiringTokens(login)) return undefined;
  return checkAccount(env, login, input.external_id, { ...known, ...given });
}

/** A check with other credentials, or of another account, says nothing any more. */
function checkOf(isNew: boolean, { external_id, gateway_url }: ChannelReplacement) {
  if (isNew) return { checkedAt: null, checkError: null, withheldCount: 0, lastWithheldAt: null };
  const isSame = sql`
    external_id is ${external_id ?? null} and gateway_url is ${gateway_url ?? null}`;
  return {
    checkedAt: sql`iif(${isSame}, checked_at, null)`,
    checkError: sql`iif(${isSame}, check_error, null)`,
  };
}

/** True if the channel stays the same number of the same account. */
const isSameNumber = ({ external_id, business_account_id }: ChannelReplacement) => sql`(
  external_id is ${external_id ?? null} and business_account_id is ${business_account_id ?? null})`;

/** The portfolio of another number or account is not known yet. */
const portfolioOf = (input: ChannelReplacement) =>
  sql`iif(${isSameNumber(input)}, portfolio_id, null)`;

/** A pause says nothing of other credentials, or of another number or account. */
const pauseOf = (isNew: boolean, input: ChannelReplacement) =>
  isNew ? UNPAUSED : pausedWhile(isSameNumber(input));

const ACTIVE = { status: "active", stopReason: null, stopDetail: null, stoppedAt: null } as const;
