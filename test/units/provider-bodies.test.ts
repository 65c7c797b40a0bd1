import { describe, expect, it } from "vitest";
import { instagramBody } from "#features/messaging/outbound/providers/instagram";
import type { Account, Outgoing } from "#features/messaging/outbound/providers/provider";
import { gatewayBody } from "#features/messaging/outbound/providers/webhook";
import { whatsappBody } from "#features/messaging/outbound/providers/whatsapp";

const BUTTONS = [
  { id: "0", title: "Yes" },
  { id: "1", title: "No" },
];
const FILE = { url: "https://example.com/plan.pdf", filename: "Plan.pdf" };

const outgoing = (given: Partial<Outgoing>): Outgoing => ({
  messageId: 42,
  leadId: 7,
  type: "text",
  text: "Hello",
  content: {},
  to: { wa_id: "250788123123", instagram_id: "12345" },
  ...given,
});

describe("a request to WhatsApp", () => {
  const envelope = {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: "250788123123",
    biz_opaque_callback_data: "42",
  };
  const components = [
    { type: "body", parameters: [{ type: "text", text: "Ryan" }] },
    {
      type: "button",
      sub_type: "url",
      index: "1",
      parameters: [{ type: "text", text: "promo/x7Kd93" }],
    },
  ];
  const reply = (id: string, title: string) => ({ type: "reply", reply: { id, title } });

  it.each<[string, Partial<Outgoing>, object]>([
    ["a text", {}, { type: "text", text: { body: "Hello", preview_url: false } }],
    [
      "a template",
      {
        type: "template",
        text: null,
        content: { template: { name: "revive", language: "en_US", components } },
      },
      {
        type: "template",
        template: {
          name: "revive",
          language: { policy: "deterministic", code: "en_US" },
          components,
        },
      },
    ],
    [
      "buttons",
      { type: "buttons", content: { buttons: BUTTONS } },
      {
        type: "interactive",
        interactive: {
          type: "button",
          body: { text: "Hello" },
          action: { buttons: [reply("0", "Yes"), reply("1", "No")] },
        },
      },
    ],
    [
      "an image",
      { type: "image", content: { media: FILE } },
      { type: "image", image: { link: FILE.url, caption: "Hello" } },
    ],
    [
      "a video without a caption",
      { type: "video", text: null, content: { media: { url: FILE.url } } },
      { type: "video", video: { link: FILE.url } },
    ],
    [
      "audio, which takes no caption",
      { type: "audio", content: { media: FILE } },
      { type: "audio", audio: { link: FILE.url } },
    ],
    [
      "a document",
      { type: "document", content: { media: FILE } },
      { type: "document", document: { link: FILE.url, caption: "Hello", filename: "Plan.pdf" } },
    ],
    [
      "a document without a name",
      { type: "document", text: null, content: { media: { url: FILE.url, filename: null } } },
      { type: "document", document: { link: FILE.url } },
    ],
  ])("for %s", (_, given, expected) => {
    expect(whatsappBody(outgoing(given))).toEqual({ ...envelope, ...expected });
  });

  it("names a user without a number by the business-scoped id", () => {
    const body = whatsappBody(outgoing({ to: { bsuid: "US.1234" } }));
    expect(body).toMatchObject({ recipient: "US.1234" });
    expect(body).not.toHaveProperty("to");
    expect(
      whatsappBody(outgoing({ to: { wa_id: "250788123123", bsuid: "US.1234" } })),
    ).not.toHaveProperty("recipient");
  });
});

describe("a request to Instagram", () => {
  const envelope = { messaging_type: "RESPONSE", recipient: { id: "12345" } };
  const attachment = (type: string) => ({ attachment: { type, payload: { url: FILE.url } } });

  it.each<[string, Partial<Outgoing>, object]>([
    ["a text", {}, { text: "Hello" }],
    [
      "buttons",
      { type: "buttons", content: { buttons: BUTTONS } },
      {
        text: "Hello",
        quick_replies: [
          { content_type: "text", title: "Yes", payload: "0" },
          { content_type: "text", title: "No", payload: "1" },
        ],
      },
    ],
    ["an image", { type: "image", content: { media: FILE } }, attachment("image")],
    ["a video", { type: "video", content: { media: FILE } }, attachment("video")],
    ["audio", { type: "audio", content: { media: FILE } }, attachment("audio")],
    ["a document", { type: "document", content: { media: FILE } }, attachment("file")],
  ])("for %s", (_, given, expected) => {
    const message = { ...expected, metadata: "msg_42" };
    expect(instagramBody(outgoing(given))).toEqual({ ...envelope, message });
  });
});

describe("a request to a gateway", () => {
  const account: Account = {
    channelId: 3,
    platform: "whatsapp",
    provider: "webhook",
    login: null,
    externalId: null,
    gatewayUrl: "https://gateway.example.com/",
    credentials: { signing_secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
  };

  it("has the whole message, and no credential", () => {
    const given = outgoing({
      type: "buttons",
      content: { buttons: BUTTONS },
      to: { wa_id: "250788123123", bsuid: "US.1234" },
    });
    expect(gatewayBody(account, given, Date.UTC(2026, 10, 21))).toEqual({
      type: "message.outgoing",
      timestamp: "2026-11-21T00:00:00.000Z",
      data: {
        message_id: 42,
        channel_id: 3,
        lead_id: 7,
        platform: "whatsapp",
        to: { wa_id: "250788123123", bsuid: "US.1234" },
        type: "buttons",
        text: "Hello",
        buttons: BUTTONS,
      },
    });
  });
});
