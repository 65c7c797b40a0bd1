import { beforeEach, describe, expect, it } from "vitest";
import type { LeadDuplicate } from "#features/leads/duplicates/schema";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newChannel, newLead, newScenario, newWorkspace } from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { dataOf } from "../support/events";
import { workMerges } from "../support/merging";
import { databaseWith, down, onlyAt, unanswered } from "../support/message-sender-faults";
import { deliver, newMetaChannel, newNumber, newWamid, whatsappBody } from "../support/messaging";
import { idsIn, ledgerOf, peopleOf, personOf } from "../support/received";
import { rowsOf } from "../support/rows";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";
import { serve } from "../support/serve";

let client: Client;
let channel: Channel;
let number: string;
let bsuid: string;
let serial = 0;

beforeEach(async () => {
  await holdChunkWorker();
  client = clientWithoutWakeUps(await newWorkspace());
  channel = await newMetaChannel(client);
  number = newNumber();
  bsuid = `US.person${++serial}`;
});

type Ids = { wa_id?: string; user_id?: string };

/** A text from a sender with these ids. */
const textFrom = ({ wa_id, user_id }: Ids, text = "Hello") =>
  whatsappBody(channel, {
    contacts: [{ profile: { name: "Ada" }, wa_id, user_id }],
    messages: [
      {
        from: wa_id,
        from_user_id: user_id,
        id: newWamid(),
        timestamp: String(Math.floor(Date.now() / 1000)),
        type: "text",
        text: { body: text },
      },
    ],
  });

const write = (from: Ids, text?: string) => deliver(channel, textFrom(from, text));

/** Shows that the number and the id are one person's. */
const prove = (text?: string) => write({ wa_id: number, user_id: bsuid }, text);

const pairs = async (query = ""): Promise<LeadDuplicate[]> =>
  (await client.get(`/lead-duplicates?${query}`)).body.data;

const pairIds = async (query = "") =>
  (await pairs(query)).map(({ lead, other }) => [lead.id, other.id]);

const crm = (input: object = {}) =>
  newLead(client, { phone: `+${number}`, ext_id: `crm-${number}`, email: null, ...input });

/** Two records of the CRM: one has the number, and the other has written from an account. */
async function newPair() {
  const one = await crm();
  await write({ user_id: bsuid });
  const writer = (await peopleOf(client)).find(({ lead }) => lead.id !== one.id);
  await client.patch(`/leads/${writer?.lead.id}`, { ext_id: `shop-${number}` });
  return { one, other: { id: writer?.lead.id ?? 0 } };
}

const isOptedOut = async (...leads: { id: number }[]) =>
  Promise.all(leads.map(async ({ id }) => (await personOf(client, id)).lead.is_optout));

describe("a lead that only a channel has made", () => {
  it("is merged into the lead of the number that a report names with its id", async () => {
    const lead = await crm();
    await write({ wa_id: number });
    await write({ user_id: bsuid }, "From an account");
    const report = (seconds: number) => {
      const timestamp = String(Math.floor(Date.now() / 1000) - seconds);
      const ids = { recipient_id: number, recipient_user_id: bsuid };
      const status = { id: newWamid(), status: "read", timestamp, ...ids };
      return deliver(channel, whatsappBody(channel, { statuses: [status] }));
    };
    await report(90);
    await workMerges();
    expect(await peopleOf(client)).toHaveLength(2);
    await Promise.all([report(0), report(0)]);
    await workMerges();
    const [person, ...others] = await peopleOf(client);
    expect([person?.lead.id, person?.messages.length, others]).toEqual([lead.id, 2, []]);
  });

  it("is merged into the lead whose number comes with its id", async () => {
    const lead = await crm();
    await write({ user_id: bsuid }, "From an account");
    await prove("Both");
    expect(await pairIds()).toEqual([]);
    await write({ user_id: bsuid }, "Meanwhile");
    await workMerges();
    const [person, ...others] = await peopleOf(client);
    expect(others).toEqual([]);
    expect([person?.lead.id, person && idsIn(person)]).toEqual([
      lead.id,
      [`bsuid:${bsuid}`, `wa_id:${number}`],
    ]);
    expect(person?.messages.map(({ text }) => text).toSorted()).toEqual([
      "Both",
      "From an account",
      "Meanwhile",
    ]);
    expect(await dataOf(client, "lead.merged")).toMatchObject([{ keep: lead.id }]);
    expect(await dataOf(client, "lead.same_person_found")).toEqual([]);
    expect(await rowsOf("select 1 from lead_duplicates where lead_id = ?", lead.id)).toEqual([]);
  });

  it.each(["number", "account"])("stays if it is the older: the %s came first", async (first) => {
    const ids = [{ wa_id: number }, { user_id: bsuid }];
    for (const sender of first === "number" ? ids : ids.toReversed()) await write(sender);
    const [older] = await peopleOf(client);
    await prove();
    await workMerges();
    const people = await peopleOf(client);
    expect(people.map(({ lead }) => [lead.id, lead.phone])).toEqual([
      [older?.lead.id, `+${number}`],
    ]);
    expect(people[0]?.messages).toHaveLength(3);
  });

  it("is merged once by two deliveries at once, and its opt-out holds", async () => {
    const lead = await crm();
    await write({ user_id: bsuid }, "STOP");
    await Promise.all([prove(), prove(), prove()]);
    // Before any of it has moved.
    expect((await personOf(client, lead.id)).lead.is_optout).toBe(true);
    expect(await rowsOf("select 1 from lead_merges where keep_id = ?", lead.id)).toHaveLength(1);
    await workMerges();
    const [person, ...others] = await peopleOf(client);
    expect([others.length, person?.lead.is_optout, person?.messages.length]).toEqual([0, true, 5]);
    expect(person && ledgerOf(person)).toContain("opted_out by same_person");
    expect(await dataOf(client, "lead.merged")).toHaveLength(1);
  });

  it.each([
    ["is lost before it is stored", down],
    ["is stored, and its answer lost", unanswered],
  ])("is merged once where the proof %s and comes again", async (_, fault) => {
    const lead = await crm();
    await write({ user_id: bsuid }, "STOP");
    const body = textFrom({ wa_id: number, user_id: bsuid });
    // The senders are read first.
    for (const call of [1, 2]) {
      const DB = databaseWith(onlyAt(call, fault));
      const fetcher = (request: Request) => serve(request, { DB });
      expect((await deliver(channel, body, { fetcher })).status).toBeGreaterThanOrEqual(500);
    }
    expect((await deliver(channel, body)).status).toBe(200);
    await workMerges();
    const [person, ...others] = await peopleOf(client);
    expect(others).toEqual([]);
    expect([person?.lead.id, person?.lead.is_optout]).toEqual([lead.id, true]);
    expect(await dataOf(client, "lead.merged")).toHaveLength(1);
    expect(person?.messages.filter(({ text }) => text === "Hello")).toHaveLength(1);
  });

  it.each([
    ["an e-mail", { email: "ada@same.example" }],
    ["an ext_id", { ext_id: "own" }],
    ["another phone", { phone: "+33639980150" }],
  ])("is listed instead if it has %s by now", async (_, field) => {
    const lead = await crm();
    await write({ user_id: bsuid });
    const [, writer] = await peopleOf(client);
    expect((await client.patch(`/leads/${writer?.lead.id}`, field)).status).toBe(200);
    await prove();
    expect(await workMerges()).toBe(0);
    expect(await pairIds()).toEqual([[lead.id, writer?.lead.id]]);
  });

  it("is listed instead with `merge_same_person: off`, and merged by a proof once it is auto", async () => {
    expect((await client.patch("/settings", { merge_same_person: "off" })).status).toBe(200);
    const lead = await crm();
    await write({ user_id: bsuid });
    await prove();
    expect([await workMerges(), await pairIds()]).toEqual([0, [[lead.id, expect.any(Number)]]]);
    await client.patch("/settings", { merge_same_person: "auto" });
    await prove();
    await workMerges();
    expect([(await peopleOf(client)).length, await pairIds()]).toEqual([1, []]);
  });

  it("is merged into a lead that a gateway names with its id", async () => {
    const gateway = await newChannel(client);
    const lead = await crm();
    const receive = (input: object) =>
      client.post(`/channels/${gateway.id}/inbound`, { text: "Hello", ...input });
    await receive({ from: bsuid });
    expect((await receive({ from: bsuid, lead_id: lead.id })).status).toBe(201);
    await workMerges();
    const [person, ...others] = await peopleOf(client);
    expect(others).toEqual([]);
    expect([person?.lead.id, person && idsIn(person), person?.messages.length]).toEqual([
      lead.id,
      [`bsuid:${bsuid}`],
      2,
    ]);
  });

  it("is no record that the team has made, whatever source it says", async () => {
    const made = await newLead(client, {
      ...{ phone: `+${number}`, source: "whatsapp", email: null, data: { deal: 7 } },
    });
    const writer = await crm({ phone: null });
    await deliver(channel, textFrom({ user_id: bsuid }));
    await rowsOf(`update lead_identities set lead_id = ${writer.id} where value = '${bsuid}'`);
    await prove();
    expect(await workMerges()).toBe(0);
    expect(await pairIds()).toEqual([[made.id, writer.id]]);
  });

  it("is left alone where somebody else has the number now", async () => {
    await prove();
    const stranger = `${bsuid}9`;
    await write({ user_id: stranger });
    await write({ wa_id: number, user_id: stranger });
    await workMerges();
    expect([(await peopleOf(client)).length, await pairIds()]).toEqual([2, []]);
  });
});

describe("two leads of which neither is made by a channel alone", () => {
  it("both stay with their ids, and are listed with one event", async () => {
    const { one, other } = await newPair();
    await Promise.all([prove(), prove()]);
    await prove();
    expect(await workMerges()).toBe(0);
    expect((await pairs())[0]).toMatchObject({
      lead: { id: one.id, ext_id: one.ext_id, phone: `+${number}` },
      other: { id: other.id, source: "whatsapp", is_optout: false },
    });
    expect([
      idsIn(await personOf(client, one.id)),
      idsIn(await personOf(client, other.id)),
    ]).toEqual([[`wa_id:${number}`], [`bsuid:${bsuid}`]]);
    expect(await dataOf(client, "lead.same_person_found")).toMatchObject([
      { lead_id: one.id, other_id: other.id },
    ]);
    expect(await pairIds(`lead_id=${other.id}`)).toEqual([[one.id, other.id]]);
    expect(await pairIds(`lead_id=${(await newLead(client)).id}`)).toEqual([]);
  });

  it("share their opt-outs at once: those of before, and those that follow", async () => {
    const { one, other } = await newPair();
    const scenario = await newScenario(client);
    await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: one.id });
    await write({ user_id: bsuid }, "STOP");
    expect(await isOptedOut(one, other)).toEqual([false, true]);
    await prove();
    expect(await isOptedOut(one, other)).toEqual([true, true]);
    expect(ledgerOf(await personOf(client, one.id))).toEqual(["opted_out by same_person"]);
    const [run] = (await client.get(`/scenarios/${scenario.id}/runs`)).body.data;
    expect(run).toMatchObject({ state: "exited", end_reason: "opted_out" });
    // The person's own word lets one of them be written to again, and no proof takes it back.
    await client.post(`/leads/${one.id}/opt-in`);
    await prove();
    expect(await isOptedOut(one, other)).toEqual([false, true]);
    await client.post(`/leads/${other.id}/opt-in`);
    await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: other.id });
    await prove("STOP");
    expect(await isOptedOut(one, other)).toEqual([true, true]);
    const [last] = (await client.get(`/scenarios/${scenario.id}/runs`)).body.data;
    expect(last).toMatchObject({ state: "exited", end_reason: "opted_out" });
  });

  it("share an opt-out of marketing as such", async () => {
    const { one, other } = await newPair();
    await rowsOf("update leads set is_marketing_optout = 1 where id = ?", one.id);
    await prove();
    expect(
      await rowsOf(
        `select scope, kind, is_optout as optout, is_marketing_optout as marketing
         from consents cross join leads on leads.id = lead_id where lead_id = ?`,
        other.id,
      ),
    ).toEqual([{ scope: "marketing", kind: "opted_out", optout: 0, marketing: 1 }]);
  });

  it("are settled by a merge, which takes the pairs with others along", async () => {
    const { one, other } = await newPair();
    await prove();
    const third = await newLead(client, { is_optout: false });
    await rowsOf(
      `insert into lead_duplicates (workspace_id, lead_id, other_id, found_at)
       values (?, ?, ?, 1)`,
      client.workspaceId,
      other.id,
      third.id,
    );
    await client.post("/leads/merge", { keep: one.id, merge: other.id });
    expect(await pairIds()).toEqual([[one.id, third.id]]);
    await client.post(`/leads/${one.id}/opt-out`);
    expect(await isOptedOut(third)).toEqual([true]);
    await client.delete(`/leads/${third.id}`);
    expect(await pairIds()).toEqual([]);
  });

  it("stay two people once somebody says so, whatever is proved later", async () => {
    const { one, other } = await newPair();
    await prove();
    const path = `/lead-duplicates/${other.id}/${one.id}`;
    expect((await (await newWorkspace()).delete(path)).status).toBe(404);
    expect((await client.delete(path)).body).toEqual({ success: true, deleted: 1 });
    expect((await client.delete(path)).status).toBe(404);
    await client.patch(`/leads/${other.id}`, { ext_id: null });
    await prove("STOP");
    expect([await workMerges(), await pairIds()]).toEqual([0, []]);
    expect(await isOptedOut(one, other)).toEqual([true, false]);
    expect(await dataOf(client, "lead.same_person_found")).toHaveLength(1);
    const acts = (await client.get("/audit-log?action[]=lead_duplicate.deleted")).body.data;
    expect(acts).toHaveLength(1);
  });
});
