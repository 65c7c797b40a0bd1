import { beforeEach, describe, expect, it } from "vitest";
import type { Run } from "#features/automation/runs/schema";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import type { Nodes } from "../support/flow";
import { type Order, order, requestsTo } from "../support/graph";
import { newChannelAndRecipient, runMessageSender } from "../support/message-sender";
import { bindMessageSender } from "../support/message-sender-faults";
import { deliver, statusOf, textFrom, textsTo, whatsappBody } from "../support/messaging";
import { OFFLINE_MESSAGE_SENDER, OFFLINE_RUN_SCHEDULER } from "../support/offline-workers";
import { rowsOf } from "../support/rows";
import {
  alarmOfRunScheduler,
  enrol,
  newFlow,
  runNow,
  stepDue,
  trailOf,
} from "../support/run-scheduler";
import { bindRunScheduler, clientWithoutWakeUps } from "../support/run-scheduler-faults";

let client: Client;
let channel: Channel;
let key: string;
let number: string;
let leadId: number;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  ({ channel, key, number, leadId } = await newChannelAndRecipient(client));
  await bindRunScheduler(client, { MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER });
  await bindMessageSender(channel.id, { RUN_SCHEDULER: OFFLINE_RUN_SCHEDULER });
});

const flow = () =>
  newFlow(
    client,
    {
      ask: ["message", { text: "Shall we talk?" }],
      answer: [
        "wait_for_reply",
        { timeout_seconds: 3600, matches: [{ handle: "yes", op: "equals", value: "yes" }] },
      ],
      other: ["handoff", { reason: "Could not be written to" }],
      book: ["message", { text: "Then book" }],
    },
    "ask > answer:yes > book",
    "ask:failed > other",
  );

/** Creates a run with a queued message, without waking the message sender. */
async function newSending() {
  const run = await enrol(client, (await flow()).id, leadId);
  await stepDue(client);
  expect(await runNow(client, run)).toMatchObject({
    state: "running",
    node_id: "ask",
    waiting_for: "sending",
    next_at: null,
  });
  return run;
}

const says = (text: string) => deliver(channel, whatsappBody(channel, textFrom(number, text)));

/** Runs the message sender and the run scheduler until nothing is due. */
async function goOn() {
  for (let times = 3; times > 0; times--) {
    await runMessageSender(channel.id);
    await stepDue(client);
  }
}

describe("a message with an edge from its `failed` handle", () => {
  it.each([
    ["is refused", { do: "error", code: 131026 }, "other", "not_sent", "undeliverable"],
    ["needs a template", { do: "error", code: 131047 }, "other", "window_closed", "window_closed"],
  ] satisfies [string, Order, string, string, string][])(
    "that %s sends the run that way",
    async (_, reaction, node, reason, of) => {
      await order(key, { queue: [reaction] });
      const run = await newSending();
      await goOn();
      expect(await trailOf(run)).toEqual(["ask failed", "other handoff"]);
      expect(await runNow(client, run)).toMatchObject({ state: "handed_off", node_id: node });
      const [step] = await rowsOf<{ detail: string }>(
        "select detail from run_steps where run_id = ? and visit = 1",
        run.id,
      );
      expect(JSON.parse(step!.detail)).toEqual({
        reason: of === reason ? reason : of,
        ...(of === reason && { reason }),
      });
    },
  );

  it("that fails before the provider is asked does so too, without the cron", async () => {
    const run = await newSending();
    await bindMessageSender(channel.id, {});
    await later(86_400_001, async () => {
      await runMessageSender(channel.id);
      for (let tries = 200; tries > 0 && (await alarmOfRunScheduler(client)) === null; tries--)
        await scheduler.wait(5);
      expect(await alarmOfRunScheduler(client)).toBe(Date.now());
      await stepDue(client);
    });
    expect(await trailOf(run)).toEqual(["ask failed", "other handoff"]);
  });

  it("that is accepted lets the run continue, once, however often that is reported", async () => {
    const run = await newSending();
    await goOn();
    expect(await trailOf(run)).toEqual(["ask next", "answer …"]);
    const [message] = await rowsOf<{ external_id: string }>(
      "select external_id from messages where run_id = ?",
      run.id,
    );
    for (const status of ["sent", "delivered", "read", "delivered"])
      await deliver(channel, whatsappBody(channel, statusOf(message!, status)));
    await goOn();
    expect(await trailOf(run)).toEqual(["ask next", "answer …"]);
    expect(await requestsTo(key)).toHaveLength(1);
  });

  it("with an unknown outcome counts as sent", async () => {
    await order(key, { queue: [{ do: "reset" }] });
    const run = await newSending();
    await goOn();
    expect(await trailOf(run)).toEqual(["ask next", "answer …"]);
    expect(await rowsOf("select status from messages where run_id = ?", run.id)).toEqual([
      { status: "unknown" },
    ]);
  });

  it("that is retried keeps the run at its node meanwhile", async () => {
    await order(key, { queue: [{ do: "status", status: 500 }] });
    const run = await newSending();
    await goOn();
    expect(await trailOf(run)).toEqual(["ask …"]);
    await later(60_000, goOn);
    expect(await trailOf(run)).toEqual(["ask next", "answer …"]);
  });
});

describe("a message's read report", () => {
  const read = async ({ id }: Pick<Run, "id">, node: string) => {
    const [message] = await rowsOf<{ id: number; external_id: string | null }>(
      "select id, external_id from messages where run_id = ? and visit = (select max(visit) from run_steps where run_id = messages.run_id and node_id = ?)",
      id,
      node,
    );
    // A message without a provider's id is identified by the echoed id.
    const external_id = message!.external_id ?? `wamid.of-${message!.id}`;
    await deliver(
      channel,
      whatsappBody(
        channel,
        statusOf({ external_id }, "read", { biz_opaque_callback_data: String(message!.id) }),
      ),
    );
  };
  const nodes: Nodes = {
    ask: ["message", { text: "Shall we talk?" }],
    seen: [
      "wait_for_event",
      { event: "message_read", timeout_seconds: 3600, filter: { node_ids: ["ask"] } },
    ],
    book: ["message", { text: "Then book" }],
    other: ["exit"],
  };
  const again: Nodes = { again: ["message", { text: "About your visit" }] };
  const begin = async (more: Nodes, ...edges: string[]) => {
    const scenario = await newFlow(client, { ...nodes, ...more }, "ask:failed > other", ...edges);
    const run = await enrol(client, scenario.id, leadId);
    await stepDue(client);
    return run;
  };

  it("counts although the run does not know yet that it was sent", async () => {
    const run = await begin({}, "ask > seen:event > book");
    await runMessageSender(channel.id);
    await read(run, "ask");
    expect(await runNow(client, run)).toMatchObject({ node_id: "ask", waiting_for: "sending" });
    await stepDue(client);
    expect(await trailOf(run)).toEqual(["ask next", "seen event", "book next"]);
    expect(await rowsOf("select * from run_events where run_id = ?", run.id)).toEqual([]);
  });

  it("counts although the provider has not answered yet", async () => {
    const run = await begin({}, "ask > seen:event > book");
    await rowsOf(
      "update messages set status = 'sending', attempts = 1 where run_id = ? returning id",
      run.id,
    );
    await read(run, "ask");
    await stepDue(client);
    expect(await trailOf(run)).toEqual(["ask next", "seen event", "book next"]);
    const [step] = await rowsOf<{ detail: string }>(
      "select detail from run_steps where run_id = ? and visit = 2",
      run.id,
    );
    expect(JSON.parse(step!.detail)).toEqual({ node_id: "ask" });
  });

  it("counts although the run sends another one meanwhile", async () => {
    const run = await begin(again, "ask > again > seen:event > book", "again:failed > other");
    await runMessageSender(channel.id);
    await stepDue(client);
    await read(run, "ask");
    await stepDue(client);
    expect(await trailOf(run)).toEqual(["ask next", "again …"]);
    await goOn();
    expect(await trailOf(run)).toEqual(["ask next", "again next", "seen event", "book next"]);
  });

  it("has no effect on a wait for another message", async () => {
    const run = await begin(again, "ask > again > seen:event > book", "again:failed > other");
    await runMessageSender(channel.id);
    await stepDue(client);
    await runMessageSender(channel.id);
    await read(run, "again");
    await goOn();
    expect(await trailOf(run)).toEqual(["ask next", "again next", "seen …"]);
    await read(run, "ask");
    await goOn();
    expect(await trailOf(run)).toEqual(["ask next", "again next", "seen event", "book next"]);
  });
});

describe("a reply", () => {
  it.each([
    [
      "after it was sent and before the run has continued",
      async () => {
        await runMessageSender(channel.id);
        await says("yes");
      },
      goOn,
    ],
    [
      "after it was sent, with another one behind it,",
      async () => {
        await runMessageSender(channel.id);
        await says("yes");
        await stepDue(client);
        await says("no");
      },
      goOn,
    ],
  ])("%s is the answer to the wait that follows", async (_, write, then) => {
    const run = await newSending();
    await write();
    await then();
    expect(await trailOf(run)).toEqual(["ask next", "answer yes", "book next"]);
    expect(await textsTo(leadId)).toEqual(["Shall we talk?", "Then book"]);
    expect(await rowsOf("select * from run_events where run_id = ?", run.id)).toEqual([]);
  });

  it("before the message was tried is no answer to it", async () => {
    const run = await newSending();
    await says("yes");
    await goOn();
    expect(await trailOf(run)).toEqual(["ask next", "answer …"]);
    await says("yes");
    await goOn();
    expect(await trailOf(run)).toEqual(["ask next", "answer yes", "book next"]);
  });

  it("to a refused message does not count", async () => {
    await order(key, { queue: [{ do: "error", code: 131026 }] });
    const run = await newSending();
    await says("yes");
    await goOn();
    expect(await trailOf(run)).toEqual(["ask failed", "other handoff"]);
    expect(
      await rowsOf("select memory ->> 'early' as early from runs where id = ?", run.id),
    ).toEqual([{ early: null }]);
  });
});
