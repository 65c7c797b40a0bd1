import { beforeEach, describe, expect, it } from "vitest";
import { type Client, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, runNow, settle, stepDue, trailOf } from "../support/run-scheduler";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";

// Runs that speak through the channel that their lead wrote to. Nobody is woken.

let client: Client;
/** The first is the default. */
let channels: number[];
let scenario: { id: number };

const ANSWER = {
  ask: [
    "condition",
    { branches: [{ handle: "open", all: [{ field: "window_open", op: "equals", value: true }] }] },
  ],
  answer: ["message", { text: "Here is the guide" }],
} as const;

/** A lead who has written to some of the channels, longest ago to the first of them. */
async function writerTo(...to: number[]) {
  const lead = await newLead(client);
  const talks = new Map<number, number>();
  for (const channel of to)
    talks.set(channel, (await newInbound(client, channel, lead.id)).conversation_id);
  return { ...lead, talks };
}
type Writer = Awaited<ReturnType<typeof writerTo>>;

const closeWindow = ({ talks }: Writer, channel: number) =>
  rowsOf("update conversations set last_inbound_at = 1 where id = ?", talks.get(channel));

/** Enrols a lead as a trigger does: the run speaks through the channel. */
async function begin(lead: { id: number }, channel: number, { id } = scenario) {
  const run = await enrol(client, id, lead.id);
  await rowsOf("update runs set channel_id = ? where id = ?", channel, run.id);
  return run;
}

const sentBy = async ({ id }: { id: number }) =>
  rowsOf<{ channel_id: number; conversation_id: number; status: string }>(
    "select channel_id, conversation_id, status from messages where run_id = ?",
    id,
  );
const explain = async ({ id }: { id: number }) =>
  (await client.get(`/runs/${id}/explain`)).body.data;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  channels = [];
  for (const is_default of [true, false, false])
    channels.push((await newChannel(client, { is_default })).id);
  scenario = await newFlow(client, { ...ANSWER } as never, "ask:open > answer");
});

describe("a run that a message has started", () => {
  it("answers through the one of three channels that was written to", async () => {
    for (const channel of channels) {
      const lead = await writerTo(...channels);
      const run = await begin(lead, channel);
      await settle(client);
      expect(await sentBy(run)).toMatchObject([
        { channel_id: channel, conversation_id: lead.talks.get(channel), status: "delivered" },
      ]);
      expect(await runNow(client, run)).toMatchObject({ channel_id: channel, state: "completed" });
    }
    const usual = await enrol(client, scenario.id, (await writerTo(...channels)).id);
    await settle(client);
    expect(await sentBy(usual)).toMatchObject([{ channel_id: channels[0] }]);
    expect((await runNow(client, usual)).channel_id).toBeNull();
  });

  it("looks at the window and the pace of that channel, as its explanation does", async () => {
    const [usual = 0, , own = 0] = channels;
    const open = await writerTo(usual, own);
    await closeWindow(open, usual);
    await rowsOf("update conversations set pace_at = 1e15 where id = ?", open.talks.get(usual));
    const answered = await begin(open, own);
    expect((await explain(answered)).blocked_by).toBeNull();
    await settle(client);
    expect(await trailOf(answered)).toEqual(["ask open", "answer next"]);

    const closed = await writerTo(usual, own);
    await closeWindow(closed, own);
    const silent = await begin(closed, own);
    expect((await explain(silent)).blocked_by).toBe("window");
    await settle(client);
    expect(await trailOf(silent)).toEqual(["ask else"]);
    expect(await sentBy(silent)).toEqual([]);
  });

  it("falls back on the usual channel once its own is deleted, and fails while it is stopped", async () => {
    const [usual = 0, stopped = 0, deleted = 0] = channels;
    const lead = await writerTo(...channels);
    await closeWindow(lead, deleted);
    const run = await begin(lead, deleted);
    await client.delete(`/channels/${deleted}`);
    expect((await explain(run)).blocked_by).toBeNull();
    await settle(client);
    expect(await sentBy(run)).toMatchObject([{ channel_id: usual }]);

    await client.put(`/channels/${stopped}`, { name: "Second", is_active: false });
    const failed = await begin(lead, stopped);
    expect((await explain(failed)).blocked_by).toBe("channel");
    await settle(client);
    expect(await runNow(client, failed)).toMatchObject({ end_reason: "channel_stopped" });
  });

  it("hands the channel on to the run that it starts, and opens its conversation", async () => {
    const [, , own = 0] = channels;
    const lead = await writerTo(...channels.toReversed());
    const next = await newFlow(client, { person: ["handoff", {}] });
    const first = await newFlow(client, {
      next: ["start_scenario", { scenario_id: next.id }],
    });
    const talk = `/conversations/${lead.talks.get(own)}`;
    await client.patch(talk, { state: "closed" });
    await begin(lead, own, first);
    await settle(client);
    const { body } = await client.get(`/scenarios/${next.id}/runs`);
    expect(body.data).toMatchObject([{ channel_id: own, state: "handed_off" }]);
    expect((await client.get(talk)).body.data.state).toBe("open");

    const onInstagram = await newFlow(client, { person: ["handoff", {}] });
    await rowsOf("update scenarios set platform = 'instagram' where id = ?", onInstagram.id);
    const bridge = await newFlow(client, {
      next: ["start_scenario", { scenario_id: onInstagram.id }],
    });
    await begin(lead, own, bridge);
    await settle(client);
    const other = await client.get(`/scenarios/${onInstagram.id}/runs`);
    expect(other.body.data).toMatchObject([{ channel_id: null }]);
  });

  it("is paused by a reply through that channel alone", async () => {
    await client.patch("/settings", { reply_pauses_runs: true });
    const [usual = 0, , own = 0] = channels;
    const lead = await writerTo(usual, own);
    const run = await begin(lead, own, await newFlow(client, { wait: ["wait_for_reply", {}] }));
    await stepDue(client);
    const write = (channel: number) =>
      client.post(`/conversations/${lead.talks.get(channel)}/messages`, { text: "It is me" });
    await write(usual);
    expect((await runNow(client, run)).state).toBe("waiting");
    await write(own);
    expect(await runNow(client, run)).toMatchObject({
      state: "paused",
      pause_reason: "person_replied",
    });
  });
});
