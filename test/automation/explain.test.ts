import { beforeAll, describe, expect, it } from "vitest";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newWorkspace,
} from "../support/api";
import { testEnv } from "../support/env";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";
import { addMessage, seedRun } from "../support/runs";

const graph = {
  nodes: [
    { id: "start", type: "start" },
    { id: "hello", type: "message", data: { text: "Hello {{first_name}}" } },
    { id: "wait", type: "wait_for_reply", data: { timeout_seconds: 3600 } },
    { id: "thanks", type: "message", data: { text: "Thank you" } },
    { id: "revive", type: "template", data: { name: "revive", language: "en" } },
  ],
  edges: [
    { source: "start", target: "hello" },
    { source: "hello", target: "wait" },
    { source: "wait", target: "thanks", source_handle: "reply" },
    { source: "wait", target: "revive", source_handle: "timeout" },
  ],
  is_active: true,
};

let client: Client;
let scenario: { id: number };
let channel: { id: number };

beforeAll(async () => {
  client = await newWorkspace();
  channel = await newChannel(client);
  scenario = await newScenario(client, graph);
});

/** Creates a lead who has just written. Returns the lead and the conversation. */
async function writer(input: object = {}) {
  const lead = await newLead(client, {
    first_name: "Zuleika",
    last_name: "Dobson",
    email: `z${Math.random()}@example.com`,
    ...input,
  });
  const { conversation_id } = await newInbound(client, channel.id, lead.id);
  return { lead, conversation: conversation_id };
}

const explain = async (run: { id: number }) =>
  (await client.get(`/runs/${run.id}/explain`)).body.data;
const inAnHour = () => Date.now() + 3_600_000;

type Gates = { gates: { gate: string; passed: boolean; detail: string }[] };
const closedIn = ({ gates }: Gates) =>
  gates.filter(({ passed }) => !passed).map(({ gate }) => gate);

describe("the explanation of a run", () => {
  it("says where the run is, which message comes next, and what holds it back", async () => {
    const { lead } = await writer();
    const next_at = inAnHour();
    const run = await seedRun(client, scenario, lead, { next_at });
    const explained = await explain(run);
    expect(explained).toMatchObject({
      run_id: run.id,
      state: "waiting",
      node_id: "wait",
      waiting_for: "reply",
      next_message: { node_id: "thanks", type: "message" },
      pending_message: null,
      blocked_by: "timer",
      next_look_at: new Date(next_at).toISOString(),
    });
    expect(closedIn(explained)).toEqual(["timer"]);
    expect(explained.gates.at(-1).detail).toBe("The run waits for the lead's reply.");
  });

  it("contains nothing about the lead", async () => {
    const { lead } = await writer({ phone: "+33639980142" });
    const text = JSON.stringify(await explain(await seedRun(client, scenario, lead)));
    for (const personal of ["Zuleika", "Dobson", "@example.com", "639980142"])
      expect(text).not.toContain(personal);
  });

  it("shows the message that is queued, and explains that one", async () => {
    const { lead, conversation } = await writer();
    const run = await seedRun(client, scenario, lead);
    const next_attempt_at = inAnHour();
    const id = await addMessage(client, run, conversation, {
      channel_id: channel.id,
      next_attempt_at,
    });
    expect(await explain(run)).toMatchObject({
      pending_message: {
        id,
        status: "queued",
        next_attempt_at: new Date(next_attempt_at).toISOString(),
      },
      blocked_by: "pair_rate",
      next_look_at: new Date(next_attempt_at).toISOString(),
    });
  });

  it("gives no time for a message that the provider already has", async () => {
    const { lead, conversation } = await writer();
    const run = await seedRun(client, scenario, lead, {
      node_id: "hello",
      waiting_for: "sending",
      state: "running",
    });
    await addMessage(client, run, conversation, {
      channel_id: channel.id,
      status: "sending",
      next_attempt_at: 0,
    });
    expect(await explain(run)).toMatchObject({
      next_message: { node_id: "hello" },
      pending_message: { status: "sending", next_attempt_at: null },
      blocked_by: null,
    });
  });

  it("says that an earlier message of the conversation goes first", async () => {
    const { lead, conversation } = await writer();
    const [run, other] = [
      await seedRun(client, scenario, lead),
      await seedRun(client, await newScenario(client, graph), lead),
    ];
    for (const one of [other, run])
      await addMessage(client, one, conversation, { channel_id: channel.id });
    expect(closedIn(await explain(other))).toEqual([]);
    expect(closedIn(await explain(run))).toEqual(["pair_rate"]);
  });

  it("says that the lead has had as many messages as allowed", async () => {
    const { lead, conversation } = await writer();
    const run = await seedRun(client, scenario, lead, { next_at: inAnHour() });
    const paced = (ms: number) =>
      testEnv.DB.prepare("update conversations set pace_at = ? where id = ?")
        .bind(Date.now() + ms, conversation)
        .run();
    await paced(30_000);
    expect((await explain(run)).blocked_by).toBe("timer");
    await paced(600_000);
    expect((await explain(run)).blocked_by).toBe("pair_rate");
  });

  it.each([
    [
      "scenario_active",
      async () =>
        seedRun(
          client,
          await newScenario(client, { ...graph, is_active: false }),
          (await writer()).lead,
          { state: "paused" },
        ),
    ],
    [
      "run_active",
      async () => {
        const run = await seedRun(client, scenario, (await writer()).lead);
        await client.post(`/runs/${run.id}/cancel`);
        return run;
      },
    ],
    [
      "opted_in",
      async () => {
        const { lead } = await writer();
        const run = await seedRun(client, scenario, lead, { next_at: inAnHour() });
        await testEnv.DB.prepare("update leads set is_optout = 1 where id = ?").bind(lead.id).run();
        return run;
      },
    ],
    [
      "channel",
      async () =>
        seedRun(
          client,
          await newScenario(client, { ...graph, platform: "instagram" }),
          (await writer()).lead,
        ),
    ],
    [
      "window",
      async () => {
        const { lead, conversation } = await writer();
        await testEnv.DB.prepare("update conversations set last_inbound_at = 1 where id = ?")
          .bind(conversation)
          .run();
        return seedRun(client, scenario, lead, { next_at: inAnHour() });
      },
    ],
  ] as const)("names the first closed gate: %s", async (gate, make) => {
    expect((await explain(await make())).blocked_by).toBe(gate);
  });

  it("knows the category of the template that comes next", async () => {
    const own = await newWorkspace();
    const { id: channel_id } = await newChannel(own);
    for (const category of ["marketing", "utility", "authentication"])
      await own.post(`/channels/${channel_id}/templates`, {
        ...{ name: category, language: "en", category },
        components: [{ type: "BODY", text: "Hello" }],
      });
    const named = (name: string) => ({ name, language: "en" });
    const instead = (name: string) => ({ text: "Hi", on_window_closed: named(name) });
    const lead = await newLead(own, { phone: null, is_marketing_optout: true });
    await rowsOf(
      `insert into lead_identities (workspace_id, kind, value, lead_id, created_at, updated_at)
       values (?, 'bsuid', 'FR.1', ?, 1, 1)`,
      ...[own.workspaceId, lead.id],
    );
    const { conversation_id } = await newInbound(own, channel_id, lead.id);
    const closedBefore = async (type: string, data: object, pending?: object) => {
      const nodes = [
        { id: "wait", type: "wait_for_reply", data: { timeout_seconds: 3600 } },
        { id: "send", type, data },
      ];
      const edges = [{ source: "wait", target: "send", source_handle: "reply" }];
      const made = await newScenario(own, { nodes, edges, is_active: true });
      const run = await seedRun(own, made, lead, { node_id: "wait", next_at: inAnHour() });
      if (pending)
        await addMessage(own, run, conversation_id, {
          ...{ channel_id, type: "template", next_attempt_at: inAnHour() },
          payload: JSON.stringify({ template: pending }),
        });
      const { gates } = (await own.get(`/runs/${run.id}/explain`)).body.data as Gates;
      await rowsOf("delete from messages where run_id = ?", run.id);
      return closedIn({ gates }).filter((gate) => gate !== "timer" && gate !== "pair_rate");
    };
    expect(await closedBefore("template", named("marketing"))).toEqual(["marketing"]);
    expect(await closedBefore("template", named("unheard_of"))).toEqual(["marketing"]);
    expect(await closedBefore("template", named("utility"))).toEqual([]);
    expect(await closedBefore("template", named("authentication"))).toEqual(["channel"]);
    expect(await closedBefore("message", instead("marketing"))).toEqual([]);
    expect(await closedBefore("template", named("utility"), named("marketing"))).toEqual([
      "marketing",
    ]);
    expect(await closedBefore("template", named("marketing"), named("utility"))).toEqual([]);
    await rowsOf("update conversations set last_inbound_at = 1 where id = ?", conversation_id);
    expect(await closedBefore("message", instead("marketing"))).toEqual(["marketing"]);
    expect(await closedBefore("message", instead("utility"))).toEqual([]);
  });

  it("says why an ended run ended, and names no message", async () => {
    const run = await seedRun(client, scenario, (await writer()).lead);
    await client.post(`/runs/${run.id}/cancel`);
    const explained = await explain(run);
    expect(explained).toMatchObject({ state: "cancelled", next_message: null, next_look_at: null });
    expect(explained.gates[1]).toEqual({
      gate: "run_active",
      passed: false,
      detail: "The run has ended: it was cancelled.",
      holds_until: null,
    });
  });

  it("uses the version that the run follows", async () => {
    const edited = await newScenario(client, graph);
    const run = await seedRun(client, edited, (await writer()).lead);
    await client.put(`/scenarios/${edited.id}`, {
      name: "Edited",
      platform: "whatsapp",
      nodes: [{ id: "wait", type: "exit" }],
      is_active: true,
    });
    expect((await explain(run)).next_message).toEqual({ node_id: "thanks", type: "message" });
  });

  it("takes one round trip", async () => {
    const run = await seedRun(client, scenario, (await writer()).lead);
    expect(
      (await meterOf((fetcher) => client.get(`/runs/${run.id}/explain`, undefined, { fetcher })))
        .trips,
    ).toBe(1);
  });
});
