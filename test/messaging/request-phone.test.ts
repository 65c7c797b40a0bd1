import { beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newChannel, newLead, newWorkspace } from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { order, requestsTo } from "../support/graph";
import { workMerges } from "../support/merging";
import {
  deliver,
  newMetaChannel,
  newNumber,
  newWamid,
  sendDue,
  whatsappBody,
} from "../support/messaging";
import { idsIn, onlyPersonOf, type Person, peopleOf, personOf } from "../support/received";
import { enrol, newFlow, runNow, settle, trailOf } from "../support/run-scheduler";

let client: Client;
let channel: Channel;
let bsuid: string;
let number: string;
let serial = 0;

beforeEach(async () => {
  await holdChunkWorker();
  client = await newWorkspace();
  channel = await newMetaChannel(client);
  bsuid = `RW.asked${++serial}`;
  number = newNumber();
});

const write = (message: object) =>
  deliver(
    channel,
    whatsappBody(channel, {
      contacts: [{ profile: { name: "Ada" }, user_id: bsuid }],
      messages: [
        {
          from_user_id: bsuid,
          id: newWamid(),
          timestamp: String(Math.floor(Date.now() / 1000)),
          ...message,
        },
      ],
    }),
  );

const hello = () => write({ type: "text", text: { body: "Hello" } });

const share = (card: object = {}) =>
  write({
    type: "contacts",
    contacts: [
      { origin: "contact_request", phones: [{ phone: `+${number}`, wa_id: number }], ...card },
    ],
  });

const shown = (person: Person) => [person.lead.phone, idsIn(person)];

describe("a request for the phone number", () => {
  it("is what a run branches to where a message needs one, and it ends with the number", async () => {
    await hello();
    const { lead } = await onlyPersonOf(client);
    const flow = await newFlow(
      client,
      {
        code: ["message", { text: "Your code" }],
        ask: ["message", { type: "request_phone", text: "Which number, {{first_name}}?" }],
        wait: [
          "wait_for_reply",
          { timeout_seconds: 60, validate: "phone", max_attempts: 2, save_to: "number" },
        ],
        done: ["exit"],
      },
      "code:failed>ask>wait:reply>done",
    );
    const account = channel.external_id ?? "";
    await order(account, { queue: [{ do: "error", status: 400, code: 131062, message: "No" }] });
    const run = await enrol(client, flow.id, lead.id);
    await settle(client);
    const [asked] = (await requestsTo(account)).slice(-1);
    expect(asked?.body).toMatchObject({
      recipient: bsuid,
      type: "interactive",
      interactive: {
        type: "request_contact_info",
        body: { text: "Which number, Ada?" },
        action: { name: "request_contact_info" },
      },
    });
    await share({ origin: "other" });
    await settle(client);
    expect((await runNow(client, run)).state).toBe("waiting");
    await share();
    await settle(client);
    expect((await trailOf(run)).at(-1)).toMatch(/^done /);
    const person = await onlyPersonOf(client);
    expect(shown(person)).toEqual([`+${number}`, [`bsuid:${bsuid}`, `wa_id:${number}`]]);
    expect(person.lead.variables).toEqual({ number: `+${number}` });
    expect(person.messages.flatMap(({ error }) => error?.reason ?? [])).toEqual([
      "number_required",
    ]);
    expect(person.identities.map(({ learned_from }) => learned_from)).toEqual([
      "message",
      "contact_request",
    ]);
  });

  it.each([
    ["without a request", { origin: "other" }],
    ["of no origin", { origin: undefined }],
    ["with two phones", { phones: [{ wa_id: "16505550001" }, { wa_id: "16505550002" }] }],
  ])("is not answered by a card %s", async (_, card) => {
    await hello();
    await share(card);
    expect(shown(await onlyPersonOf(client))).toEqual([null, [`bsuid:${bsuid}`]]);
  });

  it("leaves another phone of the lead as it is, and learns the number once", async () => {
    await hello();
    const { lead } = await onlyPersonOf(client);
    await client.patch(`/leads/${lead.id}`, { phone: "+33639980160" });
    await Promise.all([share(), share()]);
    expect(shown(await onlyPersonOf(client))).toEqual([
      "+33639980160",
      [`bsuid:${bsuid}`, `wa_id:${number}`],
    ]);
  });

  it("answered with another lead's number joins the two, or lists them", async () => {
    const known = await newLead(client, { phone: `+${number}`, ext_id: "crm" });
    await hello();
    await share();
    await workMerges();
    const person = await onlyPersonOf(client);
    expect([person.lead.id, ...shown(person)]).toEqual([
      known.id,
      `+${number}`,
      [`bsuid:${bsuid}`],
    ]);
    [bsuid, number] = [`${bsuid}b`, newNumber()];
    const other = await newLead(client, { phone: `+${number}`, ext_id: "crm-2" });
    await hello();
    const writer = (await peopleOf(client)).at(-1)!;
    await client.patch(`/leads/${writer.lead.id}`, { ext_id: "shop" });
    await share();
    expect(shown(await personOf(client, writer.lead.id))).toEqual([null, [`bsuid:${bsuid}`]]);
    const pairs = (await client.get("/lead-duplicates")).body.data;
    expect(pairs).toMatchObject([{ lead: { id: other.id }, other: { id: writer.lead.id } }]);
  });

  it("can be tried in a sandbox, and is refused where there are no numbers", async () => {
    const sandbox = await newChannel(client);
    const receive = (input: object) =>
      client.post(`/channels/${sandbox.id}/inbound`, { from: bsuid, ...input });
    const { body: first } = await receive({ text: "Hello" });
    const path = `/conversations/${first.data.conversation_id}/messages`;
    const input = { type: "request_phone", text: "Which number?" };
    expect((await client.post(path, input)).body.data).toMatchObject(input);
    await sendDue(sandbox.id);
    const answer = await receive({ type: "contacts", shared_number: `+${number}` });
    expect(answer.body.data.text).toBe(`+${number}`);
    const person = await onlyPersonOf(client);
    expect(shown(person)).toEqual([`+${number}`, [`bsuid:${bsuid}`, `wa_id:${number}`]]);
    expect((await client.post(path, { type: "request_phone" })).body.errors).toHaveProperty("text");
    const instagram = await newChannel(client, { platform: "instagram" });
    const refused = await client.post(`/leads/${person.lead.id}/messages`, {
      channel_id: instagram.id,
      ...input,
    });
    expect(refused.body.errors).toHaveProperty("type");
    await client.post(`/leads/${person.lead.id}/opt-out`);
    expect((await client.post(path, input)).body.data.error.reason).toBe("opted_out");
  });
});
