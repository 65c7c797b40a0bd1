import { and, eq, type SQL, sql } from "drizzle-orm";
import { channels } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import type { MarketingEndpoint } from "#domain/messaging";
import type { Login, Platform, ProviderName } from "#domain/platforms";
import type { Quality } from "#domain/templates";
import type { Scope } from "#env";
import { HOUR_MS } from "#lib/time";

// When the templates of channels are synced with WhatsApp, and what came of it (templates/sync.ts).

/** A channel is synced at most once in a minute, and by itself once in an hour. */
export const MIN_PAUSE_MS = 60_000;

/** A channel with what is needed to ask for its templates. */
export type AccountRow = {
  id: number;
  platform: Platform;
  provider: ProviderName;
  login: Login | null;
  numberId: string | null;
  accountId: string | null;
  credentials: string | null;
};

const accountColumns = sql`
  id, platform, provider, login, external_id as numberId, business_account_id as accountId,
  credentials`;

const ofId = (scope: Scope, channelId: number) =>
  within(scope, channels, eq(channels.id, channelId));

export const selectAccount = (scope: Scope, channelId: number) => sql<AccountRow>`
  select ${accountColumns} from channels where ${ofId(scope, channelId)}`;

/** Claims the sync of a channel, unless it was tried within a minute. Plans the next one. */
export const claimSync = (scope: Scope, channelId: number, now: number) => {
  const isSynced = sql`business_account_id is not null`;
  return sql<AccountRow>`
    update channels set sync_tried_at = ${now}, sync_at = ${now + HOUR_MS}
    where ${and(ofId(scope, channelId), isSynced)}
      and ifnull(sync_tried_at, 0) <= ${now - MIN_PAUSE_MS}
    returning ${accountColumns}`;
};

/**
 * The results of a sync. What is undefined WhatsApp did not say: it stays as it was. A portfolio of
 * null is not the number's.
 */
type Synced = {
  error: string | null;
  number: { quality: Quality | null; limit: number | null | undefined } | undefined;
  portfolioId: string | null | undefined;
  /** The endpoint at which WhatsApp takes the account's marketing templates. */
  marketing: MarketingEndpoint | undefined;
  asOf: number;
};

/** True unless the limit that is stored is newer. */
const isNewer = (asOf: number | SQL) => sql`ifnull(limit_at, 0) <= ${asOf}`;

const limitAsOf = (limit: number | null, asOf: number) => ({
  messagingLimit: sql`iif(${isNewer(asOf)}, ${limit}, messaging_limit)`,
  limitAt: sql`max(ifnull(limit_at, 0), ${asOf})`,
});

/**
 * Keeps how a sync ended. Portfolio and endpoint are those of the account and the number which were
 * asked about, and no others'.
 */
export const keepSync = (
  scope: Scope,
  { id, accountId, numberId }: AccountRow,
  { error, number, portfolioId, marketing, asOf }: Synced,
) => {
  const own = (value: string | null, column: string) => sql`iif(
    business_account_id is ${accountId} and external_id is ${numberId},
    ${value}, ${sql.raw(column)})`;
  return scope.db
    .update(channels)
    .set({
      syncError: error,
      ...(error === null && { syncedAt: asOf }),
      ...(number && { quality: number.quality }),
      ...(number?.limit !== undefined && limitAsOf(number.limit, asOf)),
      ...(portfolioId !== undefined && { portfolioId: own(portfolioId, "portfolio_id") }),
      ...(marketing && { marketingState: own(marketing, "marketing_state") }),
    })
    .where(ofId(scope, id));
};

/** Has the channels of accounts synced soon, whose webhooks say that something has changed. */
export const syncSoon = (scope: Scope, accounts: string[]) => sql`
  update channels set sync_at = ${Date.now()}
  where ${within(scope, channels)}
    and business_account_id in (select value from json_each(${JSON.stringify(accounts)}))
    and sync_at is not null`;

/** A platform webhook's news of how many people the numbers of an account may write to. */
export type LimitReport = { account: string; limit: number | null; at: number };

/** A limit of a business portfolio, which its allowance goes by. */
export type PortfolioLimit = {
  portfolioId: string | null;
  people: number | null;
  at: number | null;
};

/** The columns of a `PortfolioLimit`. */
export const portfolioLimit = sql`
  portfolio_id as portfolioId, messaging_limit as people, limit_at as at`;

/** Keeps the limits of accounts, of each the newest. Returns those that were not known. */
export const keepLimits = (scope: Scope, reports: LimitReport[]) => sql<PortfolioLimit>`
  update channels set
    messaging_limit = item.value ->> 'limit', limit_at = item.value ->> 'at'
  from json_each(${JSON.stringify(reports)}) as item
  where ${within(scope, channels)}
    and business_account_id = item.value ->> 'account'
    and ${isNewer(sql`item.value ->> 'at'`)}
  returning ${portfolioLimit}`;
