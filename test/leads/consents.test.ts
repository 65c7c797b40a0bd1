import { beforeEach, describe, expect, it } from "vitest";
import type { Lead } from "#features/leads/schema";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newLead, newWorkspace } from "../support/api";
import {
  deliver,
  newMetaChannel,
  newNumber,
  newWamid,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { meterOf } from "../support/meter";
import { ledgerOf, onlyPersonOf, optoutsOf, personOf } from "../support/received";
import { rowsOf } from "../support/rows";

let client: Client;
let channel: Channel;
let number: string;
let lead: Lead;

beforeEach(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client);
  number = newNumber();
  lead = await newLead(client, { phone: `+${number}` });
});

const seconds = (ago = 0) => String(Math.floor(Date.now() / 1000) - ago);
const iso = (timestamp: string) => new Date(Number(timestamp) * 1000).toISOString();

const message = (more: object, timestamp = seconds()) => ({
  from: number,
  id: newWamid(),
  timestamp,
  ...more,
});
const text = (body: string, timestamp?: string) =>
  message({ type: "text", text: { body } }, timestamp);
const deliverAll = (...messages: object[]) => deliver(channel, whatsappBody(channel, { messages }));
const say = (body: string, timestamp?: string) => deliverAll(text(body, timestamp));
const prefer = (value: string, more: object = {}) =>
  deliver(
    channel,
    whatsappBody(
      channel,
      { user_preferences: [{ wa_id: number, category: "marketing_messages", value, ...more }] },
      "user_preferences",
    ),
  );

const now = () => personOf(client, lead.id);
const isOptout = async () => (await now()).lead.is_optout;

describe("an opt-out", () => {
  it("comes by words of many languages, whatever stands around them, and START undoes it", async () => {
    const words = [
      ...["STOP", "stop?", "“STOP”", "*STOP*", "STOP 🛑", "STOPALL", "opt-out", "CANCEL", "revoke"],
      ...[" Arrêt! ", "désinscription", "Abmelden", "Disiscrivimi", "Afmelden", "Sair.", "Baja"],
      ...["Отписаться", "إيقاف", "İptal", "Wypisz się", "रोकें", "STOP\nSent from my iPhone"],
    ];
    for (const word of words) {
      await say(word);
      expect(await isOptout(), word).toBe(true);
      await say("Start!");
      expect(await isOptout(), `START after ${word}`).toBe(false);
    }
    expect((await now()).consents).toHaveLength(2 * words.length);
  });

  it("does not come by a sentence with a keyword, nor by a keyword beside something else", async () => {
    for (const words of [
      "we have got to stop this bill",
      "Stop it",
      "please stop",
      "stop stop",
      "unstoppable",
      "STOP 12345",
      "non-stop",
      "don’t stop",
      "stop by at 5",
      "Where does the bus stop?",
    ])
      await say(words);
    await deliverAll(
      message({ type: "image", image: { id: "1", caption: "STOP" } }),
      message({ type: "reaction", reaction: { message_id: "wamid.1", emoji: "STOP" } }),
      message({ type: "location", location: { latitude: 1, longitude: 1, name: "STOP" } }),
    );
    expect((await now()).consents).toEqual([]);
  });

  it.each([
    [
      "a template's button by what is behind it",
      { type: "button", button: { text: "No more, please", payload: "STOP" } },
    ],
    [
      "a template's button by its title",
      { type: "button", button: { text: "Unsubscribe", payload: "4711" } },
    ],
    [
      "a reply button by its id",
      {
        type: "interactive",
        interactive: { type: "button_reply", button_reply: { id: "stop", title: "No" } },
      },
    ],
    [
      "an item of a list by its title",
      {
        type: "interactive",
        interactive: { type: "list_reply", list_reply: { id: "9", title: "Stop" } },
      },
    ],
  ])("comes by %s", async (_, tapped) => {
    const timestamp = seconds(60);
    await deliverAll(message(tapped, timestamp));
    const { consents, messages, lead } = await now();
    expect(lead.is_optout).toBe(true);
    expect(consents).toMatchObject([
      { kind: "opted_out", method: "button", message_id: messages[0]!.id, at: iso(timestamp) },
    ]);
  });

  it("comes by a postback and a quick reply on Instagram", async () => {
    const instagram = await newMetaChannel(client, "instagram");
    const events = [
      { postback: { mid: "mid.1", title: "No more", payload: "STOP" } },
      { message: { mid: "mid.2", text: "Yes", quick_reply: { payload: "START" } } },
      { message: { mid: "mid.3", text: "Parar" } },
    ];
    const messaging = events.map((event, index) => ({
      sender: { id: "5678" },
      timestamp: Date.now() - 9_000 + 1_000 * index,
      ...event,
    }));
    await deliver(instagram, {
      object: "instagram",
      entry: [{ id: instagram.external_id, messaging }],
    });
    const [{ id }] = (await client.get("/leads?source=instagram")).body.data;
    const person = await personOf(client, id);
    expect(ledgerOf(person)).toEqual([
      "opted_out by button",
      "opted_in by button",
      "opted_out by keyword",
    ]);
    expect(person.lead.is_optout).toBe(true);
  });

  it("comes by a preference on the platform, and the opposite preference opts in", async () => {
    const timestamp = Number(seconds(60));
    await prefer("stop", { timestamp });
    expect(await optoutsOf(lead.id)).toEqual([false, true]);
    await prefer("stop", { timestamp });
    await prefer("resume", { timestamp: seconds(30) });
    expect(await optoutsOf(lead.id)).toEqual([false, false]);
    await prefer("stop");
    await prefer("stop");
    await prefer("resume", { category: "utility_messages" });
    const person = await now();
    expect(ledgerOf(person)).toEqual([
      "opted_out of marketing by preference",
      "opted_in of marketing by preference",
      "opted_out of marketing by preference",
    ]);
    expect([await optoutsOf(lead.id), person.messages]).toEqual([[false, true], []]);
    expect(person.consents[0]).toMatchObject({ message_id: null, at: iso(String(timestamp)) });
  });

  it("comes by a preference of a lead known by the number's other form, or by the business-scoped id alone", async () => {
    const brazilian = await newLead(client, { phone: "+5511987654321" });
    await prefer("stop", { wa_id: "551187654321" });
    const body = { contacts: [{ wa_id: number, user_id: "US.1234" }], messages: [text("Hello")] };
    await deliver(channel, whatsappBody(channel, body));
    await prefer("stop", { wa_id: undefined, user_id: "US.1234" });
    for (const { id } of [brazilian, lead]) expect(await optoutsOf(id)).toEqual([false, true]);
  });

  it("comes by each of the API's requests", async () => {
    const optOut = () => client.post(`/leads/${lead.id}/opt-out`);
    const optIn = () => client.post(`/leads/${lead.id}/opt-in`);
    for (const act of [optIn, optOut, optOut, optIn, optIn]) await act();
    await client.patch(`/leads/${lead.id}`, { is_optout: true, first_name: "Ada" });
    await client.patch(`/leads/${lead.id}`, { is_optout: true });
    await client.patch(`/leads/${lead.id}`, { first_name: "Bea" });
    await client.patch(`/leads/${lead.id}`, { is_optout: false });
    const person = await now();
    expect(ledgerOf(person)).toEqual([
      "opted_out by api",
      "opted_in by api",
      "opted_out by api",
      "opted_in by api",
    ]);
    expect(person.consents.map(({ message_id }) => message_id)).toEqual([null, null, null, null]);
    expect(person.lead.is_optout).toBe(false);
  });

  it("counts for a sender who has just become a lead by it", async () => {
    const other = newNumber();
    await deliver(channel, whatsappBody(channel, textFrom(other, "Stop")));
    expect((await client.get(`/leads?phone=${other}`)).body.data).toMatchObject([
      { is_optout: true },
    ]);
  });

  it.each(["new", "won", "lost"])("applies to a lead in the stage %s", async (pipeline_stage) => {
    await client.patch(`/leads/${lead.id}`, { pipeline_stage });
    await say("STOP");
    expect((await now()).lead).toMatchObject({ is_optout: true, pipeline_stage });
    await client.patch(`/leads/${lead.id}`, { pipeline_stage: "engaged" });
    expect(await isOptout()).toBe(true);
  });
});

describe("the order of consents", () => {
  it("is that of their times: a STOP that arrives late does not undo a later START", async () => {
    await say("START", seconds(20));
    await say("STOP", seconds(40));
    expect(await isOptout()).toBe(false);
    await say("STOP", seconds(10));
    expect(await isOptout()).toBe(true);
    await say("START", seconds(15));
    await prefer("resume", { timestamp: seconds(30) });
    expect(await isOptout()).toBe(true);
    expect((await now()).consents).toHaveLength(5);
  });

  it.each(["START", "unstop"])(
    "lets %s subscribe again, in one body or in several",
    async (word) => {
      await say("STOP", seconds(20));
      await say(word, seconds(10));
      expect(await isOptout()).toBe(false);
      await deliverAll(text("STOP", seconds(8)), text(word, seconds(6)), text("STOP", seconds(4)));
      expect(await isOptout()).toBe(true);
      expect((await now()).consents).toHaveLength(5);
    },
  );

  it("within one second is that of their arrival", async () => {
    const timestamp = seconds();
    for (const word of ["STOP", "START", "STOP"]) await say(word, timestamp);
    expect(await isOptout()).toBe(true);
    await say("START", timestamp);
    expect(await isOptout()).toBe(false);
    await deliverAll(text("STOP", timestamp), text("START", timestamp), text("STOP", timestamp));
    expect(await isOptout()).toBe(true);
    await deliverAll(text("STOP", timestamp), text("START", timestamp));
    const person = await now();
    expect([ledgerOf(person).length, person.lead.is_optout]).toEqual([9, false]);
  });

  it("is kept between a request and a message of the same second, whose time has no milliseconds", async () => {
    for (let times = 0; times < 3; times++) {
      await client.post(`/leads/${lead.id}/opt-out`);
      await say("START");
      expect(await isOptout()).toBe(false);
      await client.post(`/leads/${lead.id}/opt-out`);
      await client.post(`/leads/${lead.id}/opt-in`);
      await say("STOP");
      expect(await isOptout()).toBe(true);
      await client.post(`/leads/${lead.id}/opt-in`);
      await prefer("stop", { timestamp: seconds() });
    }
  });

  it("is the same however often and in whatever order they are delivered", async () => {
    const bodies = [50, 40, 30, 20, 10].map((ago, index) =>
      text(index % 2 ? "START" : "STOP", seconds(ago)),
    );
    for (const index of [3, 0, 4, 2, 1, 0, 4, 3, 3]) await deliverAll(bodies[index]!);
    const { consents, lead } = await now();
    expect([consents.length, lead.is_optout]).toEqual([5, true]);
  });
});

describe("the list of consents", () => {
  it("shows the newest entry first, and only those of the lead", async () => {
    await say("STOP", seconds(20));
    await say("START", seconds(10));
    const { body } = await client.get(`/leads/${lead.id}/consents`);
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual(["opted_in", "opted_out"]);
    expect((await (await newWorkspace()).get(`/leads/${lead.id}/consents`)).status).toBe(404);
  });

  it("names the keyword of a message that was deleted since, or that arrives after its deletion", async () => {
    const stop = text("STOP", seconds(30));
    const revoke = message(
      { type: "revoke", revoke: { original_message_id: stop.id } },
      seconds(20),
    );
    await deliverAll(revoke);
    await deliverAll(stop);
    const person = await onlyPersonOf(client);
    expect([person.lead.is_optout, ledgerOf(person), person.messages[0]!.text]).toEqual([
      true,
      ["opted_out by keyword"],
      null,
    ]);
  });
});

it("a change of consent costs the same however long the ledger is", async () => {
  await rowsOf(
    `with recursive entry(n) as (select 1 union all select n + 1 from entry where n < 1000)
     insert into consents (workspace_id, lead_id, kind, method, at, created_at)
     select ?, ?, iif(n % 2, 'opted_out', 'opted_in'), 'api', n * 1000, n from entry`,
    client.workspaceId,
    lead.id,
  );
  await client.patch("/settings", { opt_out_confirmation: "You are unsubscribed." });
  const read = async (send: Parameters<typeof meterOf>[0]) => (await meterOf(send)).rowsRead;
  for (const word of ["STOP", "START", "STOP"]) {
    const body = whatsappBody(channel, textFrom(number, word));
    const rows = await read((fetcher) => deliver(channel, body, { fetcher }));
    expect(rows, word).toBeLessThanOrEqual(400);
  }
  for (const change of ["opt-in", "opt-out"]) {
    const path = `/leads/${lead.id}/${change}`;
    const rows = await read((fetcher) => client.post(path, undefined, { fetcher }));
    expect(rows, change).toBeLessThanOrEqual(200);
  }
});
