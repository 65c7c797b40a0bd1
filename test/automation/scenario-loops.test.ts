import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import {
  type Client,
  make,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newTag,
  newWorkspace,
  newWriter,
} from "../support/api";
import { later } from "../support/clicks";
import { dataOf } from "../support/events";
import { flowOf } from "../support/flow";
import { textsTo } from "../support/messaging";
import { rowsOf } from "../support/rows";
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

describe("a conversation", () => {
  const reasonsOf = (leadId: number) =>
    rowsOf<{ end_reason: string | null }>(
      "select end_reason from runs where lead_id = ? order by id desc limit 1",
      leadId,
    );

  /** Two scenarios that start each other, each after a message and a wait. */
  async function newPair(seconds: number) {
    const [one, other] = [await newScenario(client), await newScenario(client)];
    const sides = [
      { own: one, text: "A", next: other },
      { own: other, text: "B", next: one },
    ];
    for (const { own, text, next } of sides)
      await client.put(`/scenarios/${own.id}`, {
        name: text,
        platform: "whatsapp",
        is_active: true,
        ...flowOf(
          {
            say: ["message", { text }],
            pause: ["delay", { seconds }],
            go: ["start_scenario", { scenario_id: next.id }],
          },
          "say > pause > go",
        ),
      });
    return one;
  }

  it("ends scenarios that start each other after a wait, at 20 messages in a minute", async () => {
    const lead = await newWriter(client, channel.id);
    await enrol(client, (await newPair(1)).id, lead.id);
    await settle(client);
    for (let seconds = 1; seconds <= 23; seconds++)
      await later(seconds * 1_000, () => settle(client));
    // The first message is not counted: a request has enrolled the lead.
    expect(await textsTo(lead.id)).toHaveLength(21);
    expect(await reasonsOf(lead.id)).toEqual([{ end_reason: "loop_detected" }]);
    const failed = await dataOf(client, "run.failed", `lead_id=${lead.id}`);
    expect(failed).toMatchObject([{ end_reason: "loop_detected" }]);
  });

  it("ends two services that answer each other", async () => {
    const sides = await Promise.all(
      [await newWorkspace(), await newWorkspace()].map(async (owner) => {
        const { id: channelId } = await newChannel(owner);
        const scenario = await newFlow(
          owner,
          {
            start: ["start"],
            hear: ["wait_for_reply", { timeout_seconds: 3_600 }],
            one: ["message", { text: "Out of office" }],
            again: ["wait_for_reply", { timeout_seconds: 3_600 }],
            two: ["message", { text: "Still out of office" }],
          },
          "start > hear:reply > one > again:reply > two > hear",
        );
        const lead = await newLead(owner);
        await enrol(owner, scenario.id, lead.id);
        await settle(owner);
        return { owner, channelId, lead };
      }),
    );
    let texts: string[] = ["Hello"];
    while (texts.length > 0)
      for (const { owner, channelId, lead } of sides) {
        const before = (await textsTo(lead.id)).length;
        for (const text of texts) await newInbound(owner, channelId, lead.id, { text });
        await settle(owner);
        texts = (await textsTo(lead.id)).slice(before).map(String);
      }
    const counts = await Promise.all(sides.map(({ lead }) => textsTo(lead.id)));
    expect(counts.map((texts) => texts.length)).toEqual([20, 20]);
    const reasons = await Promise.all(sides.map(({ lead }) => reasonsOf(lead.id)));
    expect(reasons.flat()).toEqual([{ end_reason: "loop_detected" }, { end_reason: null }]);
  });

  it("takes any number of messages that people and requests have sent", async () => {
    const lead = await newWriter(client, channel.id);
    for (let n = 1; n <= 21; n++) {
      const { id } = await newFlow(client, { hello: ["message", { text: `Broadcast ${n}` }] });
      await client.post(`/scenarios/${id}/leads/bulk`, { lead_ids: [lead.id] });
      await make(client, `/leads/${lead.id}/messages`, { text: `By hand ${n}` });
    }
    const answer = await newFlow(
      client,
      { hear: ["wait_for_reply", { timeout_seconds: 60 }], answer: ["message", { text: "Yes?" }] },
      "hear:reply > answer",
    );
    await enrol(client, answer.id, lead.id);
    await settle(client);
    await newInbound(client, channel.id, lead.id, { text: "Please answer" });
    await settle(client);
    const texts = await textsTo(lead.id);
    expect([texts.length, texts.at(-1)]).toEqual([43, "Yes?"]);
  });
});
