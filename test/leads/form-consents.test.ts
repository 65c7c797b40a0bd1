import { beforeAll, describe, expect, it } from "vitest";
import type { Lead } from "#features/leads/schema";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newLead, newWorkspace } from "../support/api";
import { dataOf } from "../support/events";
import { consentInForm } from "../support/form-consents";
import { deliver, newMetaChannel, newNumber, textFrom, whatsappBody } from "../support/messaging";
import { optoutsOf } from "../support/received";

let client: Client;
let channel: Channel;

beforeAll(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client);
});

const agree = ({ id }: Pick<Lead, "id">, given: object = {}) =>
  consentInForm(client.workspaceId, id, given);

const kindsOf = async ({ id }: Pick<Lead, "id">) =>
  (await client.get(`/leads/${id}/consents`)).body.data.map(
    ({ method, scope }: { method: string; scope: string }) => `${method} ${scope}`,
  );

/** Somebody writes by a number `ago` seconds ago. */
const write = (number: string, text: string, ago: number) => {
  const timestamp = String(Math.floor(Date.now() / 1_000) - ago);
  return deliver(channel, whatsappBody(channel, textFrom(number, text, { timestamp })));
};

async function newWriter() {
  const number = newNumber();
  await write(number, "Hi", 90);
  const [lead] = (await client.get(`/leads?phone=${number}`)).body.data as [Lead];
  return { number, lead };
}

describe("a consent that is given in a form", () => {
  it("stands in the ledger of its scope with what was asked and answered, once", async () => {
    const lead = await newLead(client);
    await agree(lead);
    await agree(lead, { at: Date.now() + 5 });
    await agree(lead, { about: "marketing", words: "News: on" });
    const { body } = await client.get(`/leads/${lead.id}/consents`);
    expect(body.data).toMatchObject([
      { kind: "opted_in", method: "form", scope: "marketing", words: "News: on", message_id: null },
      { kind: "opted_in", method: "form", scope: "all", words: "May I? Yes" },
    ]);
    expect(body.data).toHaveLength(2);
    const { body: feed } = await client.get(`/events?lead_id=${lead.id}`);
    expect(feed.data.map(({ type }: { type: string }) => type)).toEqual(["lead.created"]);
  });

  it("is entered anew once the lead has left and come back", async () => {
    const lead = await newLead(client);
    await agree(lead);
    await client.post(`/leads/${lead.id}/opt-out`);
    await client.post(`/leads/${lead.id}/opt-in`);
    await agree(lead, { at: Date.now() + 2_000 });
    expect(await kindsOf(lead)).toEqual(["form all", "api all", "api all", "form all"]);
  });

  it.each(["phone", "email"])("is not entered for a suppressed %s", async (kind) => {
    const value = kind === "phone" ? `+${newNumber()}` : "left@example.com";
    const lead = await newLead(client, { [kind]: value });
    await client.post("/suppressions", { [kind]: value, scope: "marketing" });
    await client.post(`/leads/${lead.id}/opt-in`, { scope: "marketing" });
    await client.post("/suppressions", { [kind]: value, scope: "marketing" });
    const before = await kindsOf(lead);
    await agree(lead, { about: "marketing" });
    expect(await kindsOf(lead)).toEqual(before);
  });

  it("does not count against a STOP of before that arrives later", async () => {
    const { number, lead } = await newWriter();
    await agree(lead);
    await write(number, "STOP", 60);
    expect(await optoutsOf(lead.id)).toEqual([true, false]);
    await write(number, "START", 30);
    expect(await optoutsOf(lead.id)).toEqual([false, false]);
    const events = await dataOf(client, "lead.opted_in");
    expect(events.filter((one) => one.lead_id === lead.id)).toMatchObject([{ method: "keyword" }]);
  });

  it("subscribes nobody again by a merge, whichever lead is kept", async () => {
    for (const isKept of [true, false]) {
      const [left, agreed] = [await newLead(client), await newLead(client)];
      await client.post(`/leads/${left.id}/opt-out`);
      await agree(agreed, { at: Date.now() + 5_000 });
      const [keep, gone] = isKept ? [left, agreed] : [agreed, left];
      await client.post("/leads/merge", { keep: keep.id, merge: gone.id });
      expect(await optoutsOf(keep.id)).toEqual([true, false]);
      await agree(keep, { at: Date.now() + 9_000 });
      expect((await kindsOf(keep)).filter((one: string) => one === "form all")).toHaveLength(1);
    }
  });
});
