import { beforeAll, describe, expect, it } from "vitest";
import { outgoingTypes } from "#domain/messaging";
import { type Client, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { notOneOf } from "../support/choices";

let client: Client;
let lead: number;
let whatsapp: number;
let instagram: number;
const NOBODYS = 4_000_000_000;

beforeAll(async () => {
  client = await newWorkspace();
  lead = (await newLead(client)).id;
  [whatsapp, instagram] = [
    (await newChannel(client)).id,
    (await newChannel(client, { platform: "instagram" })).id,
  ];
  await newInbound(client, whatsapp, lead);
});

const selected = (field: string) => [`The selected ${field} is invalid.`];
const required = (field: string) => [`The ${field} field is required.`];

describe("a fault of a message", () => {
  const errorsOf = async (json: object) => {
    const { status, body } = await client.post(`/leads/${lead}/messages`, json);
    expect(status).toBe(422);
    return body.errors;
  };
  const media = { url: "https://example.com/a.jpg" };
  const buttons = [{ title: "Yes" }];

  const template = (...components: object[]) => ({
    type: "template",
    template: { name: "promo", language: "en", components },
  });
  const offer = (limited_time_offer: object) => ({
    type: "limited_time_offer",
    parameters: [{ type: "limited_time_offer", limited_time_offer }],
  });
  const end = (index: number, member: string) =>
    `template.components.${index}.parameters.0.limited_time_offer.${member}`;

  it.each<[string, object, object]>([
    ["a text without text", {}, { text: required("text") }],
    ["an empty one", { type: "", text: " " }, { text: required("text") }],
    ["a file without a type", { media }, { type: required("type") }],
    ["buttons with an empty type", { type: "", text: "Yes?", buttons }, { type: required("type") }],
    ["an image without a file", { type: "image", text: "A" }, { media: required("media") }],
    ["buttons without text", { type: "buttons", buttons }, { text: required("text") }],
    [
      "a field of another type",
      { type: "audio", media, text: "A", buttons },
      {
        text: ["The text field can't be used with the type audio."],
        buttons: ["The buttons field can't be used with the type audio."],
      },
    ],
    [
      "placeholders that have no effect",
      {
        type: "list",
        text: "Which?",
        list: { button: "Open", sections: [{ rows: [{ id: "{{plan}}", title: "A" }] }] },
      },
      {
        "list.sections.0.rows.0.id": [
          "The list.sections.0.rows.0.id field can't hold placeholders.",
        ],
      },
    ],
    [
      "a button's id that has placeholders",
      { type: "buttons", text: "Yes?", buttons: [{ id: "y{{n}}", title: "Yes" }] },
      { "buttons.0.id": ["The buttons.0.id field can't hold placeholders."] },
    ],
    [
      "a file's URL whose host the lead could choose",
      { type: "image", media: { url: "https://{{first_name}}.example.com/" } },
      { "media.url": ["The media.url field must be a valid URL."] },
    ],
    [
      "a carousel without cards",
      {
        type: "template",
        template: { name: "promo", language: "en", components: [{ type: "carousel" }] },
      },
      { "template.components.0.cards": required("template.components.0.cards") },
    ],
    [
      "a carousel of one card",
      template({ type: "carousel", cards: [{ components: [] }] }),
      { "template.components.0.cards": [expect.stringContaining("at least 2 items")] },
    ],
    [
      "a long code, and offers without a time that can be read",
      template(
        { type: "button", parameters: [{ type: "coupon_code", coupon_code: "x".repeat(16) }] },
        offer({}),
        offer({ expires_at: "2027-01-01" }),
        offer({ expiration_time_ms: -1 }),
        offer({ expiration_time_ms: { toString: 1 } }),
      ),
      {
        "template.components.0.parameters.0.coupon_code": [
          "The template.components.0.parameters.0.coupon_code field must not be greater than 15 " +
            "characters.",
        ],
        [end(1, "expires_at")]: required(end(1, "expires_at")),
        [end(2, "expires_at")]: [`The ${end(2, "expires_at")} field must be a valid date.`],
        [end(3, "expiration_time_ms")]: [
          `The ${end(3, "expiration_time_ms")} field must be a valid date.`,
        ],
        [end(4, "expiration_time_ms")]: [
          `The ${end(4, "expiration_time_ms")} field must be a valid date.`,
        ],
      },
    ],
    [
      "an unknown type",
      { type: "fax", media: {} },
      { type: notOneOf("type", outgoingTypes), "media.url": required("media.url") },
    ],
    [
      "a type that is not a text",
      { type: { toString: 1 }, text: "A" },
      { type: expect.any(Array) },
    ],
  ])("is reported for %s", async (_, json, errors) => {
    expect(await errorsOf(json)).toEqual(errors);
  });

  it("is reported for its references too, beside other faults", async () => {
    const errors = { channel_id: selected("channel id"), text: required("text") };
    expect(await errorsOf({ channel_id: NOBODYS })).toEqual(errors);
    expect(await errorsOf({ channel_id: NOBODYS, text: "A" })).toEqual({
      channel_id: selected("channel id"),
    });
    expect(await errorsOf({ channel_id: instagram, platform: "whatsapp", text: "A" })).toEqual({
      channel_id: selected("channel id"),
    });
    const both = { lead_id: selected("lead id"), channel_id: selected("channel id") };
    for (const text of ["A", ""]) {
      const { body } = await client.post("/messages/preview", {
        lead_id: NOBODYS,
        channel_id: NOBODYS,
        text,
      });
      expect(body.errors).toEqual({ ...both, ...(text === "" && { text: required("text") }) });
    }
  });
});

describe("a fault of an inbound message", () => {
  const errorsOf = async (json: object, channel = whatsapp) =>
    (await client.post(`/channels/${channel}/inbound`, json)).body.errors;
  const from = ["The from field format is invalid."];

  it("is reported together with all others", async () => {
    expect(await errorsOf({})).toEqual({
      from: required("from"),
      lead_id: required("lead id"),
      text: required("text"),
    });
    expect(await errorsOf({ from: "nobody", lead_id: NOBODYS, text: "A" })).toEqual({
      from,
      lead_id: selected("lead id"),
    });
    expect(await errorsOf({ from: "nobody", lead_id: NOBODYS, type: "fax" })).toEqual({
      from,
      lead_id: selected("lead id"),
      type: [expect.stringMatching(/^The selected type is invalid\. Choose one of: text, /)],
    });
  });

  it("is reported for addresses of another platform", async () => {
    expect(await errorsOf({ from: "+33639980199", text: "A" }, instagram)).toEqual({ from });
    expect(await errorsOf({ from: "US.1234", text: "A" }, instagram)).toEqual({ from });
    expect(await errorsOf({ from: "us.1234", text: "A" })).toEqual({ from });
    expect(await errorsOf({ from: "US.1234", text: "A" })).toBeUndefined();
  });
});
