import { type Context, Hono } from "hono";
import { type ProviderName, platforms, platformTraits } from "#domain/platforms";
import { wakeWorkers } from "#domain/wake/objects";
import type { App } from "#env";
import { limitPlatformWebhook, parseJson } from "#http/body";
import { keeping } from "#http/keep";
import { sameSecret } from "#lib/crypto";
import { Guesses } from "#lib/guesses";
import { log } from "#lib/log";
import { notFound, Problem } from "#lib/problem";
import { noteAlone, noteCall, noteWithheld } from "../channels/calls";
import {
  findAccounts,
  findReceiver,
  findSigner,
  type Receiver,
  receiverScope,
  receivers,
} from "../channels/receivers";
import { tellLimits } from "../outbound/worker/portfolios";
import { platformCode } from "../platforms";
import { storePast } from "./history";
import { ingest } from "./ingest";
import { delivery, handshake } from "./platform-webhook-operations";
import { webhookOf } from "./schema";
import { verifySignature } from "./signature";
import type { AccountEvents } from "./webhook-events";
import { storeRest } from "./webhook-rest";

/** A challenge is echoed, so it is nothing that a browser could take for a page or a script. */
const CHALLENGE = /^[\w-]{1,200}$/;

/** The channels that addresses have guessed wrong. */
export const guesses = new Guesses();

async function receiverOf(c: Context<App>, provider: ProviderName): Promise<Receiver> {
  const id = c.req.param("channel") ?? "";
  const [address, now] = [c.req.header("CF-Connecting-IP"), Date.now()];
  const isId = /^[1-9]\d{0,14}$/.test(id);
  if (isId && !receivers.knows(id, now)) guesses.requireLookup(address, now);
  const receiver = isId ? await findReceiver(c.env, Number(id), keeping(c)) : null;
  if (receiver?.provider === provider) return receiver;
  guesses.countRefused(address, now);
  throw notFound();
}

/** Answers the challenge of a handshake with the channel's verify token. */
const answerHandshake = (provider: ProviderName) => async (c: Context<App>) => {
  const receiver = await receiverOf(c, provider);
  const { credentials } = receiver;
  const {
    "hub.mode": mode,
    "hub.verify_token": token = "",
    "hub.challenge": challenge = "",
  } = c.req.query();
  const isWanted = await sameSecret(token, credentials.verify_token ?? "");
  const isHandshake = mode === "subscribe" && CHALLENGE.test(challenge);
  if (!isHandshake || !isWanted || !credentials.verify_token) throw new Problem("forbidden");
  await noteAlone(receiverScope(c.env, receiver), receiver, "webhookVerifiedAt");
  return c.text(challenge);
};

/**
 * Stores the events of an account in the workspace of its channel. Its past comes last: a message
 * that has just come has its effects, though it may be among those of the past, too.
 */
async function storeEvents(
  c: Context<App>,
  account: Receiver,
  { withheld = 0, past, ...events }: AccountEvents,
) {
  const scope = receiverScope(c.env, account);
  const called = noteCall(scope, account, "lastWebhookAt");
  const isIngested = Object.values(events).some((some) => Array.isArray(some) && some.length > 0);
  if (withheld > 0) await noteWithheld(scope, account, withheld);
  if (isIngested) await ingest(scope, account, events, { called });
  else if (withheld === 0) await noteAlone(scope, account, "lastWebhookAt");
  if (account.importHistory && past.length > 0) await storePast(scope, account, past);
  c.executionCtx.waitUntil(wakeWorkers(c.env, scope, scope.sink.drain()));
}

/**
 * Stores the events of all accounts. One whose workspace is being moved, or whose database can't be
 * reached, keeps no other waiting; the first error is thrown at the end.
 */
async function storeAll(
  c: Context<App>,
  channels: Map<string, Receiver>,
  accounts: AccountEvents[],
) {
  const failures: unknown[] = [];
  for (const events of accounts) {
    const account = channels.get(events.accountId);
    if (account) await storeEvents(c, account, events).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Answers once everything is stored: Meta repeats a webhook without an answer. */
const receive = (provider: ProviderName) => async (c: Context<App>) => {
  const receiver = await receiverOf(c, provider);
  const { read, readUpdates } = platformCode[receiver.platform].inbound;
  const raw = await c.req.arrayBuffer();
  const signature = c.req.header("X-Hub-Signature-256");
  const isSignedWith = (secret: string) => verifySignature(secret, raw, signature);
  const signer = await findSigner(c.env, receiver, isSignedWith, keeping(c));
  if (!signer) throw new Problem("unauthenticated");
  const [body, now] = [parseJson(raw), Date.now()];
  const { accounts, skipped, noticesWithoutIds = 0 } = read(body, now);
  const accountIds = accounts.map(({ accountId }) => accountId);
  const channels = await findAccounts(c.env, signer, accountIds);
  await storeAll(c, channels, accounts);
  const unknown = accountIds.filter((accountId) => !channels.has(accountId));
  const limits = await storeRest(receiverScope(c.env, receiver), receiver, {
    updates: readUpdates(body, now),
    unknownAccount: unknown[0],
    isNoted: accountIds.some((accountId) => channels.get(accountId) === receiver),
  });
  if (limits.length > 0) c.executionCtx.waitUntil(tellLimits(c.env, limits));
  if (skipped + unknown.length + noticesWithoutIds > 0)
    log("warn", "webhook not understood in full", {
      request_id: c.var.requestId,
      channel_id: receiver.id,
      skipped,
      unknown_accounts: unknown.length,
      notice_without_ids: noticesWithoutIds,
    });
  return c.json({ success: true });
};

/** The platform webhooks, which Meta calls. */
export const webhooks = new Hono<App>();
for (const platform of platforms) {
  const { label, api } = platformTraits[platform];
  const { about, example } = platformCode[platform].inbound.webhook;
  const path = `/${platform}/:channel`;
  webhooks
    .get(path, handshake(label), answerHandshake(api.name))
    .post(
      path,
      delivery(label, webhookOf(platform, about, example)),
      limitPlatformWebhook,
      receive(api.name),
    );
}
