import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import type { Message } from "#features/messaging/messages/schema";
import { HOUR_MS } from "#lib/time";
import { type Client, newWorkspace } from "../support/api";
import { order, requestsTo } from "../support/graph";
import {
  newChannelAndRecipient,
  newRecipient,
  queueWithoutWakeUp,
  runMessageSender,
} from "../support/message-sender";
import { deliver, messageNow, messageSenderOf, textFrom, whatsappBody } from "../support/messaging";
import { rowsOf } from "../support/rows";

const template = { type: "template", text: null, template: { name: "revive", language: "en" } };

/** A channel whose number may write to two people, with five people who have not written lately. */
async function newLimited(client: Client) {
  const { channel, key, ...first } = await newChannelAndRecipient(client);
  const others = [];
  for (let count = 0; count < 4; count++) others.push(await newRecipient(client, channel));
  const people = [first, ...others];
  await rowsOf("update channels set messaging_limit = 2 where id = ?", channel.id);
  await rowsOf("update conversations set last_inbound_at = 1 where channel_id = ?", channel.id);
  const queue = (leadId: number, input: object = template) =>
    queueWithoutWakeUp(client, leadId, { channel_id: channel.id, ...input });
  return { channel, key, people, queue };
}

/** Puts everything that the sender counts, and the messages that wait, earlier. */
async function passHours(channelId: number, hours: number) {
  await runInDurableObject(messageSenderOf(channelId), (_, { storage }) => {
    for (const table of ["started_people", "started_hours", "planned_hours"])
      storage.sql.exec(`update ${table} set hour = hour - ?`, hours);
  });
  await rowsOf(
    "update messages set next_attempt_at = next_attempt_at - ? where channel_id = ? and next_attempt_at > 1",
    hours * HOUR_MS,
    channelId,
  );
}

it("puts off what exceeds the number's limit, in order, and lets everything else go on", async () => {
  const client = await newWorkspace();
  const { channel, key, people, queue } = await newLimited(client);
  const queued: Message[] = [];
  for (const { leadId } of people) queued.push(await queue(leadId));
  const sent = async () => (await requestsTo(key)).length;
  const now = () => Promise.all(queued.map((one) => messageNow(client, one)));
  await runMessageSender(channel.id);
  expect(await sent()).toBe(2);
  expect((await client.get(`/channels/${channel.id}`)).body.data).toMatchObject({
    portfolio_id: null,
    messaging_limit: 2,
    limit_used: 2,
  });
  const [, , third, , fifth] = await now();
  const hoursUntil = (at: string | null | undefined) =>
    (Date.parse(at ?? "") - Date.now()) / HOUR_MS;
  expect(third).toMatchObject({
    status: "queued",
    error: { reason: "messaging_limit", code: null },
  });
  expect(hoursUntil(third!.error?.retry_at)).toBeGreaterThan(24);
  expect(hoursUntil(third!.error?.retry_at)).toBeLessThanOrEqual(25);
  expect(hoursUntil(fifth!.error?.retry_at)).toBeGreaterThan(48);

  // A reply opens the window: what is sent then is no start, and waits for nothing.
  const { number, leadId } = people[2]!;
  await deliver(channel, whatsappBody(channel, textFrom(number, "Hello?")));
  const answer = await queue(leadId, { text: "Here I am" });
  await runMessageSender(channel.id);
  expect(await messageNow(client, answer)).toMatchObject({ status: "sent" });
  // Whoever was written to counts once.
  await rowsOf("update conversations set last_inbound_at = 1 where channel_id = ?", channel.id);

  await passHours(channel.id, 25);
  await runMessageSender(channel.id);
  expect((await now()).map(({ status, error }) => error?.reason ?? status)).toEqual([
    "sent",
    "sent",
    "sent",
    "sent",
    "messaging_limit",
  ]);
  await passHours(channel.id, 25);
  await runMessageSender(channel.id);
  expect((await now()).at(-1)).toMatchObject({ status: "sent", error: null });
  expect(await sent()).toBe(6);
});

it("counts nobody whom the provider refuses to write to, and no limit where none is known", async () => {
  const client = await newWorkspace();
  const { channel, people, queue } = await newLimited(client);

  await order(channel.external_id ?? "", {
    recipients: { [people[0]!.number]: { do: "error", code: 131026 } },
  });
  const queued: Message[] = [];
  for (const { leadId } of people.slice(0, 3)) queued.push(await queue(leadId));
  await runMessageSender(channel.id);
  await runMessageSender(channel.id);
  const statuses = async () =>
    (await Promise.all(queued.map((one) => messageNow(client, one)))).map(({ status }) => status);
  await rowsOf(
    "update messages set next_attempt_at = 1 where channel_id = ? and next_attempt_at > 1",
    channel.id,
  );
  await runMessageSender(channel.id);
  expect(await statuses()).toEqual(["failed", "sent", "sent"]);
  await rowsOf("update channels set messaging_limit = null where id = ?", channel.id);
  for (const { leadId } of people.slice(3)) queued.push(await queue(leadId));
  await runMessageSender(channel.id);
  expect(await statuses()).toEqual(["failed", "sent", "sent", "sent", "sent"]);
});
