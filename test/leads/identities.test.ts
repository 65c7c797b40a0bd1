import { beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newChannel, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import {
  deliver,
  newMetaChannel,
  newNumber,
  newWamid,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { idsIn, onlyPersonOf, peopleOf } from "../support/received";

let client: Client;
let channel: Channel;

beforeEach(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client);
});

const write = (number: string, to = channel) =>
  deliver(to, whatsappBody(to, textFrom(number, "Hello")));

type Contact = { wa_id?: string; user_id?: string; profile?: object };

/** Delivers a message from a sender that WhatsApp describes like this. */
const writeAs = ({ wa_id, user_id, profile = { name: "Zoé" } }: Contact) =>
  deliver(
    channel,
    whatsappBody(channel, {
      contacts: [{ profile, wa_id, user_id }],
      messages: [
        {
          from: wa_id,
          from_user_id: user_id,
          id: newWamid(),
          timestamp: "1749416383",
          type: "text",
          text: { body: "Hello" },
        },
      ],
    }),
  );

const leadIds = async () => (await peopleOf(client)).map(({ lead }) => lead.id);

describe("a lead that was created with a phone", () => {
  it.each([
    ["in the same form", "+16505551234", "16505551234"],
    ["as it was sent, without a +", "16505551234", "16505551234"],
    ["of Brazil, with the ninth digit", "+5511987654321", "551187654321"],
    ["of Brazil, without the ninth digit", "+551187654321", "5511987654321"],
    ["of Brazil, as it was sent", "551187654321", "5511987654321"],
    ["of Mexico, without the 1", "+525512345678", "5215512345678"],
    ["of Mexico, with the 1", "+5215512345678", "525512345678"],
    ["of Argentina, without the 9", "+54 11 2345-6789", "5491123456789"],
    ["of Argentina, with the 9", "+54 9 11 3456-7891", "541134567891"],
    ["of Ivory Coast, who kept the old account", "+225 07 07 12 34 56", "22507123456"],
    ["of Ivory Coast, with the old number", "+225 05 65 43 21", "2250505654321"],
    ["of Benin, who kept the old account", "+229 01 97 11 22 33", "22997112233"],
    ["of Benin, with the old number", "+229 66 33 44 55", "2290166334455"],
    ["of Gabon, with the old number", "+241 06 03 12 34", "24166031234"],
    ["of Gabon, who kept the old account", "+241 66 03 12 34", "2416031234"],
    ["in another form of its country", "+33612345678", "330612345678"],
  ])("is the sender who writes from the number: %s", async (_, phone, number) => {
    const lead = await newLead(client, {
      phone,
      first_name: "Ada",
      last_name: null,
      source: "import",
    });
    await write(number);
    await write(number);
    const person = await onlyPersonOf(client);
    expect(person.lead).toMatchObject({
      id: lead.id,
      first_name: "Ada",
      last_name: null,
      source: "import",
      phone: lead.phone,
    });
    expect([idsIn(person), person.messages.length, person.conversations.length]).toEqual([
      [`wa_id:${number}`],
      2,
      1,
    ]);
  });

  it("is not the sender who writes from a similar number", async () => {
    for (const phone of ["+551132654321", "+16505551234", "+525512345678"])
      await newLead(client, { phone });
    for (const number of ["5511932654321", "6505551234", "5255123456780"]) await write(number);
    expect(await peopleOf(client)).toHaveLength(6);
  });

  it("gets the conversation, also when another lead was known by the number before", async () => {
    await write("16505551234");
    const former = await onlyPersonOf(client);
    await client.patch(`/leads/${former.lead.id}`, { phone: "+16505550000" });
    const lead = await newLead(client, { phone: "+16505551234" });
    await write("16505551234");
    const [one, other] = await peopleOf(client);
    expect([idsIn(one!), one!.messages.length]).toEqual([[], 1]);
    expect([other!.lead.id, idsIn(other!), other!.messages.length]).toEqual([
      lead.id,
      ["wa_id:16505551234"],
      1,
    ]);
  });
});

describe("an unknown sender", () => {
  it.each<[string, object | undefined, object]>([
    [
      "a name of two words",
      { name: "Sheena Nelson" },
      { first_name: "Sheena", last_name: "Nelson", username: null },
    ],
    [
      "a name of one word",
      { name: "Sheena" },
      { first_name: "Sheena", last_name: null, username: null },
    ],
    [
      "a name of many",
      { name: " Maria  do Carmo Silva " },
      { first_name: "Maria", last_name: "do Carmo Silva", username: null },
    ],
    [
      "a username",
      { name: "Pablo", username: "@realpablo" },
      { first_name: "Pablo", last_name: null, username: "@realpablo" },
    ],
    ["no name", undefined, { first_name: null, last_name: null, username: null }],
    ["a blank name", { name: "  " }, { first_name: null, last_name: null, username: null }],
    [
      "a name that is not a text",
      { name: 7, username: {} },
      { first_name: null, last_name: null, username: null },
    ],
    [
      "a name with a NUL",
      { name: "Ze\0ro\ud800" },
      { first_name: "Zero", last_name: null, username: null },
    ],
    [
      "a very long name",
      { name: "x".repeat(300) },
      { first_name: "x".repeat(255), last_name: null, username: null },
    ],
  ])("becomes a lead with %s", async (_, profile, expected) => {
    await writeAs({ wa_id: "16505551234", profile: profile ?? {} });
    expect((await onlyPersonOf(client)).lead).toMatchObject({
      ...expected,
      phone: "+16505551234",
      source: "whatsapp",
    });
  });

  it("is found by name and phone from then on, and keeps the name that the lead has here", async () => {
    await writeAs({ wa_id: "16505551234", profile: { name: "Zoë Quirin" } });
    const { lead } = await onlyPersonOf(client);
    for (const query of ["name=zoe", "phone=1650555", "source=whatsapp"])
      expect((await client.get(`/leads?${query}`)).body.data, query).toMatchObject([
        { id: lead.id },
      ]);
    await client.patch(`/leads/${lead.id}`, { first_name: "Zora" });
    await writeAs({ wa_id: "16505551234", profile: { name: "Somebody Else", username: "else" } });
    expect((await onlyPersonOf(client)).lead).toMatchObject({
      first_name: "Zora",
      last_name: "Quirin",
      username: "else",
    });
  });

  it("is one lead, known by number and business-scoped id once they came together", async () => {
    await writeAs({ wa_id: "16505551234", user_id: "US.1234" });
    await writeAs({ user_id: "US.1234" });
    await write("16505551234");
    const person = await onlyPersonOf(client);
    expect([idsIn(person), person.messages.length]).toEqual([
      ["bsuid:US.1234", "wa_id:16505551234"],
      3,
    ]);
  });

  it("keeps the lead when another id becomes known as well", async () => {
    const lead = await newLead(client, { phone: "+16505551234" });
    await writeAs({ wa_id: "16505551234", user_id: "US.1234" });
    await client.patch(`/leads/${lead.id}`, { phone: null });
    await writeAs({ user_id: "US.1234" });
    expect((await onlyPersonOf(client)).messages).toHaveLength(2);
  });
});

describe("leads", () => {
  it("of two workspaces stay separate, even for the same person", async () => {
    const other = await newWorkspace();
    const foreign = await newMetaChannel(other);
    await newLead(other, { phone: "+16505551234" });
    await write("16505551234");
    expect((await onlyPersonOf(client)).messages).toHaveLength(1);
    expect((await onlyPersonOf(other)).messages).toEqual([]);
    await write("16505551234", foreign);
    for (const one of [client, other]) expect((await onlyPersonOf(one)).messages).toHaveLength(1);
  });

  it("have one conversation for each channel", async () => {
    const second = await newMetaChannel(client);
    await write("16505551234");
    await write("16505551234", second);
    await write("16505551234", second);
    const { conversations, lead } = await onlyPersonOf(client);
    expect(conversations).toMatchObject([
      { channel_id: channel.id, messages_count: 1 },
      { channel_id: second.id, messages_count: 2 },
    ]);
    expect(lead.conversations).toHaveLength(2);
  });

  it("that were deleted are created again when they write", async () => {
    await write("16505551234");
    const { lead } = await onlyPersonOf(client);
    await client.delete(`/leads/${lead.id}`);
    expect(await peopleOf(client)).toEqual([]);
    const left = await testEnv.DB.prepare(
      "select count(*) as n from lead_identities where lead_id = ?",
    )
      .bind(lead.id)
      .first("n");
    expect(left).toBe(0);
    await write("16505551234");
    expect((await onlyPersonOf(client)).messages).toHaveLength(1);
  });

  it("that are deleted while they write end as one, or none", async () => {
    await write("16505551234");
    const [id] = await leadIds();
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => write("16505551234")),
      client.delete(`/leads/${id}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200));
    expect((await peopleOf(client)).length).toBeLessThanOrEqual(1);
  });

  it("are known by the address that a gateway reports", async () => {
    const sandbox = await newChannel(client);
    const lead = await newLead(client);
    for (const from of ["+1 (650) 555-1234", "US.1234"])
      expect(
        (
          await client.post(`/channels/${sandbox.id}/inbound`, {
            lead_id: lead.id,
            from,
            text: "Hello",
          })
        ).status,
      ).toBe(201);
    await write("16505551234");
    const person = await onlyPersonOf(client);
    expect([person.lead.id, idsIn(person), person.messages.length]).toEqual([
      lead.id,
      ["bsuid:US.1234", "wa_id:16505551234"],
      3,
    ]);
  });

  it("that are created through the API while their first message arrives are one", async () => {
    for (let times = 0; times < 5; times++) {
      const number = newNumber();
      const [made, ...received] = await Promise.all([
        client.post("/leads", { phone: `+${number}` }),
        ...Array.from({ length: 3 }, () => write(number)),
      ]);
      expect(received.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect([201, 422]).toContain(made.status);
      const found = (await client.get(`/leads?phone=${number}`)).body.data;
      expect(found).toMatchObject([{ conversations: [{ messages_count: 3 }] }]);
    }
  });
});
