import { describe, expect, it } from "vitest";
import type { AccountEvents } from "#features/messaging/inbound/webhook-events";
import { readWhatsapp } from "#features/messaging/inbound/whatsapp";
import { bodyWith } from "../fixtures/whatsapp";
import {
  ADA,
  ADAS_CONTACT,
  bodies2026,
  call,
  notice,
  sharedContact,
  status,
} from "../fixtures/whatsapp-2026";

const NOW = Date.parse("2026-12-01T10:15:30.123Z");

/** The only list of the only account's events that is not empty. */
function only<List extends keyof AccountEvents>(body: unknown, list: List): AccountEvents[List] {
  const { accounts, ...rest } = readWhatsapp(body, NOW);
  expect(rest).toEqual({ skipped: 0 });
  expect(accounts).toHaveLength(1);
  const lists = Object.entries(accounts[0]!).filter(
    ([, events]) => Array.isArray(events) && events.length > 0,
  );
  expect(lists.map(([name]) => name)).toEqual([list]);
  return accounts[0]![list];
}

describe("a sender on WhatsApp", () => {
  it("without a number is known by the ids of the message and its contact", () => {
    expect(only(bodies2026.withoutNumber, "messages")).toMatchObject([
      {
        from: { bsuid: ADA.bsuid, parent_bsuid: ADA.parent, name: "Ada", username: "ada.k" },
        text: "Muraho",
      },
    ]);
  });

  const from = (sender: object, contact: object = {}) => {
    const message = { id: "wamid.1", type: "text", text: { body: "x" }, ...sender };
    return only(bodyWith({ contacts: [contact], messages: [message] }), "messages")[0]!.from;
  };

  it("is known by an id of linked portfolios, wherever it stands, and never takes it for another", () => {
    const parent = { parent_bsuid: ADA.parent };
    expect(from({ from: ADA.parent })).toEqual(parent);
    expect(from({ from_user_id: ADA.parent })).toEqual(parent);
    expect(from({ from_parent_user_id: ADA.parent })).toEqual(parent);
    expect(from({ from_parent_user_id: ADA.bsuid, from: ADA.number })).toEqual({
      wa_id: ADA.number,
    });
    expect(from({ from_user_id: ADA.bsuid }, { parent_user_id: ADA.parent })).toEqual({
      bsuid: ADA.bsuid,
    });
  });

  it("is none of a contact's with the same number and another id", () => {
    const contact = { wa_id: ADA.number, user_id: "RW.2", profile: { username: "bo" } };
    expect(from({ from: ADA.number, from_user_id: ADA.bsuid }, contact)).toEqual({
      wa_id: ADA.number,
      bsuid: ADA.bsuid,
    });
  });

  it.each([
    [`RW.${"a".repeat(128)}`, true],
    [`RW.${"a".repeat(129)}`, false],
    [`RW.ENT.${"a".repeat(128)}`, true],
    [`RW.ENT.${"a".repeat(129)}`, false],
    ["RW.", false],
    ["RW.a.b", false],
    ["rw.a", false],
  ])("has an id of at most 128 characters after its country: %s", (id, isKnown) => {
    expect(Object.values(from({ from: ADA.number, from_user_id: id })).includes(id)).toBe(isKnown);
  });
});

describe("a notice of WhatsApp", () => {
  const changed = "user_changed_user_id";
  const movesIn = (message: object, beside: object = {}) =>
    only(bodyWith({ messages: [message], ...beside }), "moves");

  it("of a new user id moves it, without a sender and contacts", () => {
    expect(only(bodies2026.userIdChanged, "moves")).toStrictEqual([
      {
        externalId: "wamid.A2",
        at: 1795860100000,
        from: { bsuid: ADA.bsuid, parent_bsuid: ADA.parent },
        to: { bsuid: ADA.newBsuid, parent_bsuid: ADA.newParent },
        text: "User Ada changed from RW.1 to RW.2",
        payload: expect.objectContaining({ type: changed }),
      },
    ]);
  });

  const to = { bsuid: ADA.newBsuid };
  const system = { type: changed, user_id: ADA.newBsuid };
  it.each<[string, object, object, object]>([
    ["its number", { from: ADA.number }, {}, { wa_id: ADA.number }],
    ["its old user id", { from_user_id: ADA.bsuid }, {}, { bsuid: ADA.bsuid }],
    ["its only contact", {}, { contacts: [{ wa_id: ADA.number }] }, { wa_id: ADA.number }],
    [
      "its number and contact",
      { from: ADA.number },
      { contacts: [ADAS_CONTACT] },
      { wa_id: ADA.number, bsuid: ADA.bsuid },
    ],
  ])("without previous ids is about who has sent it: %s", (_, sender, beside, from) => {
    expect(movesIn(notice(system, sender), beside)).toMatchObject([{ from, to }]);
  });

  it("goes by its previous ids where the sender has the new ones already", () => {
    const both = { ...system, previous_user_id: ADA.bsuid };
    expect(movesIn(notice(both, { from_user_id: ADA.newBsuid }))).toMatchObject([
      { from: { bsuid: ADA.bsuid }, to },
    ]);
  });

  it.each<[string, object, object]>([
    ["no old id", system, {}],
    ["no new id", { type: changed, previous_user_id: ADA.bsuid }, {}],
    ["the same id twice", { ...system, previous_user_id: ADA.newBsuid }, {}],
    ["ids that are none", { type: changed, user_id: 7, previous_user_id: [] }, {}],
  ])("with %s is counted, and its text is not searched for ids", (_, wrong, sender) => {
    expect(readWhatsapp(bodyWith({ messages: [notice(wrong, sender)] }), NOW)).toStrictEqual({
      accounts: [],
      skipped: 0,
      noticesWithoutIds: 1,
    });
  });
});

describe("a report of WhatsApp", () => {
  const recipient = (one: object, contacts: object[] = [ADAS_CONTACT]) =>
    only(bodyWith({ contacts, statuses: [one] }), "reports")[0]!.recipient;
  const ada = { wa_id: ADA.number, bsuid: ADA.bsuid, username: "ada.k" };

  it("names whom it has reached, by its own ids and those of the contact", () => {
    expect(only(bodies2026.delivered, "reports")).toMatchObject([{ recipient: ada }]);
    expect(recipient(status({ recipient_user_id: undefined }))).toEqual(ada);
    expect(recipient(status({ recipient_id: undefined }))).toEqual(ada);
    expect(recipient(status({ recipient_id: ADA.bsuid }), [])).toEqual({ bsuid: ADA.bsuid });
  });

  it.each(["recipient_parent_user_id", "parent_recipient_user_id", "parent_user_id"])(
    "names an id of linked portfolios as %s",
    (member) => {
      const parent_bsuid = ADA.parent;
      const found = recipient(status({ [member]: ADA.parent }));
      expect(found).toEqual({ ...ada, parent_bsuid });
      const other = member === "parent_user_id" ? "recipient_parent_user_id" : "parent_user_id";
      expect(recipient(status({ [member]: ADA.parent, [other]: "?" }))).toEqual(found);
    },
  );

  it.each<[string, object, object[]]>([
    ["no ids", status({ recipient_id: null, recipient_user_id: 7 }), [ADAS_CONTACT]],
    ["a group", status({ recipient_id: ADA.number, recipient_type: "group" }), [ADAS_CONTACT]],
    ["a failure", status({ status: "failed" }), [ADAS_CONTACT]],
  ])("teaches nothing with %s, and is kept", (_, one, contacts) => {
    expect(recipient(one, contacts)).toBeUndefined();
  });

  it("takes nothing from the contact of another status", () => {
    const another = { wa_id: "250788999999", user_id: "RW.9", profile: { username: "bo" } };
    expect(recipient(status(), [another])).toEqual({ wa_id: ADA.number, bsuid: ADA.bsuid });
  });

  it("that a voice message was played says that it was read", () => {
    expect(only(bodies2026.played, "reports")).toMatchObject([{ status: "read" }]);
  });

  it("has its own contact where ten thousand come together", () => {
    const numbers = Array.from({ length: 10_000 }, (_, index) => String(250788000000 + index));
    const body = bodyWith({
      contacts: numbers.map((wa_id, index) => ({ wa_id, user_id: `RW.${index}` })),
      statuses: numbers.map((recipient_id, index) => ({
        ...{ id: `wamid.${index}`, status: "read", timestamp: "1795860300" },
        recipient_id,
      })),
    });
    expect(only(body, "reports").map((one) => one.recipient?.bsuid)).toEqual(
      numbers.map((_, index) => `RW.${index}`),
    );
  });
});

describe("a contact that is shared", () => {
  const shared = (message: object) =>
    only(bodyWith({ messages: [message] }), "messages")[0]!.sharedNumber;

  it("on request is the sender's own number", () => {
    const [message] = only(bodies2026.contactRequest, "messages");
    expect(message).toMatchObject({ type: "contacts", sharedNumber: ADA.number });
    const beside = sharedContact({ origin: undefined }, { origin: "contact_request" });
    expect(shared(beside)).toBe(ADA.number);
    const written = { phones: [{ phone: "+250 (788) 123-123" }] };
    expect(shared(sharedContact(written))).toBe(ADA.number);
  });

  const card = { phones: [{ wa_id: ADA.number }] };
  it.each<[string, object]>([
    ["without a request", sharedContact({ origin: "other" }, { origin: "contact_request" })],
    ["of unknown origin", sharedContact({ origin: undefined })],
    ["with two numbers", sharedContact({ phones: [...card.phones, { phone: "+250733123123" }] })],
    ["with none", sharedContact({ phones: [] })],
    ["with a national number", sharedContact({ phones: [{ phone: "0788 123 123" }] })],
    ["beside another", sharedContact({}, { contacts: [card, card], origin: "contact_request" })],
  ])("%s is content", (_, message) => {
    expect(shared(message)).toBeUndefined();
  });
});

describe("a call on WhatsApp", () => {
  it("is a message without text, by its own id, and without its session", () => {
    expect(only(bodies2026.call, "messages")).toStrictEqual([
      {
        externalId: "wacid.K1",
        at: 1795860600000,
        from: { wa_id: ADA.number, bsuid: ADA.bsuid },
        type: "call",
        text: null,
        payload: {},
      },
    ]);
  });

  it.each(["callEnded", "callFromUs"] as const)("is ignored: %s", (name) => {
    expect(readWhatsapp(bodies2026[name], NOW)).toEqual({ accounts: [], skipped: 0 });
  });

  it.each([{ id: "" }, { from: null }, { event: 7 }, { direction: "SIDEWAYS" }])(
    "is skipped with %j, and no other with it",
    (wrong) => {
      const calls = [call({ id: "wacid.1" }), call(wrong), call({ id: "wacid.2" })];
      const { accounts, skipped } = readWhatsapp(bodyWith({ calls }, "calls"), NOW);
      expect(accounts[0]!.messages.map(({ externalId }) => externalId)).toEqual([
        "wacid.1",
        "wacid.2",
      ]);
      expect(skipped).toBe(1);
    },
  );
});

it("reads preferences by any id", () => {
  const at = 1795860500000;
  expect(only(bodies2026.stopped, "preferences")).toEqual([
    { from: { wa_id: ADA.number, bsuid: ADA.bsuid }, at, wants: false },
  ]);
  expect(only(bodies2026.resumed, "preferences")).toEqual([
    { from: { bsuid: ADA.bsuid, parent_bsuid: ADA.parent }, at, wants: true },
  ]);
  expect(only(bodies2026.signedUp, "preferences")).toEqual([
    { from: { wa_id: ADA.number }, at, wants: true },
  ]);
});
