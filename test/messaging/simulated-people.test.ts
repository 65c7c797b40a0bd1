import { beforeEach, describe, expect, it } from "vitest";
import { ADA } from "../fixtures/whatsapp-2026";
import { type Client, newChannel, newWorkspace } from "../support/api";
import { idsIn, onlyPersonOf } from "../support/received";

let client: Client;
let channel: number;

beforeEach(async () => {
  client = await newWorkspace();
  ({ id: channel } = await newChannel(client));
});

const receive = (body: object, to = channel) => client.post(`/channels/${to}/inbound`, body);

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
