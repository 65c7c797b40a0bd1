import { eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { batch } from "../../../db/batch";
import { refuseTaken } from "../../../db/errors";
import { paged } from "../../../db/page";
import { deleteRow, exists } from "../../../db/rows";
import { channels } from "../../../db/schema/messaging";
import { within } from "../../../db/scope";
import { failQueuedOfChannel } from "../../../db/statements/messages/queued";
import { ownError } from "../../../domain/block-reasons";
import type { Scope } from "../../../env";
import { type Credentials, credentialNames } from "../../../lib/credentials";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { isLocal } from "../../../lib/outbound-url";
import { type FieldErrors, found, Problem, refuseErrors } from "../../../lib/problem";
import { keyId } from "../../../lib/sealing";
import { iso, isoOrNull } from "../../../lib/time";
import { sealCredentials } from "./credentials";
import { receivers } from "./receivers";
import { conflictsInNew, credentialsOf } from "./requirements";
import type { Channel, ChannelInput } from "./schema";

export const MAX_CHANNELS = 100;

const { workspaceId, credentials, sealedWith, ...own } = getTableColumns(channels);
/** The columns of an answer: of the credentials, only whether there are any. */
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

/** Only a service on this machine may use gateways on it. */
export const allowsLoopback = ({ shortUrlBase }: Pick<Scope, "shortUrlBase">) =>
  isLocal(new URL(shortUrlBase).hostname);

/** The errors on members that conflict with each other. */
export const channelErrors = async (
  scope: Scope,
  body: Record<string, unknown>,
): Promise<FieldErrors> => conflictsInNew(body, allowsLoopback(scope));

/** Clears the platform's default, in the batch that sets another. */
export const clearDefault = (scope: Scope, platform: Channel["platform"], condition: SQL) =>
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
  refuseErrors(conflictsInNew(input, allowsLoopback(scope)));
  const { platform, is_default: isDefault = false } = input;
  const count = sql`(select count(*) from ${channels} where ${within(scope, channels)})`;
  const hasRoom = sql`${count} < ${MAX_CHANNELS}`;
  const values = await valuesOf(scope, input);
  const { created } = await batch(scope, {
    cleared: clearDefault(scope, platform, sql`${isDefault} and ${hasRoom}`),
    created: scope.db
      .insert(channels)
      .select(sql`select ${inColumnOrder(values)} where ${hasRoom}`)
      .returning(columns),
  }).catch((error) => refuseTaken(error, uniqueFields));
  receivers.clear();
  const [channel] = created;
  if (!channel)
    throw new Problem("conflict", { message: `A workspace has at most ${MAX_CHANNELS} channels.` });
  return toWire(scope)(channel);
}

type Values = Record<keyof typeof channels.$inferSelect, unknown>;

/** Values by column, in the order in which Drizzle lists the columns of an INSERT. */
function inColumnOrder(values: Values) {
  // `Object.keys` loses the type of the names.
  const names = Object.keys(getTableColumns(channels)) as (keyof Values)[];
  return sql.join(
    names.map((name) => sql`${values[name]}`),
    sql`, `,
  );
}

/** The row of a new channel, by column. A platform's first channel is its default. */
async function valuesOf(scope: Scope, input: ChannelInput): Promise<Values> {
  const now = Date.now();
  const ofPlatform = within(scope, channels, eq(channels.platform, input.platform));
  const state =
    input.is_active === false
      ? { status: "stopped", stopReason: "by_request", stopDetail: null, stoppedAt: now }
      : { status: "active", stopReason: null, stopDetail: null, stoppedAt: null };
  return {
    id: null,
    workspaceId: scope.workspaceId,
    platform: input.platform,
    provider: input.provider ?? "sandbox",
    name: input.name,
    externalId: input.external_id ?? null,
    gatewayUrl: input.gateway_url ?? null,
    ...(await sealedSecrets(scope, input)),
    isDefault: sql`not exists (
      select 1 from ${channels} where ${ofPlatform} and ${channels.isDefault} = 1)`,
    ...state,
    createdAt: now,
    updatedAt: now,
  };
}

async function sealedSecrets({ appKey }: Scope, input: ChannelInput) {
  if (credentialsOf(input.provider ?? "sandbox").length === 0)
    return { credentials: null, sealedWith: null };
  return sealedValues(appKey, secretsOf(input));
}

/** The columns that hold credentials. */
export const sealedValues = async (appKey: string, credentials: Credentials) => ({
  credentials: await sealCredentials(appKey, credentials),
  sealedWith: await keyId(appKey),
});

/** The credentials of a body. */
export const secretsOf = ({
  credentials,
}: Pick<ChannelInput, "credentials">): Record<string, string> =>
  Object.fromEntries(
    Object.entries(credentials ?? {}).filter(
      (entry): entry is [string, string] => entry[1] != null,
    ),
  );

/** Fails its queued messages. The oldest channel that is left takes the place of a default. */
export async function deleteChannel(scope: Scope, id: number) {
  const owned = sql`(select id from ${channels} where ${ofId(scope, id)})`;
  const newDefaults = sql`(
    select min(id) from ${channels} where ${within(scope, channels)}
    group by platform having max(is_default) = 0)`;
  const error = ownError("no_channel", "The channel was deleted.");
  const { deleted } = await batch(scope, {
    failed: failQueuedOfChannel(scope.db, owned, error),
    deleted: deleteRow(scope, channels, id),
    defaulted: scope.db
      .update(channels)
      .set({ isDefault: true, updatedAt: Date.now() })
      .where(within(scope, channels, inArray(channels.id, newDefaults))),
  });
  receivers.clear();
  found(deleted[0]);
  return 1;
}
