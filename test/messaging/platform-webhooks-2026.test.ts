import { beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { messages } from "../fixtures/whatsapp";
import { ADA, bodies2026, call, notice, sharedContact, status } from "../fixtures/whatsapp-2026";
import { type Client, make, newWorkspace } from "../support/api";
import { deliver, messageNow, newMetaChannel, sendDue, whatsappBody } from "../support/messaging";
import { idsIn, onlyPersonOf, peopleOf } from "../support/received";
import { rowsOf } from "../support/rows";

let client: Client;
let channel: Channel;

beforeEach(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client);
});

const now = () => String(Math.floor(Date.now() / 1000));
const say = (id: string, beside: object = {}, to = channel) =>
  deliver(
    to,
    whatsappBody(to, {
      contacts: [{ profile: { name: "Ada", username: "ada.k" }, user_id: ADA.bsuid }],
      messages: [{ from_user_id: ADA.bsuid, id, timestamp: now(), ...messages.text, ...beside }],
    }),
  );

it("a person without a number is one lead under both numbers of a portfolio, and is answered", async () => {
  await say("wamid.1");
  const other = await newMetaChannel(client);
  // As the hourly reading of the accounts has it.
  const read = "update channels set portfolio_id = 'p1' where id in (?, ?)";
  await rowsOf(read, channel.id, other.id);
  await say("wamid.2", {}, other);
  const person = await onlyPersonOf(client);
  expect(person.lead).toMatchObject({ first_name: "Ada", username: "ada.k", phone: null });
  expect([idsIn(person), person.messages.length]).toEqual([[`bsuid:${ADA.bsuid}`], 2]);
  for (const { channel_id } of person.conversations) {
    const { id: leadId } = person.lead;
    const sent = await make(client, `/leads/${leadId}/messages`, { text: "Muraho", channel_id });
    await sendDue(channel_id!);
    expect(await messageNow(client, sent)).toMatchObject({ status: "sent" });
  }
});

describe("a call", () => {
  const ring = (more: object = {}) =>
    deliver(
      channel,
      whatsappBody(channel, { calls: [call({ timestamp: now(), ...more })] }, "calls"),
    );

  it("is a message that opens the window once, whatever comes of it", async () => {
    await ring();
    const person = await onlyPersonOf(client);
    expect(person.messages).toMatchObject([
      { type: "call", text: null, payload: {}, external_id: "wacid.K1", direction: "inbound" },
    ]);
    expect(person.conversations).toMatchObject([
      { unread_count: 1, messages_count: 1, window: { is_open: true } },
    ]);
    for (const more of [{}, { event: "terminate" }, { timestamp: String(Number(now()) + 60) }])
      await ring(more);
    expect(await onlyPersonOf(client)).toEqual(person);
  });

  it("of two deliveries at once is stored once", async () => {
    await Promise.all([ring(), ring(), ring()]);
    const { messages: stored, conversations } = await onlyPersonOf(client);
    expect(stored).toHaveLength(1);
    expect(conversations).toMatchObject([{ unread_count: 1, messages_count: 1 }]);
  });
});

describe("whatever WhatsApp sends", () => {
  it.each(Object.entries(bodies2026))("is answered with 200 in full: %s", async (_, body) => {
    const [entry] = JSON.parse(JSON.stringify(body)).entry;
    const { metadata } = entry.changes[0].value;
    metadata.phone_number_id = channel.external_id;
    expect((await deliver(channel, { entry: [entry] })).body).toEqual({ success: true });
  });

  it("loses nothing else where a part of it is wrong", async () => {
    const wrong = ["", 7, null, [], {}, "__proto__"];
    const hostile = wrong.flatMap((value, index) => [
      { ...notice({ type: "user_changed_user_id", user_id: value, previous_user_id: value }) },
      { ...sharedContact({ phones: value }), id: `wamid.card.${index}`, timestamp: value },
      { ...sharedContact(), id: value },
      { ...notice({ type: value }), from: value, from_user_id: value },
      value,
    ]);
    const reports = wrong.map((value) => status({ status: value, recipient_id: value }));
    const { status: answered } = await deliver(channel, {
      entry: [
        ...wrong,
        ...wrong.map((field) => ({ changes: [{ field, value: field }, field] })),
        ...whatsappBody(channel, { calls: wrong, contacts: wrong as object[] }, "calls").entry,
        ...whatsappBody(channel, {
          contacts: [...wrong, { wa_id: 7, user_id: ADA.bsuid, profile: 7 }] as object[],
          messages: [
            ...hostile,
            { from_user_id: ADA.bsuid, id: "wamid.good", timestamp: now(), ...messages.text },
          ] as object[],
          statuses: [...reports, ...wrong] as object[],
        }).entry,
      ],
    });
    expect(answered).toBe(200);
    const stored = (await peopleOf(client)).flatMap((person) => person.messages);
    const ids = stored.map(({ external_id }) => external_id);
    expect(ids).toEqual(
      expect.arrayContaining(["wamid.good", ...wrong.map((_, index) => `wamid.card.${index}`)]),
    );
  });
});
