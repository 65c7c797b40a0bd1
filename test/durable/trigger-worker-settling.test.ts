import { abortAllDurableObjects } from "cloudflare:test";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { asTimeGoes } from "../support/alarms";
import { type Client, newChannel, newInbound, newLead, newTag, newWorkspace } from "../support/api";
import { atTime } from "../support/clicks";
import { testEnv } from "../support/env";
import { databaseWith, onlyAt } from "../support/message-sender-faults";
import { rowsOf } from "../support/rows";
import { killed } from "../support/run-scheduler-faults";
import {
  alarmOfTriggerWorker,
  clientAsleep,
  decideDue,
  newTriggered,
  outcomesIn,
  startsIn,
  triggerWorkerOf,
} from "../support/trigger-worker";
import { bindTriggerWorker, decideOnce } from "../support/trigger-worker-faults";

const SETTLE = { TRIGGER_SETTLE_MS: 2_000 };

let client: Client;
let channelId: number;
let lead: number;
let sentAt: number;
beforeEach(async () => {
  client = clientAsleep(await newWorkspace());
  channelId = (await newChannel(client)).id;
  lead = (await newLead(client)).id;
  await newTriggered(client, [
    { id: "any", type: "any_message", data: { again: "always" } },
    { id: "guide", type: "keyword", data: { words: ["GUIDE"] } },
  ]);
  await bindTriggerWorker(client, SETTLE);
  sentAt = Date.now();
});

/** Stores messages of the lead at some times after the first, in milliseconds. */
async function saysAt(...messages: [after: number, text: string][]) {
  for (const [after, text] of messages) {
    const { id } = await newInbound(client, channelId, lead, { text });
    const isOf = "data ->> 'message_id' = ? and type = 'message.received'";
    await moveEvent(sentAt + after, isOf, id);
  }
  await testEnv.DB.prepare(
    `update trigger_cursors set next_event_id = ?1 where workspace_id = ?2 and lane = 'speech'`,
  )
    .bind(sentAt * 1_000, client.workspaceId)
    .run();
}

const moveEvent = (at: number, where: string, id: number) =>
  rowsOf(
    `update events set id = ? where workspace_id = ? and ${where}`,
    ...[at * 1_000, client.workspaceId, id],
  );

const decideAt = (after: number) => atTime(sentAt + after, () => decideDue(client));

describe("the messages of a lead within two seconds", () => {
  it("wait for each other, and start the best trigger once", async () => {
    await saysAt([0, "Hello"], [500, "I'd like"], [900, "the guide"], [1_900, "please"]);
    await decideAt(1_000);
    expect([await startsIn(client), await alarmOfTriggerWorker(client)]).toEqual([
      [],
      sentAt + 2_000,
    ]);
    await decideAt(2_010);
    await decideAt(5_000);
    expect(await outcomesIn(client)).toEqual([["started", "guide started", "any outranked"]]);
    const [start] = await startsIn(client);
    const text = await testEnv.DB.prepare("select text from messages where id = ?")
      .bind(start?.cause.message_id)
      .first("text");
    expect(text).toBe("the guide");
  });

  it("end with them: a later one is judged by itself", async () => {
    await saysAt([0, "Hello"], [1_000, "there"], [2_100, "GUIDE"]);
    await decideAt(10_000);
    expect(await outcomesIn(client)).toEqual([
      ["started", "any started"],
      ["run_beginning", "guide run_beginning", "any run_beginning"],
    ]);
  });

  it.each(["before", "after"] as const)(
    "stay together over a crash %s the commit",
    async (when) => {
      await saysAt([0, "Hello"], [500, "I'd like"], [1_000, "the guide"], [1_900, "please"]);
      await saysAt([2_100, "Anyone?"]);
      await bindTriggerWorker(client, { ...SETTLE, DB: databaseWith(onlyAt(2, killed[when])) });
      await atTime(sentAt + 2_050, () => decideOnce(client));
      await bindTriggerWorker(client, SETTLE);
      await decideAt(10_000);
      expect(await outcomesIn(client)).toEqual([
        ["started", "guide started", "any outranked"],
        ["run_beginning", "any run_beginning"],
      ]);
    },
  );
});

describe("what comes in a row is decided together", () => {
  const MESSAGES = 20;
  const EACH_MS = 100;
  const GAP_MS = 667;
  const CALL_MS = 60;

  /** The steps of some milliseconds from the first message on. */
  const timesTo = (ms: number, from = 0) =>
    Array.from({ length: (ms - from) / EACH_MS }, (_, n) => sentAt + from + n * EACH_MS);

  const worked = (times: number[], wakeUps: number[]) =>
    asTimeGoes(triggerWorkerOf(client), times, wakeUps, client.workspaceId);

  /** The time from its cause to each run. */
  const delays = () =>
    rowsOf<{ ms: number }>(
      `select created_at - cause ->> 'event_id' / 1000 as ms from runs
       where workspace_id = ? and cause is not null order by id`,
      client.workspaceId,
    ).then((rows) => rows.map(({ ms }) => ms));

  beforeEach(() => {
    // No alarm goes off by itself meanwhile.
    sentAt += 60_000;
  });

  it("messages of many leads, within a part of the time of settling", async () => {
    for (let n = 0; n < MESSAGES; n++) {
      lead = (await newLead(client)).id;
      await saysAt([n * EACH_MS, "Hello"]);
    }
    let calls = 0;
    const DB = databaseWith(async (call) => {
      calls++;
      const results = await call();
      vi.setSystemTime(Date.now() + CALL_MS);
      return results;
    });
    await bindTriggerWorker(client, { ...SETTLE, DB });
    await worked(timesTo(5_000), timesTo(MESSAGES * EACH_MS));
    const waits = await delays();
    expect([waits.length, calls]).toEqual([MESSAGES, 11]);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(2_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(2_000 + GAP_MS + EACH_MS + 2 * CALL_MS);
  });

  it("facts, the first of them at once, and the others where the worker dies", async () => {
    const tag = await newTag(client);
    await newTriggered(client, [{ id: "tag", type: "tag_added", data: { tag_ids: [tag.id] } }]);
    const tagAt = async (after: number) => {
      const { id } = await newLead(client);
      await client.post(`/leads/${id}/tags`, { tag_ids: [tag.id] });
      await moveEvent(sentAt + after, "lead_id = ? and type = 'lead.tag_added'", id);
    };
    await tagAt(0);
    await worked([sentAt], [sentAt]);
    expect(await delays()).toEqual([0]);
    for (const after of [100, 300]) await tagAt(after);
    await worked(timesTo(400, 100), [sentAt + 100, sentAt + 300]);
    expect([await delays(), await alarmOfTriggerWorker(client)]).toEqual([[0], sentAt + GAP_MS]);
    await abortAllDurableObjects();
    await bindTriggerWorker(client, SETTLE);
    await worked(timesTo(800, 500), []);
    expect(await delays()).toEqual([0, 600, 400]);
  });
});
