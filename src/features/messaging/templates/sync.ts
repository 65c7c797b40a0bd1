import { eq, sql } from "drizzle-orm";
import { batch, readBatch, unscopedBatch } from "#db/batch";
import { channels } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import { type Described, deleteUnlisted, ofChannel, storeSynced } from "#db/statements/templates";
import type { Bindings, Scope } from "#env";
import { inParts } from "#lib/parts";
import { found, Problem } from "#lib/problem";
import { isoOrNull } from "#lib/time";
import { isOwn, noteAccepted } from "../channels/check-state";
import { startOf } from "../channels/credentials";
import {
  type AccountRow,
  claimSync,
  keepSync,
  MIN_PAUSE_MS,
  type PortfolioLimit,
  portfolioLimit,
  selectAccount,
} from "../channels/sync-state";
import { tellLimits } from "../outbound/worker/portfolios";
import { openAccount } from "./account";
import { readMarketingEndpoint, readNumber, readPortfolio, readTemplates } from "./graph";
import type { TemplateSync } from "./schema";

/** As JSON, templates are one parameter of D1's: of 2 MB, at most three bytes a character. */
const CHARACTERS_PER_STATEMENT = 500_000;

type State = PortfolioLimit & { count: number; syncedAt: number | null; error: string | null };

const selectState = (scope: Scope, channelId: number) => sql<State>`
  select
    (select count(*) from templates where ${ofChannel(scope, channelId)}) as count,
    synced_at as syncedAt, sync_error as error, ${portfolioLimit}
  from channels where ${within(scope, channels, eq(channels.id, channelId))}`;

/** Syncs a channel's templates now. Throws a problem where they can't be, or were just before. */
export async function syncTemplates(
  scope: Scope,
  env: Bindings,
  channelId: number,
): Promise<TemplateSync> {
  const { known } = await readBatch(scope, { known: selectAccount(scope, channelId) });
  if (!(await openAccount(env, found(known[0]))))
    throw new Problem("conflict", {
      message: "Only a channel of `whatsapp_cloud` with a `business_account_id` can be synced.",
    });
  const { claimed } = await batch(scope, { claimed: claimSync(scope, channelId, Date.now()) });
  if (!claimed[0])
    throw new Problem("rate_limited", {
      message: "The templates were synced within the last minute.",
      headers: { "Retry-After": String(MIN_PAUSE_MS / 1000) },
    });
  const state = await syncClaimed(scope, env, claimed[0]);
  return {
    templates_count: state.count,
    templates_synced_at: isoOrNull(state.syncedAt),
    templates_error: state.error,
  };
}

/** Syncs a channel whose sync was claimed. */
export async function syncClaimed(scope: Scope, env: Bindings, row: AccountRow): Promise<State> {
  const account = await openAccount(env, row);
  const asOf = Date.now();
  const [read, number, portfolioId, marketing] = account
    ? await Promise.all([
        readTemplates(account),
        readNumber(account),
        readPortfolio(account),
        readMarketingEndpoint(account),
      ])
    : [{ error: "The channel has no account." }];
  const statements = "error" in read ? [] : storeStatements(scope, row.id, read, asOf);
  const { state } = await unscopedBatch(scope, {
    statements,
    accepted:
      "error" in read
        ? undefined
        : noteAccepted(isOwn(scope, row.id), [startOf(row.credentials ?? "")]),
    channel: keepSync(scope, row, {
      error: "error" in read ? read.error : null,
      number,
      portfolioId,
      marketing,
      asOf,
    }),
    state: selectState(scope, row.id),
  });
  const now = found(state[0]);
  await tellLimits(env, [now]);
  return now;
}

/** All in one transaction, so that a sync that dies leaves the templates as they were. */
const storeStatements = (
  scope: Scope,
  channelId: number,
  { list, isWhole }: { list: Described[]; isWhole: boolean },
  asOf: number,
) => [
  ...inParts(list, list.length, CHARACTERS_PER_STATEMENT).map((part) =>
    storeSynced(scope, channelId, part, asOf),
  ),
  ...(isWhole ? [deleteUnlisted(scope, channelId, list, asOf)] : []),
];
