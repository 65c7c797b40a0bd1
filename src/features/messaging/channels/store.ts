import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { refuseTaken } from "../../../db/errors";
import { paged } from "../../../db/page";
import { deleteRow, exists } from "../../../db/rows";
import { channels } from "../../../db/schema/messaging";
import { type Statement, within, write } from "../../../db/scope";
import type { Scope } from "../../../env";
import { credentialNames } from "../../../lib/credentials";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { isLocal } from "../../../lib/outbound-url";
import { type FieldErrors, found, Problem, refuseErrors } from "../../../lib/problem";
import { keyId } from "../../../lib/sealing";
import { iso, isoOrNull } from "../../../lib/time";
import { sealCredentials } from "./credentials";
import { receivers } from "./receivers";
import { credentialsOf, misfitsOfNew } from "./requirements";
import type { Channel, ChannelInput } from "./schema";
import { failQueued } from "./stop";

export const MAX_CHANNELS = 100;

const { workspaceId, credentials, sealedWith, ...own } = getTableColumns(channels);
/** What answers tell: of the credentials, whether there are any. */
export const columns = { ...own, hasCredentials: sql<number>`${credentials} is not null` };

const select = (scope: Scope) => scope.db.select(columns).from(channels).$dynamic();
type Row = Awaited<ReturnType<typeof select>>[number];

const webhookPaths: Partial<Record<Row["provider"], string>> = {
  whatsapp_cloud: "whatsapp",
  instagram: "instagram",
};

const webhookUrl = ({ shortUrlBase }: Scope, { id, provider }: Row) =>
  webhookPaths[provider] ? `${shortUrlBase}/webhooks/${webhookPaths[provider]}/${id}` : null;

const namesSet = ({ provider, hasCredentials }: Row) =>
  Object.fromEntries(
    credentialNames.map((name) => [
      name,
      hasCredentials === 1 && credentialsOf(provider).includes(name),
    ]),
  );

export const toWire =
  (scope: Scope) =>
  (row: Row): Channel => ({
    id: row.id,
    platform: row.platform,
    provider: row.provider,
    name: row.name,
    external_id: row.externalId,
    gateway_url: row.gatewayUrl,
    webhook_url: webhookUrl(scope, row),
    is_default: row.isDefault,
    status: row.status,
    stop_reason: row.stopReason,
    stop_detail: row.stopDetail,
    stopped_at: isoOrNull(row.stoppedAt),
    credentials: namesSet(row) as Channel["credentials"],
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  });

export const uniqueFields = { "channels.external_id": "external_id" };

export const ofId = (scope: Scope, id: number) => within(scope, channels, eq(channels.id, id));

export const channelExists = exists(channels);

export const listChannels = async (scope: Scope, page: PageRequest): Promise<Page<Channel>> =>
  cutPage(await paged(select(scope), scope, channels, page), page, toWire(scope));

export const getChannel = async (scope: Scope, id: number): Promise<Channel> =>
  toWire(scope)(found(await select(scope).where(ofId(scope, id)).get()));

/** Gateways on this machine are for services on it. */
export const allowsLoopback = ({ shortUrlBase }: Pick<Scope, "shortUrlBase">) =>
  isLocal(new URL(shortUrlBase).hostname);

/** The errors on members that do not go together. */
export const channelErrors = async (
  scope: Scope,
  body: Record<string, unknown>,
): Promise<FieldErrors> => misfitsOfNew(body, allowsLoopback(scope));

/** Makes room for another default of the platform, in the batch that makes it. */
export const clearDefault = (
  scope: Scope,
  platform: Channel["platform"],
  condition: SQL,
): Statement =>
  scope.db
    .update(channels)
    .set({ isDefault: false, updatedAt: Date.now() })
    .where(
      within(
        scope,
        channels,
        eq(channels.platform, platform),
        eq(channels.isDefault, true),
        condition,
      ),
    );

export async function createChannel(scope: Scope, input: ChannelInput): Promise<Channel> {
  refuseErrors(misfitsOfNew(input, allowsLoopback(scope)));
  const { platform, is_default: isDefault = false } = input;
  const hasRoom = sql`(select count(*) from channels where workspace_id = ${scope.workspaceId}) < ${MAX_CHANNELS}`;
  const results: readonly unknown[] = await write(scope, [
    clearDefault(scope, platform, sql`${isDefault} and ${hasRoom}`),
    scope.db
      .insert(channels)
      .select(sql`select ${await valuesOf(scope, input)} where ${hasRoom}`)
      .returning(columns),
  ]).catch((error) => refuseTaken(error, uniqueFields));
  const [row] = results[1] as Row[];
  receivers.clear();
  if (!row)
    throw new Problem("conflict", { message: `A workspace has at most ${MAX_CHANNELS} channels.` });
  return toWire(scope)(row);
}

/** In the order of the table's columns. A platform's first channel is its default. */
async function valuesOf({ workspaceId, appKey }: Scope, input: ChannelInput) {
  const now = Date.now();
  const { platform, provider, name, external_id, gateway_url, is_active = true } = input;
  const given = credentialsOf(provider ?? "sandbox").length > 0;
  const [sealed, key] = given
    ? await Promise.all([sealCredentials(appKey, secretsOf(input)), keyId(appKey)])
    : [null, null];
  const isDefault = sql`not exists (select 1 from channels where workspace_id = ${workspaceId} and platform = ${platform} and is_default = 1)`;
  const stop = is_active ? ["active", null, null, null] : ["stopped", "by_request", null, now];
  const values = [
    null,
    workspaceId,
    platform,
    provider ?? "sandbox",
    name,
    external_id ?? null,
    gateway_url ?? null,
    sealed,
    key,
  ];
  return sql.join(
    [...values, isDefault, ...stop, now, now].map((value) => sql`${value}`),
    sql`, `,
  );
}

/** The credentials that a body gives. */
export const secretsOf = ({
  credentials,
}: Pick<ChannelInput, "credentials">): Record<string, string> =>
  Object.fromEntries(
    Object.entries(credentials ?? {}).filter(
      (entry): entry is [string, string] => entry[1] != null,
    ),
  );

/** What it was still to send fails. If it was its platform's default, the oldest channel that is left takes its place. */
export async function deleteChannel(scope: Scope, id: number) {
  const heirs = sql`select min(id) from channels where ${within(scope, channels)} group by platform having max(is_default) = 0`;
  const owned = sql`(select id from channels where ${ofId(scope, id)})`;
  const results: readonly unknown[] = await write(scope, [
    failQueued(scope.db, owned, "no_channel", "The channel was deleted."),
    deleteRow(scope, channels, id),
    scope.db
      .update(channels)
      .set({ isDefault: true, updatedAt: Date.now() })
      .where(within(scope, channels, sql`${channels.id} in (${heirs})`)),
  ]);
  receivers.clear();
  found((results[1] as { id: number }[])[0]);
  return 1;
}
