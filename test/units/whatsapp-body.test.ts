import { describe, expect, it } from "vitest";
import { readWhatsapp } from "#features/messaging/inbound/whatsapp";
import { bodies, bodyOf, bodyWith, fromSheena, messages, SHEENA } from "../fixtures/whatsapp";

const NOW = Date.parse("2026-11-20T10:15:30.123Z");
const messagesIn = (body: unknown) =>
  readWhatsapp(body, NOW).accounts.flatMap(({ messages }) => messages);

describe("the sender on WhatsApp", () => {
  it("may be a user without a number", () => {
    expect(messagesIn(bodies.username)[0]!.from).toStrictEqual({
      bsuid: "US.1234",
      name: "Pablo M.",
      username: "@realpablo",
    });
    expect(messagesIn(bodies.userIdInFrom)[0]!.from).toStrictEqual({
      parent_bsuid: "US.ENT.1234",
      name: "Pablo M.",
    });
  });

  const ada = { profile: { name: "Ada" }, wa_id: "447700900001", user_id: "GB.1" };
  const bo = { profile: { name: "Bo" }, wa_id: "447700900002" };
  const cy = { profile: { name: "Cy" }, user_id: "GB.3" };

  it.each([
    ["by number", { from: "447700900002" }, { wa_id: "447700900002", name: "Bo" }],
    [
      "by number, with what else is known",
      { from: "447700900001" },
      { wa_id: "447700900001", bsuid: "GB.1", name: "Ada" },
    ],
    ["by user id", { from_user_id: "GB.3" }, { bsuid: "GB.3", name: "Cy" }],
    [
      "by user id, with the number",
      { from_user_id: "GB.1" },
      { wa_id: "447700900001", bsuid: "GB.1", name: "Ada" },
    ],
    [
      "by both",
      { from: "447700900001", from_user_id: "GB.1" },
      { wa_id: "447700900001", bsuid: "GB.1", name: "Ada" },
    ],
    ["though no contact is theirs", { from: "447700900009" }, { wa_id: "447700900009" }],
  ])("is distinguished from other contacts %s", (_, sender, expected) => {
    const message = { id: "wamid.1", timestamp: "1749416383", ...messages.text, ...sender };
    expect(
      messagesIn(bodyWith({ contacts: [cy, null, {}, bo, ada], messages: [message] }))[0]!.from,
    ).toStrictEqual(expected);
  });

  it("is the only contact if the message doesn't say, and unknown among several", () => {
    const message = { id: "wamid.1", timestamp: "1749416383", ...messages.text };
    expect(messagesIn(bodyWith({ contacts: [cy], messages: [message] }))[0]!.from).toStrictEqual({
      bsuid: "GB.3",
      name: "Cy",
    });
    expect(readWhatsapp(bodyWith({ contacts: [cy, bo], messages: [message] }), NOW)).toStrictEqual({
      accounts: [],
      skipped: 1,
    });
    expect(readWhatsapp(bodyWith({ messages: [message] }), NOW)).toStrictEqual({
      accounts: [],
      skipped: 1,
    });
  });

  it("has the id of the contact with the number's other form", () => {
    const contacts = [{ profile: { name: "Zé" }, wa_id: "551187654321" }];
    const body = bodyWith({
      contacts,
      messages: [fromSheena({ ...messages.text, from: "5511987654321" })],
    });
    expect(messagesIn(body)[0]!.from).toStrictEqual({ wa_id: "551187654321", name: "Zé" });
  });

  it("has a name without what can't be stored, of at most 255 characters", () => {
    const named = (name: unknown) =>
      messagesIn(
        bodyWith({
          contacts: [{ ...SHEENA, profile: { name } }],
          messages: [fromSheena(messages.text)],
        }),
      );
    expect(named(" A\0d\ud800a ")[0]!.from.name).toBe("Ada");
    expect(named("🙂".repeat(300))[0]!.from.name).toBe("🙂".repeat(255));
    for (const nothing of ["", " ", "\0", 7, null])
      expect(named(nothing)[0]!.from).toStrictEqual({ wa_id: "16505551234" });
  });
});

describe("a body of WhatsApp", () => {
  it("may concern several accounts, in its order", () => {
    const message = (id: string, account: string) =>
      bodyWith(
        { contacts: [SHEENA], messages: [fromSheena({ ...messages.text, id })] },
        "messages",
        account,
      ).entry;
    const body = {
      entry: [
        ...message("wamid.1", "111"),
        ...message("wamid.2", "222"),
        null,
        { changes: [null] },
        ...message("wamid.3", "111"),
      ],
    };
    const { accounts, skipped } = readWhatsapp(body, NOW);
    expect(
      accounts.map(({ accountId, messages }) => [
        accountId,
        messages.map(({ externalId }) => externalId),
      ]),
    ).toEqual([
      ["111", ["wamid.1", "wamid.3"]],
      ["222", ["wamid.2"]],
    ]);
    expect(skipped).toBe(2);
  });

  it("may hold a thousand messages and a thousand reports", () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `wamid.${index}`);
    const contacts = ids
      .map((_, index) => ({ profile: { name: `N${index}` }, wa_id: String(447700900000 + index) }))
      .reverse();
    const written = ids.map((id, index) =>
      fromSheena({ ...messages.text, id, from: String(447700900000 + index) }),
    );
    const statuses = ids.map((id) => ({ id, status: "read", timestamp: "1750857384" }));
    const { accounts, skipped } = readWhatsapp(
      bodyWith({ contacts, messages: written, statuses }),
      NOW,
    );
    expect(accounts).toHaveLength(1);
    expect(accounts[0]!.messages.map(({ externalId, from }) => [externalId, from.name])).toEqual(
      ids.map((id, index) => [id, `N${index}`]),
    );
    expect(accounts[0]!.reports.map(({ externalId }) => externalId)).toEqual(ids);
    expect(skipped).toBe(0);
  });

  it.each([null, undefined, 7, "text", [], {}, { entry: [] }, { entry: [{ changes: [] }] }])(
    "may have no content: %j",
    (body) => {
      expect(readWhatsapp(body, NOW)).toStrictEqual({ accounts: [], skipped: 0 });
    },
  );

  it.each(["", "abc", "1".repeat(41), 10654035224.2922, null])(
    "without a readable phone number id (%j) is skipped",
    (id) => {
      const body = bodyWith({ messages: [fromSheena(messages.text)] }, "messages", id as string);
      expect(readWhatsapp(body, NOW)).toStrictEqual({ accounts: [], skipped: 1 });
    },
  );
});

describe("the stored part of a message", () => {
  it("is its text without what can't be stored, of at most 65,536 characters", () => {
    const text = (body: string) => messagesIn(bodyOf({ type: "text", text: { body } }))[0]!.text;
    expect(text(" a\0\ud800b\udc00 🙂\n")).toBe(" ab 🙂\n");
    expect(text("🙂".repeat(65_537))).toBe("🙂".repeat(65_536));
    expect([text(""), text("\0")]).toEqual([null, null]);
  });

  it("is a button's payload, of at most 1,000 characters", () => {
    const tapped = (payload: unknown) =>
      messagesIn(bodyOf({ type: "button", button: { payload, text: "Yes" } }))[0]!.tapped;
    expect(tapped(`${"p".repeat(256)}\0`)).toBe("p".repeat(256));
    expect(tapped("p".repeat(1_001))).toBe("p".repeat(1_000));
    expect(tapped({})).toBeUndefined();
  });

  it("is never a payload of more than 64 KiB", () => {
    const payload = (name: string) =>
      messagesIn(bodyOf({ type: "location", location: { name } }))[0]!.payload;
    const room = 65_536 - '{"name":""}'.length;
    expect(payload("x".repeat(room))).toEqual({ name: "x".repeat(room) });
    expect(payload("x".repeat(room + 1))).toEqual({ omitted: true });
    expect(payload("é".repeat(room / 2 + 1))).toEqual({ omitted: true });
  });

  it("has no member that can't be stored or read again, and nothing too deep", () => {
    const location = JSON.parse(
      '{"__proto__":{"a":1},"a\\\\b":1,"n\\u0000a\\ud800me":"b\\u0000\\udc00ar","far":1e999,"list":[null,true]}',
    );
    const [message] = messagesIn(bodyOf({ type: "location", location }));
    expect(JSON.stringify(message!.payload)).toBe('{"name":"bar","far":null,"list":[null,true]}');
    const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    const kept = JSON.stringify(
      messagesIn(bodyOf({ type: "location", location: { deep } }))[0]!.payload,
    );
    expect(kept).toMatch(/^\{"deep":\[{31}null\]{31}\}$/);
  });
});
