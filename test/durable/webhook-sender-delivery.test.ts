import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, it } from "vitest";
import { readBatch } from "#db/batch";
import { type EventRow, eventColumns, toEvent } from "#features/events/event-row";
import type { Event } from "#features/events/schema";
import { type Client, newLead, newTag, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { type Order, order, requestsTo, webhookUrl } from "../support/graph";
import { rowsOf } from "../support/rows";
import { databaseOf } from "../support/scope";
import { clientWithoutWakeUps } from "../support/webhook-faults";
import {
  alarmOfWebhookSender,
  bindWebhookSender,
  type DeliveryRow,
  deliverDue,
  deliveriesOf,
  endpointRow,
  newReceiver,
  type Receiver,
  rotateSecret,
  typesSentTo,
} from "../support/webhooks";

let client: Client;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
});

/** Sends one event to an endpoint that answers as ordered. */
async function answering(reaction: Order) {
  const endpoint = await newReceiver(client);
  await order(endpoint.key, { queue: [reaction] });
  if (reaction.do === "silence") await bindWebhookSender(endpoint.id, { WEBHOOK_TIMEOUT_MS: 500 });
  await newLead(client);
  await deliverDue(endpoint.id);
  return endpoint;
}

/** The delivery of an endpoint's only event. */
async function deliveryTo({ id }: Pick<Receiver, "id">) {
  const [delivery, ...others] = await deliveriesOf(id);
  expect(others).toEqual([]);
  return delivery!;
}

const sinceAttempt = ({ next_attempt_at, last_attempt_at }: DeliveryRow) =>
  next_attempt_at! - last_attempt_at!;

describe("a webhook", () => {
  it("is verified by the receiver's Standard Webhooks library, and names itself", async () => {
    const endpoint = await newReceiver(client);
    await newLead(client);
    await deliverDue(endpoint.id);
    const [request] = await requestsTo(endpoint.key);
    const event = new Webhook(endpoint.secret).verify(request!.raw, request!.headers) as {
      id: number;
    };
    expect(request!.headers["webhook-id"]).toBe(String(event.id));
    expect(request).toMatchObject({
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "lead-engagement-api" },
    });
    expect(() =>
      new Webhook(endpoint.secret).verify(`${request!.raw} `, request!.headers),
    ).toThrow();
  });

  it("is signed with both secrets during a rotation, and only with the new one after a day", async () => {
    const endpoint = await newReceiver(client);
    const fresh = await rotateSecret(client, endpoint);
    const send = async () => {
      await newLead(client);
      await deliverDue(endpoint.id);
      return (await requestsTo(endpoint.key)).at(-1)!;
    };
    const [both, wrong] = [await send(), "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"];
    expect(both.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
    for (const secret of [endpoint.secret, fresh])
      new Webhook(secret).verify(both.raw, both.headers);
    expect(() => new Webhook(wrong).verify(both.raw, both.headers)).toThrow();
    await later(86_400_001, async () => {
      const one = await send();
      new Webhook(fresh).verify(one.raw, one.headers);
      expect(() => new Webhook(endpoint.secret).verify(one.raw, one.headers)).toThrow();
    });
  });

  it("has the body of the event in the feed", async () => {
    const own = clientWithoutWakeUps(await newWorkspace());
    const endpoint = await newReceiver(own);
    const lead = await newLead(own, {
      first_name: "Élodie",
      email: "elodie@example.com",
      phone: "+33639980142",
    });
    await own.patch(`/leads/${lead.id}`, { first_name: "Éloïse", pipeline_stage: "won" });
    await own.post(`/leads/${lead.id}/tags`, { tag_ids: [(await newTag(own)).id] });
    await deliverDue(endpoint.id);
    const feed = sql<EventRow>`select ${eventColumns} from events where workspace_id = ${own.workspaceId} order by id`;
    const { found } = await readBatch({ db: databaseOf() }, { found: feed });
    const events: Event[] = found.map(toEvent);
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      "lead.created",
      "lead.stage_changed",
      "lead.tag_added",
      "lead.updated",
    ]);
    expect((await requestsTo(endpoint.key)).map(({ body }) => body)).toEqual(events);
  });

  it("has the same id and body each time, and the time and signature of the attempt", async () => {
    const endpoint = await answering({ do: "status", status: 500 });
    await later(10_000, () => deliverDue(endpoint.id));
    const [first, second] = await requestsTo(endpoint.key);
    expect([second!.headers["webhook-id"], second!.raw]).toEqual([
      first!.headers["webhook-id"],
      first!.raw,
    ]);
    expect(Number(second!.headers["webhook-timestamp"])).toBeGreaterThan(
      Number(first!.headers["webhook-timestamp"]),
    );
    new Webhook(endpoint.secret).verify(second!.raw, second!.headers);
    expect(await deliveryTo(endpoint)).toMatchObject({
      status: "delivered",
      attempts: 2,
      http_status: 200,
      next_attempt_at: null,
    });
  });
});

describe("an event is delivered", () => {
  it.each([
    [{ do: "accept" }, 200, "{}"],
    [{ do: "status", status: 204 }, 204, ""],
    [{ do: "status", status: 202, body: "Thanks" }, 202, "Thanks"],
    [{ do: "stall" }, 200, "{"],
    [{ do: "cut" }, 200, "{"],
    [{ do: "huge" }, 200, `{"padding":"${"x".repeat(1_012)}`],
  ] satisfies [Order, number, string][])(
    "by the answer %j",
    async (reaction, http_status, answer) => {
      const endpoint = await answering(reaction);
      const delivery = await deliveryTo(endpoint);
      expect(delivery).toMatchObject({
        status: "delivered",
        error: null,
        http_status,
        answer,
        attempts: 1,
        next_attempt_at: null,
      });
      expect(delivery.latency_ms).toBeGreaterThanOrEqual(0);
      expect(await endpointRow(endpoint.id)).toMatchObject({
        failures: 0,
        failing_since: null,
        next_event_id: null,
        next_at: null,
      });
      expect(await alarmOfWebhookSender(endpoint.id)).toBeNull();
    },
  );

  it("by the status of an answer whose body then trickles in for ever", async () => {
    const begun = Date.now();
    const endpoint = await answering({ do: "drip" });
    const lasted = Date.now() - begun;
    const delivery = await deliveryTo(endpoint);
    expect(delivery).toMatchObject({ status: "delivered", http_status: 200, attempts: 1 });
    expect(delivery.answer).toMatch(/^(drop )+$/);
    // The time that the body took does not count.
    expect(delivery.latency_ms).toBeLessThan(lasted - 900);
  });
});

describe("an event is sent again", () => {
  const NONE = { http_status: null, answer: null };

  it.each([
    [
      { do: "status", status: 500, body: "Oops" },
      { error: "status", http_status: 500, answer: "Oops" },
    ],
    [
      { do: "status", status: 404 },
      { error: "status", http_status: 404, answer: "" },
    ],
    [{ do: "silence" }, { error: "timeout", ...NONE }],
    [{ do: "reset" }, { error: "connection", ...NONE }],
    [{ do: "reset_unread" }, { error: "connection", ...NONE }],
  ] satisfies [Order, object][])("after the answer %j", async (reaction, outcome) => {
    const endpoint = await answering(reaction);
    const delivery = await deliveryTo(endpoint);
    expect(delivery).toMatchObject({ status: "pending", attempts: 1, ...outcome });
    expect(delivery.latency_ms).toBeGreaterThanOrEqual(0);
    expect(sinceAttempt(delivery)).toBeGreaterThanOrEqual(4_000);
    expect(sinceAttempt(delivery)).toBeLessThanOrEqual(6_000);
    expect(await endpointRow(endpoint.id)).toMatchObject({
      failures: 1,
      failing_since: delivery.last_attempt_at,
      paused_until: null,
    });
    expect(await alarmOfWebhookSender(endpoint.id)).toBe(delivery.next_attempt_at);
  });

  it("after a redirect, which is not followed", async () => {
    const elsewhere = crypto.randomUUID();
    const endpoint = await answering({ do: "redirect", to: webhookUrl(elsewhere) });
    expect(await deliveryTo(endpoint)).toMatchObject({
      status: "pending",
      error: "redirect",
      http_status: 301,
      attempts: 1,
    });
    expect(await requestsTo(elsewhere)).toEqual([]);
  });

  it.each([
    [429, 120, 120_000],
    [503, 120, 120_000],
    [503, new Date(Math.floor(Date.now() / 1_000) * 1_000 + 3_600_000).toUTCString(), 3_600_000],
    [429, 10 * 86_400, 86_400_000],
  ])("after %i, but not before Retry-After: %s", async (status, retry_after, ms) => {
    const endpoint = await answering({ do: "status", status, retry_after });
    const delivery = await deliveryTo(endpoint);
    const { paused_until, next_at } = await endpointRow(endpoint.id);
    for (const time of [delivery.next_attempt_at!, paused_until!]) {
      expect(time - delivery.last_attempt_at!).toBeLessThanOrEqual(ms);
      expect(time - delivery.last_attempt_at!).toBeGreaterThan(ms - 60_000);
    }
    expect(next_at).toBeGreaterThanOrEqual(paused_until!);
    await newLead(client);
    await deliverDue(endpoint.id);
    expect(await requestsTo(endpoint.key)).toHaveLength(1);
  });

  it("after other answers as scheduled, whatever their Retry-After", async () => {
    const delivery = await deliveryTo(
      await answering({ do: "status", status: 500, retry_after: 3_600 }),
    );
    expect(sinceAttempt(delivery)).toBeLessThanOrEqual(6_000);
  });

  it("ten times in all", async () => {
    const endpoint = await newReceiver(client);
    await order(endpoint.key, { always: { do: "status", status: 500 } });
    await newLead(client);
    for (let times = 10; times > 0; times--) {
      const due = Math.max(
        0,
        ...(await deliveriesOf(endpoint.id)).map(
          ({ next_attempt_at }) => next_attempt_at! - Date.now(),
        ),
      );
      // Otherwise five days of failures would disable the endpoint first.
      await rowsOf("update webhook_endpoints set failing_since = null where id = ?", endpoint.id);
      await later(due, () => deliverDue(endpoint.id));
    }
    expect(await deliveryTo(endpoint)).toMatchObject({
      status: "failed",
      error: "status",
      attempts: 10,
      next_attempt_at: null,
    });
    expect(await requestsTo(endpoint.key)).toHaveLength(10);
    await later(10 * 86_400_000, () => deliverDue(endpoint.id));
    expect(await requestsTo(endpoint.key)).toHaveLength(10);
  });
});

describe("an endpoint that answers 410", () => {
  it("is disabled as gone, which the other endpoints are told", async () => {
    const own = clientWithoutWakeUps(await newWorkspace());
    const [other, endpoint] = [await newReceiver(own), await newReceiver(own)];
    await order(endpoint.key, { queue: [{ do: "status", status: 410, body: "Gone" }] });
    await newLead(own);
    await deliverDue(endpoint.id);
    expect(await deliveryTo(endpoint)).toMatchObject({
      status: "failed",
      error: "status",
      http_status: 410,
      next_attempt_at: null,
    });
    expect(await endpointRow(endpoint.id)).toMatchObject({
      is_active: 0,
      disabled_reason: "gone",
      next_at: null,
    });
    await newLead(own);
    await deliverDue(endpoint.id);
    expect(await typesSentTo(endpoint.key)).toEqual(["lead.created"]);
    await deliverDue(other.id);
    const reaction = (await requestsTo(other.key)).map(({ body }) => body);
    expect(reaction.map(({ type }) => type).toSorted()).toEqual([
      "lead.created",
      "lead.created",
      "webhook_endpoint.disabled",
    ]);
    expect(reaction.find(({ type }) => type === "webhook_endpoint.disabled").data).toEqual({
      webhook_endpoint_id: endpoint.id,
      reason: "gone",
      scenario_id: null,
    });
  });
});

describe("the answer of an endpoint", () => {
  it.each([
    ["NUL", "b\0ye", "bye"],
    ["a lone surrogate", Uint8Array.of(0x61, 0xed, 0xa0, 0x80, 0x62), "a\ufffd\ufffd\ufffdb"],
    ["invalid UTF-8", Uint8Array.of(0xff, 0x61, 0xc3), "\ufffda"],
    ["a character cut in two", "é".repeat(700), "é".repeat(512)],
    ["one of three bytes cut", "€".repeat(700), "€".repeat(341)],
  ])("is stored, with %s", async (_, bytes, answer) => {
    const base64 = (typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes).toBase64();
    const endpoint = await answering({ do: "status", status: 500, base64 });
    expect((await deliveryTo(endpoint)).answer).toBe(answer);
  });
});
