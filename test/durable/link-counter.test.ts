import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Batch } from "../../src/features/clicks/batch";
import { type Client, newLead, newLinkSend, newShortLink, newWorkspace } from "../support/api";
import { alarmOf, aroundD1, type Counter, carry, counterOf, later } from "../support/clicks";
import { testEnv } from "../support/env";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const newLink = async (): Promise<number> => (await newShortLink(client)).id;

/** A link that was sent to a lead. */
async function newRecipient() {
  const [linkId, lead] = [await newLink(), await newLead(client)];
  return { linkId, sendId: (await newLinkSend(client, linkId, lead.id)).id };
}

const batchOf = (linkId: number, counted: Batch["counted"], sendIds: number[] = []): Batch => {
  const clicks = sendIds.map((sendId) => ({ sendId, at: Date.now(), country: "FR", referrerHost: null, device: "mobile" as const }));
  return { id: crypto.randomUUID(), linkId, startedAt: Date.now(), counted, clicks };
};

const record = (linkId: number, counted: Batch["counted"], sendIds?: number[]) =>
  counterOf(linkId).record(batchOf(linkId, counted, sendIds));

const inD1 = (linkId: number) =>
  testEnv.DB.prepare("select clicks_count as recipients, base_clicks_count as base, bot_clicks_count as bots from short_links where id = ?")
    .bind(linkId)
    .first();

/** The same from the hours, and from the clicks and the sends themselves. */
const inDetail = (linkId: number) =>
  testEnv.DB.prepare(
    `select sum(recipient) as recipients, sum(base) as base, sum(head + prefetch + preview + crawler + no_user_agent) as bots,
       (select count(*) from link_clicks where short_link_id = ?1) as clicks, (select sum(clicks_count) from link_sends where short_link_id = ?1) as ofSends
     from link_hours where short_link_id = ?1`,
  )
    .bind(linkId)
    .first();

/** What the object itself keeps. */
const stored = (counter: Counter) =>
  runInDurableObject(counter, (_, { storage }) =>
    storage.sql
      .exec<{ content: string }>("select content from batches where content is not null")
      .toArray()
      .map(({ content }) => (JSON.parse(content) as Batch).counted),
  );

/** All that the object holds, and its alarm. */
const left = (linkId: number) =>
  runInDurableObject(counterOf(linkId), async (_, { storage }) => [
    ...storage.sql.exec("select * from batches"),
    ...storage.kv.list(),
    await storage.getAlarm(),
  ]);

/** Records a batch while the object waits for D1 in a call, that of its own alarm unless told otherwise. */
async function recordDuringCall(linkId: number, batch: Batch, flush: () => Promise<unknown> = async () => {}) {
  let [waiting, released] = [false, false];
  await aroundD1(counterOf(linkId), async (call) => {
    waiting = true;
    while (!released) await scheduler.wait(1);
    return call();
  });
  const flushing = flush();
  while (!waiting) await scheduler.wait(1);
  await counterOf(linkId).record(batch);
  released = true;
  await flushing;
}

describe("a link's counter", () => {
  it("has each visit in its storage before it answers, and carries it to D1 by an alarm", async () => {
    const id = await newLink();
    await record(id, { base: 1 });
    expect(await inD1(id)).toEqual({ recipients: 0, base: 0, bots: 0 });
    await evictDurableObject(counterOf(id));
    expect(await stored(counterOf(id))).toEqual([{ base: 1 }]);
    const inMs = (await alarmOf(counterOf(id)))! - Date.now();
    expect(inMs).toBeLessThanOrEqual(2_000);
    await carry(id);
    expect(await inD1(id)).toEqual({ recipients: 0, base: 1, bots: 0 });
    expect(await stored(counterOf(id))).toEqual([]);
  });

  it("counts people, recipients and bots apart, in totals, hours, sends and clicks alike", async () => {
    const { linkId, sendId } = await newRecipient();
    const other = await newLinkSend(client, linkId, (await newLead(client)).id);
    await record(linkId, { base: 2, preview: 3 }, [sendId, other.id]);
    await record(linkId, { base: 1, head: 1, crawler: 1, prefetch: 1, no_user_agent: 1 }, [sendId]);
    await carry(linkId);
    const counts = { recipients: 3, base: 3, bots: 7 };
    expect(await inD1(linkId)).toEqual(counts);
    expect(await inDetail(linkId)).toEqual({ ...counts, clicks: 3, ofSends: 3 });
    expect((await client.get(`/link-sends/${sendId}`)).body.data.clicks_count).toBe(2);
  });

  it("adds to what D1 counted before, through evictions", async () => {
    const id = await newLink();
    await testEnv.DB.prepare("update short_links set base_clicks_count = 40, bot_clicks_count = 2 where id = ?").bind(id).run();
    for (const [kind, expected] of [
      ["base", { recipients: 0, base: 41, bots: 2 }],
      ["preview", { recipients: 0, base: 41, bots: 3 }],
      ["base", { recipients: 0, base: 42, bots: 3 }],
    ] as const) {
      await record(id, { [kind]: 1 });
      await carry(id);
      expect(await inD1(id)).toEqual(expected);
      await evictDurableObject(counterOf(id));
    }
  });

  it.each([
    ["is as it was", 0],
    ["was ahead before", 60_000],
  ])("counts on from D1 when its own storage is lost, where the clock %s", async (_, ahead) => {
    const id = await newLink();
    for (let i = 1; i <= 2; i++) {
      await later(i === 1 ? ahead : 0, async () => {
        await record(id, { base: 1 });
        await carry(id);
      });
      if (ahead > 0 && i === 2) await carry(id);
      expect(await inD1(id)).toMatchObject({ base: i });
      await runInDurableObject(counterOf(id), (_, { storage }) => storage.deleteAll());
      await evictDurableObject(counterOf(id));
    }
  });

  it("counts a batch once that it is told of twice, before and after it was carried", async () => {
    const { linkId, sendId } = await newRecipient();
    const batch = batchOf(linkId, { base: 2 }, [sendId]);
    for (let i = 0; i < 2; i++) await counterOf(linkId).record(batch);
    await carry(linkId);
    await evictDurableObject(counterOf(linkId));
    await counterOf(linkId).record(batch);
    await carry(linkId);
    expect(await inD1(linkId)).toEqual({ recipients: 1, base: 2, bots: 0 });
  });

  it("changes nothing when its alarm runs twice", async () => {
    const { linkId, sendId } = await newRecipient();
    await record(linkId, { base: 1 }, [sendId]);
    for (let i = 0; i < 2; i++) await runInDurableObject(counterOf(linkId), (instance) => instance.alarm());
    expect(await inD1(linkId)).toEqual({ recipients: 1, base: 1, bots: 0 });
  });

  it("rests while nobody clicks, once all clicks are judged, and then forgets all", async () => {
    const { linkId, sendId } = await newRecipient();
    await record(linkId, { base: 1 }, [sendId]);
    await carry(linkId);
    expect((await alarmOf(counterOf(linkId)))! - Date.now()).toBeLessThanOrEqual(5_000);
    await later(5_000, () => carry(linkId));
    expect((await alarmOf(counterOf(linkId)))! - Date.now()).toBeGreaterThan(200_000);
    expect(await left(linkId)).not.toEqual([null]);
    await later(310_000, () => carry(linkId));
    expect(await left(linkId)).toEqual([null]);
    await record(linkId, { base: 1 }, [sendId]);
    await carry(linkId);
    expect(await inD1(linkId)).toEqual({ recipients: 2, base: 2, bots: 0 });
  });

  it("asks D1 less and less often while it fails, and clicks don't make it hurry", async () => {
    const id = await newLink();
    await record(id, { base: 1 });
    await aroundD1(counterOf(id), () => Promise.reject(new Error("D1_ERROR: D1 DB is overloaded.")));
    const delays: number[] = [];
    for (let i = 0; i < 7; i++) {
      await carry(id);
      await record(id, { base: 1 });
      delays.push(Math.round(((await alarmOf(counterOf(id)))! - Date.now()) / 1_000));
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 16, 16]);
    await evictDurableObject(counterOf(id));
    // The call that failed, as it was, and one for what has come since.
    for (let i = 0; i < 2; i++) await carry(id);
    expect(await inD1(id)).toMatchObject({ base: 8 });
  });

  it("loses nothing while D1 fails, and tries again until it works", async () => {
    const { linkId, sendId } = await newRecipient();
    const counter = counterOf(linkId);
    await record(linkId, { base: 1 }, [sendId]);
    let failures = 0;
    await aroundD1(counter, async () => {
      failures++;
      throw new Error("D1_ERROR: Network connection lost.");
    });
    for (let attempt = 1; attempt <= 8; attempt++) {
      expect(await carry(linkId)).toBe(true);
      expect(failures).toBe(attempt);
    }
    await record(linkId, { preview: 1 }, [sendId]);
    expect(await inD1(linkId)).toEqual({ recipients: 0, base: 0, bots: 0 });
    await evictDurableObject(counter);
    for (let i = 0; i < 2; i++) expect(await carry(linkId)).toBe(true);
    const counts = { recipients: 2, base: 1, bots: 1 };
    expect(await inD1(linkId)).toEqual(counts);
    expect(await inDetail(linkId)).toEqual({ ...counts, clicks: 2, ofSends: 2 });
  });

  it("does not count twice when the answer to its write is lost, whatever has come in the meantime", async () => {
    const { linkId, sendId } = await newRecipient();
    await testEnv.DB.prepare("update short_links set base_clicks_count = 10 where id = ?").bind(linkId).run();
    await record(linkId, { base: 1 }, [sendId]);
    let lost = false;
    await aroundD1(counterOf(linkId), async (call) => {
      const result = await call();
      if (lost) return result;
      lost = true;
      throw new Error("D1_ERROR: Network connection lost.");
    });
    await carry(linkId);
    expect(await inD1(linkId)).toEqual({ recipients: 1, base: 11, bots: 0 });
    await record(linkId, { base: 1 }, [sendId]);
    await carry(linkId);
    expect(await inD1(linkId)).toEqual({ recipients: 1, base: 11, bots: 0 });
    await carry(linkId);
    expect(await inDetail(linkId)).toEqual({ recipients: 2, base: 2, bots: 0, clicks: 2, ofSends: 2 });
    expect(await inD1(linkId)).toEqual({ recipients: 2, base: 12, bots: 0 });
  });

  it("counts nothing twice while the clock stands still or goes back", async () => {
    const id = await newLink();
    for (const ms of [0, 0, -60_000, -60_000, 0]) {
      await later(ms, async () => {
        await record(id, { base: 1 });
        await carry(id);
      });
    }
    expect(await inD1(id)).toMatchObject({ base: 5 });
  });

  it("carries a visit that comes while it is carrying", async () => {
    const { linkId, sendId } = await newRecipient();
    await record(linkId, { base: 2 });
    await recordDuringCall(linkId, batchOf(linkId, { base: 1 }, [sendId]), () => carry(linkId));
    expect(await inD1(linkId)).toEqual({ recipients: 0, base: 2, bots: 0 });
    expect(await carry(linkId)).toBe(true);
    expect(await inD1(linkId)).toEqual({ recipients: 1, base: 3, bots: 0 });
  });

  it("carries by itself within seconds, what came during a call too", { timeout: 20_000 }, async () => {
    const { linkId, sendId } = await newRecipient();
    await record(linkId, { base: 2 });
    await recordDuringCall(linkId, batchOf(linkId, { base: 1 }, [sendId]));
    await expect.poll(() => inD1(linkId), { timeout: 10_000 }).toEqual({ recipients: 1, base: 3, bots: 0 });
  });

  it("carries what has piled up in bounded calls", async () => {
    const { linkId, sendId } = await newRecipient();
    for (let i = 0; i < 5; i++) await record(linkId, {}, Array(500).fill(sendId));
    await carry(linkId);
    expect(await inD1(linkId)).toMatchObject({ recipients: 2_000 });
    await carry(linkId);
    expect(await inDetail(linkId)).toMatchObject({ recipients: 2_500, clicks: 2_500, ofSends: 2_500 });
  });

  it("puts each visit into its hour", async () => {
    const { linkId, sendId } = await newRecipient();
    const hour = (Math.floor(Date.now() / 3_600_000) + 2) * 3_600_000;
    for (const at of [hour - 1, hour, hour + 3_599_999]) {
      vi.useFakeTimers({ toFake: ["Date"], now: at });
      await record(linkId, { base: 1 }, [sendId]);
    }
    vi.useRealTimers();
    await carry(linkId);
    const { results } = await testEnv.DB.prepare("select starts_at as at, recipient, base from link_hours where short_link_id = ?")
      .bind(linkId)
      .all();
    expect(results).toEqual([
      { at: hour - 3_600_000, recipient: 1, base: 1 },
      { at: hour, recipient: 2, base: 2 },
    ]);
  });

  it("keeps the count of clicks whose send is gone", async () => {
    const { linkId, sendId } = await newRecipient();
    const { body } = await client.get(`/link-sends/${sendId}`);
    await record(linkId, {}, [sendId]);
    await client.delete(`/leads/${body.data.lead_id}`);
    await carry(linkId);
    expect(await inD1(linkId)).toEqual({ recipients: 1, base: 0, bots: 0 });
    expect(await inDetail(linkId)).toMatchObject({ recipients: 1, clicks: 0, ofSends: null });
  });

  it("counts no click for a send of another link", async () => {
    const [own, other] = [await newRecipient(), await newRecipient()];
    await record(own.linkId, {}, [other.sendId]);
    await carry(own.linkId);
    expect(await inDetail(other.linkId)).toMatchObject({ clicks: 0, ofSends: 0 });
    expect(await inDetail(own.linkId)).toMatchObject({ clicks: 0, ofSends: 0 });
  });

  it.each([["before it has carried"], ["after it has carried"]])("clears itself when its link is deleted %s", async (when) => {
    const { linkId, sendId } = await newRecipient();
    const other = await newLink();
    await record(linkId, { base: 1 }, [sendId]);
    if (when === "after it has carried") {
      await carry(linkId);
      await record(linkId, { base: 1 });
    }
    await client.delete(`/short-links/${linkId}`);
    await carry(linkId);
    expect(await left(linkId)).toEqual([null]);
    await record(linkId, { base: 1, preview: 1 });
    expect(await carry(linkId)).toBe(true);
    expect(await left(linkId)).toEqual([null]);
    expect(await inD1(other)).toEqual({ recipients: 0, base: 0, bots: 0 });
  });

  it("lets a visit come while it clears itself", async () => {
    const id = await newLink();
    const counter = counterOf(id);
    await record(id, { base: 1 });
    await client.delete(`/short-links/${id}`);
    await recordDuringCall(id, batchOf(id, { base: 1 }), () => runDurableObjectAlarm(counter));
    await record(id, { base: 1 });
    expect(await runDurableObjectAlarm(counter)).toBe(true);
    expect(await stored(counter)).toEqual([]);
    expect(await alarmOf(counter)).toBeNull();
  });
});
