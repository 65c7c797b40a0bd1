import { beforeEach, describe, expect, it } from "vitest";
import type { Run } from "#features/automation/runs/schema";
import type { Channel } from "#features/messaging/channels/schema";
import { HOUR_MS, MINUTE_MS } from "#lib/time";
import { type Client, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { type Order, order, requestsTo } from "../support/graph";
import { newChannelAndRecipient, runMessageSender } from "../support/message-sender";
import { bindMessageSender } from "../support/message-sender-faults";
import { deliver, newWamid, statusOf, whatsappBody } from "../support/messaging";
import { OFFLINE_MESSAGE_SENDER, OFFLINE_RUN_SCHEDULER } from "../support/offline-workers";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, runNow, stepDue, trailOf } from "../support/run-scheduler";
import { bindRunScheduler, clientWithoutWakeUps } from "../support/run-scheduler-faults";

// Runs that wait for a message which a pause of the channel, or WhatsApp, keeps.

let client: Client;
let channel: Channel;
let key: string;
let leadId: number;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  ({ channel, key, leadId } = await newChannelAndRecipient(client));
  await bindRunScheduler(client, { MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER });
  await bindMessageSender(channel.id, { RUN_SCHEDULER: OFFLINE_RUN_SCHEDULER });
});

const unpaid: Order = { do: "error", code: 131042 };

/** A run whose template was given to the sender. */
async function newSending() {
  const scenario = await newFlow(
    client,
    {
      ask: ["template", { name: "revive", language: "en" }],
      answer: ["wait_for_reply", { timeout_seconds: 3600 }],
      other: ["handoff", { reason: "Could not be written to" }],
    },
    "ask > answer",
    "ask:failed > other",
  );
  const run = await enrol(client, scenario.id, leadId);
  await goOn();
  return run;
}

async function goOn() {
  await stepDue(client);
  await runMessageSender(channel.id);
  await stepDue(client);
}

const explain = async ({ id }: Run) => (await client.get(`/runs/${id}/explain`)).body.data;
const messageOf = async ({ id }: Run) =>
  (
    await rowsOf<{ status: string; external_id: string; reason: string | null }>(
      "select status, external_id, error ->> 'reason' as reason from messages where run_id = ?",
      id,
    )
  )[0]!;

describe("a run whose channel is paused", () => {
  it("waits, says so, and goes on when the pause ends", async () => {
    await order(key, { queue: [unpaid] });
    const run = await newSending();
    expect(await trailOf(run)).toEqual(["ask …"]);
    const { pause } = (await client.get(`/channels/${channel.id}`)).body.data;
    const { blocked_by, gates, next_look_at } = await explain(run);
    expect([blocked_by, next_look_at]).toEqual(["pair_rate", pause.next_try_at]);
    const { detail } = gates.find(({ gate }: { gate: string }) => gate === blocked_by);
    expect(detail).toMatch(/^The channel is paused/);
    expect(detail).toContain(pause.next_try_at);
    await later(31 * MINUTE_MS, goOn);
    expect(await trailOf(run)).toEqual(["ask next", "answer …"]);
    expect(await requestsTo(key)).toHaveLength(2);
  });

  it("leaves by `failed` when the pause becomes a stop", async () => {
    await order(key, { always: unpaid });
    const run = await newSending();
    for (const hours of [0.51, 1.52, 3.53, 7.54, 11.55, 15.56, 19.57, 23.58]) {
      await later(hours * HOUR_MS, goOn);
      expect(await trailOf(run)).toEqual(["ask …"]);
    }
    await later(24.01 * HOUR_MS, goOn);
    expect(await messageOf(run)).toMatchObject({ status: "failed", reason: "channel_stopped" });
    expect(await trailOf(run)).toEqual(["ask failed", "other handoff"]);
  });

  it.each([
    ["the lead opts out", "opted_out", () => client.post(`/leads/${leadId}/opt-out`)],
    ["it is cancelled", "cancelled", ({ id }: Run) => client.post(`/runs/${id}/cancel`)],
  ])("sends nothing if %s meanwhile", async (_, reason, act) => {
    await order(key, { queue: [unpaid] });
    const run = await newSending();
    expect((await act(run)).status).toBe(200);
    await later(31 * MINUTE_MS, goOn);
    expect(await messageOf(run)).toMatchObject({ status: "failed", reason });
    await later(2 * HOUR_MS, goOn);
    expect(await requestsTo(key)).toHaveLength(1);
    expect(await runNow(client, run)).toMatchObject({ end_reason: reason });
  });
});

describe("a run whose message WhatsApp holds", () => {
  async function newHeld() {
    const held = { id: newWamid(), message_status: "held_for_quality_assessment" };
    const body = JSON.stringify({ messages: [held] });
    await order(key, { queue: [{ do: "status", status: 200, body, sent: true }] });
    const run = await newSending();
    expect(await messageOf(run)).toMatchObject({ status: "assessing" });
    expect(await trailOf(run)).toEqual(["ask …"]);
    expect((await explain(run)).state).toBe("running");
    return run;
  }

  it.each([
    ["delivered", {}, ["ask next", "answer …"]],
    ["failed", { errors: [{ code: 132015 }] }, ["ask failed", "other handoff"]],
  ])("goes on by the report that it was %s", async (status, more, trail) => {
    const run = await newHeld();
    await deliver(channel, whatsappBody(channel, statusOf(await messageOf(run), status, more)));
    await goOn();
    expect(await trailOf(run)).toEqual(trail);
    expect(await requestsTo(key)).toHaveLength(1);
  });
});
