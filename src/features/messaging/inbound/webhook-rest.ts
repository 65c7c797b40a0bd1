import { batch, countStatements } from "#db/batch";
import type { Scope } from "#env";
import { noteAlone, noteCall } from "../channels/calls";
import type { Receiver } from "../channels/receivers";
import { keepLimits, type PortfolioLimit } from "../channels/sync-state";
import { type AccountUpdates, accountUpdateStatements } from "./account-updates";
import { countUnrouted } from "./unrouted";

type Rest = {
  updates: AccountUpdates;
  /** An account that is no channel's. */
  unknownAccount: string | undefined;
  /** True if the batch of the receiver's own events notes the call. */
  isNoted: boolean;
};

/**
 * Stores what a webhook has besides events, in the workspace of the channel that it came to: in one
 * round trip, or in none if there is nothing. Returns the limits of portfolios that were not known.
 */
export async function storeRest(
  scope: Scope,
  receiver: Receiver,
  { updates, unknownAccount, isNoted }: Rest,
): Promise<PortfolioLimit[]> {
  const entries = {
    updates: accountUpdateStatements(scope, receiver.id, updates),
    limits: updates.limits.length > 0 ? keepLimits(scope, updates.limits) : undefined,
    unrouted: unknownAccount ? countUnrouted(scope, receiver.id, unknownAccount) : undefined,
  };
  if (countStatements(entries) > 0) {
    const called = isNoted ? undefined : noteCall(scope, receiver, "lastWebhookAt");
    const { limits } = await batch(scope, { ...entries, called });
    return limits ?? [];
  }
  if (!isNoted) await noteAlone(scope, receiver, "lastWebhookAt");
  return [];
}
