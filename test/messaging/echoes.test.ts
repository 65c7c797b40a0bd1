import { beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { echo, echoBodies, edited, PERSON, revoked } from "../fixtures/whatsapp-echoes";
import { type Client, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { eventsOf } from "../support/events";
import {
  fileOf,
  filesOf,
  newFileAtMeta,
  removeFiles,
  runMediaFetcher,
  unwoken,
} from "../support/media";
import {
  deliver,
  messagesOf,
  newMetaChannel,
  newWamid,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { meterOf } from "../support/meter";
import { onlyPersonOf, peopleOf } from "../support/received";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, runNow, settle } from "../support/run-scheduler";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";

// Messages that the team writes in WhatsApp's own app.

let client: Client;
let channel: Channel;

beforeEach(async () => {
  await holdChunkWorker();
  client = clientWithoutWakeUps(await newWorkspace());
  channel = await newMetaChannel(client);
});

const START = Math.floor(Date.now() / 1000) - 600;
const at = (second: number) => new Date((START + second) * 1000).toISOString();
const timestamp = (second: number) => String(START + second);
const write = (...message_echoes: object[]) =>
  deliver(channel, whatsappBody(channel, { message_echoes }, "smb_message_echoes"));
const say = (body: string, more: object = {}) =>
  deliver(channel, whatsappBody(channel, textFrom(PERSON.number, body, more)));
const eventTypes = async () =>
  (await client.get("/events?per_page=100")).body.data.map(({ type }: { type: string }) => type);

describe("an echo of the phone's app", () => {
  it("is an outbound message with its own time, to a lead who is made if unknown", async () => {
    await write(echo({ timestamp: timestamp(0) }));
    const { lead, messages, conversations, identities } = await onlyPersonOf(client);
    expect(messages).toMatchObject([
      {
        ...{ direction: "outbound", type: "text", text: "I call you", status: "sent" },
        ...{ origin: "native_app", external_id: "wamid.2", sent_at: at(0), run_id: null },
      },
    ]);
    expect(conversations).toMatchObject([
      {
        ...{ unread_count: 0, messages_count: 1, last_inbound_at: null, last_person_at: at(0) },
        ...{ last_outbound_at: at(0), window: { is_open: false } },
        last_message: { direction: "outbound", text: "I call you", at: at(0) },
      },
    ]);
    expect(lead).toMatchObject({ phone: `+${PERSON.number}`, source: "whatsapp" });
    expect(identities.map(({ value }) => value)).toEqual([PERSON.bsuid, PERSON.number]);
    expect(await eventTypes()).not.toContain("message.received");
  });

  it("is known by number or id, is stored once, and costs no more than a lead's", async () => {
    await say("Hello");
    const costs = [];
    for (const act of [
      (options: object) =>
        deliver(channel, whatsappBody(channel, textFrom(PERSON.number, "Hi")), options),
      (options: object) =>
        deliver(
          channel,
          whatsappBody(channel, { message_echoes: [echo()] }, "smb_message_echoes"),
          options,
        ),
    ])
      costs.push(await meterOf((fetcher) => act({ fetcher })));
    expect(costs[1]!.trips).toBeLessThanOrEqual(costs[0]!.trips);
    expect(costs[1]!.rowsWritten).toBeLessThanOrEqual(costs[0]!.rowsWritten);
    await Promise.all([write(echo()), write(echo()), write(echo())]);
    // A person whose number and id an echo has named is known by each.
    await write(echo({ id: "wamid.8", timestamp: String(Math.ceil(Date.now() / 1000)) }));
    await write(echo({ id: "wamid.9", to: undefined }));
    const { messages, conversations } = await onlyPersonOf(client);
    expect(messages.map(({ origin }) => origin)).toEqual([
      ...[null, null, "native_app", "native_app", "native_app"],
    ]);
    expect(conversations).toMatchObject([{ unread_count: 0, messages_count: 5 }]);
  });

  it("says nothing of the lead's consents, nor is a word of ours one of theirs", async () => {
    await say("STOP");
    const before = await onlyPersonOf(client);
    for (const [index, body] of ["START", "STOP"].entries())
      await write(echo({ id: `wamid.w${index}`, text: { body } }));
    const { lead, consents } = await onlyPersonOf(client);
    expect([lead.is_optout, consents]).toEqual([true, before.consents]);
    const id = "US.1";
    await client.post("/suppressions", { bsuid: id });
    await write(echo({ id: "wamid.s", to: id, to_user_id: id }));
    const others = (await peopleOf(client)).filter((one) => one.lead.id !== lead.id);
    expect(others.map((one) => [one.lead.is_optout, one.messages.length])).toEqual([[true, 1]]);
  });

  it("is not counted as sent, and needs no quota of sending", async () => {
    const before = await rowsOf<{ sent: number }>(
      "select messages_sent as sent from usage_days where workspace_id = ?",
      client.workspaceId,
    );
    await write(echo());
    const query = "select messages_sent, messages, messages_received from usage_days";
    expect(await rowsOf(`${query} where workspace_id = ?`, client.workspaceId)).toEqual([
      { messages_sent: before[0]?.sent ?? 0, messages: 1, messages_received: 0 },
    ]);
  });

  it("is changed and erased by its own edits and revocations, and by nobody else's", async () => {
    await write(echo({ timestamp: timestamp(0) }));
    await write(echo({ id: "wamid.3", timestamp: timestamp(5), ...edited("wamid.2", "Later") }));
    const [message] = (await onlyPersonOf(client)).messages;
    expect(message).toMatchObject({
      ...{ text: "Later", edited_at: at(5), payload: { original_text: "I call you" } },
    });
    await say("", edited("wamid.2", "Mine"));
    await say("", revoked("wamid.2"));
    await say("Hello", { id: "wamid.hello" });
    await write(echo({ id: "wamid.4", ...edited("wamid.hello", "Yours") }));
    await write(echo({ id: "wamid.5", ...revoked("wamid.hello") }));
    const { messages } = await onlyPersonOf(client);
    expect(messages.map(({ text }) => text)).toEqual(["Later", "Hello"]);
    await write(echo({ id: "wamid.6", ...revoked("wamid.2") }));
    const gone = (await onlyPersonOf(client)).messages[0];
    expect(gone).toMatchObject({ text: null, payload: { deleted: true } });
    expect(await eventTypes()).toEqual(
      expect.arrayContaining(["message.edited", "message.deleted"]),
    );
  });

  it("that was revoked before it comes is not shown, and nobody has written", async () => {
    await write(echo({ id: "wamid.3", ...revoked("wamid.2") }));
    await write(echo());
    const { messages, conversations } = await onlyPersonOf(client);
    expect(messages).toMatchObject([{ type: "system", text: null, payload: { deleted: true } }]);
    expect(conversations[0]).toMatchObject({ last_person_at: null, last_outbound_at: null });
  });

  it("is Meta's in each of its forms, and of files keeps what was said", async () => {
    for (const body of Object.values(echoBodies)) {
      const [{ field, value }] = JSON.parse(JSON.stringify(body)).entry[0].changes;
      const { metadata, ...rest } = value;
      expect((await deliver(channel, whatsappBody(channel, rest, field))).status).toBe(200);
    }
    await write(
      echo({ id: "wamid.7", type: "image", text: undefined, image: { id: "1", media: { id: 1 } } }),
    );
    const { messages } = await onlyPersonOf(client);
    expect(messages.map(({ type, payload }) => [type, payload])).toEqual([
      ["text", { deleted: true }],
      ["image", { id: "1" }],
    ]);
  });

  it("brings its file, which is fetched and goes with it as a lead's does", async () => {
    const file = await newFileAtMeta(fileOf("a voice", "audio/ogg"));
    const audio = { type: "audio", text: undefined, audio: { id: file.id, voice: true } };
    const body = whatsappBody(channel, { message_echoes: [echo(audio)] }, "smb_message_echoes");
    for (const _ of [1, 2]) await deliver(channel, body, { fetcher: unwoken });
    const { conversations } = await onlyPersonOf(client);
    const now = async () => (await messagesOf(client, conversations[0]!.id))[0]!;
    expect((await now()).media).toMatchObject({ state: "pending" });
    await runMediaFetcher(client);
    const { media, attachments } = await now();
    expect(media).toMatchObject({ state: "stored", kind: "audio", size: 7 });
    expect(attachments).toEqual([{ type: "audio", media }]);
    expect(await filesOf(client)).toEqual([`media/${client.workspaceId}/${media!.id}`]);
    await write(echo({ id: "wamid.3", ...revoked("wamid.2") }));
    expect((await now()).media).toBeNull();
    expect((await client.get(`/media/${media!.id}`)).status).toBe(404);
    await removeFiles();
    expect(await filesOf(client)).toEqual([]);
  });

  it("answers: what the lead had written by then is read, and what came later is not", async () => {
    await say("Hello", { timestamp: timestamp(10) });
    await write(echo({ id: "wamid.1", timestamp: timestamp(9) }));
    const talk = async () => (await onlyPersonOf(client)).conversations[0];
    expect(await talk()).toMatchObject({ unread_count: 1 });
    await write(echo({ id: "wamid.r", type: "reaction", reaction: { emoji: "👍" } }));
    await write(echo({ id: "wamid.x", ...revoked("wamid.0") }));
    expect(await talk()).toMatchObject({ unread_count: 1 });
    await write(echo({ timestamp: timestamp(10) }));
    expect(await talk()).toMatchObject({
      unread_count: 0,
      last_message: { direction: "outbound" },
    });
    expect((await client.get("/conversations?is_unread=1")).body.data).toEqual([]);
    expect(await eventsOf(client, "type[]=conversation.updated")).toMatchObject([
      { data: { changed: ["read"], unread_count: 0 }, actor: { type: "platform" } },
    ]);
  });

  it("of an unknown account, a group, or without anybody is stored nowhere", async () => {
    for (const more of [{ group_id: "1" }, { to: "", to_user_id: "" }, { id: 0.7 }])
      await write(echo(more));
    expect(await peopleOf(client)).toEqual([]);
  });
});

describe("the runs of a lead to whom somebody writes in the app", () => {
  const NODES = { hello: ["message", { text: "Hello" }], wait: ["delay", { seconds: 3_600 }] };
  const newRun = async () => {
    const scenario = await newFlow(client, NODES as never, "hello > wait");
    await say("Hello");
    const { lead } = await onlyPersonOf(client);
    const run = await enrol(client, scenario.id, lead.id);
    await settle(client);
    return run;
  };
  const now = { timestamp: String(Math.floor(Date.now() / 1000)) };

  it("go on, unless the workspace wants them paused; then in the same transaction, once", async () => {
    const run = await newRun();
    await write(echo(now));
    expect(await runNow(client, run)).toMatchObject({ state: "waiting", paused_at: null });
    await client.patch("/settings", { reply_pauses_runs: true });
    // Settings of receivers are remembered for some seconds, and a repeated echo pauses nothing.
    await write(echo(now));
    expect(await runNow(client, run)).toMatchObject({ paused_at: null });
    await write(echo({ id: newWamid(), ...now }));
    expect(await runNow(client, run)).toMatchObject({
      ...{ state: "paused", pause_reason: "person_replied", paused_by: { type: "platform" } },
    });
    await client.post(`/runs/${run.id}/resume`);
    await write(echo(now), echo({ id: "wamid.x", ...revoked("wamid.2") }));
    expect(await runNow(client, run)).toMatchObject({ paused_at: null });
  });

  it("are left alone on another number, and by what was written long before", async () => {
    await client.patch("/settings", { reply_pauses_runs: true });
    const run = await newRun();
    const other = await newMetaChannel(client);
    await deliver(
      other,
      whatsappBody(other, { message_echoes: [echo(now)] }, "smb_message_echoes"),
    );
    await write(echo({ id: newWamid(), timestamp: String(Number(now.timestamp) - 7_200) }));
    expect(await runNow(client, run)).toMatchObject({ paused_at: null });
  });
});

describe("a message of the team's own through a gateway or the sandbox", () => {
  it("is stored as an echo, once, and is not taken for the lead's", async () => {
    const sandbox = await newChannel(client);
    const { id: leadId } = await newLead(client);
    const first = await newInbound(client, sandbox.id, leadId);
    const path = `/channels/${sandbox.id}/inbound`;
    const input = {
      ...{ from: "+33639980142", origin: "native_app", text: "I call you", external_id: "e1" },
      at: at(0),
    };
    const [one, again] = [await client.post(path, input), await client.post(path, input)];
    expect([one.status, again.status]).toEqual([201, 200]);
    expect(one.body.data).toMatchObject({
      ...{ direction: "outbound", origin: "native_app", status: "sent", sent_at: at(0) },
    });
    expect(again.body).toEqual(one.body);
    expect((await client.post(path, { ...input, origin: null })).status).toBe(422);
    expect((await client.post(path, { ...input, tapped: "a" })).status).toBe(422);
    const image = { external_id: "e2", type: "image", media: { url: "https://example.com/a.png" } };
    expect((await client.post(path, { ...input, ...image })).body.data).toMatchObject({
      ...{ direction: "outbound", type: "image", text: "I call you" },
      media: { kind: "image", state: "pending" },
    });
    const answers = { message_id: first.id, unverified: false, values: { city: "Huye" } };
    for (const payload of [{ answers }, { answers: "none" }])
      expect(
        (await client.post(path, { ...input, external_id: null, payload })).body.data,
      ).toMatchObject({ answers: null, payload: {} });
    expect((await client.post(path, { ...input, external_id: first.external_id })).status).toBe(
      422,
    );
  });
});
