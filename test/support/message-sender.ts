import { assert } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import type { Message } from "#features/messaging/messages/schema";
import { nextAlarm, runUntilIdle } from "./alarms";
import { type Client, newChannel, newLead } from "./api";
import { testEnv } from "./env";
import { gatewayUrl, order } from "./graph";
import { bindMessageSender } from "./message-sender-faults";
import { messageSenderOf, newMetaChannel, newNumber } from "./messaging";
import { OFFLINE_MESSAGE_SENDER } from "./offline-workers";
import { SIGNING_SECRET } from "./providers";
import { workspaceOf } from "./scope";
import { seedLeads } from "./seed";
import { serve } from "./serve";

export type Recipient = { leadId: number; number: string };

/** Creates a lead who has just written on the channel, so that messages can be sent to them. */
export async function newRecipient(
  client: Client,
  channel: Pick<Channel, "id" | "platform">,
  number = newNumber(),
): Promise<Recipient> {
  const { id: leadId } = await newLead(client, { phone: `+${number}` });
  const [kind, now] = [channel.platform === "instagram" ? "instagram_id" : "wa_id", Date.now()];
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      `insert into conversations
         (workspace_id, lead_id, platform, channel_id, last_inbound_at, created_at, updated_at)
       values (?1, ?2, ?3, ?4, ?5, ?5, ?5)`,
    ).bind(client.workspaceId, leadId, channel.platform, channel.id, now),
    testEnv.DB.prepare(
      `insert into lead_identities (workspace_id, kind, value, lead_id, created_at, updated_at)
       values (?1, ?2, ?3, ?4, ?5, ?5)`,
    ).bind(client.workspaceId, kind, number, leadId, now),
  ]);
  return { leadId, number };
}

/** Creates a Meta channel, which the double knows by its `key`, and a lead who has just written. */
export async function newChannelAndRecipient(
  client: Client,
  provider: "whatsapp_cloud" | "instagram" = "whatsapp_cloud",
) {
  const channel = await newMetaChannel(client, provider);
  return { channel, key: channel.external_id!, ...(await newRecipient(client, channel)) };
}

/** Marks the channel's queued messages as sent when they were queued, as no sender is woken. */
export const sendQueued = (channelId: number) =>
  testEnv.DB.prepare(
    `update messages set status = 'sent', sent_at = created_at
     where channel_id = ? and status = 'queued'`,
  )
    .bind(channelId)
    .run();

/** Inserts this many leads, each of whom has just written on the channel, straight into D1. */
export async function seedRecipients(client: Client, channelId: number, count: number) {
  const lastId = "(select ifnull(max(seq), 0) from sqlite_sequence where name = 'leads')";
  // Ids may have 15 digits.
  const phone = `'+1' || (6500000000 + ${lastId} % 100000000 + n)`;
  await seedLeads(client.workspaceId, count, { phone });
  await testEnv.DB.prepare(
    `insert into conversations
       (workspace_id, lead_id, platform, channel_id, last_inbound_at, created_at, updated_at)
     select workspace_id, id, 'whatsapp', ?2, ?3, ?3, ?3 from leads
     where workspace_id = ?1 and not exists (select 1 from conversations where lead_id = leads.id)`,
  )
    .bind(client.workspaceId, channelId, Date.now())
    .run();
}

/** Queues `each` texts in every conversation of the channel, straight into D1. */
export const seedMessages = (channelId: number, each = 1) =>
  testEnv.DB.prepare(
    `insert into messages
       (workspace_id, conversation_id, channel_id, direction, type, text, status, next_attempt_at,
        created_at)
     select workspace_id, conversations.id, channel_id, 'outbound', 'text', 'Hello', 'queued', ?2, ?2
     from conversations cross join (
       with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?3)
       select n from numbers
     )
     where channel_id = ?1 order by n, conversations.id`,
  )
    .bind(channelId, Date.now(), each)
    .run();

/** Queues a message without waking the message sender. */
export async function queueWithoutWakeUp(
  client: Client,
  leadId: number,
  input: object = {},
): Promise<Message> {
  const fetcher = (request: Request) => serve(request, { MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER });
  const { status, body, text } = await client.post(
    `/leads/${leadId}/messages`,
    { text: "Hello", ...input },
    { fetcher },
  );
  assert(status === 201, text);
  return body.data;
}

export const alarmOf = (channelId: number) => nextAlarm(messageSenderOf(channelId));

/** Wakes a channel's message sender and runs it until it waits for a later time. */
export const runMessageSender = async (channelId: number) =>
  runUntilIdle(messageSenderOf(channelId), channelId, await workspaceOf("channels", channelId));

/** Creates a channel that sends to a client's gateway, which the double knows by its `key`. */
export async function newGatewayChannel(client: Client, more: object = {}) {
  const key = crypto.randomUUID();
  const input = {
    provider: "webhook",
    gateway_url: "https://gateway.example.com/",
    credentials: { signing_secret: SIGNING_SECRET },
    ...more,
  };
  const channel = await newChannel(client, input);
  await testEnv.DB.prepare("update channels set gateway_url = ? where id = ?")
    .bind(gatewayUrl(key), channel.id)
    .run();
  await bindMessageSender(channel.id, { SHORT_URL_BASE: "http://localhost:8787" });
  await order(key, { secret: SIGNING_SECRET });
  return { channel, key };
}

/** The number of a channel's outbound messages by status. */
export async function statusesOf(channelId: number): Promise<Record<string, number>> {
  const query = `select status, count(*) as n from messages
    where channel_id = ? and direction = 'outbound' group by status`;
  const { results } = await testEnv.DB.prepare(query)
    .bind(channelId)
    .all<{ status: string; n: number }>();
  return Object.fromEntries(results.map(({ status, n }) => [status, n]));
}
