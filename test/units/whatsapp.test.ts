import { describe, expect, it } from "vitest";
import type { MediaKind } from "#domain/media";
import type { AccountEvents } from "#features/messaging/inbound/webhook-events";
import { readWhatsapp } from "#features/messaging/inbound/whatsapp";
import {
  bodies,
  bodyOf,
  bodyWith,
  fromSheena,
  messages,
  PHONE_NUMBER_ID,
  SHEENA,
  WAMID,
} from "../fixtures/whatsapp";

const NOW = Date.parse("2026-11-20T10:15:30.123Z");
const none: AccountEvents = {
  accountId: PHONE_NUMBER_ID,
  messages: [],
  edits: [],
  reports: [],
  echoes: [],
  echoEdits: [],
  past: [],
  preferences: [],
  moves: [],
  comments: [],
};
const sheena = { wa_id: "16505551234", name: "Sheena Nelson" };
const inbound = { externalId: WAMID, at: 1749416383000, from: sheena };
const sentId = messages.reaction.reaction.message_id;

const read = (body: unknown) => readWhatsapp(body, NOW);
const messagesIn = (body: unknown) => read(body).accounts.flatMap(({ messages }) => messages);

const editOf = (message: object, original_message_id = sentId) => ({
  type: "edit",
  edit: { original_message_id, message },
});

const filesOf = (kind: MediaKind, more: object = {}) => [
  { kind, source: { id: messages.image.image.id }, ...more },
];

describe("a WhatsApp message", () => {
  it.each([
    ["text", { type: "text", text: "Does it come in another color?", payload: {} }],
    ["reply", { type: "text", text: "This one", payload: { context: messages.reply.context } }],
    [
      "fromAdvertisement",
      {
        type: "text",
        text: "Hello! Can I get more info on this?",
        payload: { referral: messages.fromAdvertisement.referral },
      },
    ],
    [
      "image",
      {
        ...{ type: "image", text: "Taj Mahal", payload: messages.image.image },
        files: filesOf("image"),
      },
    ],
    [
      "video",
      {
        ...{ type: "video", text: null, payload: messages.video.video },
        files: filesOf("video"),
      },
    ],
    [
      "audio",
      {
        ...{ type: "audio", text: null, payload: messages.audio.audio },
        files: filesOf("audio"),
      },
    ],
    [
      "document",
      {
        ...{ type: "document", text: "Signed", payload: messages.document.document },
        files: filesOf("document", { filename: "offer.pdf" }),
      },
    ],
    [
      "sticker",
      {
        ...{ type: "sticker", text: null, payload: messages.sticker.sticker },
        files: filesOf("sticker"),
      },
    ],
    ["location", { type: "location", text: null, payload: messages.location.location }],
    [
      "contacts",
      { type: "contacts", text: null, payload: { contacts: messages.contacts.contacts } },
    ],
    ["reaction", { type: "reaction", text: "👍", payload: { message_id: sentId, emoji: "👍" } }],
    [
      "button",
      {
        type: "button",
        text: "Unsubscribe",
        tapped: "UNSUBSCRIBE",
        payload: { payload: "UNSUBSCRIBE", text: "Unsubscribe", context: messages.button.context },
      },
    ],
    [
      "buttonReply",
      {
        type: "interactive",
        text: "Change",
        tapped: "change-button",
        payload: messages.buttonReply.interactive,
      },
    ],
    [
      "listReply",
      {
        type: "interactive",
        text: "Priority Mail Express",
        tapped: "priority_express",
        payload: messages.listReply.interactive,
      },
    ],
    [
      "flowReply",
      {
        type: "interactive",
        text: "Sent",
        payload: { type: "nfm_reply", nfm_reply: { name: "flow", body: "Sent" } },
        answers: { token: "f1", values: { age: "42" } },
      },
    ],
    ["order", { type: "order", text: "Love these!", payload: messages.order.order }],
    ["unsupported", { type: "unsupported", text: null, payload: fromSheena(messages.unsupported) }],
    [
      "ofATypeToCome",
      { type: "unsupported", text: null, payload: fromSheena(messages.ofATypeToCome) },
    ],
  ] as const)("of the kind %s is read", (kind, content) => {
    const message = { ...inbound, ...content };
    expect(read(bodyOf(messages[kind]))).toStrictEqual({
      accounts: [{ ...none, messages: [message] }],
      skipped: 0,
    });
  });

  it("about a new number is a move of its sender", () => {
    const { system } = messages.numberChanged;
    const { externalId, at, from } = inbound;
    const [old, to] = [{ wa_id: from.wa_id }, { wa_id: "12195555358" }];
    expect(read(bodyOf(messages.numberChanged))).toStrictEqual({
      accounts: [
        { ...none, moves: [{ externalId, at, from: old, to, text: system.body, payload: system }] },
      ],
      skipped: 0,
    });
    const { from: _, ...unsigned } = fromSheena({
      type: "system",
      system: { ...system, customer: "16505551234" },
    });
    expect(read(bodyWith({ messages: [unsigned] })).accounts[0]).toMatchObject({
      moves: [{ from: old, to }],
    });
  });

  it("that is deleted keeps its place, without its content", () => {
    const { from, at } = inbound;
    const gone = {
      externalId: WAMID,
      at,
      from,
      type: "system",
      text: null,
      payload: { deleted: true },
      isDeleted: true,
    };
    expect(read(bodyOf(messages.revoked))).toStrictEqual({
      accounts: [{ ...none, messages: [gone] }],
      skipped: 0,
    });
  });

  it.each(["toAGroup", "reactionTakenBack"] as const)("is skipped: %s", (kind) => {
    expect(read(bodyOf(messages[kind]))).toStrictEqual({ accounts: [], skipped: 1 });
  });

  it.each([
    [{ id: "" }],
    [{ id: "w".repeat(256) }],
    [{ id: "wamid.\0" }],
    [{ id: 47.11 }],
    [{ from: "+16505551234" }],
    [{ from: "1234" }],
    [{ from: "1".repeat(21) }],
    [{ from: "us.1234" }],
    [{ from: "" }],
    [{ type: null }],
    [{ type: "revoke", revoke: {} }],
    [{ type: "system" }],
    [{ type: "edit" }],
    [{ type: "edit", edit: { original_message_id: "wamid.0" } }],
    [editOf({ type: "text", text: {} })],
    [editOf({ type: "hologram" })],
    [editOf({ type: "text", text: { body: "Hello" } }, "")],
  ])("is skipped with %j, and no other with it", (wrong) => {
    const others = [1, 2].map((n) => fromSheena({ ...messages.text, id: `wamid.${n}` }));
    const body = bodyWith({
      contacts: [SHEENA],
      messages: [others[0], fromSheena({ ...messages.text, ...wrong }), others[1]],
    });
    expect(messagesIn(body).map(({ externalId }) => externalId)).toEqual(["wamid.1", "wamid.2"]);
    expect(read(body).skipped).toBe(1);
  });

  it.each([
    { type: "interactive" },
    { type: "interactive", interactive: {} },
    { type: "interactive", interactive: { type: "button_reply" } },
    { type: "interactive", interactive: { type: "toString" } },
    { type: "image" },
    { type: "contacts", contacts: {} },
    { type: "request_welcome" },
  ])("without its member leaves a trace: %j", (wrong) => {
    const body = bodyOf({ text: undefined, ...wrong });
    expect(messagesIn(body)).toMatchObject([
      { externalId: WAMID, type: "unsupported", text: null, payload: wrong },
    ]);
    expect(read(body).skipped).toBe(0);
  });

  it.each([
    [
      { type: "text", text: { body: "Hello!" } },
      { type: "text", text: "Hello!" },
    ],
    [messages.image, { type: "image", text: "Taj Mahal" }],
    [messages.video, { type: "video", text: null }],
  ])("is edited: %j", (message, content) => {
    expect(read(bodyOf(editOf(message)))).toStrictEqual({
      accounts: [{ ...none, edits: [{ ...inbound, externalId: sentId, ...content }] }],
      skipped: 0,
    });
  });

  it.each(["constructor", "__proto__", "toString", "template", "buttons"])(
    "of the type %s is not supported",
    (type) => {
      expect(messagesIn(bodyOf({ type }))).toMatchObject([{ type: "unsupported", text: null }]);
    },
  );

  it.each([
    ["1749416383", 1749416383000],
    [1749416383, 1749416383000],
    ["1749416383123", 1749416383123],
    [1749416383123, 1749416383123],
    ["999999999999", NOW],
    ["9999999999", NOW],
    [NOW + 1, NOW],
    ["", NOW],
    ["0", NOW],
    [-1, NOW],
    [1749416383.5, NOW],
    ["1.7e9", NOW],
    [null, NOW],
  ])("with the timestamp %j is dated %d", (timestamp, at) => {
    expect(messagesIn(bodyOf({ ...messages.text, timestamp }))[0]!.at).toBe(at);
  });
});

describe("a report of WhatsApp", () => {
  const report = { externalId: sentId, at: 1750857384000 };
  const recipient = { wa_id: "5516992318222" };

  it.each([
    ["sent", { ...report, recipient, status: "sent", messageId: 4711 }],
    ["delivered", { ...report, recipient, status: "delivered", at: 1750857385123 }],
    ["read", { ...report, recipient, status: "read" }],
    [
      "failed",
      {
        ...report,
        status: "failed",
        messageId: 4711,
        to: recipient,
        error: { code: 131026, detail: "The user has no app." },
      },
    ],
  ] as const)("on a message: %s", (name, expected) => {
    expect(read(bodies[name])).toStrictEqual({
      accounts: [{ ...none, reports: [expected] }],
      skipped: 0,
    });
  });

  it.each([
    [{ errors: [{ code: 1, message: "Message", title: "Title" }] }, { code: 1, detail: "Message" }],
    [{ errors: [{ code: 1, title: "Title", error_data: "?" }] }, { code: 1, detail: "Title" }],
    [
      { errors: [{ code: "1", title: `${"x".repeat(500)}y` }, { code: 2 }] },
      { code: null, detail: "x".repeat(500) },
    ],
    [{ errors: [{}] }, { code: null, detail: "" }],
    [{ errors: [] }, undefined],
    [{ errors: "none" }, undefined],
    [{}, undefined],
  ])("on a failure: %j", (rest, error) => {
    const body = bodyWith({ statuses: [{ id: "wamid.1", status: "failed", ...rest }] });
    expect(read(body).accounts[0]!.reports[0]!.error).toStrictEqual(error);
  });

  it.each(["0", "-1", "01", "1.0", "1e3", "9007199254740992", " 1", "", 1, null])(
    "names none of our messages with %j",
    (echoed) => {
      const body = bodyWith({
        statuses: [
          {
            id: "wamid.1",
            status: "sent",
            timestamp: "1750857384",
            biz_opaque_callback_data: echoed,
          },
        ],
      });
      expect(read(body).accounts[0]!.reports).toStrictEqual([
        { externalId: "wamid.1", status: "sent", at: 1750857384000 },
      ]);
    },
  );

  it("with another status is skipped", () => {
    expect(read(bodies.deleted)).toStrictEqual({ accounts: [], skipped: 1 });
    const others = ["warning", "deleted", "constructor", null].map((status) => ({
      id: "wamid.1",
      status,
    }));
    expect(read(bodyWith({ statuses: others }))).toStrictEqual({ accounts: [], skipped: 4 });
  });

  it("on a lead's preferences", () => {
    const stop = { from: sheena, at: 1731705721000, wants: false };
    expect(read(bodies.stop)).toStrictEqual({
      accounts: [{ ...none, preferences: [stop] }],
      skipped: 0,
    });
    const resume = { from: { bsuid: "US.1234" }, at: null, wants: true };
    expect(read(bodies.resume)).toStrictEqual({
      accounts: [{ ...none, preferences: [resume] }],
      skipped: 0,
    });
    const odd = [{ category: "utility_messages" }, { value: "pause" }, { wa_id: null }].map(
      (wrong) => ({
        ...{ wa_id: "16505551234", category: "marketing_messages", value: "stop" },
        ...wrong,
      }),
    );
    expect(read(bodyWith({ user_preferences: odd }, "user_preferences"))).toStrictEqual({
      accounts: [],
      skipped: 3,
    });
  });

  it("in other fields is ignored", () => {
    expect(read(bodies.template)).toStrictEqual({ accounts: [], skipped: 0 });
    expect(read(bodyWith({ messages: [fromSheena(messages.text)] }, "standby"))).toStrictEqual({
      accounts: [],
      skipped: 0,
    });
  });
});
