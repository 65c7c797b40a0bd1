import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { assert } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import type { Message } from "#features/messaging/messages/schema";
import { bodyWith } from "../fixtures/whatsapp";
import { type Answer, type Client, call, metaAccount, newChannel, type Options } from "./api";
import { testEnv } from "./env";
import { serveWith } from "./meter";
import { rowsOf } from "./rows";
import { workspaceOf } from "./scope";

const APP_SECRET = "app-secret-123";
const fetcher = serveWith(testEnv.DB);

export const messageSenderOf = (channelId: number) =>
  testEnv.MESSAGE_SENDER.getByName(String(channelId));

/** Creates a channel with a WhatsApp number or Instagram account of its own. */
export const newMetaChannel = (
  client: Client,
  provider: "whatsapp_cloud" | "instagram" = "whatsapp_cloud",
  input: object = {},
): Promise<Channel> => {
  const { external_id, credentials } = metaAccount();
  const token = `token-of-${external_id}`;
  const platform = provider === "instagram" ? "instagram" : "whatsapp";
  return newChannel(client, {
    platform,
    provider,
    external_id,
    credentials: { ...credentials, access_token: token },
    ...input,
  });
};

/**
 * The `X-Hub-Signature-256` of a body, as `signedByMeta` of graph.ts has it from Node, without the
 * request that this takes.
 */
export async function signatureOf(body: string) {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const secret = encoder.encode(APP_SECRET);
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign(algorithm, key, encoder.encode(body));
  return `sha256=${new Uint8Array(signature).toHex()}`;
}

/** Delivers a signed webhook as Meta does. */
export async function deliver(
  { id, platform }: Pick<Channel, "id" | "platform">,
  body: unknown,
  options: Options = {},
): Promise<Answer> {
  const raw = JSON.stringify(body);
  const headers = {
    "Content-Type": "application/json",
    "X-Hub-Signature-256": await signatureOf(raw),
  };
  return call("POST", `/webhooks/${platform}/${id}`, { fetcher, raw, headers, ...options });
}

let serial = 0;
export const newWamid = () => `wamid.HBgL${Date.now()}${++serial}`;

/** A new number of the United States, in digits. */
export const newNumber = () => `1650${String(1_000_000 + ++serial)}`;

type Value = {
  contacts?: object[];
  messages?: object[];
  statuses?: object[];
  [member: string]: unknown;
};

/** A platform webhook of WhatsApp about one number. */
export const whatsappBody = (
  { external_id }: Pick<Channel, "external_id">,
  value: Value,
  field?: string,
) => bodyWith(value, field, external_id!);

/** The value of a WhatsApp webhook with a text from a number. */
export const textFrom = (number: string, body: string, more: object = {}) => ({
  contacts: [{ profile: { name: "Sheena Nelson" }, wa_id: number }],
  messages: [
    {
      from: number,
      id: newWamid(),
      timestamp: String(Math.floor(Date.now() / 1000)),
      type: "text",
      text: { body },
      ...more,
    },
  ],
});

/** The value of a WhatsApp webhook with the status of a message that was sent. */
export const statusOf = (
  { external_id }: Pick<Message, "external_id">,
  status: string,
  more: object = {},
) => ({
  statuses: [
    {
      id: external_id,
      status,
      timestamp: String(Math.floor(Date.now() / 1000)),
      recipient_id: "16505551234",
      ...more,
    },
  ],
});

/** Keeps a channel's message sender from sending while `act` runs, as a `Retry-After` would. */
export async function heldBack<T>(channelId: number, act: () => Promise<T>): Promise<T> {
  const notBefore = (time: number) =>
    runInDurableObject(messageSenderOf(channelId), (_, { storage }) =>
      storage.kv.put("notBefore", time),
    );
  await notBefore(Date.now() + 60_000);
  try {
    return await act();
  } finally {
    await notBefore(0);
  }
}

/** Has a channel's message sender send everything that is due now. */
export async function sendDue(channelId: number) {
  const due = `select count(*) as n from messages
    where channel_id = ? and next_attempt_at is not null and next_attempt_at <= ?`;
  for (let tries = 200; tries > 0; tries--) {
    const left = await testEnv.DB.prepare(due).bind(channelId, Date.now()).first<number>("n");
    if (left === 0) return;
    await messageSenderOf(channelId).wake(channelId, await workspaceOf("channels", channelId));
    await runDurableObjectAlarm(messageSenderOf(channelId));
    await scheduler.wait(5);
  }
  assert.fail("Messages are left that are due.");
}

/** The current state of a message. */
export const messageNow = async (client: Client, { id }: Pick<Message, "id">): Promise<Message> =>
  (await client.get(`/messages/${id}`)).body.data;

/** The messages of a conversation that fits on a page, oldest first. */
export const messagesOf = async (client: Client, conversationId: number): Promise<Message[]> =>
  (
    await client.get(`/conversations/${conversationId}/messages?per_page=100`)
  ).body.data.toReversed();

/** The texts of all outbound messages to these leads, whether sent or not, oldest first. */
export async function textsTo(...leadIds: number[]): Promise<string[]> {
  const query = `select text from messages where direction = 'outbound'
    and conversation_id in (
      select id from conversations where lead_id in (select value from json_each(?))
    ) order by id`;
  return (await rowsOf<{ text: string }>(query, JSON.stringify(leadIds))).map(({ text }) => text);
}
