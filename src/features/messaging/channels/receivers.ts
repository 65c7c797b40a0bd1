import { and, eq, type SQL } from "drizzle-orm";
import { workspaces } from "../../../db/schema/access";
import { channels } from "../../../db/schema/messaging";
import { open, serviceOf } from "../../../db/scope";
import type { Bindings, Scope } from "../../../env";
import { type Keep, TtlCache } from "../../../lib/cache";
import type { Credentials } from "../../../lib/credentials";
import { type Settings, settingsOf } from "../../access/settings/defaults";
import { openCredentials } from "./credentials";

/** New credentials and settings hold for webhooks within 10 seconds everywhere. */
const RECEIVER_TTL_MS = 9_000;

/** A channel as its platform calls it, and whose it is. */
export type Receiver = Pick<
  typeof channels.$inferSelect,
  "id" | "workspaceId" | "platform" | "provider" | "externalId"
> & {
  credentials: Credentials;
  settings: Settings;
  defaultCountry: string | null;
};

export const receivers = new TtlCache<Receiver | null>(RECEIVER_TTL_MS, 1_000);

/** The channel of a webhook's URL, from this isolate's memory or D1; `null` where there is none. */
export const findReceiver = (env: Bindings, id: number, keep: Keep) =>
  receivers.get(String(id), Date.now(), () => load(env, eq(channels.id, id)), keep);

/**
 * The channel of an account that a webhook tells of: Meta calls one URL for all numbers of an app. It belongs to the same workspace as
 * the channel whose secret has signed the webhook; `null` where there is none. That is not kept: what is for an account that is connected
 * next must not be lost.
 */
export async function findAccount(
  env: Bindings,
  receiver: Receiver,
  accountId: string,
  keep: Keep,
) {
  if (receiver.externalId === accountId) return receiver;
  const { workspaceId, platform, provider } = receiver;
  const which = and(
    eq(channels.workspaceId, workspaceId),
    eq(channels.platform, platform),
    eq(channels.provider, provider),
    eq(channels.externalId, accountId),
  )!;
  const key = `${workspaceId} ${platform} ${provider} ${accountId}`;
  const account = await receivers.get(key, Date.now(), () => load(env, which), keep);
  if (!account) receivers.forget(key);
  return account;
}

/** As whom a channel's webhooks act. */
export const scopeOf = (env: Bindings, { workspaceId, defaultCountry }: Receiver): Scope => ({
  ...serviceOf(env),
  workspaceId,
  defaultCountry,
});

async function load(env: Bindings, which: SQL): Promise<Receiver | null> {
  const { id, workspaceId, platform, provider, externalId, credentials } = channels;
  const { settings, defaultCountry } = workspaces;
  const row = await open(env)
    .select({
      id,
      workspaceId,
      platform,
      provider,
      externalId,
      credentials,
      settings,
      defaultCountry,
    })
    .from(channels)
    .innerJoin(workspaces, eq(workspaces.id, workspaceId))
    .where(which)
    .get();
  if (!row) return null;
  const opened =
    row.credentials === null
      ? {}
      : await openCredentials([env.APP_KEY, env.APP_KEY_BEFORE], row.credentials);
  return { ...row, credentials: opened, settings: settingsOf(row.settings) };
}
