import { beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newLead, newWorkspace } from "../support/api";
import { order, requestsTo } from "../support/graph";
import {
  deliver,
  messageNow,
  newMetaChannel,
  newNumber,
  newWamid,
  sendDue,
  statusOf,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { idsIn, onlyPersonOf, peopleOf, personOf } from "../support/received";
import { rowsOf } from "../support/rows";

let client: Client;
let channel: Channel;
let number: string;
let userId: string;
let lead: number;

const write = (value: Parameters<typeof whatsappBody>[1], to = channel) =>
  deliver(to, whatsappBody(to, value));

/** Sends the lead a text, and returns it with its id at WhatsApp. */
async function sent(to = lead) {
  const { data } = (await client.post(`/leads/${to}/messages`, { text: "Hi" })).body;
  await sendDue(channel.id);
  return messageNow(client, data);
}

const secondsAgo = (seconds: number) => String(Math.floor(Date.now() / 1000) - seconds);
const ids = () => ({ recipient_id: number, recipient_user_id: userId });
const idsNow = async () => idsIn(await personOf(client, lead));

beforeEach(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client, "whatsapp_cloud", { is_default: true });
  [number, userId] = [newNumber(), `US.${newNumber()}`];
  lead = (await newLead(client, { phone: `+${number}`, username: null })).id;
  await write(textFrom(number, "Hello"));
});

describe("a report that names a number and an id", () => {
  it.each(["delivered", "read"])("teaches the id of the number's lead: %s", async (status) => {
    await write(statusOf(await sent(), status, ids()));
    const { identities } = await onlyPersonOf(client);
    expect(identities).toMatchObject([
      { kind: "bsuid", value: userId, channel_id: channel.id, learned_from: "report" },
      { kind: "wa_id", value: number, channel_id: channel.id, learned_from: "message" },
    ]);
    await write({
      messages: [
        {
          from_user_id: userId,
          id: newWamid(),
          timestamp: secondsAgo(0),
          type: "text",
          text: { body: "It is me" },
        },
      ],
    });
    expect((await onlyPersonOf(client)).messages).toHaveLength(3);
  });

  it.each<[string, string, () => object]>([
    ["it is older than what is known of the number", "read", () => ({ timestamp: secondsAgo(90) })],
    ["the message was only sent", "sent", () => ({})],
    ["the message has failed", "failed", () => ({ errors: [{ code: 131026 }] })],
    ["the number is nobody's", "read", () => ({ recipient_id: newNumber() })],
  ])("teaches nothing where %s", async (_, status, more) => {
    await write(statusOf(await sent(), status, { ...ids(), ...more() }));
    expect(await idsNow()).toEqual([`wa_id:${number}`]);
  });

  it("leaves an id with its lead, and gives a lead no second one of the portfolio", async () => {
    const other = { wa_id: newNumber(), user_id: `US.${newNumber()}` };
    const text = textFrom(other.wa_id, "Hello", { from_user_id: other.user_id });
    await write({ ...text, contacts: [{ profile: {}, ...other }] });
    const message = await sent();
    await write(statusOf(message, "delivered", { ...ids(), recipient_user_id: other.user_id }));
    expect(await idsNow()).toEqual([`wa_id:${number}`]);
    await write(statusOf(message, "delivered", ids()));
    await write(statusOf(message, "read", { ...ids(), recipient_user_id: `US.${newNumber()}` }));
    expect(await idsNow()).toEqual([`bsuid:${userId}`, `wa_id:${number}`]);
    expect((await peopleOf(client)).map(idsIn)).toContainEqual([
      `bsuid:${other.user_id}`,
      `wa_id:${other.wa_id}`,
    ]);
  });

  it("pairs them once, however often and at once it comes", async () => {
    const report = statusOf(await sent(), "read", ids());
    const answers = await Promise.all(Array.from({ length: 4 }, () => write(report)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await idsNow()).toEqual([`bsuid:${userId}`, `wa_id:${number}`]);
  });

  it("has an opt-out follow to the id, also once the lead is gone", async () => {
    await write(statusOf(await sent(), "delivered", ids()));
    await write(textFrom(number, "STOP"));
    await sendDue(channel.id);
    await client.delete(`/leads/${lead}`);
    const text = { type: "text", text: { body: "Hello" } };
    await write({
      messages: [{ from_user_id: userId, id: newWamid(), timestamp: secondsAgo(0), ...text }],
    });
    expect((await onlyPersonOf(client)).lead.is_optout).toBe(true);
  });

  it("has an opt-out of nobody's number follow to the id, and of nobody's id to the number", async () => {
    const report = statusOf(await sent(), "delivered", ids());
    await client.delete(`/leads/${lead}`);
    await client.post("/suppressions", { phone: `+${number}`, scope: "marketing" });
    await write(report);
    const listed = async () =>
      (await client.get("/suppressions")).body.data.map(
        ({ kind, scope }: Record<string, string>) => `${kind} ${scope}`,
      );
    expect(await listed()).toEqual(["bsuid marketing", "phone marketing"]);
    await client.post("/suppressions", { bsuid: userId });
    await write(report);
    expect(await listed()).toEqual(["bsuid all", "phone all"]);
    expect((await newLead(client, { phone: `+${number}` })).is_optout).toBe(true);
  });

  it("opts nobody out again who has opted in by the id, whoever had the number", async () => {
    const report = statusOf(await sent(), "delivered", ids());
    await client.delete(`/leads/${lead}`);
    await client.post("/suppressions", { phone: `+${number}` });
    const say = (body: string) =>
      write({
        messages: [
          {
            ...{ from_user_id: userId, id: newWamid(), timestamp: secondsAgo(0) },
            ...{ type: "text", text: { body } },
          },
        ],
      });
    await say("Hello");
    await write(report);
    const { id } = (await onlyPersonOf(client)).lead;
    expect((await sent(id)).error).toMatchObject({ reason: "opted_out" });
    await say("START");
    await write(report);
    expect((await sent(id)).error).toBe(null);
  });

  it("has its former holder get nothing at a number whose next holder has opted out", async () => {
    const own = textFrom(number, "Hello", { from_user_id: `US.${newNumber()}` });
    await write(own);
    await client.post("/suppressions", { bsuid: userId });
    await write(statusOf(await sent(), "delivered", ids()));
    expect((await sent()).error).toMatchObject({ reason: "opted_out" });
  });
});

describe("the answer to a message", () => {
  it("teaches the id, which is the address once nobody is at the number", async () => {
    const key = String(channel.external_id);
    const contacts = [{ input: number, wa_id: number, user_id: userId }];
    await order(key, {
      queue: [
        {
          do: "status",
          status: 200,
          sent: true,
          body: JSON.stringify({
            messaging_product: "whatsapp",
            contacts,
            messages: [{ id: newWamid() }],
          }),
        },
      ],
    });
    const message = await sent();
    await sent();
    expect((await personOf(client, lead)).identities).toMatchObject([
      { kind: "bsuid", value: userId, channel_id: channel.id, learned_from: "answer" },
      { kind: "wa_id", value: number },
    ]);
    await write(statusOf(message, "failed", { errors: [{ code: 131026, title: "Nobody" }] }));
    await sent();
    const bodies = (await requestsTo(key)).map(({ body: { to, recipient } }) => to ?? recipient);
    expect(bodies).toEqual([number, number, userId]);
  });
});

describe("a username", () => {
  const named = (username: string, more: object = {}) => ({
    ...textFrom(number, "Hello", { from_user_id: userId, ...more }),
    contacts: [{ profile: { name: "Ada", username }, wa_id: number, user_id: userId }],
  });
  const usernames = async () => {
    const { lead: person, identities } = await personOf(client, lead);
    return [person.username, identities.find(({ kind }) => kind === "bsuid")?.username];
  };

  it("is the lead's too while that is empty or the former one", async () => {
    await write(named("ada.k"));
    expect(await usernames()).toEqual(["ada.k", "ada.k"]);
    expect((await client.get("/leads?username=ada.k")).body.data).toMatchObject([{ id: lead }]);
    await write(named("ada.lovelace"));
    expect(await usernames()).toEqual(["ada.lovelace", "ada.lovelace"]);
    await client.patch(`/leads/${lead}`, { username: "mine" });
    await write(named("countess"));
    expect(await usernames()).toEqual(["mine", "countess"]);
  });

  it("comes from reports, of which the newest counts", async () => {
    await write(named("ada.k"));
    const message = await sent();
    const report = (username: string, seconds: number) => ({
      ...statusOf(message, "read", { ...ids(), timestamp: secondsAgo(seconds) }),
      contacts: [{ wa_id: number, user_id: userId, profile: { username } }],
    });
    await write(report("older", 90));
    expect(await usernames()).toEqual(["ada.k", "ada.k"]);
    await write(report("newer", 0));
    expect(await usernames()).toEqual(["newer", "newer"]);
    await write(named("late", { timestamp: secondsAgo(90) }));
    expect(await usernames()).toEqual(["newer", "newer"]);
  });

  it("is kept by the number where no account is known", async () => {
    const { contacts: _, ...message } = textFrom(number, "Hello");
    const contacts = [{ profile: { username: "ada.k" }, wa_id: number }];
    await write({ ...message, contacts });
    const [row] = await rowsOf("select username from lead_identities where value = ?", number);
    expect(row).toEqual({ username: "ada.k" });
  });
});
