import { batch, readBatch } from "#db/batch";
import { conversationFields } from "#domain/webhook-fields";
import type { Bindings, Scope } from "#env";
import { describeError, log } from "#lib/log";
import { found, Problem } from "#lib/problem";
import { apiOf } from "../outbound/providers/all";
import type { Checks } from "../outbound/providers/provider";
import { askMeta } from "./ask-meta";
import type { CheckedChannel } from "./check-schema";
import { keepCheck } from "./check-state";
import { openCredentials, UNOPENED } from "./credentials";
import { type Fault, faultIn, ownerFault, redirectFault, subscriptionFault } from "./faults";
import { selectChannel, toWire } from "./store";
import { type AccountRow, selectAccount } from "./sync-state";

const PERIOD_SECONDS = 60;

/** Throws a `rate_limited` problem for a channel that was checked six times in a minute. */
async function limitChecks(env: Bindings, id: number) {
  const { success } = await env.CHECK_LIMITER.limit({ key: String(id) });
  if (!success)
    throw new Problem("rate_limited", {
      message: "A channel is checked at most six times a minute.",
      headers: { "Retry-After": String(PERIOD_SECONDS) },
    });
}

/** The faults of a channel: those of its token, and what else is wrong if it has none. */
async function faultsOf(env: Bindings, row: AccountRow, sealed: string, checks: Checks) {
  const keys = [env.APP_KEY, env.APP_KEY_BEFORE];
  const credentials = await openCredentials(keys, row.id, sealed).catch((error) =>
    log("error", "credentials not opened", { channel_ids: [row.id], ...describeError(error) }),
  );
  if (!credentials) return { refused: { about: "token", detail: UNOPENED } satisfies Fault };
  const account = await askMeta(env, checks.account, credentials);
  const first = faultIn(account);
  if (first) return { refused: first };
  const [owner, subscription] = await Promise.all([
    ownerFault(env, { ...checks, account }, row.numberId, credentials),
    subscriptionFault(env, checks.subscriptions, conversationFields(row.provider), credentials),
  ]);
  return { refused: owner, subscription };
}

/**
 * Asks Meta whether a channel works, and keeps what it says of the credentials: all else that is
 * wrong is only told.
 */
export async function checkChannel(
  scope: Scope,
  env: Bindings,
  id: number,
): Promise<CheckedChannel> {
  const { row: rows, shown } = await readBatch(scope, {
    row: selectAccount(scope, id),
    shown: selectChannel(scope, id),
  });
  const [row, { webhook_url: url }] = [found(rows[0]), toWire(scope)(found(shown[0]))];
  const checks = apiOf(row.provider)?.checks({ ...row, externalId: row.numberId ?? "" }, env);
  if (checks === undefined || row.credentials === null)
    throw new Problem("conflict", {
      message: "Only a channel of `whatsapp_cloud` or `instagram` can be checked.",
    });
  await limitChecks(env, id);
  const [{ refused, subscription }, redirect] = await Promise.all([
    faultsOf(env, row, row.credentials, checks),
    url ? redirectFault(url) : null,
  ]);
  const { checked } = await batch(scope, {
    kept: keepCheck(scope, id, row.credentials, refused?.detail ?? null),
    checked: selectChannel(scope, id),
  });
  const faults = [refused, subscription, redirect].flatMap((fault) => fault ?? []);
  return { ...toWire(scope)(found(checked[0])), faults };
}
