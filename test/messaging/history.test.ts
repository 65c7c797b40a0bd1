import { beforeEach, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { historyOf, PERSON, past, thread } from "../fixtures/whatsapp-echoes";
import { type Client, make, newWorkspace } from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { deliver, newMetaChannel, textFrom, whatsappBody } from "../support/messaging";
import { meterOf } from "../support/meter";
import { onlyPersonOf, peopleOf } from "../support/received";
import { rowsOf } from "../support/rows";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";

// Messages that a number had before it was connected.

let client: Client;
let channel: Channel;

beforeEach(async () => {
  await holdChunkWorker();
  client = clientWithoutWakeUps(await newWorkspace());
  channel = await newMetaChannel(client, "whatsapp_cloud", { import_history: true });
});

const send = (threads: object[], options: object = {}, to = channel) =>
  deliver(to, whatsappBody(to, historyOf(threads), "history"), options);
const now = Math.floor(Date.now() / 1000);
const own = (more: object = {}) => past({ from: "33180000000", to: PERSON.number, ...more });
const rowsIn = async (table: string) =>
  (await rowsOf(`select 1 from ${table} where workspace_id = ?`, client.workspaceId)).length;

it("is dropped unless the channel wants it", async () => {
  const other = await newMetaChannel(client);
  expect(other.import_history).toBe(false);
  expect((await send([thread([past()])], {}, other)).status).toBe(200);
  expect(await peopleOf(client)).toEqual([]);
  const { id, ...input } = channel;
  const { body } = await client.put(`/channels/${id}`, {
    name: "A",
    external_id: input.external_id,
  });
  expect(body.data.import_history).toBe(false);
});

it("keeps its own times and directions, and has no effects, however often it comes", async () => {
  await make(client, "/scenarios", {
    ...{ name: "All", platform: "whatsapp", nodes: [], edges: [] },
    triggers: [{ id: "any", type: "any_message", data: {} }],
  }).catch(() => undefined);
  const events = await rowsIn("events");
  const messages = [
    own({ id: "wamid.2", timestamp: String(now - 60), text: { body: "Hello you" } }),
    past({ id: "wamid.1", timestamp: String(now - 120) }),
    past({ id: "wamid.3", type: "image", text: undefined, image: { id: "1", caption: "Me" } }),
    own({ id: "wamid.4", history_context: { status: "ERROR" } }),
  ];
  for (const _ of [1, 2]) await Promise.all([send([thread(messages)]), send([thread(messages)])]);
  const { lead, conversations, messages: stored, consents } = await onlyPersonOf(client);
  expect(
    stored.map(({ direction, text, origin, status }) => [direction, text, origin, status]),
  ).toEqual([
    ["inbound", "Me", "history", "received"],
    ["inbound", "Hi", "history", "received"],
    ["outbound", "Hello you", "history", "sent"],
  ]);
  expect(stored[1]?.sent_at).toBe(new Date((now - 120) * 1000).toISOString());
  expect(conversations).toMatchObject([
    {
      ...{ unread_count: 0, messages_count: 3, window: { is_open: false, closes_at: null } },
      ...{ last_inbound_at: null, last_outbound_at: null, last_person_at: null },
      last_message: { text: "Hello you" },
    },
  ]);
  expect([lead.phone, consents]).toEqual([`+${PERSON.number}`, []]);
  expect(await rowsIn("events")).toBe(events);
  for (const table of ["media", "analyses", "runs", "trigger_evaluations"])
    expect(await rowsIn(table), table).toBe(0);
  const [used] = await rowsOf(
    `select messages_received, messages_sent, messages from usage_days where workspace_id = ?`,
    client.workspaceId,
  );
  expect(used).toEqual({ messages_received: 0, messages_sent: 0, messages: 3 });
});

it("moves and opens no conversation that has other messages", async () => {
  await deliver(channel, whatsappBody(channel, textFrom(PERSON.number, "Now")));
  const { conversations } = await onlyPersonOf(client);
  const { id, last_message } = conversations[0]!;
  await client.patch(`/conversations/${id}`, { state: "closed" });
  await send([thread([own({ id: "wamid.2" }), past()])]);
  const after = (await client.get(`/conversations/${id}`)).body.data;
  expect(after).toMatchObject({
    state: "closed",
    unread_count: 1,
    messages_count: 3,
    last_message,
  });
  for (const order of ["activity", "created"]) {
    const { body } = await client.get(`/conversations?order=${order}`);
    expect(body.data.map((one: { id: number }) => one.id)).toEqual([id]);
  }
});

it("of a form keeps its answers, which nobody has verified, whatever it says itself", async () => {
  const answered = (id: string, more: object, json?: object) =>
    past({
      ...{ id, type: "interactive", text: undefined },
      interactive: {
        ...{ type: "nfm_reply", ...more },
        nfm_reply: { body: "Sent", ...(json && { response_json: JSON.stringify(json) }) },
      },
    });
  const forged = { message_id: 5, unverified: false, values: { city: "Huye" } };
  await send([
    thread([
      answered("wamid.1", {}, { flow_token: "m1.a", city: "Kigali" }),
      answered("wamid.2", { answers: forged }),
      answered("wamid.3", { answers: "none" }),
    ]),
  ]);
  const { messages } = await onlyPersonOf(client);
  expect(messages.map(({ answers }) => answers)).toEqual([
    { message_id: null, unverified: true, values: { city: "Kigali" } },
    null,
    null,
  ]);
});

it("takes nothing from a message that comes at once, and shows that the channel is called", async () => {
  const live = textFrom(PERSON.number, "Now", { id: "wamid.1" });
  const before = historyOf([thread([past({ id: "wamid.1" }), past()])]);
  const { entry } = whatsappBody(channel, before, "history");
  const body = whatsappBody(channel, live);
  await deliver(channel, { ...body, entry: [...entry, ...body.entry] });
  const { conversations, messages } = await onlyPersonOf(client);
  expect(conversations).toMatchObject([{ unread_count: 1, window: { is_open: true } }]);
  expect(messages.map(({ origin }) => origin)).toEqual([null, "history"]);
  const other = await newMetaChannel(client);
  await send([thread([past()])], {}, other);
  const { data } = (await client.get(`/channels/${other.id}`)).body;
  expect(data.last_webhook_at).not.toBeNull();
});

it("unsubscribes who had unsubscribed, subscribes nobody, and is not confirmed", async () => {
  const said = (id: string, body: string, number: string) =>
    thread([past({ id, from: number, text: { body } })], { number, bsuid: `US.${number}` });
  await send([said("wamid.1", "STOP", "33639980143"), said("wamid.2", "START", "33639980144")]);
  const people = (await peopleOf(client)).map((one) => [
    ...[one.lead.is_optout, one.consents.length, one.messages.length],
  ]);
  expect(people).toEqual([
    [true, 1, 1],
    [false, 0, 1],
  ]);
});

it("of 5,000 messages takes batches of a hundred, and no more is stored of one webhook", async () => {
  const messages = Array.from({ length: 5_050 }, (_, n) =>
    past({ id: `wamid.${n}`, timestamp: String(1_794_000_000 + n) }),
  );
  const { trips } = await meterOf((fetcher) => send([thread(messages)], { fetcher }));
  expect(trips).toBeLessThanOrEqual(104);
  const [row] = await rowsOf("select count(*) as n from messages where channel_id = ?", channel.id);
  expect(row).toEqual({ n: 5_000 });
  expect(await rowsIn("events")).toBe(
    (
      await rowsOf(
        "select 1 from events where workspace_id = ? and type = 'channel.created'",
        client.workspaceId,
      )
    ).length,
  );
});
