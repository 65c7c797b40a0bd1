import {
  abortAllDurableObjects,
  createScheduledController,
  runInDurableObject,
} from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import worker from "../../src/index";
import { newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { eventually } from "../support/eventually";
import { order, requestsTo } from "../support/graph";
import { generator } from "../support/pseudo-random";
import { rowsOf } from "../support/rows";
import { seedLeads } from "../support/seed";
import { clientWithoutWakeUps, eventIdsOf, seedEvents } from "../support/webhook-faults";
import {
  alarmOfWebhookSender,
  bindWebhookSender,
  deliverDue,
  endpointRow,
  newReceiver,
  webhookSenderOf,
} from "../support/webhooks";

const [LEADS, EACH] = [400, 5];

/** Runs the cron, which makes up for lost wake-ups. */
const tick = () => worker.scheduled(createScheduledController({ cron: "* * * * *" }), testEnv);

describe(`${LEADS * EACH} events to an endpoint that fails each tenth post at random, whatever dies meanwhile`, () => {
  it("arrive at least once each, under one id, and first in the order of their lead", async () => {
    const random = generator(7);
    const client = clientWithoutWakeUps(await newWorkspace());
    const endpoint = await newReceiver(client);
    await order(endpoint.key, { unlucky: { share: 0.1, seed: 7 } });
    await seedLeads(client.workspaceId, LEADS);
    await seedEvents(client, EACH - 1);

    for (let times = 6; times > 0; times--) {
      let isOver = false;
      const delivering = deliverDue(endpoint.id)
        .catch(() => {})
        .finally(() => {
          isOver = true;
        });
      await Promise.race([delivering, scheduler.wait(100 + random.upTo(500))]);
      if (!isOver) await abortAllDurableObjects();
      await delivering;
      await bindWebhookSender(endpoint.id);
    }

    // The webhook sender was aborted and does not know of the remaining work: the cron wakes it.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const dueAt = async () => (await endpointRow(endpoint.id)).next_at;
    for (let due = await dueAt(), times = 60; times > 0 && due !== null; times--) {
      vi.setSystemTime(due + 30_001);
      await runInDurableObject(webhookSenderOf(endpoint.id), (_, { storage }) =>
        storage.deleteAlarm(),
      );
      await tick();
      // The alarm may already have gone off.
      await eventually(async () =>
        expect([await alarmOfWebhookSender(endpoint.id), await dueAt()]).not.toEqual([null, due]),
      );
      await deliverDue(endpoint.id);
      due = await dueAt();
    }

    const events = await eventIdsOf(client);
    const requests = await requestsTo(endpoint.key);
    expect(events).toHaveLength(LEADS * EACH);
    expect(
      [...new Set(requests.map(({ body }): number => body.id))].toSorted((a, b) => a - b),
    ).toEqual(events);
    for (const { headers, body } of requests) expect(headers["webhook-id"]).toBe(String(body.id));
    const deliveries = await rowsOf(
      "select status, count(*) as n from webhook_deliveries where endpoint_id = ? group by 1",
      endpoint.id,
    );
    expect(deliveries).toEqual([{ status: "delivered", n: events.length }]);
    const first = new Map(
      requests
        .toReversed()
        .map((request, index) => [request.body.id as number, { request, at: -index }]),
    );
    const firsts = [...first.values()]
      .toSorted((a, b) => a.at - b.at)
      .map(({ request }) => request);
    for (const lane of Map.groupBy(firsts, ({ body }) => body.data.lead_id).values()) {
      const ids = lane.map(({ body }): number => body.id);
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    }
  });
});
