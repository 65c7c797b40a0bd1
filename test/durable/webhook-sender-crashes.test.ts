import { evictDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { type Client, newLead, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { requestsTo } from "../support/graph";
import { down, unanswered } from "../support/message-sender-faults";
import { killed, untilDoneOrKilled } from "../support/run-scheduler-faults";
import { workspaceOf } from "../support/scope";
import { seedLeads } from "../support/seed";
import { aroundD1, atCall, clientWithoutWakeUps, eventIdsOf } from "../support/webhook-faults";
import {
  alarmOfWebhookSender,
  bindWebhookSender,
  deliverDue,
  deliveriesOf,
  endpointRow,
  idsSentTo,
  newReceiver,
  type Receiver,
  webhookSenderOf,
} from "../support/webhooks";

let client: Client;
let endpoint: Receiver;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  endpoint = await newReceiver(client);
});

/** Expects all events to be delivered, by one stored attempt each, with nothing left to do. */
async function expectDelivered() {
  const deliveries = await deliveriesOf(endpoint.id);
  expect(deliveries.map(({ event_id, status, attempts }) => [event_id, status, attempts])).toEqual(
    (await eventIdsOf(client)).map((id) => [id, "delivered", 1]),
  );
  expect(await endpointRow(endpoint.id)).toMatchObject({
    failures: 0,
    next_event_id: null,
    next_at: null,
  });
  expect(await alarmOfWebhookSender(endpoint.id)).toBeNull();
}

describe("while D1 is unavailable", () => {
  it("a webhook sender asks it less and less often, even when it is woken, and loses nothing", async () => {
    await newLead(client);
    await aroundD1(endpoint.id, down);
    const delays: number[] = [];
    for (let times = 8; times > 0; times--) {
      await later(0, async () => {
        await deliverDue(endpoint.id);
        await webhookSenderOf(endpoint.id).wake(
          endpoint.id,
          await workspaceOf("webhook_endpoints", endpoint.id),
        );
        delays.push(((await alarmOfWebhookSender(endpoint.id))! - Date.now()) / 1_000);
      });
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(await requestsTo(endpoint.key)).toEqual([]);
    await evictDurableObject(webhookSenderOf(endpoint.id));
    await bindWebhookSender(endpoint.id);
    await deliverDue(endpoint.id);
    await expectDelivered();
  });

  it.each([
    ["that has not written", down],
    ["that has written and does not answer", unanswered],
  ])("a webhook sender remembers the outcomes of its requests, with a D1 %s", async (_, fault) => {
    await seedLeads(client.workspaceId, 20);
    await atCall(endpoint.id, 2, fault);
    await deliverDue(endpoint.id);
    expect(await alarmOfWebhookSender(endpoint.id)).toBeGreaterThan(Date.now());
    await deliverDue(endpoint.id);
    expect(await idsSentTo(endpoint.key)).toHaveLength(20);
    await expectDelivered();
  });

  it("a webhook sender does so for as long as it takes", async () => {
    await seedLeads(client.workspaceId, 20);
    let calls = 0;
    await aroundD1(endpoint.id, (call) => (++calls > 1 && calls < 8 ? down(call) : call()));
    for (let times = 7; times > 0; times--) await deliverDue(endpoint.id);
    expect(await idsSentTo(endpoint.key)).toHaveLength(20);
    await expectDelivered();
  });
});

describe("a webhook sender that is killed", () => {
  it("after its requests sends them again, under the same ids", async () => {
    await seedLeads(client.workspaceId, 20);
    await atCall(endpoint.id, 2, killed.before);
    await untilDoneOrKilled(deliverDue(endpoint.id));
    await bindWebhookSender(endpoint.id);
    await deliverDue(endpoint.id);
    const requests = await requestsTo(endpoint.key);
    const ids = requests.map(({ headers }) => headers["webhook-id"]);
    const wanted = (await eventIdsOf(client)).map(String);
    expect(ids.toSorted()).toEqual([...wanted, ...wanted].toSorted());
    for (const [body, ...again] of Map.groupBy(
      requests,
      ({ headers }) => headers["webhook-id"],
    ).values()) {
      expect(again.map(({ raw }) => raw)).toEqual([body!.raw]);
    }
    await expectDelivered();
  });

  it("after it has committed sends nothing again", async () => {
    await seedLeads(client.workspaceId, 20);
    await atCall(endpoint.id, 2, killed.after);
    await untilDoneOrKilled(deliverDue(endpoint.id));
    await bindWebhookSender(endpoint.id);
    await deliverDue(endpoint.id);
    expect(await idsSentTo(endpoint.key)).toHaveLength(20);
    await expectDelivered();
  });

  it("before its first request sends each event once", async () => {
    await seedLeads(client.workspaceId, 20);
    await atCall(endpoint.id, 1, killed.after);
    await untilDoneOrKilled(deliverDue(endpoint.id));
    await bindWebhookSender(endpoint.id);
    await deliverDue(endpoint.id);
    expect(await idsSentTo(endpoint.key)).toHaveLength(20);
    await expectDelivered();
  });
});
