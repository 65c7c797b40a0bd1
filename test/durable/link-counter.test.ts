import { evictDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, newLead, newLinkSend, newWorkspace } from "../support/api";
import { alarmOf, counterOf, flushClicks, later } from "../support/clicks";
import {
  batchOf,
  inD1,
  inDetail,
  left,
  newLink,
  newRecipient,
  record,
  recordDuringCall,
  stored,
} from "../support/counter";
import { testEnv } from "../support/env";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a link counter", () => {
  it("stores each visit before it answers, and flushes it to D1 by an alarm", async () => {
    const id = await newLink(client);
    await record(id, { base: 1 });
    expect(await inD1(id)).toEqual({ recipients: 0, base: 0, bots: 0 });
    await evictDurableObject(counterOf(id));
    expect(await stored(counterOf(id))).toEqual([{ base: 1 }]);
    const inMs = (await alarmOf(counterOf(id)))! - Date.now();
    expect(inMs).toBeLessThanOrEqual(2_000);
    await flushClicks(id);
    expect(await inD1(id)).toEqual({ recipients: 0, base: 1, bots: 0 });
    expect(await stored(counterOf(id))).toEqual([]);
  });

  it("counts people, recipients and bots separately in totals, hours, sends and clicks", async () => {
    const { linkId, sendId } = await newRecipient(client);
    const other = await newLinkSend(client, linkId, (await newLead(client)).id);
    await record(linkId, { base: 2, preview: 3 }, [sendId, other.id]);
    await record(linkId, { base: 1, head: 1, crawler: 1, prefetch: 1, no_user_agent: 1 }, [sendId]);
    await flushClicks(linkId);
    const counts = { recipients: 3, base: 3, bots: 7 };
    expect(await inD1(linkId)).toEqual(counts);
    expect(await inDetail(linkId)).toEqual({ ...counts, clicks: 3, ofSends: 3 });
    expect((await client.get(`/link-sends/${sendId}`)).body.data.clicks_count).toBe(2);
  });

  it("adds to what D1 counted before, through evictions", async () => {
    const id = await newLink(client);
    await testEnv.DB.prepare(
      "update short_links set base_clicks_count = 40, bot_clicks_count = 2 where id = ?",
    )
      .bind(id)
      .run();
    for (const [kind, expected] of [
      ["base", { recipients: 0, base: 41, bots: 2 }],
      ["preview", { recipients: 0, base: 41, bots: 3 }],
      ["base", { recipients: 0, base: 42, bots: 3 }],
    ] as const) {
      await record(id, { [kind]: 1 });
      await flushClicks(id);
      expect(await inD1(id)).toEqual(expected);
      await evictDurableObject(counterOf(id));
    }
  });

  it("rests once all clicks are classified, and then clears its storage", async () => {
    const { linkId, sendId } = await newRecipient(client);
    await record(linkId, { base: 1 }, [sendId]);
    await flushClicks(linkId);
    expect((await alarmOf(counterOf(linkId)))! - Date.now()).toBeLessThanOrEqual(5_000);
    await later(5_000, () => flushClicks(linkId));
    expect((await alarmOf(counterOf(linkId)))! - Date.now()).toBeGreaterThan(200_000);
    expect(await left(linkId)).not.toEqual([null]);
    await later(310_000, () => flushClicks(linkId));
    expect(await left(linkId)).toEqual([null]);
    await record(linkId, { base: 1 }, [sendId]);
    await flushClicks(linkId);
    expect(await inD1(linkId)).toEqual({ recipients: 2, base: 2, bots: 0 });
  });

  it("flushes a visit that arrives during a flush", async () => {
    const { linkId, sendId } = await newRecipient(client);
    await record(linkId, { base: 2 });
    await recordDuringCall(linkId, batchOf(linkId, { base: 1 }, [sendId]), () =>
      flushClicks(linkId),
    );
    expect(await inD1(linkId)).toEqual({ recipients: 0, base: 2, bots: 0 });
    expect(await flushClicks(linkId)).toBe(true);
    expect(await inD1(linkId)).toEqual({ recipients: 1, base: 3, bots: 0 });
  });

  it("flushes by itself within seconds, including visits that arrive during a call", {
    timeout: 20_000,
  }, async () => {
    const { linkId, sendId } = await newRecipient(client);
    await record(linkId, { base: 2 });
    await recordDuringCall(linkId, batchOf(linkId, { base: 1 }, [sendId]));
    await expect
      .poll(() => inD1(linkId), { timeout: 10_000 })
      .toEqual({ recipients: 1, base: 3, bots: 0 });
  });

  it("flushes a backlog in bounded calls", async () => {
    const { linkId, sendId } = await newRecipient(client);
    for (let i = 0; i < 5; i++) await record(linkId, {}, Array(500).fill(sendId));
    await flushClicks(linkId);
    expect(await inD1(linkId)).toMatchObject({ recipients: 2_000 });
    await flushClicks(linkId);
    expect(await inDetail(linkId)).toMatchObject({
      recipients: 2_500,
      clicks: 2_500,
      ofSends: 2_500,
    });
  });

  it("puts each visit into its hour", async () => {
    const { linkId, sendId } = await newRecipient(client);
    const hour = (Math.floor(Date.now() / 3_600_000) + 2) * 3_600_000;
    for (const at of [hour - 1, hour, hour + 3_599_999]) {
      vi.useFakeTimers({ toFake: ["Date"], now: at });
      await record(linkId, { base: 1 }, [sendId]);
    }
    vi.useRealTimers();
    await flushClicks(linkId);
    const { results } = await testEnv.DB.prepare(
      "select starts_at as at, recipient, base from link_hours where short_link_id = ?",
    )
      .bind(linkId)
      .all();
    expect(results).toEqual([
      { at: hour - 3_600_000, recipient: 1, base: 1 },
      { at: hour, recipient: 2, base: 2 },
    ]);
  });

  it("keeps the count of clicks whose send was deleted", async () => {
    const { linkId, sendId } = await newRecipient(client);
    const { body } = await client.get(`/link-sends/${sendId}`);
    await record(linkId, {}, [sendId]);
    await client.delete(`/leads/${body.data.lead_id}`);
    await flushClicks(linkId);
    expect(await inD1(linkId)).toEqual({ recipients: 1, base: 0, bots: 0 });
    expect(await inDetail(linkId)).toMatchObject({ recipients: 1, clicks: 0, ofSends: null });
  });

  it("counts no click on a send of another link", async () => {
    const [own, other] = [await newRecipient(client), await newRecipient(client)];
    await record(own.linkId, {}, [other.sendId]);
    await flushClicks(own.linkId);
    expect(await inDetail(other.linkId)).toMatchObject({ clicks: 0, ofSends: 0 });
    expect(await inDetail(own.linkId)).toMatchObject({ clicks: 0, ofSends: 0 });
  });
});
