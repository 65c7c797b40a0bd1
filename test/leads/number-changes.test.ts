import { beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newLead, newWorkspace } from "../support/api";
import { deliver, newMetaChannel, newWamid, textFrom, whatsappBody } from "../support/messaging";
import { idsIn, onlyPersonOf, type Person, peopleOf } from "../support/received";

const [OLD, NEW] = ["16505551234", "12195555358"];

let client: Client;
let channel: Channel;

beforeEach(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client);
});

const write = (number: string) =>
  deliver(channel, whatsappBody(channel, textFrom(number, "Hello")));

const nowSeconds = () => String(Math.floor(Date.now() / 1000));

/** WhatsApp's notice that a number has changed, the same each time. */
function change(from = OLD, to = NEW) {
  const system = {
    body: `User A changed from ${from} to ${to}`,
    wa_id: to,
    type: "user_changed_number",
  };
  const body = whatsappBody(channel, {
    messages: [{ from, id: newWamid(), timestamp: nowSeconds(), type: "system", system }],
  });
  return () => deliver(channel, body);
}

const shown = (person: Person) => [person.lead.phone, idsIn(person), person.messages.length];

describe("a number that has changed", () => {
  it("moves the lead's phone and identity: messages from the new one are of the same lead", async () => {
    await write(OLD);
    await change()();
    await write(NEW);
    expect(shown(await onlyPersonOf(client))).toEqual([`+${NEW}`, [`wa_id:${NEW}`], 3]);
    expect((await client.get(`/leads?phone=${NEW}`)).body.data).toHaveLength(1);
    expect((await client.get(`/leads?phone=${OLD}`)).body.data).toEqual([]);
  });

  it("is found for a lead who has not written before, by the phone in any form", async () => {
    const lead = await newLead(client, { phone: "+551187654321" });
    await change("5511987654321", "5511912345678")();
    const person = await onlyPersonOf(client);
    expect(person.lead.id).toBe(lead.id);
    expect(shown(person)).toEqual(["+5511912345678", ["wa_id:5511912345678"], 1]);
  });

  it("does not affect a phone that is not the old number", async () => {
    await write(OLD);
    const { lead } = await onlyPersonOf(client);
    await client.patch(`/leads/${lead.id}`, { phone: "+33612345678" });
    await change()();
    expect(shown(await onlyPersonOf(client))).toEqual(["+33612345678", [`wa_id:${NEW}`], 2]);
  });

  it("does not move the phone when another lead has the new one, and leaves both leads unchanged", async () => {
    await write(OLD);
    await newLead(client, { phone: `+${NEW}` });
    expect((await change()()).status).toBe(200);
    const [one, other] = await peopleOf(client);
    expect([one!.lead.phone, other!.lead.phone]).toEqual([`+${OLD}`, `+${NEW}`]);
    await write(NEW);
    expect((await peopleOf(client)).map(({ messages }) => messages.length)).toEqual([2, 1]);
  });

  it("reported twice creates no lead with the old number", async () => {
    await write(OLD);
    const report = change();
    for (let times = 0; times < 3; times++) await report();
    expect(shown(await onlyPersonOf(client))).toEqual([`+${NEW}`, [`wa_id:${NEW}`], 2]);
  });

  it("reported again has no effect once another lead has the old number", async () => {
    await write(OLD);
    const report = change();
    await report();
    await write(OLD);
    const before = await peopleOf(client);
    expect(before.map(shown)).toEqual([
      [`+${NEW}`, [`wa_id:${NEW}`], 2],
      [`+${OLD}`, [`wa_id:${OLD}`], 1],
    ]);
    await report();
    expect(await peopleOf(client)).toEqual(before);
  });

  it("reported by several deliveries at once moves once", async () => {
    await write(OLD);
    const report = change();
    await Promise.all(Array.from({ length: 8 }, report));
    expect(shown(await onlyPersonOf(client))).toEqual([`+${NEW}`, [`wa_id:${NEW}`], 2]);
  });

  it("reported after a message from the new one leaves one lead", async () => {
    await write(NEW);
    await change()();
    expect(shown(await onlyPersonOf(client))).toEqual([`+${NEW}`, [`wa_id:${NEW}`], 2]);
  });

  it("may change again, and back", async () => {
    await write(OLD);
    await change()();
    await change(NEW, "12195550000")();
    await change("12195550000", OLD)();
    expect(shown(await onlyPersonOf(client))).toEqual([`+${OLD}`, [`wa_id:${OLD}`], 4]);
  });

  it("leaves repeated messages from before the change in their conversation", async () => {
    const hello = whatsappBody(channel, textFrom(OLD, "Hello"));
    await deliver(channel, hello);
    await change()();
    await deliver(channel, hello);
    expect(shown(await onlyPersonOf(client))).toEqual([`+${NEW}`, [`wa_id:${NEW}`], 2]);
  });
});
