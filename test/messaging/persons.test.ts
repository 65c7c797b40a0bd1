import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "#lib/time";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newMessage,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { atTime } from "../support/clicks";
import { requestsTo } from "../support/graph";
import { newRecipient } from "../support/message-sender";
import { messageNow, messagesOf, newMetaChannel, sendDue } from "../support/messaging";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";

// Messages that a person writes, beside those of programs.

let client: Client;
let channel: { id: number };

beforeEach(async () => {
  await holdChunkWorker();
  client = await newWorkspace();
  channel = await newChannel(client);
});

async function newTalk() {
  const lead = await newLead(client);
  const { conversation_id: id } = await newInbound(client, channel.id, lead.id);
  return { id, lead };
}
const lastPersonAt = async ({ id }: { id: number }) =>
  (await client.get(`/conversations/${id}`)).body.data.last_person_at;

const asPerson = { as: "person" };

describe("a message as a person", () => {
  it("says so, and when a person last wrote in its conversation; a program's doesn't", async () => {
    const talk = await newTalk();
    const { body } = await client.post(`/leads/${talk.lead.id}/messages`, { text: "From the CRM" });
    expect(body.data).toMatchObject({ origin: null });
    expect(await lastPersonAt(talk)).toBeNull();
    for (const path of [`/leads/${talk.lead.id}`, `/conversations/${talk.id}`]) {
      const { body } = await client.post(`${path}/messages`, { text: "It is me", ...asPerson });
      expect(body.data).toMatchObject({ origin: "person", conversation_id: talk.id });
      expect(await lastPersonAt(talk)).toBe(body.data.created_at);
    }
    const last = await lastPersonAt(talk);
    await newMessage(client, talk.id);
    await newInbound(client, channel.id, talk.lead.id);
    expect(await lastPersonAt(talk)).toBe(last);
    expect((await messagesOf(client, talk.id)).map(({ origin }) => origin)).toEqual([
      ...[null, null, "person", "person", null, null],
    ]);
  });

  it("costs no row and no round trip more than a program's", async () => {
    const talk = await newTalk();
    await newMessage(client, talk.id);
    const costs = [];
    for (const input of [{}, asPerson])
      costs.push(
        await meterOf((fetcher) =>
          client.post(
            `/conversations/${talk.id}/messages`,
            { text: "Hello", ...input },
            { fetcher },
          ),
        ),
      );
    const [program, person] = costs.map(({ trips, rowsWritten }) => ({ trips, rowsWritten }));
    expect(person).toEqual(program);
    expect(await lastPersonAt(talk)).not.toBeNull();
  });

  it("counts once under an Idempotency-Key, and not where it is refused at once", async () => {
    const talk = await newTalk();
    const path = `/conversations/${talk.id}/messages`;
    const key = { headers: { "Idempotency-Key": "once" } };
    const message = { text: "It is me", ...asPerson };
    const [one, again] = [
      await client.post(path, message, key),
      await client.post(path, message, key),
    ];
    expect(again.body).toEqual(one.body);
    const last = await lastPersonAt(talk);
    await rowsOf("update conversations set last_inbound_at = 1 where id = ?", talk.id);
    expect((await client.post(path, message)).body.data).toMatchObject({
      origin: "person",
      status: "failed",
    });
    expect(await lastPersonAt(talk)).toBe(last);
  });

  it("is bound by the 24 hours, to a second, on Instagram too: no tag prolongs them", async () => {
    const account = await newMetaChannel(client, "instagram");
    const now = Date.now();
    const statuses: string[] = [];
    for (const age of [DAY_MS - 1_000, DAY_MS + 1_000, 7 * DAY_MS - 1_000]) {
      const { leadId } = await newRecipient(client, account);
      const at = "update conversations set last_inbound_at = ? where lead_id = ?";
      await rowsOf(at, now - age, leadId);
      await atTime(now, async () => {
        const message = { text: "It is me", ...asPerson };
        const { body } = await client.post(`/leads/${leadId}/messages`, {
          ...{ channel_id: account.id, ...message },
        });
        await sendDue(account.id);
        const { status } = await messageNow(client, body.data);
        statuses.push(body.data.error?.reason ?? status);
      });
    }
    expect(statuses).toEqual(["sent", "window_closed", "window_closed"]);
    const sent = await requestsTo(`token-of-${account.external_id}`);
    expect(sent.map(({ body }) => [body.messaging_type, body.tag])).toEqual([
      ["RESPONSE", undefined],
    ]);
  });

  it("needs the ability to send, and knows no other writers", async () => {
    const talk = await newTalk();
    const path = `/conversations/${talk.id}/messages`;
    const message = { text: "It is me", ...asPerson };
    const reader = await withAbilities(client, "conversations:read", "leads:write");
    const { status, body } = await reader.post(path, message);
    expect([status, body.ability]).toEqual([403, "conversations:write"]);
    for (const as of ["program", "native_app", "history", 1])
      expect((await client.post(path, { text: "Hello", as })).status, String(as)).toBe(422);
    expect((await client.post(path, { text: "Hello", as: null })).body.data.origin).toBeNull();
  });

  it("is still known, and the later one counts, after a merge of its leads", async () => {
    for (const isLater of [true, false]) {
      const [keep, gone] = [await newTalk(), await newTalk()];
      for (const talk of isLater ? [gone, keep] : [keep, gone]) {
        await newMessage(client, talk.id, asPerson);
        await rowsOf(
          "update conversations set last_person_at = last_person_at - 1000 where id <> ?",
          talk.id,
        );
      }
      const latest = await lastPersonAt(isLater ? keep : gone);
      await client.post("/leads/merge", { keep: keep.lead.id, merge: gone.lead.id });
      expect(await lastPersonAt(keep)).toBe(latest);
      const messages = await messagesOf(client, keep.id);
      expect(messages.filter(({ origin }) => origin === "person")).toHaveLength(2);
    }
  });
});

describe("the hours that triggers wait after a person's message", () => {
  it("are a setting from 0 to 168, 12 by default", async () => {
    const patch = (triggers_wait_hours: unknown) =>
      client.patch("/settings", { triggers_wait_hours });
    expect((await client.get("/settings")).body.data.triggers_wait_hours).toBe(12);
    for (const hours of [0, 168])
      expect((await patch(hours)).body.data.triggers_wait_hours).toBe(hours);
    for (const hours of [-1, 169, 1.5, "soon"]) expect((await patch(hours)).status).toBe(422);
    expect((await patch(null)).body.data.triggers_wait_hours).toBe(12);
  });
});
