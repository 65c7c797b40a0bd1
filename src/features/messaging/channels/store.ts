import { eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { paged } from "#db/lists/page";
import { applyChanges } from "#db/placement/outbox";
import { channels } from "#db/schema/messaging";
import { deleteRow, exists } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { failQueuedOfChannel } from "#db/statements/messages/queued";
import { changedAt } from "#db/writes/revision";
import { ownError } from "#domain/block-reasons";
import { credentialNames } from "#domain/credentials";
import { acceptedBy } from "#domain/gateways";
import { isApi } from "#domain/platforms";
import { webhookFields } from "#domain/webhook-fields";
import type { Scope } from "#env";
import type { Keep } from "#lib/cache";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { outboundRules } from "#lib/outbound-url";
import { type FieldErrors, found } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import { applyChannel, channelChanges } from "./owners";
import { receivers } from "./receivers";
import { conflictsInNew, credentialsOf } from "./requirements";
import type { Channel } from "./schema";

const { workspaceId, credentials, sealedWith, ...own } = getTableColumns(channels);
/** The columns of an answer: of the credentials, only whether there are any. */
export const columns = { ...own, hasCredentials: sql<number>`${credentials} is not null` };

const select = (scope: Scope) => scope.db.select(columns).from(channels).$dynamic();
type Row = Awaited<ReturnType<typeof select>>[number];

const webhookUrl = ({ shortUrlBase }: Scope, { id, platform, provider }: Row) =>
  isApi(provider) ? `${shortUrlBase}/webhooks/${platform}/${id}` : null;

const namesSet = ({ provider, hasCredentials }: Row) =>
  Object.fromEntries(
    credentialNames.map((name) => [
      name,
      hasCredentials === 1 && credentialsOf(provider).includes(name),
    ]),
  );

function pauseOf({ pauseReason, pauseDetail, pausedAt, pauseUntil }: Row): Channel["pause"] {
  if (pauseReason === null || pausedAt === null || pauseUntil === null) return null;
  const [since, next_try_at] = [iso(pausedAt), iso(pauseUntil)];
  return { reason: pauseReason, detail: pauseDetail, since, next_try_at };
}

const withheldOf = ({ withheldCount, lastWithheldAt }: Row): Channel["withheld"] =>
  lastWithheldAt === null ? null : { count: withheldCount, last_at: iso(lastWithheldAt) };

export const toWire =
  (scope: Scope) =>
  (row: Row): Channel => ({
    id: row.id,
    platform: row.platform,
    provider: row.provider,
    name: row.name,
    external_id: row.externalId,
    login: row.login,
    token_expires_at: isoOrNull(row.tokenExpiresAt),
    token_renewed_at: isoOrNull(row.tokenRenewedAt),
    gateway_url: row.gatewayUrl,
    accepts: acceptedBy(row),
    webhook_url: webhookUrl(scope, row),
    webhook_verified_at: isoOrNull(row.webhookVerifiedAt),
    last_webhook_at: isoOrNull(row.lastWebhookAt),
    checked_at: isoOrNull(row.checkedAt),
    check_error: row.checkError,
    withheld: withheldOf(row),
    webhook_fields: webhookFields(row.provider),
    is_default: row.isDefault,
    status: row.status,
    stop_reason: row.stopReason,
    stop_detail: row.stopDetail,
    stopped_at: isoOrNull(row.stoppedAt),
    pause: pauseOf(row),
    business_account_id: row.businessAccountId,
    portfolio_id: row.portfolioId,
    marketing_route: row.marketingRoute,
    marketing_state: row.marketingState,
    business_hours: row.businessHours,
    import_history: row.importHistory,
    quality: row.quality,
    messaging_limit: row.messagingLimit,
    // Counted by an object (limit-used.ts).
    limit_used: null,
    templates_synced_at: isoOrNull(row.syncedAt),
    templates_error: row.syncError,
    credentials: namesSet(row) as Channel["credentials"],
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  });

/** The columns of a WhatsApp Business Account. A new one is synced at once. */
export const accountOf = (id: string | null | undefined, now: number) => ({
  businessAccountId: id ?? null,
  syncAt: id == null ? null : now,
});

export const uniqueFields = { "channels.external_id": "external_id" };

export const ofId = (scope: Scope, id: number) => within(scope, channels, eq(channels.id, id));

export const channelExists = exists(channels);

export const listChannels = async (scope: Scope, page: PageRequest): Promise<Page<Channel>> =>
  cutPage(await paged(select(scope), scope, channels, page), page, toWire(scope));

export const selectChannel = (scope: Scope, id: number) => select(scope).where(ofId(scope, id));

export const getChannel = async (scope: Scope, id: number): Promise<Channel> =>
  toWire(scope)(found(await selectChannel(scope, id).get()));

/** The errors on members that conflict with each other. */
export const channelErrors = async (
  scope: Scope,
  body: Record<string, unknown>,
): Promise<FieldErrors> => conflictsInNew(body, outboundRules(scope));

/** Clears the platform's default, in the batch that sets another. */
export const clearDefault = (scope: Scope, platform: Channel["platform"], condition: SQL) =>
  scope.db
    .update(channels)
    .set({ isDefault: false, updatedAt: changedAt(channels.updatedAt) })
    .where(
      within(
        scope,
        channels,
        eq(channels.platform, platform),
        eq(channels.isDefault, true),
        condition,
      ),
    );

/** Deletes a channel and fails its queued messages. The oldest channel left replaces a default. */
export async function deleteChannel(scope: Scope, id: number, keep: Keep) {
  const owned = sql`(select id from ${channels} where ${ofId(scope, id)})`;
  const newDefaults = sql`(
    select min(id) from ${channels} where ${within(scope, channels)}
    group by platform having max(is_default) = 0)`;
  const error = ownError("no_channel", "The channel was deleted.");
  const { deleted, changes } = await batch(scope, {
    failed: failQueuedOfChannel(scope, owned, error),
    deleted: deleteRow(scope, channels, id),
    defaulted: scope.db
      .update(channels)
      .set({ isDefault: true, updatedAt: changedAt(channels.updatedAt) })
      .where(within(scope, channels, inArray(channels.id, newDefaults))),
    changes: channelChanges(id),
  });
  found(deleted[0]);
  // The sender fails the other messages.
  scope.sink.wake({ channels: [id] });
  await applyChanges(scope, changes, applyChannel, keep);
  receivers.clear();
  return 1;
}
