import { createScheduledController, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import worker from "../../src/index";
import { type Client, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { eventually } from "../support/eventually";
import { order } from "../support/graph";
import { rowsOf } from "../support/rows";
import { clientWithoutWakeUps } from "../support/webhook-faults";
import {
  alarmOfWebhookSender,
  deliverDue,
  deliveriesOf,
  endpointRow,
  newReceiver,
  typesSentTo,
  webhookSenderOf,
} from "../support/webhooks";

let owner: Client;
let client: Client;

beforeEach(async () => {
  owner = await newWorkspace();
  client = clientWithoutWakeUps(owner);
  // Work that earlier tests have left must not be done now.
  await rowsOf("update webhook_endpoints set next_at = null");
});

const tick = () => worker.scheduled(createScheduledController({ cron: "* * * * *" }), testEnv);

const isDone = (id: number) => async () =>
  expect([(await endpointRow(id)).next_event_id, await alarmOfWebhookSender(id)]).toEqual([
    null,
    null,
  ]);

const loseAlarm = (id: number) =>
  runInDurableObject(webhookSenderOf(id), (_, { storage }) => storage.deleteAlarm());

describe("an event whose wake-up is lost", () => {
  it("is sent by the cron", async () => {
    const endpoint = await newReceiver(client);
    await newLead(client);
    await scheduler.wait(50);
    expect(await typesSentTo(endpoint.key)).toEqual([]);
    await tick();
    await eventually(isDone(endpoint.id));
    expect(await typesSentTo(endpoint.key)).toEqual(["lead.created"]);
    expect(await deliveriesOf(endpoint.id)).toMatchObject([{ status: "delivered", attempts: 1 }]);
  });

  it("is sent with the next one that wakes the sender, in its order", async () => {
    const endpoint = await newReceiver(client);
    const { id } = await newLead(client);
    await owner.patch(`/leads/${id}`, { first_name: "Bea" });
    await eventually(isDone(endpoint.id));
    expect(await typesSentTo(endpoint.key)).toEqual(["lead.created", "lead.updated"]);
  });

  it("is sent without the cron when the wake-up arrives", async () => {
    const endpoint = await newReceiver(client);
    await newLead(owner);
    await eventually(isDone(endpoint.id));
    expect(await typesSentTo(endpoint.key)).toEqual(["lead.created"]);
  });
});

describe("a webhook sender that has lost its alarm", () => {
  it("is woken by the cron once its work is overdue by half a minute", async () => {
    const endpoint = await newReceiver(client);
    await order(endpoint.key, { queue: [{ do: "status", status: 500 }] });
    await newLead(client);
    await deliverDue(endpoint.id);
    await loseAlarm(endpoint.id);
    await tick();
    expect(await alarmOfWebhookSender(endpoint.id)).toBeNull();
    await rowsOf(
      "update webhook_deliveries set next_attempt_at = 1 where endpoint_id = ?",
      endpoint.id,
    );
    await rowsOf(
      "update webhook_endpoints set next_at = ? where id = ?",
      Date.now() - 30_001,
      endpoint.id,
    );
    await tick();
    await eventually(async () =>
      expect(await deliveriesOf(endpoint.id)).toMatchObject([{ status: "delivered", attempts: 2 }]),
    );
  });

  it("is left alone while its endpoint is paused, or nothing is to be sent", async () => {
    const [paused, idle] = [
      await newReceiver(client),
      await newReceiver(client, { event_types: ["run.failed"] }),
    ];
    await order(paused.key, { queue: [{ do: "status", status: 429, retry_after: 3_600 }] });
    await newLead(client);
    for (const { id } of [paused, idle]) {
      await deliverDue(id);
      await loseAlarm(id);
    }
    await tick();
    await scheduler.wait(20);
    expect([await alarmOfWebhookSender(paused.id), await alarmOfWebhookSender(idle.id)]).toEqual([
      null,
      null,
    ]);
  });
});
