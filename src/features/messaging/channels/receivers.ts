import { and, eq, sql } from "drizzle-orm";
import { databasesOf } from "../../../db/databases";
import { isWorkspaceKept } from "../../../db/kept";
import { workspaces } from "../../../db/schema/access";
import { channels } from "../../../db/schema/messaging";
import { serviceOf } from "../../../db/scope";
import { BY_PLATFORM } from "../../../domain/actors";
import type { Credentials } from "../../../domain/credentials";
import { FIRST_DATABASE } from "../../../domain/databases";
import type { Bindings, Scope } from "../../../env";
import { type Keep, TtlCache } from "../../../lib/cache";
import { sameSecret } from "../../../lib/crypto";
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
  suppressionKey: string | null;
};

export const receivers = new TtlCache<Receiver | null>(RECEIVER_TTL_MS, 1_000);

/** The channel of a platform webhook's URL, from memory or D1; `null` where there is none. */
export const findReceiver = (env: Bindings, id: number, keep: Keep) =>
  receivers.get(String(id), Date.now(), () => load(env, id), keep);

/** Meta puts at most a thousand updates into one body. Further accounts count as unknown. */
const MAX_ACCOUNTS = 1_000;
/** How many channels of one account are looked at, over all workspaces. */
const MAX_CANDIDATES = 10;

/**
 * The channels of the accounts in a platform webhook, by account: Meta calls one URL for all
 * numbers of an app. An account is the workspace's whose channel `receiver` is, or another's whose
 * channel has the same app secret, since the webhook's signature holds for that too. Asks D1 once,
 * if there is more to know than the receiver's own account.
 */
export async function findAccounts(
  env: Bindings,
  receiver: Receiver,
  accountIds: string[],
): Promise<Map<string, Receiver>> {
  const others = accountIds
    .filter((accountId) => accountId !== receiver.externalId)
    .slice(0, MAX_ACCOUNTS);
  const rows = others.length > 0 ? await selectAccounts(env, receiver, others) : [];
  const found = new Map([[receiver.externalId ?? "", receiver]]);
  for (const row of rows) {
    if (row.externalId === null || found.has(row.externalId)) continue;
    const account = await toReceiver(env, row).catch(() => null);
    if (account && (await isSignedToo(receiver, account))) found.set(row.externalId, account);
  }
  return found;
}

const isSignedToo = (receiver: Receiver, account: Receiver) =>
  sameSecret(account.credentials.app_secret ?? "", receiver.credentials.app_secret ?? "");

/** The channels of accounts: first the workspace's own, then the oldest. */
function selectAccounts(env: Bindings, receiver: Receiver, accountIds: string[]) {
  const { workspaceId, platform, provider } = receiver;
  const isOwn = sql`${channels.workspaceId} = ${workspaceId}`;
  const rank = sql`row_number() over (
    partition by ${channels.externalId} order by ${isOwn} desc, ${channels.id})`;
  const { directory: db } = databasesOf(env);
  const ranked = db
    .select({ id: channels.id, rank: rank.as("rank") })
    .from(channels)
    .where(
      sql`${channels.externalId} in (select value from json_each(${JSON.stringify(accountIds)}))
        and ${channels.platform} = ${platform} and ${channels.provider} = ${provider}
        and ${isWorkspaceKept(channels.workspaceId)}`,
    )
    .as("ranked");
  return db
    .select(COLUMNS)
    .from(ranked)
    .innerJoin(channels, eq(channels.id, ranked.id))
    .innerJoin(workspaces, eq(workspaces.id, channels.workspaceId))
    .where(sql`${ranked.rank} <= ${MAX_CANDIDATES}`)
    .orderBy(sql`${ranked.rank}`);
}

/** The scope in which the platform webhooks of a channel are stored. */
export const receiverScope = (
  env: Bindings,
  { workspaceId, defaultCountry, suppressionKey }: Receiver,
): Scope => ({
  ...serviceOf(env, FIRST_DATABASE),
  workspaceId,
  actor: BY_PLATFORM,
  defaultCountry,
  suppressionKey,
});

const COLUMNS = {
  id: channels.id,
  workspaceId: channels.workspaceId,
  platform: channels.platform,
  provider: channels.provider,
  externalId: channels.externalId,
  credentials: channels.credentials,
  settings: workspaces.settings,
  defaultCountry: workspaces.defaultCountry,
  suppressionKey: workspaces.suppressionKey,
};

async function load(env: Bindings, id: number): Promise<Receiver | null> {
  const row = await databasesOf(env)
    .directory.select(COLUMNS)
    .from(channels)
    .innerJoin(workspaces, eq(workspaces.id, channels.workspaceId))
    .where(and(eq(channels.id, id), isWorkspaceKept(channels.workspaceId)))
    .get();
  return row ? toReceiver(env, row) : null;
}

type Row = Awaited<ReturnType<typeof selectAccounts>>[number];

async function toReceiver(env: Bindings, row: Row): Promise<Receiver> {
  const opened =
    row.credentials === null
      ? {}
      : await openCredentials([env.APP_KEY, env.APP_KEY_BEFORE], row.id, row.credentials);
  return { ...row, credentials: opened, settings: settingsOf(row.settings) };
}
