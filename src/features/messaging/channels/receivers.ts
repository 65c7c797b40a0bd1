import { eq, type SQL } from "drizzle-orm";
import { workspaces } from "../../../db/schema/access";
import { channels } from "../../../db/schema/messaging";
import { open, serviceOf, within } from "../../../db/scope";
import type { Credentials } from "../../../domain/credentials";
import type { Bindings, Scope } from "../../../env";
import { type Keep, TtlCache } from "../../../lib/cache";
import { type Settings, settingsOf } from "../../access/settings/defaults";
import { openCredentials } from "./credentials";

/** Platform webhooks use new credentials and settings within 10 seconds everywhere. */
const RECEIVER_TTL_MS = 9_000;

/** A channel that receives platform webhooks, with its workspace. */
export type Receiver = Pick<
  typeof channels.$inferSelect,
  "id" | "workspaceId" | "platform" | "provider" | "externalId"
> & {
  credentials: Credentials;
  settings: Settings;
  defaultCountry: string | null;
};

export const receivers = new TtlCache<Receiver | null>(RECEIVER_TTL_MS, 1_000);

/** The channel of a platform webhook's URL, from memory or D1; `null` where there is none. */
export const findReceiver = (env: Bindings, id: number, keep: Keep) =>
  receivers.get(String(id), Date.now(), () => load(env, eq(channels.id, id)), keep);

/**
 * The channel of an account in a platform webhook, within the workspace of the channel whose
 * secret has signed it: Meta calls one URL for all numbers of an app. `null`, which is not cached,
 * where there is none: the account may be connected next.
 */
export async function findAccount(
  env: Bindings,
  receiver: Receiver,
  accountId: string,
  keep: Keep,
) {
  if (receiver.externalId === accountId) return receiver;
  const { workspaceId, platform, provider } = receiver;
  const which = within(
    { workspaceId },
    channels,
    eq(channels.platform, platform),
    eq(channels.provider, provider),
    eq(channels.externalId, accountId),
  );
  const key = `${workspaceId} ${platform} ${provider} ${accountId}`;
  const account = await receivers.get(key, Date.now(), () => load(env, which), keep);
  if (!account) receivers.delete(key);
  return account;
}

/** The scope in which the platform webhooks of a channel are stored. */
export const receiverScope = (env: Bindings, { workspaceId, defaultCountry }: Receiver): Scope => ({
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
      : await openCredentials([env.APP_KEY, env.APP_KEY_BEFORE], row.id, row.credentials);
  return { ...row, credentials: opened, settings: settingsOf(row.settings) };
}
