import { eq, getTableColumns, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { applyChanges } from "#db/placement/outbox";
import { channels } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import { throwConflict } from "#db/writes/errors";
import { underQuota } from "#db/writes/quotas";
import { reserveId } from "#db/writes/reserve";
import { inOrder } from "#domain/gateways";
import type { Login } from "#domain/platforms";
import type { Bindings, Scope } from "#env";
import type { Keep } from "#lib/cache";
import { outboundRules } from "#lib/outbound-url";
import { found, throwErrors } from "#lib/problem";
import { checkAccount } from "./check-account";
import { sealedValues, secretsOf } from "./credentials";
import { applyChannel, channelChanges, INSERTED } from "./owners";
import { UNPAUSED } from "./pause";
import { receivers } from "./receivers";
import { conflictsInNew, credentialsOf, loginOf } from "./requirements";
import type { Channel, ChannelInput } from "./schema";
import { accountOf, clearDefault, columns, toWire, uniqueFields } from "./store";
import { givenToken } from "./token-state";

/** With the service's addresses of Meta, and what goes on behind the answer. */
type Creation = { env: Bindings; keep: Keep };

export async function createChannel(
  scope: Scope,
  input: ChannelInput,
  { env, keep }: Creation,
): Promise<Channel> {
  throwErrors(conflictsInNew(input, outboundRules(scope)));
  const { platform, provider = "sandbox", is_default: isDefault = false } = input;
  const login = loginOf(provider ?? "sandbox", input.login);
  const checked = await checkAccount(env, login, input.external_id, secretsOf(input));
  const values = { ...(await valuesOf(scope, input, login)), ...checked };
  const { created, changes } = await batch(scope, {
    quota: underQuota(scope, "channels"),
    cleared: clearDefault(scope, platform, sql`${isDefault}`),
    created: scope.db
      .insert(channels)
      .select(sql`select ${inColumnOrder(values)}`)
      .returning(columns),
    changes: channelChanges(INSERTED),
  }).catch((error) => throwConflict(error, uniqueFields));
  await applyChanges(scope, changes, applyChannel, keep);
  receivers.clear();
  return toWire(scope)(found(created[0]));
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

/** The columns that only providers' answers and the platform's news fill. */
const unmarked = {
  ...UNPAUSED,
  limitedUntil: null,
  marketingState: null,
  portfolioId: null,
};

/** The row of a new channel, by column. A platform's first channel is its default. */
async function valuesOf(scope: Scope, input: ChannelInput, login: Login | null): Promise<Values> {
  const now = Date.now();
  const ofPlatform = within(scope, channels, eq(channels.platform, input.platform));
  const state =
    input.is_active === false
      ? { status: "stopped", stopReason: "by_request", stopDetail: null, stoppedAt: now }
      : { status: "active", stopReason: null, stopDetail: null, stoppedAt: null };
  return {
    ...(await identified(scope, input)),
    workspaceId: scope.workspaceId,
    platform: input.platform,
    provider: input.provider ?? "sandbox",
    name: input.name,
    externalId: input.external_id ?? null,
    login,
    gatewayUrl: input.gateway_url ?? null,
    accepts: input.accepts ? JSON.stringify(inOrder(input.accepts)) : null,
    ...givenToken(login, now),
    isDefault: sql`not exists (
      select 1 from ${channels} where ${ofPlatform} and ${channels.isDefault} = 1)`,
    ...state,
    ...accountOf(input.business_account_id, now),
    marketingRoute: input.marketing_route ?? "auto",
    businessHours: input.business_hours == null ? null : JSON.stringify(input.business_hours),
    importHistory: input.import_history ?? false,
    ...unmarked,
    quality: null,
    messagingLimit: null,
    limitAt: null,
    syncedAt: null,
    syncTriedAt: null,
    syncError: null,
    lastWebhookAt: null,
    webhookVerifiedAt: null,
    checkedAt: null,
    checkError: null,
    withheldCount: 0,
    lastWithheldAt: null,
    changedBy: scope.actor,
    createdAt: now,
    updatedAt: now,
  };
}

/** Credentials are sealed for the id of their row, which is therefore reserved. */
async function identified(scope: Scope, input: ChannelInput) {
  if (credentialsOf(input.provider ?? "sandbox").length === 0)
    return { id: null, credentials: null, sealedWith: null };
  const id = await reserveId(scope, "channels");
  return { id, ...(await sealedValues(scope.appKey, id, secretsOf(input))) };
}
