import { type Context, Hono } from "hono";
import type { z } from "zod";
import type { ProviderName } from "../../../domain/messaging";
import { wakeWorkers } from "../../../domain/wake";
import type { App } from "../../../env";
import { limitBody, parseJson } from "../../../http/body";
import { operation } from "../../../http/contract";
import { openapiSchema } from "../../../http/json-schema";
import { sameSecret } from "../../../lib/crypto";
import { log } from "../../../lib/log";
import { notFound, Problem } from "../../../lib/problem";
import { findAccount, findReceiver, type Receiver, receiverScope } from "../channels/receivers";
import { ingest } from "./ingest";
import { readInstagram } from "./instagram";
import { InstagramWebhook, WhatsappWebhook } from "./schema";
import { verifySignature } from "./signature";
import type { AccountEvents, ParsedWebhook } from "./webhook-events";
import { readWhatsapp } from "./whatsapp";

const MAX_CHALLENGE_CHARACTERS = 1_000;

const keeping = (c: Context<App>) => (promise: Promise<unknown>) =>
  c.executionCtx.waitUntil(promise);

async function receiverOf(c: Context<App>, provider: ProviderName): Promise<Receiver> {
  const id = c.req.param("channel") ?? "";
  const receiver = /^[1-9]\d{0,14}$/.test(id)
    ? await findReceiver(c.env, Number(id), keeping(c))
    : null;
  if (receiver?.provider !== provider) throw notFound();
  return receiver;
}

/** Answers the challenge of a handshake with the channel's verify token. */
const answerHandshake = (provider: ProviderName) => async (c: Context<App>) => {
  const { credentials } = await receiverOf(c, provider);
  const {
    "hub.mode": mode,
    "hub.verify_token": token = "",
    "hub.challenge": challenge = "",
  } = c.req.query();
  const isWanted = await sameSecret(token, credentials.verify_token ?? "");
  if (mode !== "subscribe" || !isWanted || !credentials.verify_token)
    throw new Problem("forbidden");
  return c.text(challenge.slice(0, MAX_CHALLENGE_CHARACTERS));
};

/** Stores the events of an account; false where the workspace has no such channel. */
async function storeEvents(c: Context<App>, receiver: Receiver, events: AccountEvents) {
  const account = await findAccount(c.env, receiver, events.accountId, keeping(c));
  if (!account) return false;
  const scope = receiverScope(c.env, account);
  await ingest(scope, account, events);
  c.executionCtx.waitUntil(wakeWorkers(c.env, scope.workspaceId, scope.sink.drain()));
  return true;
}

/** Answers once everything is stored: Meta repeats a webhook without an answer. */
const receive =
  (provider: ProviderName, read: (body: unknown, now: number) => ParsedWebhook) =>
  async (c: Context<App>) => {
    const receiver = await receiverOf(c, provider);
    const raw = await c.req.arrayBuffer();
    const isSigned = await verifySignature(
      receiver.credentials.app_secret ?? "",
      raw,
      c.req.header("X-Hub-Signature-256"),
    );
    if (!isSigned) throw new Problem("unauthenticated");
    const { accounts, skipped } = read(parseJson(raw), Date.now());
    let unknown = 0;
    for (const events of accounts) if (!(await storeEvents(c, receiver, events))) unknown++;
    if (skipped + unknown > 0)
      log("warn", "webhook not understood in full", {
        request_id: c.var.requestId,
        channel_id: receiver.id,
        skipped,
        unknown_accounts: unknown,
      });
    return c.json({ success: true });
  };

const parameter = (
  place: "header" | "path" | "query",
  name: string,
  description: string,
  schema: object = { type: "string" },
) => ({
  in: place,
  name,
  required: true,
  schema,
  description,
});

const area = "Webhooks from Meta";
const channel = parameter("path", "channel", "The channel, as in its `webhook_url`.", {
  type: "integer",
  minimum: 1,
});
const json = {
  content: {
    "application/json": {
      schema: {
        type: "object",
        properties: { success: { type: "boolean" } },
        required: ["success"],
      },
    },
  },
};

const handshake = (platform: "WhatsApp" | "Instagram") =>
  operation({
    id: `verify${platform}Webhook`,
    area,
    summary: `Answer ${platform}'s handshake`,
    description:
      "Called by Meta when the channel's `webhook_url` is entered there, " +
      "with the channel's `verify_token`.",
    security: [],
    parameters: [
      channel,
      parameter("query", "hub.mode", "`subscribe`."),
      parameter("query", "hub.verify_token", "The channel's `verify_token`."),
      parameter("query", "hub.challenge", "What is answered."),
    ],
    responses: {
      200: {
        description: "The challenge, its first 1,000 characters.",
        content: { "text/plain": { schema: { type: "string" } } },
      },
      403: { description: "The verify token or the mode is another." },
      404: { description: "There is no such channel." },
    },
  });

const delivery = (platform: "WhatsApp" | "Instagram", body: z.ZodType) =>
  operation({
    id: `receive${platform}Webhook`,
    area,
    summary: `Receive from ${platform}`,
    description:
      "Called by Meta, with all that happens to the numbers or accounts of the app. Messages, " +
      "their statuses and opt-outs are stored before the answer; what comes twice is stored " +
      "once, and what is not understood is left out.",
    security: [],
    parameters: [
      channel,
      parameter(
        "header",
        "X-Hub-Signature-256",
        "`sha256=` and the HMAC-SHA-256 of the body's bytes by the channel's `app_secret`, in hex.",
      ),
    ],
    requestBody: {
      required: true,
      content: { "application/json": { schema: openapiSchema(body, "input") } },
    },
    responses: {
      200: { description: "Stored.", ...json },
      401: { description: "The signature is missing or wrong." },
      404: { description: "There is no such channel." },
      422: { description: "The body is not JSON." },
    },
  });

/** The platform webhooks: Meta calls them. */
export const webhooks = new Hono<App>()
  .get("/whatsapp/:channel", handshake("WhatsApp"), answerHandshake("whatsapp_cloud"))
  .post(
    "/whatsapp/:channel",
    delivery("WhatsApp", WhatsappWebhook),
    limitBody,
    receive("whatsapp_cloud", readWhatsapp),
  )
  .get("/instagram/:channel", handshake("Instagram"), answerHandshake("instagram"))
  .post(
    "/instagram/:channel",
    delivery("Instagram", InstagramWebhook),
    limitBody,
    receive("instagram", readInstagram),
  );
