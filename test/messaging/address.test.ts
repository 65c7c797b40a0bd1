import { beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import {
  type Address,
  addressOf,
  type Identities,
  type KnownId,
} from "#features/messaging/outbound/address";
import { bodyOf as instagramBody } from "../fixtures/instagram";
import { type Client, newLead, newWorkspace } from "../support/api";
import { requestsTo } from "../support/graph";
import { newRecipient } from "../support/message-sender";
import {
  deliver,
  messageNow,
  newMetaChannel,
  newNumber,
  newWamid,
  sendDue,
  statusOf,
  whatsappBody,
} from "../support/messaging";
import { onlyPersonOf, peopleOf } from "../support/received";
import { rowsOf } from "../support/rows";

const NUMBER = "+33639980142";
const DIGITS = NUMBER.slice(1);

type Known = [kind: KnownId["kind"], value: string, more?: Partial<KnownId>];
const identitiesOf = (known: readonly Known[]): Identities =>
  known.map(([kind, value, more]) => ({
    kind,
    value,
    channelId: null,
    portfolioId: null,
    isUnreachable: false,
    isAnothers: false,
    ...more,
  }));

const [HERE, SIBLING, ELSEWHERE, UNREAD, GONE] = [
  { channelId: 1, portfolioId: "P1" },
  { channelId: 2, portfolioId: "P1" },
  { channelId: 3, portfolioId: "P2" },
  { channelId: 4, portfolioId: null },
  { channelId: 5, portfolioId: null },
];
const DEAD = { isUnreachable: true };
const ANOTHERS = { isAnothers: true };

describe("a lead's address on WhatsApp", () => {
  const channel = { id: 1, platform: "whatsapp", portfolioId: "P1" } as const;
  it.each<[string, number: string | null, known: Known[], address: Address | undefined]>([
    ["its phone", NUMBER, [], { wa_id: DIGITS }],
    [
      "its phone as WhatsApp spells it",
      "+5511987654321",
      [["wa_id", "551187654321"]],
      { wa_id: "551187654321" },
    ],
    [
      "its phone as WhatsApp knew it before the country renumbered",
      "+2290197112233",
      [["wa_id", "22997112233"]],
      { wa_id: "22997112233" },
    ],
    [
      "its phone rather than a number that it wrote from before",
      NUMBER,
      [["wa_id", "16505551234"]],
      { wa_id: DIGITS },
    ],
    [
      "where it wrote from",
      null,
      [
        ["wa_id", "16505551234"],
        ["wa_id", "16505550000"],
      ],
      { wa_id: "16505551234" },
    ],
    ["its phone rather than its id", NUMBER, [["bsuid", "FR.1", HERE]], { wa_id: DIGITS }],
    [
      "its id where nobody is at its phone",
      NUMBER,
      [
        ["bsuid", "FR.1", HERE],
        ["wa_id", DIGITS, DEAD],
      ],
      { bsuid: "FR.1" },
    ],
    [
      "its phone where nobody is at either",
      NUMBER,
      [
        ["wa_id", DIGITS, DEAD],
        ["bsuid", "FR.1", { ...HERE, ...DEAD }],
      ],
      { wa_id: DIGITS },
    ],
    [
      "its phone where nobody is, and its id is known elsewhere",
      NUMBER,
      [
        ["bsuid", "FR.1", ELSEWHERE],
        ["wa_id", DIGITS, DEAD],
      ],
      { wa_id: DIGITS },
    ],
    ["its id that this channel has learnt", null, [["bsuid", "FR.1", HERE]], { bsuid: "FR.1" }],
    ["its id of the portfolio", null, [["bsuid", "FR.1", SIBLING]], { bsuid: "FR.1" }],
    ["its id from before channels were noted", null, [["bsuid", "FR.1"]], { bsuid: "FR.1" }],
    [
      "the id of the portfolio among several",
      null,
      [
        ["bsuid", "FR.1", ELSEWHERE],
        ["bsuid", "FR.2", SIBLING],
      ],
      { bsuid: "FR.2" },
    ],
    ["nowhere by an id of another portfolio", null, [["bsuid", "FR.1", ELSEWHERE]], undefined],
    [
      "nowhere by an id of a portfolio that is not read",
      null,
      [["bsuid", "FR.1", UNREAD]],
      undefined,
    ],
    ["nowhere by an id of a channel that is gone", null, [["bsuid", "FR.1", GONE]], undefined],
    [
      "its parent id where nothing else is known",
      null,
      [
        ["bsuid", "FR.1", ELSEWHERE],
        ["parent_bsuid", "FR.ENT.1", ELSEWHERE],
      ],
      { parent_bsuid: "FR.ENT.1" },
    ],
    [
      "its phone where nobody is rather than its parent id",
      NUMBER,
      [
        ["parent_bsuid", "FR.ENT.1", HERE],
        ["wa_id", DIGITS, DEAD],
      ],
      { wa_id: DIGITS },
    ],
    ["nowhere by a phone that is another lead's", NUMBER, [["wa_id", DIGITS, ANOTHERS]], undefined],
    [
      "its id where its phone is another lead's",
      NUMBER,
      [
        ["wa_id", DIGITS, ANOTHERS],
        ["wa_id", "16505551234"],
        ["bsuid", "FR.1", HERE],
      ],
      { bsuid: "FR.1" },
    ],
    ["nowhere by an account of Instagram's", null, [["instagram_id", "5678"]], undefined],
  ])("is %s", (_, number, known, address) => {
    expect(addressOf(channel, number, identitiesOf(known))).toEqual(address);
  });

  it("is an id that the channel has learnt itself before its portfolio is read", () => {
    const unread = { id: 4, platform: "whatsapp", portfolioId: null } as const;
    const known = identitiesOf([["bsuid", "FR.1", UNREAD]]);
    expect(addressOf(unread, null, known)).toEqual({ bsuid: "FR.1" });
    expect(addressOf({ ...unread, id: 6 }, null, known)).toBeUndefined();
  });
});

describe("a lead's address on Instagram", () => {
  const channel = { id: 1, platform: "instagram", portfolioId: "P1" } as const;
  it.each<[string, Known[], Address | undefined]>([
    ["the account that wrote to it", [["instagram_id", "5678", HERE]], { instagram_id: "5678" }],
    ["one from before channels were noted", [["instagram_id", "5678"]], { instagram_id: "5678" }],
    [
      "nowhere by one that wrote to another account",
      [["instagram_id", "5678", SIBLING]],
      undefined,
    ],
    ["nowhere by a phone", [["wa_id", DIGITS]], undefined],
  ])("is %s", (_, known, address) => {
    expect(addressOf(channel, NUMBER, identitiesOf(known))).toEqual(address);
  });
});

describe("a message to a lead", () => {
  let client: Client;
  let channel: Channel;

  beforeEach(async () => {
    client = await newWorkspace();
    channel = await newMetaChannel(client, "whatsapp_cloud", { is_default: true });
  });

  /** Writes on a channel from a number, an id, or both. */
  const write = (to: Channel, { wa_id, user_id }: { wa_id?: string; user_id?: string }) =>
    deliver(
      to,
      whatsappBody(to, {
        contacts: [{ profile: { name: "Ada" }, wa_id, user_id }],
        messages: [
          {
            from: wa_id,
            from_user_id: user_id,
            id: newWamid(),
            timestamp: String(Math.floor(Date.now() / 1000)),
            type: "text",
            text: { body: "Muraho" },
          },
        ],
      }),
    );

  /** Sends a text and returns its address, as the provider got it, or why there is none. */
  async function sentTo(leadId: number, by = channel) {
    const input = { text: "Hi", channel_id: by.id };
    const { data: message } = (await client.post(`/leads/${leadId}/messages`, input)).body;
    if (message.error) return message.error.reason;
    await sendDue(by.id);
    const key = by.platform === "instagram" ? `token-of-${by.external_id}` : by.external_id;
    const { to, recipient } = (await requestsTo(String(key))).at(-1)?.body ?? {};
    return { message, ...(to && { to }), ...(recipient && { recipient }) };
  }

  const newId = () => `RW.${newNumber()}`;
  const ofPortfolio = (id: string, ...all: Channel[]) =>
    rowsOf(
      "update channels set portfolio_id = ? where id in (select value from json_each(?))",
      id,
      JSON.stringify(all.map((one) => one.id)),
    );
  const isReachable = async () => (await client.get("/leads?is_reachable=1")).body.data.length;

  it("goes to the id alone from which it wrote, before the portfolio is read", async () => {
    const user_id = newId();
    await write(channel, { user_id });
    const { lead, identities } = await onlyPersonOf(client);
    expect(identities).toMatchObject([
      { kind: "bsuid", value: user_id, channel_id: channel.id, learned_from: "message" },
    ]);
    expect(await sentTo(lead.id)).toEqual({ message: expect.anything(), recipient: user_id });
  });

  it("is to the same lead from a second number of the portfolio, and from no other", async () => {
    const [second, other] = [await newMetaChannel(client), await newMetaChannel(client)];
    await ofPortfolio("P1", channel, second);
    await ofPortfolio("P2", other);
    const user_id = newId();
    await write(channel, { user_id });
    await write(second, { user_id });
    const { lead, messages, identities } = await onlyPersonOf(client);
    expect([messages.length, identities[0]?.channel_id]).toEqual([2, channel.id]);
    expect(await sentTo(lead.id, second)).toMatchObject({ recipient: user_id });
    expect(await sentTo(lead.id, other)).toBe("no_identity");
  });

  it("goes where the lead wrote last, while portfolios are not read", async () => {
    const second = await newMetaChannel(client);
    const user_id = newId();
    for (const one of [channel, second]) await write(one, { user_id });
    const { lead } = await onlyPersonOf(client);
    expect(await sentTo(lead.id, second)).toMatchObject({ recipient: user_id });
    expect(await sentTo(lead.id, channel)).toBe("no_identity");
  });

  it("goes to the id after a report that nobody is at the number, and back", async () => {
    const [wa_id, user_id] = [newNumber(), newId()];
    await write(channel, { wa_id, user_id });
    const { lead } = await onlyPersonOf(client);
    const { message, ...first } = await sentTo(lead.id);
    expect(first).toEqual({ to: wa_id });
    const failed = async ({ id }: { id: number }) =>
      deliver(
        channel,
        whatsappBody(
          channel,
          statusOf(await messageNow(client, { id }), "failed", {
            errors: [{ code: 131026, title: "Undeliverable" }],
          }),
        ),
      );
    await failed(message);
    const { message: toId, ...second } = await sentTo(lead.id);
    expect(second).toEqual({ recipient: user_id });
    await failed(toId);
    expect(await sentTo(lead.id)).toMatchObject({ to: wa_id });
    await write(channel, { user_id });
    expect(await sentTo(lead.id)).toMatchObject({ recipient: user_id });
  });

  it("goes to no id that another has replaced, and to none of a channel that is gone", async () => {
    const user_id = newId();
    const gone = await newMetaChannel(client);
    await write(gone, { user_id });
    const { lead } = await onlyPersonOf(client);
    expect(await isReachable()).toBe(1);
    await client.delete(`/channels/${gone.id}`);
    expect(await sentTo(lead.id)).toBe("no_identity");
    expect(await isReachable()).toBe(0);
    await write(channel, { user_id });
    expect(await sentTo(lead.id)).toMatchObject({ recipient: user_id });
    await rowsOf("update lead_identities set replaced_at = 1 where lead_id = ?", lead.id);
    expect(await sentTo(lead.id)).toBe("no_identity");
    expect(await isReachable()).toBe(0);
  });

  it("does not go to a number that another lead has written from", async () => {
    const wa_id = newNumber();
    await write(channel, { wa_id });
    const former = await onlyPersonOf(client);
    await client.patch(`/leads/${former.lead.id}`, { phone: null });
    const lead = await newLead(client, { phone: `+${wa_id}` });
    const template = { lead_id: lead.id, channel_id: channel.id, text: "Hi" };
    const preview = await client.post("/messages/preview", template);
    expect(preview.body.data.refusal).toBe("no_identity");
    expect((await client.get("/leads?is_reachable=0")).body.data).toMatchObject([{ id: lead.id }]);
    await write(channel, { wa_id });
    expect(await sentTo(lead.id)).toMatchObject({ to: wa_id });
    expect(await peopleOf(client)).toHaveLength(2);
  });

  it("goes to its number where that is known from messages to another lead alone", async () => {
    const { leadId: former, number } = await newRecipient(client, channel);
    await rowsOf("delete from lead_identities where lead_id = ?", former);
    expect(await sentTo(former)).toMatchObject({ to: number });
    await client.patch(`/leads/${former}`, { phone: null });
    const { leadId } = await newRecipient(client, channel);
    await client.patch(`/leads/${leadId}`, { phone: `+${number}` });
    expect(await sentTo(leadId)).toMatchObject({ to: number });
    const owner = "select lead_id, learned_from from lead_identities where value = ?";
    expect(await rowsOf(owner, number)).toEqual([{ lead_id: leadId, learned_from: "answer" }]);
  });

  it("goes to an account of Instagram's by the channel that it wrote to alone", async () => {
    const [one, other] = [
      await newMetaChannel(client, "instagram"),
      await newMetaChannel(client, "instagram"),
    ];
    const body = JSON.parse(
      JSON.stringify(
        instagramBody({ message: { mid: newWamid(), text: "Hi" }, timestamp: Date.now() }),
      ),
    );
    body.entry[0].id = one.external_id;
    await deliver(one, body);
    const { lead, identities } = await onlyPersonOf(client);
    expect(identities).toMatchObject([{ kind: "instagram_id", channel_id: one.id }]);
    expect(await sentTo(lead.id, one)).toMatchObject({
      recipient: { id: identities[0]?.value },
    });
    expect(await sentTo(lead.id, other)).toBe("no_identity");
  });
});
