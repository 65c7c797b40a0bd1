import { beforeEach, describe, expect, it } from "vitest";
import { ADA } from "../fixtures/whatsapp-2026";
import { type Client, newChannel, newWorkspace } from "../support/api";
import { newMetaChannel } from "../support/messaging";
import { SIGNING_SECRET } from "../support/providers";
import { idsIn, onlyPersonOf } from "../support/received";

let client: Client;
let channel: number;

beforeEach(async () => {
  client = await newWorkspace();
  ({ id: channel } = await newChannel(client));
});

const receive = (body: object, to = channel) => client.post(`/channels/${to}/inbound`, body);
const move = (body: object, to = channel) => client.post(`/channels/${to}/identity-moves`, body);
const ada = { bsuid: ADA.bsuid };
const moved = { from: ada, to: { bsuid: ADA.newBsuid } };

describe("a simulated sender", () => {
  it.each([
    ["bsuid", `RW.${"a".repeat(128)}`],
    ["parent_bsuid", ADA.parent],
  ])("is known by a %s alone", async (kind, from) => {
    expect((await receive({ from, text: "Muraho" })).status).toBe(201);
    const person = await onlyPersonOf(client);
    expect([person.lead.phone, idsIn(person)]).toEqual([null, [`${kind}:${from}`]]);
  });

  it("shares its number, as a card that WhatsApp has asked for", async () => {
    const body = { from: ADA.bsuid, type: "contacts", shared_number: "+250 788 123 123" };
    const { status, body: answer } = await receive(body);
    expect(status).toBe(201);
    expect(answer.data).toMatchObject({
      type: "contacts",
      payload: {
        contacts: [
          {
            origin: "contact_request",
            phones: [{ phone: `+${ADA.number}`, wa_id: ADA.number }],
          },
        ],
      },
    });
  });

  it("shares a number only with a card, on a platform with numbers, and a readable one", async () => {
    const format = { shared_number: ["The shared number field format is invalid."] };
    const card = { from: ADA.bsuid, type: "contacts" };
    const errorsOf = async (body: object, to = channel) => (await receive(body, to)).body.errors;
    expect(await errorsOf({ ...card, shared_number: "mine" })).toEqual(format);
    expect(await errorsOf({ ...card, shared_number: ADA.bsuid })).toEqual(format);
    expect(await errorsOf({ ...card, type: "text", text: "A", shared_number: ADA.number })).toEqual(
      {
        shared_number: ["The shared number field can't be used with the type text."],
      },
    );
    const { id: instagram } = await newChannel(client, { platform: "instagram" });
    expect(
      await errorsOf(
        { from: "17841405309211844", type: "contacts", shared_number: ADA.number },
        instagram,
      ),
    ).toEqual(format);
  });
});

describe("a simulated notice", () => {
  it("moves the ids of a lead, who gets it as a message, once", async () => {
    await receive({ from: ADA.bsuid, text: "Muraho" });
    const body = { ...moved, external_id: "notice.1" };
    const first = await move(body);
    expect(first.status).toBe(201);
    expect(first.body.data.message).toMatchObject({
      type: "system",
      text: `Changed from ${ADA.bsuid} to ${ADA.newBsuid}`,
      payload: { type: "user_changed_user_id", bsuid: ADA.newBsuid },
      external_id: "notice.1",
    });
    expect(await move(body)).toMatchObject({ status: 200, body: first.body });
    await receive({ from: ADA.newBsuid, text: "It is me" });
    const person = await onlyPersonOf(client);
    expect(idsIn(person)).toContain(`bsuid:${ADA.newBsuid}`);
    expect(person.messages.map(({ type }) => type)).toEqual(["text", "system", "text"]);
    expect(person.conversations).toMatchObject([{ unread_count: 2 }]);
  });

  it("of a number moves the phone of a gateway's lead", async () => {
    const { id: gateway } = await newChannel(client, {
      provider: "webhook",
      gateway_url: "https://gateway.example.com/",
      credentials: { signing_secret: SIGNING_SECRET },
    });
    await receive({ from: `+${ADA.number}`, text: "Muraho" }, gateway);
    const ids = { from: { wa_id: ADA.number }, to: { wa_id: ADA.newNumber } };
    const { body } = await move(ids, gateway);
    expect(body.data.message.payload).toEqual({ type: "user_changed_number", ...ids.to });
    expect((await onlyPersonOf(client)).lead.phone).toBe(`+${ADA.newNumber}`);
  });

  it("about nobody makes no lead, and is not lost", async () => {
    expect(await move(moved)).toMatchObject({ status: 201, body: { data: { message: null } } });
    expect((await client.get("/leads")).body.data).toEqual([]);
  });

  it.each<[object, object]>([
    [{}, { from: "required", to: "required" }],
    [
      { from: {}, to: { bsuid: null } },
      { from: "must have", to: "must have" },
    ],
    [
      { from: { bsuid: ADA.parent }, to: { wa_id: "+250" } },
      { "from.bsuid": "format", "to.wa_id": "format" },
    ],
    [{ from: ada, to: ada }, { to: "duplicate" }],
  ])("is refused with %j", async (body, expected) => {
    const { status, body: answer } = await move(body);
    expect(status).toBe(422);
    expect(Object.keys(answer.errors)).toEqual(Object.keys(expected));
    for (const [field, words] of Object.entries(expected))
      expect(answer.errors[field]).toEqual([expect.stringContaining(words)]);
  });

  it("is refused where Meta sends them, where ids don't change, and for another's message", async () => {
    const { id: meta } = await newMetaChannel(client);
    const { id: instagram } = await newChannel(client, { platform: "instagram" });
    expect((await move(moved, meta)).status).toBe(409);
    expect((await move(moved, instagram)).status).toBe(409);
    await receive({ from: ADA.bsuid, text: "Muraho", external_id: "message.1" });
    expect(await move({ ...moved, external_id: "message.1" })).toMatchObject({
      status: 422,
      body: { errors: { external_id: ["The external id has already been taken."] } },
    });
  });
});
