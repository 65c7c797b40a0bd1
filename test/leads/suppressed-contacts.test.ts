import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newChannel, newInbound, newLead, newWorkspace, unique } from "../support/api";
import { deliver, newMetaChannel, newNumber, textFrom, whatsappBody } from "../support/messaging";
import { enrol, newFlow, stepDue } from "../support/run-scheduler";

let client: Client;
let channel: Channel;

beforeAll(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client);
});

const say = (number: string, text: string) =>
  deliver(channel, whatsappBody(channel, textFrom(number, text)));
const leadNow = async (id: number) => (await client.get(`/leads/${id}`)).body.data;
const isSuppressed = async ({ phone, email }: { phone?: string; email?: string }) => {
  const query = phone ? `phone=${encodeURIComponent(phone)}` : `email=${email}`;
  return (await client.get(`/suppressions?${query}`)).body.data.length === 1;
};

/** A lead that has written from its own number. */
async function newWriter() {
  const number = newNumber();
  await say(number, "Hello");
  const [{ id }] = (await client.get(`/leads?phone=${number}`)).body.data;
  return { id, number, phone: `+${number}` };
}

/** Somebody who has unsubscribed and is no lead any more. */
async function newGone() {
  const gone = { phone: `+${newNumber()}`, email: `gone-${unique()}@example.com` };
  const { id } = await newLead(client, gone);
  await client.post(`/leads/${id}/opt-out`);
  await client.delete(`/leads/${id}`);
  return gone;
}

describe("a message that subscribes again", () => {
  it("does not end the suppression of a phone that the API has given the lead", async () => {
    const [writer, { phone }] = [await newWriter(), await newGone()];
    const patched = await client.patch(`/leads/${writer.id}`, { phone });
    expect(patched.body.data.is_optout).toBe(true);
    await say(writer.number, "START");
    expect((await leadNow(writer.id)).is_optout).toBe(false);
    expect([await isSuppressed(writer), await isSuppressed({ phone })]).toEqual([false, true]);
    const sent = await client.post(`/leads/${writer.id}/messages`, { text: "Hello" });
    expect([sent.status, sent.body.data?.error?.reason ?? sent.body.errors]).toEqual([
      201,
      "opted_out",
    ]);
    await client.post(`/leads/${writer.id}/opt-in`);
    expect(await isSuppressed({ phone })).toBe(false);
  });

  it("ends what the lead's own message has begun, also of its e-mail", async () => {
    const [writer, email] = [await newWriter(), `own-${unique()}@example.com`];
    await client.patch(`/leads/${writer.id}`, { email });
    await say(writer.number, "STOP");
    expect([await isSuppressed(writer), await isSuppressed({ email })]).toEqual([true, true]);
    await say(writer.number, "START");
    expect([await isSuppressed(writer), await isSuppressed({ email })]).toEqual([false, false]);
  });

  it("does not end the suppression of an e-mail that the API has named since", async () => {
    const [writer, email] = [await newWriter(), `named-${unique()}@example.com`];
    await client.patch(`/leads/${writer.id}`, { email });
    await say(writer.number, "STOP");
    expect((await client.post("/suppressions", { email })).status).toBe(200);
    await say(writer.number, "START");
    expect([await isSuppressed(writer), await isSuppressed({ email })]).toEqual([false, true]);
  });

  it("does not undo the opt-out of another person who writes as the same lead", async () => {
    const [writer, number] = [await newWriter(), newNumber()];
    const phone = `+${number}`;
    await client.patch(`/leads/${writer.id}`, { phone });
    await say(number, "STOP");
    await say(writer.number, "START");
    expect([await isSuppressed(writer), await isSuppressed({ phone })]).toEqual([false, true]);
    await say(number, "START");
    expect(await isSuppressed({ phone })).toBe(false);
  });
});

it("a reply with a suppressed contact does not become the lead's", async () => {
  const [{ id, number, phone }, { email, phone: other }] = [await newWriter(), await newGone()];
  const scenario = await newFlow(
    client,
    {
      ask: ["wait_for_reply", { timeout_seconds: 3600, save_to: "email" }],
      keep: ["update_lead", { email: "{{email}}", phone: other, first_name: "Kept" }],
    },
    "ask:reply > keep",
  );
  await enrol(client, scenario.id, id);
  await stepDue(client);
  await say(number, email);
  await stepDue(client);
  expect(await leadNow(id)).toMatchObject({
    first_name: "Kept",
    email: null,
    phone,
    is_optout: false,
  });
  await say(number, "START");
  expect([await isSuppressed({ email }), await isSuppressed({ phone: other })]).toEqual([
    true,
    true,
  ]);
});

describe("a lead that is given a suppressed phone", () => {
  const upsert = async (ext_id: string, phone: string) =>
    (await client.post("/leads?upsert=1", { ext_id, phone })).body.data;

  it.each([
    ["before", ["suppress", "subscribe"]],
    ["after", ["subscribe", "suppress"]],
  ])(
    "by an upsert is unsubscribed, if the phone was suppressed %s its opt-in",
    async (_, order) => {
      const [ext_id, phone] = [`crm-${unique()}`, `+${newNumber()}`];
      const { id } = await newLead(client, { ext_id, is_optout: true });
      for (const act of order)
        await (act === "suppress"
          ? client.post("/suppressions", { phone })
          : client.post(`/leads/${id}/opt-in`));
      expect(await upsert(ext_id, phone)).toMatchObject({ id, phone, is_optout: true });
      expect((await client.get(`/leads/${id}/consents`)).body.data[0]).toMatchObject({
        kind: "opted_out",
        method: "suppression",
      });
      expect((await upsert(ext_id, phone)).is_optout).toBe(true);
      expect((await client.post(`/leads/${id}/opt-in`)).body.data.is_optout).toBe(false);
      expect((await upsert(ext_id, phone)).is_optout).toBe(false);
    },
  );
});

it("a message of a lead without its number subscribes the lead, and no phone of somebody else", async () => {
  const { phone } = await newGone();
  const [sandbox, { id }] = [await newChannel(client), await newLead(client, { phone })];
  await newInbound(client, sandbox.id, id, { text: "START" });
  expect([(await leadNow(id)).is_optout, await isSuppressed({ phone })]).toEqual([false, true]);
  await newInbound(client, sandbox.id, id, { text: "START", from: phone });
  expect(await isSuppressed({ phone })).toBe(false);
});
