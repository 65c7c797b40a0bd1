import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { cleanUp } from "#features/operations/chunks/clean-ups";
import { ACCOUNT_ID, bodyOf as instagramBody, MID } from "../fixtures/instagram";
import { type Client, make, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { dataOf } from "../support/events";
import { fileOf, newFileAtMeta } from "../support/media";
import {
  deliver,
  messagesOf,
  newMetaChannel,
  newNumber,
  newWamid,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { ledgerOf, personOf } from "../support/received";
import { rowsOf } from "../support/rows";
import { databaseOf } from "../support/scope";

const START = Math.floor(Date.now() / 1000) - 600;

let client: Client;
let channel: Channel;

beforeAll(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client);
});

const text = (body: string) => ({ type: "text", text: { body } });
const edit = (wamid: string, message: object, seconds: number) => ({
  ...{ id: newWamid(), timestamp: String(START + seconds), text: undefined },
  ...{ type: "edit", edit: { original_message_id: wamid, message } },
});

/** A lead who has written, at the second 0. */
async function newPerson(first: object = text("Helo"), on = channel) {
  const [number, wamid] = [newNumber(), newWamid()];
  const say = (message: object, to = on) =>
    deliver(to, whatsappBody(to, textFrom(number, "", { text: undefined, ...message })));
  await say({ id: wamid, timestamp: String(START), ...first });
  const query = "select id, conversation_id from messages where external_id = ?";
  const [row] = await rowsOf<{ id: number; conversation_id: number }>(query, wamid);
  const now = async () => (await client.get(`/messages/${row!.id}`)).body.data;
  const talk = async () => (await client.get(`/conversations/${row!.conversation_id}`)).body.data;
  const { lead_id: leadId } = await talk();
  const change = (body: string, seconds: number) => say(edit(wamid, text(body), seconds));
  return { id: row!.id, wamid, leadId, say, change, now, talk };
}

describe("an edit", () => {
  it("changes the message that it edits, and nothing else", async () => {
    const person = await newPerson();
    await client.patch(`/conversations/${(await person.talk()).id}`, { state: "closed" });
    const before = await person.talk();
    const lead = (await client.get(`/leads/${person.leadId}`)).body.data;
    const { updated_at, ...first } = await person.now();
    await person.change("Hello", 60);
    const edited_at = new Date((START + 60) * 1000).toISOString();
    const edited = { ...first, text: "Hello", edited_at, payload: { original_text: "Helo" } };
    const { updated_at: changed, ...now } = await person.now();
    expect(now).toEqual(edited);
    expect(changed > updated_at).toBe(true);
    const last_message = { ...before.last_message, text: "Hello" };
    expect(await person.talk()).toEqual({ ...before, last_message });
    expect((await client.get(`/leads/${person.leadId}`)).body.data).toEqual(lead);
    expect(await messagesOf(client, before.id)).toHaveLength(1);
    const ofLead = `lead_id=${person.leadId}`;
    expect(await dataOf(client, "message.edited", ofLead)).toMatchObject([
      { message_id: first.id, message: { text: "Hello", edited_at, direction: "inbound" } },
    ]);
    expect(await dataOf(client, "message.received", ofLead)).toHaveLength(1);
  });

  it("keeps the first text through later edits, which may come twice or late", async () => {
    const person = await newPerson();
    for (const [body, seconds] of [
      ["three", 30],
      ["three", 30],
      ["two", 20],
      ["four", 40],
      ["one", 10],
    ] as const)
      await person.change(body, seconds);
    expect(await person.now()).toMatchObject({
      text: "four",
      payload: { original_text: "Helo" },
      edited_at: new Date((START + 40) * 1000).toISOString(),
    });
    expect(await dataOf(client, "message.edited", `lead_id=${person.leadId}`)).toHaveLength(2);
  });

  it("may come with the message, in any order, and several times in one webhook", async () => {
    const [number, wamid] = [newNumber(), newWamid()];
    const from = { from: number };
    const messages = [
      { ...from, ...edit(wamid, text("last"), 20) },
      { ...from, ...edit(wamid, text("first"), 10) },
      { ...from, id: wamid, timestamp: String(START), ...text("original") },
    ];
    await deliver(channel, whatsappBody(channel, { messages }));
    const [row] = await rowsOf<{ id: number }>(
      "select id from messages where external_id = ?",
      wamid,
    );
    expect((await client.get(`/messages/${row!.id}`)).body.data).toMatchObject({
      text: "last",
      payload: { original_text: "original" },
    });
  });

  it("of a caption may remove it, or add one", async () => {
    const { id } = await newFileAtMeta(fileOf("a picture"));
    const image = (caption?: string) => ({ type: "image", image: { id, caption } });
    const [removed, added] = [await newPerson(image("Mine")), await newPerson(image())];
    await removed.say(edit(removed.wamid, image(), 5));
    await added.say(edit(added.wamid, image("Ours"), 5));
    expect(await removed.now()).toMatchObject({ text: null, payload: { original_text: "Mine" } });
    expect(await added.now()).toMatchObject({ text: "Ours", payload: { original_text: null } });
  });

  it("of what is not there, no more, or another channel's has no effect", async () => {
    const person = await newPerson();
    const rows = await rowsOf("select * from messages order by id");
    await person.say(edit("wamid.OF-NOBODY", text("Hello"), 5));
    const other = await newMetaChannel(client);
    await person.say(edit(person.wamid, text("Hello"), 5), other);
    const elsewhere = await newMetaChannel(await newWorkspace());
    await person.say(edit(person.wamid, text("Hello"), 5), elsewhere);
    expect(await rowsOf("select * from messages order by id")).toEqual(rows);
    await person.say({ type: "revoke", revoke: { original_message_id: person.wamid } });
    await person.change("Hello", 5);
    expect(await person.now()).toMatchObject({
      ...{ text: null, payload: { deleted: true }, edited_at: null },
    });
  });

  it("brings back no text that was erased", async () => {
    const person = await newPerson();
    await client.patch("/settings", { retention_texts_days: 3 });
    await later(4 * 86_400_000, () => cleanUp(testEnv, databaseOf(), 50));
    await client.patch("/settings", { retention_texts_days: null });
    expect(await person.now()).toMatchObject({ text: null, payload: {} });
    await person.change("Hello", 5);
    expect(await person.now()).toMatchObject({ text: null, payload: {}, edited_at: null });
  });

  it("is deleted with the message", async () => {
    const person = await newPerson();
    await person.change("Hello", 5);
    await person.say({ type: "revoke", revoke: { original_message_id: person.wamid } });
    expect(await person.now()).toMatchObject({ text: null, payload: { deleted: true } });
  });

  it("on Instagram changes the message, too", async () => {
    const own = await newWorkspace();
    const account = await newMetaChannel(own, "instagram", { external_id: ACCOUNT_ID });
    await deliver(account, instagramBody({ message: { mid: MID, text: "Helo" } }));
    const message_edit = { mid: MID, text: "Hello", num_edit: 1 };
    await deliver(account, instagramBody({ message_edit, timestamp: Date.now() }));
    expect((await own.get("/messages")).body.data).toMatchObject([
      { text: "Hello", payload: { original_text: "Helo" } },
    ]);
    expect((await own.get("/leads")).body.data).toHaveLength(1);
  });
});

describe("an edit to an opt-out word", () => {
  const ledger = async ({ leadId }: { leadId: number }) => ledgerOf(await personOf(client, leadId));

  it("unsubscribes, by the time of the edit, once", async () => {
    const person = await newPerson();
    await person.say({ timestamp: String(START + 5), ...text("START") });
    await person.change("STOP", 60);
    await person.change("STOP", 60);
    expect(await ledger(person)).toEqual(["opted_in by keyword", "opted_out by keyword"]);
    expect((await client.get(`/leads/${person.leadId}`)).body.data.is_optout).toBe(true);
    // It is confirmed as any other.
    expect((await messagesOf(client, (await person.talk()).id)).at(-1)).toMatchObject({
      direction: "outbound",
    });
    // A later word of the lead's holds, whatever is delivered again.
    await person.say({ timestamp: String(START + 90), ...text("START") });
    await person.change("STOP", 60);
    expect((await client.get(`/leads/${person.leadId}`)).body.data.is_optout).toBe(false);
  });

  it("unsubscribes also who takes it back by the next edit, however they arrive", async () => {
    const edits = [
      ["STOP", 10],
      ["Hello", 20],
    ] as const;
    const [apart, late, together] = [await newPerson(), await newPerson(), await newPerson()];
    for (const [body, seconds] of edits) await apart.change(body, seconds);
    for (const [body, seconds] of edits.toReversed()) await late.change(body, seconds);
    const from = { from: newNumber() };
    const messages = [
      { ...from, id: "wamid.T", timestamp: String(START), ...text("Hi") },
      ...edits.map(([body, seconds]) => ({ ...from, ...edit("wamid.T", text(body), seconds) })),
    ];
    await deliver(channel, whatsappBody(channel, { messages }));
    const [sender] = (await client.get(`/leads?phone=%2B${from.from}`)).body.data;
    for (const person of [apart, late, { ...together, leadId: sender.id as number }]) {
      expect(await ledger(person)).toEqual(["opted_out by keyword"]);
      const [entry] = (await personOf(client, person.leadId)).consents;
      expect(entry!.at).toBe(new Date((START + 10) * 1000).toISOString());
    }
    // A word that the lead wrote between the two holds.
    await late.say({ timestamp: String(START + 15), ...text("START") });
    expect((await client.get(`/leads/${late.leadId}`)).body.data.is_optout).toBe(false);
  });

  it("unsubscribes before the message arrives", async () => {
    const [number, wamid] = [newNumber(), newWamid()];
    const known = await make(client, "/leads", { phone: `+${number}` });
    const from = { from: number };
    const say = (message: object) =>
      deliver(channel, whatsappBody(channel, { messages: [{ ...from, ...message }] }));
    await say({ id: newWamid(), timestamp: String(START - 5), ...text("Hello") });
    for (const _ of "12") await say(edit(wamid, text("STOP"), 10));
    for (const _ of "12") await say({ id: wamid, timestamp: String(START), ...text("START") });
    expect(await ledger({ leadId: known.id })).toEqual([
      "opted_out by keyword",
      "opted_in by keyword",
    ]);
    expect((await client.get(`/leads/${known.id}`)).body.data.is_optout).toBe(true);
  });

  it("unsubscribes a stranger before the message makes them a lead", async () => {
    const [number, wamid] = [newNumber(), newWamid()];
    const say = (message: object) =>
      deliver(channel, whatsappBody(channel, { messages: [{ from: number, ...message }] }));
    await say(edit(wamid, text("STOP"), 10));
    await say({ id: wamid, timestamp: String(START), ...text("Hello") });
    const [lead] = (await client.get(`/leads?phone=${number}`)).body.data;
    expect(await ledger({ leadId: lead.id })).toEqual(["opted_out by suppression"]);
    await say({ id: newWamid(), timestamp: String(START + 20), ...text("START") });
    const phone = encodeURIComponent(`+${number}`);
    expect((await client.get(`/suppressions?phone=${phone}`)).body.data).toEqual([]);
  });

  it("unsubscribes whoever has sent the message, also with a number that is new", async () => {
    const [from_user_id, wamid] = [`US.${newNumber()}`, newWamid()];
    const say = (message: object) =>
      deliver(channel, whatsappBody(channel, { messages: [{ from_user_id, ...message }] }));
    await say({ id: wamid, timestamp: String(START), ...text("Hello") });
    const [row] = await rowsOf<{ id: number }>(
      "select lead_id as id from lead_identities where value = ?",
      from_user_id,
    );
    await say({ from: newNumber(), ...edit(wamid, text("STOP"), 10) });
    expect(await ledger({ leadId: row!.id })).toEqual(["opted_out by keyword"]);
  });

  it("unsubscribes where the first text has subscribed, and the other way round not", async () => {
    const [started, stopped] = [await newPerson(text("START")), await newPerson(text("STOP"))];
    await started.change("STOP", 60);
    await stopped.change("START", 60);
    expect([await ledger(started), await ledger(stopped)]).toEqual([
      ["opted_in by keyword", "opted_out by keyword"],
      ["opted_out by keyword"],
    ]);
    for (const { leadId } of [started, stopped])
      expect((await client.get(`/leads/${leadId}`)).body.data.is_optout).toBe(true);
  });
});
