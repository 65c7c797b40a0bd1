import { beforeEach, describe, expect, it } from "vitest";
import { type Client, newChannel, newInbound, newLead, newWorkspace, unique } from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { sendDue, textsTo } from "../support/messaging";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, runNow, settle, stepDue } from "../support/run-scheduler";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";
import { addMessage } from "../support/runs";

// Runs that a person pauses, by a reply or on request. Nobody is woken: only tests step and send.

let client: Client;
let channel: { id: number };
let scenario: { id: number };

const NODES = {
  hello: ["message", { text: "Hello" }],
  wait: ["delay", { seconds: 3_600 }],
  bye: ["message", { text: "Bye" }],
} as const;

const newRun = async (leadId?: number) => {
  const lead = leadId ?? (await newLead(client, { phone: `+3363998${1000 + unique()}` })).id;
  const { conversation_id: conversation } = await newInbound(client, channel.id, lead);
  const run = await enrol(client, scenario.id, lead);
  await settle(client);
  return { ...run, lead, conversation };
};
type NewRun = Awaited<ReturnType<typeof newRun>>;

const reply = ({ conversation }: NewRun, text = "I take over") =>
  client.post(`/conversations/${conversation}/messages`, { text });
const act = ({ id }: { id: number }, verb: "pause" | "resume" | "cancel") =>
  client.post(`/runs/${id}/${verb}`);
/** Has the run's wait end. */
const endWait = ({ id }: { id: number }) =>
  rowsOf("update runs set next_at = 1, waiting_until = 1 where id = ?", id);
const switchTo = (is_active: boolean) =>
  client.put(`/scenarios/${scenario.id}`, { ...scenario, is_active });
const eventsOf = async ({ id }: { id: number }, type: string) =>
  (await client.get(`/events?type[]=${type}&per_page=100`)).body.data.filter(
    ({ data }: { data: { run_id: number } }) => data.run_id === id,
  );
const explain = async ({ id }: { id: number }) =>
  (await client.get(`/runs/${id}/explain`)).body.data;

beforeEach(async () => {
  await holdChunkWorker();
  client = clientWithoutWakeUps(await newWorkspace());
  channel = await newChannel(client);
  scenario = await newFlow(client, { ...NODES } as never, "hello > wait", "wait > bye");
});

describe("a person's reply", () => {
  it("leaves runs alone unless the workspace wants them paused", async () => {
    const run = await newRun();
    expect((await reply(run)).status).toBe(201);
    expect(await runNow(client, run)).toMatchObject({ state: "waiting", paused_at: null });
  });

  it("pauses the lead's runs on the channel; what comes due is held until they are resumed", async () => {
    await client.patch("/settings", { reply_pauses_runs: true });
    const run = await newRun();
    const other = await newRun();
    const queued = await addMessage(client, run, run.conversation, {
      channel_id: channel.id,
      visit: 9,
    });
    const meter = await meterOf((fetcher) =>
      client.post(`/conversations/${run.conversation}/messages`, { text: "Me" }, { fetcher }),
    );
    expect(meter.trips).toBeLessThanOrEqual(2);
    const { token } = (await client.get("/me")).body.data;
    const by = { type: "token", id: token.id };
    const paused = await runNow(client, run);
    expect(paused).toMatchObject({
      state: "paused",
      pause_reason: "person_replied",
      paused_by: by,
      next_at: (await runNow(client, run)).next_at,
    });
    expect(await runNow(client, other)).toMatchObject({ state: "waiting", paused_at: null });
    expect(await eventsOf(run, "run.paused")).toMatchObject([
      { actor: by, data: { reason: "person_replied", node_id: "wait" } },
    ]);
    const explained = await explain(run);
    expect(explained).toMatchObject({
      blocked_by: "run_resumed",
      next_look_at: null,
      pending_message: { id: queued, next_attempt_at: null },
    });
    const { detail } = explained.gates.find(({ gate }: { gate: string }) => gate === "run_resumed");
    expect(detail).toBe(
      `A person has replied to the lead by token ${token.id} at ${paused.paused_at}: the run ` +
        `sends nothing until it is resumed by POST /v1/runs/${run.id}/resume.`,
    );

    await reply(run, "Again");
    expect((await runNow(client, run)).paused_at).toBe(paused.paused_at);
    await endWait(run);
    await settle(client);
    expect(await textsTo(run.lead)).toEqual(["Hello", "Hello", "Me", "Again"]);
    expect(await rowsOf("select status from messages where id = ?", queued)).toEqual([
      { status: "queued" },
    ]);

    const resumed = await act(run, "resume");
    expect(resumed.body.data).toMatchObject({ state: "waiting", paused_at: null });
    await settle(client);
    expect(await textsTo(run.lead)).toContain("Bye");
    expect(await runNow(client, run)).toMatchObject({ state: "completed" });
    expect(await rowsOf("select status from messages where id = ?", queued)).toEqual([
      { status: "delivered" },
    ]);
    expect(await eventsOf(run, "run.resumed")).toHaveLength(1);
    expect([(await act(run, "resume")).status, (await act(run, "pause")).status]).toEqual([
      409, 409,
    ]);
  });

  it("pauses no run of another channel or platform, nor for a message that is not sent", async () => {
    await client.patch("/settings", { reply_pauses_runs: true });
    const run = await newRun();
    const second = await newChannel(client);
    const { conversation_id } = await newInbound(client, second.id, run.lead);
    await client.post(`/conversations/${conversation_id}/messages`, { text: "Elsewhere" });
    expect((await runNow(client, run)).state).toBe("waiting");
    await addMessage(client, run, conversation_id, {
      channel_id: second.id,
      visit: 7,
      status: "sent",
      next_attempt_at: null,
    });
    await rowsOf("update conversations set last_inbound_at = 1 where id = ?", run.conversation);
    expect((await reply(run)).body.data.status).toBe("failed");
    expect((await runNow(client, run)).state).toBe("waiting");
    // It has spoken in this conversation, too.
    await client.post(`/conversations/${conversation_id}/messages`, { text: "Here" });
    expect((await runNow(client, run)).state).toBe("paused");
  });
});

describe("a paused run", () => {
  it("is paused and resumed once, however often it is asked, and by two at once", async () => {
    const run = await newRun();
    const twice = await Promise.all([act(run, "pause"), act(run, "pause")]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(twice[0]!.body.data).toEqual(twice[1]!.body.data);
    expect(twice[0]!.body.data).toMatchObject({ state: "paused", pause_reason: "requested" });
    expect(await eventsOf(run, "run.paused")).toHaveLength(1);
    const listed = await client.get(`/runs?state=paused&lead_id=${run.lead}`);
    expect(listed.body.data).toHaveLength(1);
    await Promise.all([act(run, "resume"), act(run, "resume")]);
    expect(await eventsOf(run, "run.resumed")).toHaveLength(1);
    expect(await runNow(client, run)).toMatchObject({ state: "waiting", pause_reason: null });
    const stranger = await newWorkspace();
    expect((await stranger.post(`/runs/${run.id}/resume`)).status).toBe(404);
    expect((await stranger.post(`/runs/${run.id}/pause`)).status).toBe(404);
  });

  it("stays paused when its scenario is resumed, and with its scenario when it is resumed", async () => {
    const [held, free] = [await newRun(), await newRun()];
    const queued = await addMessage(client, held, held.conversation, {
      channel_id: channel.id,
      visit: 9,
    });
    await act(held, "pause");
    await switchTo(false);
    await switchTo(true);
    expect(
      await rowsOf("select * from scenario_switches where scenario_id = ?", scenario.id),
    ).toEqual([]);
    expect((await runNow(client, held)).state).toBe("paused");
    expect((await runNow(client, free)).state).toBe("waiting");
    await sendDue(channel.id);
    const status = () => rowsOf("select status from messages where id = ?", queued);
    expect(await status()).toEqual([{ status: "queued" }]);

    await switchTo(false);
    const resumed = await act(held, "resume");
    expect(resumed.body.data).toMatchObject({ state: "paused", paused_at: null });
    await endWait(held);
    await settle(client);
    expect(await status()).toEqual([{ status: "queued" }]);
    await switchTo(true);
    await settle(client);
    expect(await status()).toEqual([{ status: "delivered" }]);
    expect((await runNow(client, held)).state).toBe("completed");
  });

  it("keeps what happens to its lead meanwhile", async () => {
    scenario = await newFlow(
      client,
      {
        ask: ["wait_for_reply", { timeout_seconds: 3_600 }],
        thanks: ["message", { text: "Thanks" }],
      } as never,
      "ask:reply > thanks",
    );
    const run = await newRun();
    await act(run, "pause");
    await newInbound(client, channel.id, run.lead, { text: "Yes" });
    await settle(client);
    expect(await textsTo(run.lead)).toEqual([]);
    await act(run, "resume");
    await settle(client);
    expect(await textsTo(run.lead)).toEqual(["Thanks"]);
  });

  it("ends when it is cancelled, with its held messages, and goes along when its lead is merged", async () => {
    const [run, moved] = [await newRun(), await newRun()];
    const queued = await addMessage(client, run, run.conversation, {
      channel_id: channel.id,
      visit: 9,
    });
    await act(run, "pause");
    const cancelled = await act(run, "cancel");
    expect(cancelled.body.data).toMatchObject({ state: "cancelled", paused_at: null });
    expect(await rowsOf("select status from messages where id = ?", queued)).toEqual([
      { status: "failed" },
    ]);
    await act(moved, "pause");
    const keep = await newLead(client, { email: `keep${unique()}@example.com` });
    const merged = await client.post("/leads/merge", { keep: keep.id, merge: moved.lead });
    expect(merged.status).toBeLessThan(300);
    expect(await runNow(client, moved)).toMatchObject({ lead_id: keep.id, state: "paused" });
    await act(moved, "resume");
    expect((await runNow(client, moved)).state).toBe("waiting");
  });

  it("moves to a new version as others do, and its place is kept", async () => {
    const run = await newRun();
    await act(run, "pause");
    await client.put(`/scenarios/${scenario.id}`, { ...scenario, name: "Next", is_active: true });
    const { body } = await client.post(`/scenarios/${scenario.id}/migrate`);
    expect(body.data.migrated).toBe(1);
    expect(await runNow(client, run)).toMatchObject({ state: "paused", scenario_version: 2 });
    await endWait(run);
    await stepDue(client);
    expect((await runNow(client, run)).node_id).toBe("wait");
  });
});
