import { beforeEach, describe, expect, it } from "vitest";
import { mergeLeads } from "#features/leads/merge/store";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newWorkspace,
} from "../support/api";
import { holdChunkWorker, holdRunScheduler } from "../support/chunks";
import { click, flushAndClassify } from "../support/clicks";
import { skipEventAudit } from "../support/event-audit";
import { dataOf } from "../support/events";
import { beginMerge, newPair, rowsOfLeads, workMerges } from "../support/merging";
import { databaseWith, down, unanswered } from "../support/message-sender-faults";
import {
  deliver,
  messagesOf,
  newMetaChannel,
  newNumber,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { rowsOf } from "../support/rows";
import { newFlow, runNow, trailOf } from "../support/run-scheduler";
import { clientWithoutWakeUps, whileStepping } from "../support/run-scheduler-faults";
import { scopeOf } from "../support/scope";

skipEventAudit();

let client: Client;

beforeEach(async () => {
  await holdChunkWorker();
  client = clientWithoutWakeUps(await newWorkspace());
});

type Pair = Awaited<ReturnType<typeof newPair>>;
type Id = { id: number };

const merge = (keep: Id, gone: Id) =>
  client.post("/leads/merge", { keep: keep.id, merge: gone.id });

/** The state that a merge must leave, however it came about. */
async function expectJoined({ keep, gone }: Pair, before: Record<string, number[]>) {
  expect(await rowsOfLeads(gone)).toEqual(await rowsOfLeads());
  const { consents, ...rows } = await rowsOfLeads(keep);
  const { consents: ledgers, ...others } = before;
  expect(rows).toEqual(others);
  expect(consents).toEqual(ledgers);
  const { data: lead } = (await client.get(`/leads/${keep.id}`)).body;
  const messages = await messagesOf(client, keep.conversation);
  expect(messages.map(({ id }) => id)).toEqual(before.messages);
  expect(lead.conversations).toMatchObject([
    { id: keep.conversation, messages_count: messages.length },
  ]);
  expect(lead.conversations).toHaveLength(1);
  expect((await client.get(`/conversations/${gone.conversation}`)).status).toBe(404);
  expect((await client.get(`/leads/${gone.id}`)).status).toBe(404);
  expect(await runNow(client, keep.run)).toMatchObject({ lead_id: keep.id, end_reason: null });
  expect(await runNow(client, gone.run)).toMatchObject({ lead_id: keep.id, end_reason: "merged" });
  expect((await client.get(`/messages/${gone.message}`)).body.data.status).toBe("failed");
  expect(await dataOf(client, "lead.merged")).toMatchObject([{ keep: keep.id, merge: gone.id }]);
  expect(await dataOf(client, "lead.deleted")).toEqual([]);
  const wrong = await rowsOf(
    `select id from link_sends where lead_id = ? and clicks_count <>
       (select count(*) from link_clicks where link_send_id = link_sends.id)`,
    keep.id,
  );
  expect(wrong).toEqual([]);
}

describe("a merge of leads with a history", () => {
  it("moves all of it in one transaction", async () => {
    const pair = await newPair(client);
    const before = await rowsOfLeads(pair.keep, pair.gone);
    const { status, body } = await merge(pair.keep, pair.gone);
    expect([status, body.merge.state]).toEqual([200, "completed"]);
    await expectJoined(pair, before);
  });

  it("moves a long one in chunks before, during which each row is one lead's", async () => {
    const pair = await newPair(client);
    const { keep, gone } = pair;
    const before = await rowsOfLeads(keep, gone);
    const { merge: begun } = await beginMerge(client, keep, gone);
    expect(begun.state).toBe("running");
    expect((await client.get(`/lead-merges/${gone.id}`)).body.data).toEqual(begun);
    const other = await newLead(client);
    for (const [one, into] of [
      [gone, other],
      [keep, gone],
      [gone, keep],
    ] as const) {
      const again = await mergeLeads(
        scopeOf(client.workspaceId),
        { keep: into.id, merge: one.id },
        0,
      ).catch(({ code }) => code);
      expect(again.merge?.state ?? again).toBe(into === keep ? "running" : "in_progress");
    }
    const chunks = await workMerges({}, 2);
    expect(chunks).toBeGreaterThan(0);
    await expectJoined(pair, before);
    expect((await client.get(`/lead-merges/${gone.id}`)).body.data.state).toBe("completed");
  });

  it("goes on after each chunk that was lost, or whose answer was", async () => {
    const pair = await newPair(client);
    const before = await rowsOfLeads(pair.keep, pair.gone);
    await beginMerge(client, pair.keep, pair.gone);
    for (let call = 1; call < 40; call++) {
      let calls = 0;
      const DB = databaseWith((run) =>
        ++calls === 2 ? (call % 2 === 0 ? down(run) : unanswered(run)) : run(),
      );
      await workMerges({ DB }, 3).catch(() => {});
    }
    await workMerges();
    await expectJoined(pair, before);
  });

  it("takes over what happens to the merged lead meanwhile", async () => {
    await holdRunScheduler(client.workspaceId);
    const pair = await newPair(client);
    const { keep, gone, channel, link } = pair;
    await beginMerge(client, keep, gone);
    await newInbound(client, channel.id, gone.id, { text: "Meanwhile" });
    await click(gone.send.url);
    await flushAndClassify(link.id);
    await client.patch(`/leads/${gone.id}`, { username: "meanwhile" });
    const before = await rowsOfLeads(keep, gone);
    await Promise.all([workMerges(), workMerges()]);
    await expectJoined(pair, before);
    expect((await client.get(`/leads/${keep.id}`)).body.data.username).toBe("meanwhile");
    await click(gone.send.url);
    await flushAndClassify(link.id);
    const { data: send } = (await client.get(`/link-sends/${gone.send.id}`)).body;
    expect(send).toMatchObject({ lead_id: keep.id, clicks_count: 7 });
    const [moved] = await rowsOf<{ lead_id: number }>(
      "select lead_id from link_clicks where link_send_id = ? order by id desc limit 1",
      gone.send.id,
    );
    expect(moved?.lead_id).toBe(keep.id);
  });

  it("is over with either of the leads", async () => {
    const { id: channelId } = await newChannel(client);
    const writer = async () => {
      const lead = await newLead(client);
      await newInbound(client, channelId, lead.id);
      return lead;
    };
    for (const part of ["keep", "gone"] as const) {
      const pair = { keep: await writer(), gone: await writer() };
      await beginMerge(client, pair.keep, pair.gone);
      await client.delete(`/leads/${pair[part].id}`);
      expect((await client.get(`/lead-merges/${pair.gone.id}`)).status).toBe(404);
      expect(await workMerges()).toBe(0);
      const left = part === "keep" ? pair.gone : pair.keep;
      expect((await client.get(`/leads/${left.id}`)).status).toBe(200);
    }
  });

  it("keeps both from being written to while one has opted out", async () => {
    const pair = await newPair(client);
    await client.post(`/leads/${pair.gone.id}/opt-out`);
    const { data } = await beginMerge(client, pair.keep, pair.gone);
    expect(data.is_optout).toBe(true);
    expect(await runNow(client, pair.keep.run)).toMatchObject({ end_reason: "opted_out" });
  });
});

describe("a lead that was merged", () => {
  it("is found by its number, its conversations and runs going on", async () => {
    const [meta, sandbox] = [await newMetaChannel(client), await newChannel(client)];
    const number = newNumber();
    await deliver(meta, whatsappBody(meta, textFrom(number, "Hello")));
    const gone = (await client.get(`/leads?phone=${number}`)).body.data[0];
    const keep = await newLead(client, { phone: "+15550001111" });
    const paused = await newScenario(client);
    await newInbound(client, sandbox.id, keep.id);
    await client.post(`/scenarios/${paused.id}/leads`, { lead_id: gone.id });
    const { body } = await merge(keep, gone);
    expect(body.data.conversations.map(({ id }: Id) => id).toSorted()).toEqual(
      expect.arrayContaining([gone.conversations[0].id]),
    );
    await deliver(meta, whatsappBody(meta, textFrom(number, "Again")));
    const messages = await messagesOf(client, gone.conversations[0].id);
    expect(messages.map(({ text }) => text)).toEqual(["Hello", "Again"]);
    expect((await client.get("/leads")).body.data).toHaveLength(1);
    const { data: runs } = (await client.get(`/scenarios/${paused.id}/runs`)).body;
    expect(runs).toMatchObject([{ lead_id: keep.id, state: "paused" }]);
  });

  it("has a run step once that is being stepped when the leads are joined", async () => {
    const tag = (await client.post("/tags", { label: "Stepped" })).body.data;
    const scenario = await newFlow(
      client,
      { start: ["start"], tag: ["add_tag", { tag_ids: [tag.id] }], end: ["exit"] },
      "start > tag",
      "tag > end",
    );
    const [keep, gone] = [await newLead(client), await newLead(client)];
    await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: gone.id });
    await whileStepping(client, async () => {
      expect((await merge(keep, gone)).status).toBe(200);
    });
    const { data: runs } = (await client.get(`/scenarios/${scenario.id}/runs`)).body;
    expect(runs).toMatchObject([{ lead_id: keep.id, state: "exited", end_reason: "exit_node" }]);
    expect(await trailOf(runs[0])).toEqual(["start next", "tag next", "end exit_node"]);
    const { data: lead } = (await client.get(`/leads/${keep.id}`)).body;
    expect(lead.tags).toMatchObject([{ id: tag.id }]);
    expect(await dataOf(client, "lead.tag_added")).toMatchObject([{ lead_id: keep.id }]);
  });
});
