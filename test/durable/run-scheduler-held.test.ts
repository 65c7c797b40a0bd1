import { beforeEach, describe, expect, it } from "vitest";
import { type Client, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { order, requestsTo } from "../support/graph";
import {
  newChannelAndRecipient,
  queueWithoutWakeUp,
  runMessageSender,
} from "../support/message-sender";
import { aroundD1, bindMessageSender, unanswered } from "../support/message-sender-faults";
import { messageNow } from "../support/messaging";
import { OFFLINE_MESSAGE_SENDER } from "../support/offline-workers";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, runNow, stepDue, trailOf } from "../support/run-scheduler";
import { bindRunScheduler, clientWithoutWakeUps } from "../support/run-scheduler-faults";

let client: Client;
let key: string;
let channelId: number;
let leadId: number;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  const correspondence = await newChannelAndRecipient(client);
  [key, leadId, channelId] = [correspondence.key, correspondence.leadId, correspondence.channel.id];
});

/** Creates a run that has queued a message, without waking the message sender. */
async function newQueued() {
  await bindRunScheduler(client, { MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER });
  const scenario = await newFlow(
    client,
    { hello: ["message", { text: "Hello" }], pause: ["delay", { seconds: 3600 }] },
    "hello > pause",
  );
  const run = await enrol(client, scenario.id, leadId);
  await stepDue(client);
  const [message] = await rowsOf<{ id: number }>(
    "select id from messages where run_id = ?",
    run.id,
  );
  const activate = (is_active: boolean) =>
    client.put(`/scenarios/${scenario.id}`, { ...scenario, is_active });
  return {
    scenario,
    run,
    message: message!,
    activate,
    status: async () => (await messageNow(client, message!)).status,
  };
}

/** Has the message sender claim the due messages and die before its requests. */
async function takeInHand() {
  await aroundD1(channelId, unanswered);
  await runMessageSender(channelId);
  await bindMessageSender(channelId, {});
}

const textsSent = async () =>
  (await requestsTo(key)).filter(({ sent }) => sent).map(({ body }) => body.text.body);

describe("a message of a scenario that is paused", () => {
  it.each([false, true])(
    "is held while others of the conversation are not; then it is sent once (already claimed: %s)",
    async (isTaken) => {
      const { message, activate, status } = await newQueued();
      if (isTaken) await takeInHand();
      await activate(false);
      const other = await queueWithoutWakeUp(client, leadId, {
        text: "Not of a scenario",
        channel_id: channelId,
      });
      for (let times = 3; times > 0; times--) await runMessageSender(channelId);
      expect([await status(), (await messageNow(client, other)).status, await textsSent()]).toEqual(
        ["queued", "sent", ["Not of a scenario"]],
      );
      await later(600_000, () => runMessageSender(channelId));
      expect(await status()).toBe("queued");
      await activate(true);
      for (let times = 2; times > 0; times--) await runMessageSender(channelId);
      expect([await status(), await textsSent()]).toEqual(["sent", ["Not of a scenario", "Hello"]]);
      expect(await rowsOf("select attempts from messages where id = ?", message.id)).toEqual([
        { attempts: 1 },
      ]);
    },
  );

  it("is held even if it has been tried already", async () => {
    await order(key, { queue: [{ do: "status", status: 500 }] });
    const { activate, status } = await newQueued();
    await runMessageSender(channelId);
    expect([await status(), await textsSent()]).toEqual(["queued", []]);
    await activate(false);
    await later(60_000, () => runMessageSender(channelId));
    expect([await status(), await textsSent()]).toEqual(["queued", []]);
    await activate(true);
    await runMessageSender(channelId);
    expect([await status(), await textsSent()]).toEqual(["sent", ["Hello"]]);
  });

  it("is held again when the scenario is paused again before it was sent", async () => {
    const { activate, status } = await newQueued();
    await activate(false);
    await runMessageSender(channelId);
    await activate(true);
    await takeInHand();
    await activate(false);
    await runMessageSender(channelId);
    expect([await status(), await textsSent()]).toEqual(["queued", []]);
    await activate(true);
    await runMessageSender(channelId);
    expect([await status(), await textsSent()]).toEqual(["sent", ["Hello"]]);
  });

  it("holds the run that waits for it, which continues once it is sent", async () => {
    await bindRunScheduler(client, { MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER });
    const scenario = await newFlow(
      client,
      {
        hello: ["message", { text: "Hello" }],
        pause: ["delay", { seconds: 3600 }],
        sorry: ["exit"],
      },
      "hello > pause",
      "hello:failed > sorry",
    );
    const run = await enrol(client, scenario.id, leadId);
    await stepDue(client);
    const goOn = async (is_active: boolean) => {
      await client.put(`/scenarios/${scenario.id}`, { ...scenario, is_active });
      await runMessageSender(channelId);
      await stepDue(client);
    };
    await goOn(false);
    expect([await runNow(client, run), await textsSent()]).toMatchObject([
      { state: "paused", waiting_for: "sending" },
      [],
    ]);
    await goOn(true);
    expect([await trailOf(run), await textsSent()]).toEqual([["hello next", "pause …"], ["Hello"]]);
  });

  it("fails when the lead opts out", async () => {
    const { activate, message, run } = await newQueued();
    await activate(false);
    await runMessageSender(channelId);
    await client.post(`/leads/${leadId}/opt-out`);
    expect(await messageNow(client, message)).toMatchObject({
      status: "failed",
      error: { reason: "opted_out" },
    });
    expect(await runNow(client, run)).toMatchObject({ state: "exited", end_reason: "opted_out" });
  });
});

describe("a message of a run that is stopped", () => {
  type Queued = Awaited<ReturnType<typeof newQueued>>;
  const stops: Record<string, (queued: Queued) => Promise<unknown>> = {
    cancelled: ({ run }) => client.post(`/runs/${run.id}/cancel`),
    removed: ({ scenario }) => client.delete(`/scenarios/${scenario.id}/leads/${leadId}`),
    "removed with all": ({ scenario }) => client.delete(`/scenarios/${scenario.id}/leads`),
    "deleted with its scenario": ({ scenario }) => client.delete(`/scenarios/${scenario.id}`),
  };
  const moments: Record<string, (queued: Queued) => Promise<unknown>> = {
    "while it is queued": async () => {},
    "while it is held": async ({ activate }) => {
      await activate(false);
      await runMessageSender(channelId);
    },
    "while it is in its sender's hands": takeInHand,
  };
  const cases = Object.keys(stops).flatMap((stop) =>
    Object.keys(moments).map((moment) => [stop, moment] as const),
  );

  it.each(cases)("fails with the reason cancelled: %s, %s", async (stop, moment) => {
    const queued = await newQueued();
    await moments[moment]!(queued);
    await stops[stop]!(queued);
    await runMessageSender(channelId);
    expect(await messageNow(client, queued.message)).toMatchObject({
      status: "failed",
      sent_at: null,
      error: { reason: "cancelled" },
    });
    expect(await textsSent()).toEqual([]);
    const attempts = await rowsOf(
      "select attempts, next_attempt_at from messages where id = ?",
      queued.message.id,
    );
    expect(attempts).toEqual([{ attempts: 0, next_attempt_at: null }]);
  });

  it("is sent when the run had simply ended", async () => {
    await bindRunScheduler(client, { MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER });
    const scenario = await newFlow(client, { hello: ["message", { text: "Hello" }] });
    const run = await enrol(client, scenario.id, leadId);
    await stepDue(client);
    expect(await runNow(client, run)).toMatchObject({ state: "completed" });
    await runMessageSender(channelId);
    expect(await textsSent()).toEqual(["Hello"]);
  });
});
