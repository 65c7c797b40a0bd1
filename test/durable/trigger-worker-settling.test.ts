import { beforeEach, describe, expect, it } from "vitest";
import { type Client, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { atTime } from "../support/clicks";
import { testEnv } from "../support/env";
import { databaseWith, onlyAt } from "../support/message-sender-faults";
import { killed } from "../support/run-scheduler-faults";
import {
  alarmOfTriggerWorker,
  clientAsleep,
  decideDue,
  newTriggered,
  outcomesIn,
  startsIn,
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
    await testEnv.DB.prepare(
      `update events set id = ?1 where workspace_id = ?2 and data ->> 'message_id' = ?3
         and type = 'message.received'`,
    )
      .bind((sentAt + after) * 1_000, client.workspaceId, id)
      .run();
  }
  await testEnv.DB.prepare(
    `update trigger_cursors set next_event_id = ?1 where workspace_id = ?2 and lane = 'speech'`,
  )
    .bind(sentAt * 1_000, client.workspaceId)
    .run();
}

const decideAt = (after: number) => atTime(sentAt + after, () => decideDue(client));

describe("the messages of a lead within two seconds", () => {
  it("wait for each other, and start the best trigger once", async () => {
    await saysAt([0, "Hello"], [500, "I'd like"], [900, "the guide"], [1_900, "please"]);
    await decideAt(1_990);
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
