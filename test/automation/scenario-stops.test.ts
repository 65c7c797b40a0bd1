import { beforeAll, describe, expect, it } from "vitest";
import type { Lead } from "#features/leads/schema";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, make, newChannel, newInbound, newWorkspace, newWriter } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { flowOf } from "../support/flow";
import { textsTo } from "../support/messaging";
import { enrol, newFlow, runNow, settle, trailOf } from "../support/run-scheduler";
import { withoutWakeUps } from "../support/run-scheduler-faults";

const HOUR_MS = 3_600_000;

let client: Client;
let channel: Channel;

beforeAll(async () => {
  client = await newWorkspace();
  channel = await newChannel(client);
});

const says = (lead: Lead, text: string) => newInbound(client, channel.id, lead.id, { text });

describe("a run is stopped before its next effect", () => {
  const flow = () =>
    newFlow(
      client,
      { pause: ["delay", { seconds: 3600 }], hello: ["message", { text: "Hello" }] },
      "pause > hello",
    );

  it.each([
    ["by STOP", (lead: Lead) => says(lead, "STOP"), { state: "exited", end_reason: "opted_out" }],
    [
      "by an opt-out through the API",
      (lead: Lead) => client.post(`/leads/${lead.id}/opt-out`),
      { state: "exited", end_reason: "opted_out" },
    ],
  ] as const)("%s", async (_, stop, ended) => {
    const [scenario, lead] = [await flow(), await newWriter(client, channel.id)];
    const run = await enrol(client, scenario.id, lead.id);
    await settle(client);
    await stop(lead);
    await later(2 * HOUR_MS, () => settle(client));
    expect(await runNow(client, run)).toMatchObject(ended);
    expect(await trailOf(run)).toEqual(["pause opted_out"]);
    expect((await textsTo(lead.id)).filter((text) => text === "Hello")).toEqual([]);
  });

  it.each([
    [
      "by its removal",
      (id: number, lead: Lead) => client.delete(`/scenarios/${id}/leads/${lead.id}`),
    ],
    ["by the removal of all", (id: number) => client.delete(`/scenarios/${id}/leads`)],
    ["with its scenario", (id: number) => client.delete(`/scenarios/${id}`)],
  ])("%s", async (_, stop) => {
    const [scenario, lead] = [await flow(), await newWriter(client, channel.id)];
    await enrol(client, scenario.id, lead.id);
    await settle(client);
    expect((await stop(scenario.id, lead)).status).toBe(200);
    await later(2 * HOUR_MS, () => settle(client));
    expect(await textsTo(lead.id)).toEqual([]);
  });

  it("with its lead", async () => {
    const [scenario, lead] = [await flow(), await newWriter(client, channel.id)];
    const run = await enrol(client, scenario.id, lead.id);
    await settle(client);
    await client.delete(`/leads/${lead.id}`);
    await later(2 * HOUR_MS, () => settle(client));
    expect((await client.get(`/runs/${run.id}`)).status).toBe(404);
  });
});

describe("a scenario that is not active", () => {
  const input = (is_active: boolean) => ({
    name: "Paused",
    platform: "whatsapp",
    is_active,
    ...flowOf(
      { pause: ["delay", { seconds: 3600 }], hello: ["message", { text: "Hello" }] },
      "pause > hello",
    ),
  });

  it("sends nothing and keeps each run's place; overdue work is then done once", async () => {
    const scenario = await make(client, "/scenarios", input(true));
    const lead = await newWriter(client, channel.id);
    const run = await enrol(client, scenario.id, lead.id);
    await settle(client);
    const { next_at } = await runNow(client, run);
    await client.put(`/scenarios/${scenario.id}`, input(false));
    expect(await runNow(client, run)).toMatchObject({
      state: "paused",
      node_id: "pause",
      waiting_for: "time",
      next_at,
    });
    await later(2 * HOUR_MS, () => settle(client));
    expect(await textsTo(lead.id)).toEqual([]);
    await later(2 * HOUR_MS, async () => {
      await client.put(`/scenarios/${scenario.id}`, input(true));
      await settle(client);
    });
    expect(await textsTo(lead.id)).toEqual(["Hello"]);
    expect(await runNow(client, run)).toMatchObject({ state: "completed", scenario_version: 1 });
  });

  it("spreads overdue runs a little, and keeps the times of the others", async () => {
    const scenario = await make(client, "/scenarios", input(true));
    const runs = [];
    for (let n = 0; n < 4; n++)
      runs.push(await enrol(client, scenario.id, (await newWriter(client, channel.id)).id));
    await settle(client);
    const due = (await runNow(client, runs[3]!)).next_at;
    await client.put(`/scenarios/${scenario.id}`, input(false));
    await testEnv.DB.prepare(
      "update runs set next_at = 1000, waiting_until = 1000 where scenario_id = ? and id <> ?",
    )
      .bind(scenario.id, runs[3]!.id)
      .run();
    await client.put(`/scenarios/${scenario.id}`, input(true), withoutWakeUps);
    const times = await Promise.all(runs.map(async (run) => (await runNow(client, run)).next_at!));
    const [first, second, third, last] = times.map((time) => Date.parse(time));
    expect([second! - first!, third! - second!]).toEqual([50, 50]);
    expect(last).toBe(Date.parse(due!));
  });

  it("accepts runs, which begin once it is active", async () => {
    const scenario = await make(client, "/scenarios", input(false));
    const run = await enrol(client, scenario.id, (await newWriter(client, channel.id)).id);
    await settle(client);
    expect(await runNow(client, run)).toMatchObject({ state: "paused", node_id: null });
    await client.put(`/scenarios/${scenario.id}`, input(true));
    await settle(client);
    expect(await runNow(client, run)).toMatchObject({ state: "waiting", node_id: "pause" });
  });
});
