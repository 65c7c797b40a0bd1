import { databasesOf } from "#db/placement/databases";
import type { channels } from "#db/schema/messaging";
import { serviceOf } from "#db/scope/scope";
import { BY_PLATFORM } from "#domain/actors";
import type { Credentials } from "#domain/credentials";
import { loginsOf } from "#domain/platforms";
import type { Bindings, Scope } from "#env";
import { type Settings, settingsOf } from "#features/access/settings/defaults";
import { type Keep, TtlCache } from "#lib/cache";
import { sameSecret } from "#lib/crypto";
import { openCredentials } from "./credentials";
import {
  findCandidates,
  findChannel,
  findSiblings,
  isFullPage,
  type Located,
} from "./receiver-rows";

/** Platform webhooks use new credentials and settings within 10 seconds everywhere. */
const RECEIVER_TTL_MS = 9_000;

/** A channel that receives platform webhooks, with its workspace. */
export type Receiver = Pick<
  typeof channels.$inferSelect,
  | "id"
  | "workspaceId"
  | "platform"
  | "provider"
  | "externalId"
  | "importHistory"
  | "lastWebhookAt"
  | "webhookVerifiedAt"
> & {
  /** The name of the database that has the channel, with its workspace. */
  database: string;
  credentials: Credentials;
  settings: Settings;
  defaultCountry: string | null;
  suppressionKey: string | null;
};

export const receivers = new TtlCache<Receiver | null>(RECEIVER_TTL_MS, 1_000);

/**
 * The channel of a platform webhook's URL, from memory or D1; `null` where there is none. Asks the
 * directory, and the channel's database where that is another one.
 */
export const findReceiver = (env: Bindings, id: number, keep: Keep) =>
  receivers.get(String(id), Date.now(), () => load(env, id), keep);

/** Meta puts at most a thousand updates into one body. Further accounts count as unknown. */
const MAX_ACCOUNTS = 1_000;

/**
 * The most pages of channels that are looked through for an account: 200 workspaces can name one
 * that is not theirs, and its own channel is still found.
 */
const MAX_PAGES = 20;

/**
 * The channels of the accounts in a platform webhook, by account: Meta calls one URL for all
 * numbers of an app. An account is the workspace's whose channel `receiver` is, or another's whose
 * channel has the same app secret, since the webhook's signature holds for that too. Asks nobody
 * if there is no more to know than the receiver's own account; otherwise the directory once, and
 * then each further database that has candidates once, at most six of them (receiver-rows.ts); and
 * again only for accounts that ten channels name which have other secrets.
 */
export async function findAccounts(
  env: Bindings,
  receiver: Receiver,
  accountIds: string[],
): Promise<Map<string, Receiver>> {
  let others = accountIds
    .filter((accountId) => accountId !== receiver.externalId)
    .slice(0, MAX_ACCOUNTS);
  const found = new Map([[receiver.externalId ?? "", receiver]]);
  for (let page = 0; page < MAX_PAGES && others.length > 0; page++) {
    const rows = await findCandidates(databasesOf(env), receiver, others, page);
    for (const row of rows) {
      if (row.externalId === null || found.has(row.externalId)) continue;
      const account = await toReceiver(env, row).catch(() => null);
      if (account && (await isSignedToo(receiver, account))) found.set(row.externalId, account);
    }
    const named = Map.groupBy(rows, ({ externalId }) => externalId);
    others = others.filter((id) => !found.has(id) && isFullPage(named.get(id)));
  }
  return found;
}

/** The channels with other app secrets in the workspaces of receivers. */
const siblings = new TtlCache<Receiver[]>(RECEIVER_TTL_MS, 1_000);

/** An app has two secrets: its own, and that for Instagram's login. A workspace may have apps. */
const MAX_SECRETS = 5;

async function loadSiblings(env: Bindings, receiver: Receiver): Promise<Receiver[]> {
  const rows = await findSiblings(databasesOf(env), receiver);
  const opened = await Promise.all(rows.map((row) => toReceiver(env, row).catch(() => null)));
  const { app_secret: own } = receiver.credentials;
  const bySecret = new Map(
    opened.flatMap((one) => (one ? [[one.credentials.app_secret, one]] : [])),
  );
  return [...bySecret]
    .flatMap(([secret, one]) => (secret === own ? [] : one))
    .slice(0, MAX_SECRETS);
}

/**
 * The channel whose app secret has signed a platform webhook: the receiver itself, or, where the
 * accounts of a provider have several logins, another of its workspace. Meta calls one URL for both
 * logins of an app, and signs with the secret of each.
 */
export async function findSigner(
  env: Bindings,
  receiver: Receiver,
  isSignedWith: (secret: string) => Promise<boolean>,
  keep: Keep,
): Promise<Receiver | undefined> {
  if (await isSignedWith(receiver.credentials.app_secret ?? "")) return receiver;
  if (loginsOf(receiver.provider).length === 0) return undefined;
  const load = () => loadSiblings(env, receiver);
  const others = await siblings.get(String(receiver.id), Date.now(), load, keep);
  for (const other of others)
    if (await isSignedWith(other.credentials.app_secret ?? "")) return other;
  return undefined;
}

const isSignedToo = (receiver: Receiver, account: Receiver) =>
  sameSecret(account.credentials.app_secret ?? "", receiver.credentials.app_secret ?? "");

/** The scope in which the platform webhooks of a channel are stored. */
export const receiverScope = (
  env: Bindings,
  { workspaceId, database, defaultCountry, suppressionKey }: Receiver,
): Scope => ({
  ...serviceOf(env, database),
  workspaceId,
  actor: BY_PLATFORM,
  defaultCountry,
  suppressionKey,
});

async function load(env: Bindings, id: number): Promise<Receiver | null> {
  const row = await findChannel(databasesOf(env), id);
  return row ? toReceiver(env, row) : null;
}

async function toReceiver(env: Bindings, row: Located): Promise<Receiver> {
  const opened =
    row.credentials === null
      ? {}
      : await openCredentials([env.APP_KEY, env.APP_KEY_BEFORE], row.id, row.credentials);
  return { ...row, credentials: opened, settings: settingsOf(row.settings) };
}
