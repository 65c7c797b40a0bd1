import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "../../src/features/messaging/channels/schema";
import {
  type Client,
  newChannel,
  newLead,
  newScenario,
  newTag,
  newWorkspace,
  newWriter,
} from "../support/api";
import { later } from "../support/clicks";
import { flowOf } from "../support/flow";
import { textsTo } from "../support/messaging";
import { enrol, newFlow, runNow, settle, trailOf } from "../support/run-scheduler";

let client: Client;
let channel: Channel;

beforeAll(async () => {
  client = await newWorkspace();
  channel = await newChannel(client);
});

describe("a scenario", () => {
  it("starts another scenario, once", async () => {
    const next = await newFlow(client, { end: ["delay", { seconds: 60 }] });
    const first = await newFlow(client, { go: ["start_scenario", { scenario_id: next.id }] });
    const lead = await newWriter(client, channel.id);
    await enrol(client, first.id, lead.id);
    await settle(client);
    const { data } = (await client.get(`/scenarios/${next.id}/runs`)).body;
    expect(data).toMatchObject([{ lead_id: lead.id, state: "waiting" }]);
  });

  it("sends the same text at most three times in a row, also when it starts itself", async () => {
    const scenario = await newScenario(client);
    const graph = flowOf(
      {
        buy: ["message", { text: "Buy now" }],
        pause: ["delay", { seconds: 1 }],
        again: ["start_scenario", { scenario_id: scenario.id }],
      },
      "buy > pause > again",
    );
    await client.put(`/scenarios/${scenario.id}`, {
      name: "Again",
      platform: "whatsapp",
      is_active: true,
      ...graph,
    });
    const lead = await newWriter(client, channel.id);
    await enrol(client, scenario.id, lead.id);
    for (let seconds = 0; seconds < 10; seconds++)
      await later(seconds * 2_000, () => settle(client));
    expect(await textsTo(lead.id)).toEqual(["Buy now", "Buy now", "Buy now"]);
    const { data } = (await client.get(`/scenarios/${scenario.id}/runs`)).body;
    expect(data.map(({ state }: { state: string }) => state)).toEqual([
      "failed",
      "completed",
      "completed",
      "completed",
    ]);
  });

  it("ends when it loops without a wait, and harms no other", async () => {
    const graph = flowOf(
      {
        start: ["start"],
        a: ["add_tag", { tag_ids: [(await newTag(client)).id] }],
        b: ["split", { branches: [{ handle: "x", percent: 100 }] }],
      },
      "start > a > b:x > a",
    );
    const scenario = await newScenario(client, { is_active: true, ...graph });
    const sound = await newFlow(client, { hello: ["message", { text: "Hello" }] });
    const lead = await newWriter(client, channel.id);
    const runs = [
      await enrol(client, scenario.id, lead.id),
      await enrol(client, sound.id, (await newWriter(client, channel.id)).id),
    ] as const;
    await settle(client);
    expect(await runNow(client, runs[0])).toMatchObject({
      state: "failed",
      end_reason: "loop_detected",
    });
    expect((await trailOf(runs[0])).length).toBe(100);
    expect(await runNow(client, runs[1])).toMatchObject({ state: "completed" });
  });

  it.each([
    ["unknown_type", { bad: ["dance"] }],
    ["invalid_setting", { bad: ["message", {}] }],
    ["window_closed", { bad: ["message", { text: "Hello" }] }],
  ] as const)("fails with %s when a node can't be run", async (reason, nodes) => {
    const scenario = await newFlow(client, nodes as never);
    const lead = await newLead(client);
    const run = await enrol(client, scenario.id, lead.id);
    await settle(client);
    expect(await runNow(client, run)).toMatchObject({
      state: "failed",
      end_reason: reason,
      node_id: "bad",
    });
  });
});
