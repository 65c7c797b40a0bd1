import { describe, expect, it } from "vitest";
import {
  bodies,
  bodyOf,
  bodyWith,
  messages,
  PHONE_NUMBER_ID,
  SHEENA,
  WAMID,
} from "../fixtures/whatsapp";
import { newLead, newWorkspace } from "../support/api";
import { deliver, newMetaChannel, sendDue } from "../support/messaging";
import { idsIn, ledgerOf, onlyPersonOf, type Person, peopleOf } from "../support/received";

const SENT_AT = "2025-06-08T20:59:43.000Z";
const { context } = messages.button;

async function connect() {
  const client = await newWorkspace();
  return {
    client,
    channel: await newMetaChannel(client, "whatsapp_cloud", { external_id: PHONE_NUMBER_ID }),
  };
}

/** The lead that a webhook creates in an empty workspace. A second delivery must change nothing. */
async function receivedTwice(body: unknown): Promise<Person[]> {
  const { client, channel } = await connect();
  expect((await deliver(channel, body)).body).toEqual({ success: true });
  await sendDue(channel.id);
  const people = await peopleOf(client);
  expect((await deliver(channel, body)).status).toBe(200);
  expect(await peopleOf(client)).toEqual(people);
  return people;
}

const wire = (type: string, text: string | null, payload: object = {}) => ({ type, text, payload });

describe("one message of WhatsApp", () => {
  it.each([
    ["text", wire("text", "Does it come in another color?")],
    ["reply", wire("text", "This one", { context: messages.reply.context })],
    [
      "fromAdvertisement",
      wire("text", "Hello! Can I get more info on this?", {
        referral: messages.fromAdvertisement.referral,
      }),
    ],
    ["image", wire("image", "Taj Mahal", messages.image.image)],
    ["video", wire("video", null, messages.video.video)],
    ["audio", wire("audio", null, messages.audio.audio)],
    ["document", wire("document", "Signed", messages.document.document)],
    ["sticker", wire("sticker", null, messages.sticker.sticker)],
    ["location", wire("location", null, messages.location.location)],
    ["contacts", wire("contacts", null, { contacts: messages.contacts.contacts })],
    ["reaction", wire("reaction", "👍", messages.reaction.reaction)],
    ["button", wire("button", "Unsubscribe", { ...messages.button.button, context })],
    ["buttonReply", wire("interactive", "Change", messages.buttonReply.interactive)],
    ["listReply", wire("interactive", "Priority Mail Express", messages.listReply.interactive)],
    [
      "flowReply",
      {
        ...wire("interactive", "Sent", {
          type: "nfm_reply",
          nfm_reply: { name: "flow", body: "Sent" },
        }),
        answers: { message_id: null, unverified: true, values: { age: "42" } },
      },
    ],
    ["order", wire("order", "Love these!", messages.order.order)],
    [
      "unsupported",
      wire("unsupported", null, {
        from: SHEENA.wa_id,
        id: WAMID,
        timestamp: "1749416383",
        ...messages.unsupported,
      }),
    ],
    ["ofATypeToCome", wire("unsupported", null, expect.objectContaining(messages.ofATypeToCome))],
    ["revoked", wire("system", null, { deleted: true })],
  ] as const)(
    "%s: makes a lead with a conversation and the message, once",
    async (name, message) => {
      const [person, ...others] = await receivedTwice(bodyOf(messages[name]));
      expect(others).toEqual([]);
      const { lead, conversations } = person!;
      // Notices of the platform and deleted messages do not open the window.
      const lastInboundAt = message.type === "system" ? null : SENT_AT;
      expect(lead).toMatchObject({
        first_name: "Sheena",
        last_name: "Nelson",
        username: null,
        phone: "+16505551234",
        source: "whatsapp",
        pipeline_stage: "new",
        is_optout: name === "button",
        conversations: [
          {
            platform: "whatsapp",
            messages_count: name === "button" ? 2 : 1,
            last_inbound_at: lastInboundAt,
            last_outbound_at: null,
          },
        ],
      });
      expect(idsIn(person!)).toEqual(["wa_id:16505551234"]);
      expect(conversations).toMatchObject([
        {
          lead_id: lead.id,
          last_inbound_at: lastInboundAt,
          window: { is_open: false, closes_at: lastInboundAt && "2025-06-09T20:59:43.000Z" },
        },
      ]);
      expect(person!.messages[0]).toEqual({
        id: expect.any(Number),
        conversation_id: conversations[0]!.id,
        direction: "inbound",
        answers: null,
        ...message,
        status: "received",
        error: null,
        origin: null,
        author: null,
        comment_id: null,
        external_id: WAMID,
        run_id: null,
        sent_at: SENT_AT,
        delivered_at: null,
        read_at: null,
        edited_at: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      });
      expect(ledgerOf(person!)).toEqual(name === "button" ? ["opted_out by button"] : []);
    },
  );

  it("about a number's change: is stored, opens no window, and moves the number", async () => {
    const { client, channel } = await connect();
    await newLead(client, { phone: `+${SHEENA.wa_id}` });
    for (let times = 0; times < 2; times++) {
      await deliver(channel, bodyOf(messages.numberChanged));
      const person = await onlyPersonOf(client);
      expect(person.messages).toMatchObject([
        wire("system", messages.numberChanged.system.body, messages.numberChanged.system),
      ]);
      expect(person.lead).toMatchObject({
        phone: "+12195555358",
        conversations: [{ messages_count: 1, last_inbound_at: null }],
      });
      expect(idsIn(person)).toEqual(["wa_id:12195555358"]);
    }
  });

  it.each<[string, unknown]>([
    ["a removed reaction", bodyOf(messages.reactionTakenBack)],
    ["a message to a group", bodyOf(messages.toAGroup)],
    ["a number's change", bodyOf(messages.numberChanged)],
    ...(
      ["sent", "delivered", "read", "failed", "deleted", "stop", "resume", "template"] as const
    ).map((name) => [name, bodies[name]] as [string, unknown]),
    [
      "an entry without changes",
      { object: "whatsapp_business_account", entry: [{ id: "1", changes: [] }] },
    ],
    ["another object", { object: "page", entry: [] }],
  ])("makes no lead: %s", async (_, body) => {
    expect(await receivedTwice(body)).toEqual([]);
  });

  it("from a sender without a number: makes a lead that is known by the business-scoped id", async () => {
    const [person] = await receivedTwice(bodies.username);
    expect(person!.lead).toMatchObject({
      first_name: "Pablo",
      last_name: "M.",
      username: "@realpablo",
      phone: null,
      source: "whatsapp",
    });
    expect(idsIn(person!)).toEqual(["bsuid:US.1234"]);
    const [other] = await receivedTwice(bodies.userIdInFrom);
    expect([other!.lead.phone, idsIn(other!)]).toEqual([null, ["parent_bsuid:US.ENT.1234"]]);
  });
});

describe("a body of several entries and changes", () => {
  const change = (body: ReturnType<typeof bodyWith>) => body.entry[0]!.changes[0]!;
  const message = (id: string, from: string, rest: object) => ({
    ...rest,
    id,
    from,
    timestamp: "1749416383",
  });
  const others = [
    message("wamid.3", SHEENA.wa_id, messages.image),
    message("wamid.4", SHEENA.wa_id, messages.toAGroup),
  ];

  it("is all stored, except what belongs to no channel", async () => {
    const mixed = {
      object: "whatsapp_business_account",
      entry: [
        {
          id: "1",
          changes: [change(bodyOf(messages.text)), change(bodies.template), change(bodies.sent)],
        },
        {
          id: "2",
          changes: [
            change(bodyWith({ messages: [message("wamid.2", "US.1234", messages.text)] })),
            change(bodyWith({ messages: others })),
            change(bodies.stop),
            { field: "messages", value: "no object" },
          ],
        },
      ],
    };
    const people = await receivedTwice(mixed);
    const reported = people.map((person) => [
      idsIn(person)[0],
      person.messages.map(({ type }) => type),
      ledgerOf(person),
    ]);
    expect(reported).toEqual([
      ["wa_id:16505551234", ["text", "image"], ["opted_out of marketing by preference"]],
      ["bsuid:US.1234", ["text"], []],
    ]);
  });

  it("that names a sender by a number, by a business-scoped id and by both makes one lead", async () => {
    const both = {
      contacts: [{ ...SHEENA, user_id: "US.77" }],
      messages: [message("wamid.2", SHEENA.wa_id, messages.text)],
    };
    const reported = [
      { messages: [message("wamid.1", SHEENA.wa_id, messages.text)] },
      both,
      { messages: [message("wamid.3", "US.77", messages.text)] },
    ];
    for (const order of [reported, reported.toReversed()]) {
      const body = {
        object: "whatsapp_business_account",
        entry: [{ id: "1", changes: order.map((value) => change(bodyWith(value))) }],
      };
      const people = await receivedTwice(body);
      expect(people.map((person) => [idsIn(person), person.messages.length])).toEqual([
        [["bsuid:US.77", "wa_id:16505551234"], 3],
      ]);
    }
  });

  it("that names a sender before and after their number changed makes one lead", async () => {
    const reported = [
      message("wamid.1", SHEENA.wa_id, messages.text),
      message("wamid.2", SHEENA.wa_id, messages.numberChanged),
      message("wamid.3", "12195555358", messages.text),
    ];
    const people = await receivedTwice(bodyWith({ messages: reported }));
    expect(
      people.map((person) => [person.lead.phone, idsIn(person), person.messages.length]),
    ).toEqual([["+12195555358", ["wa_id:12195555358"], 3]]);
  });
});

describe("out of order", () => {
  it("a deletion before its message leaves nothing of it", async () => {
    const { client, channel } = await connect();
    for (const body of [bodyOf(messages.revoked), bodyOf(messages.image), bodyOf(messages.revoked)])
      await deliver(channel, body);
    const { messages: stored, conversations } = await onlyPersonOf(client);
    expect(stored).toMatchObject([wire("system", null, { deleted: true })]);
    expect(conversations).toMatchObject([{ messages_count: 1 }]);
  });

  it("a deletion after its message leaves only that there was one", async () => {
    const { client, channel } = await connect();
    for (const body of [bodyOf(messages.image), bodyOf(messages.revoked), bodyOf(messages.image)])
      await deliver(channel, body);
    const { messages: stored } = await onlyPersonOf(client);
    expect(stored).toMatchObject([
      { ...wire("image", null, { deleted: true }), external_id: WAMID },
    ]);
  });
});
