import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, newWorkspace } from "../support/api";
import { alarmOf, aroundD1, counterOf, flushClicks, later } from "../support/clicks";
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
import { eventually } from "../support/eventually";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a link counter, when things go wrong,", () => {
  it.each([
    ["is unchanged", 0],
    ["was ahead before", 60_000],
  ])("continues from D1 when its own storage is lost and the clock %s", async (_, ahead) => {
    const id = await newLink(client);
    for (let i = 1; i <= 2; i++) {
      await later(i === 1 ? ahead : 0, async () => {
        await record(id, { base: 1 });
        await flushClicks(id);
      });
      if (ahead > 0 && i === 2) await flushClicks(id);
      expect(await inD1(id)).toMatchObject({ base: i });
      await runInDurableObject(counterOf(id), (_, { storage }) => storage.deleteAll());
      await evictDurableObject(counterOf(id));
    }
  });

  it("counts a batch once that it receives twice, before and after a flush", async () => {
    const { linkId, sendId } = await newRecipient(client);
    const batch = batchOf(linkId, { base: 2 }, [sendId]);
    for (let i = 0; i < 2; i++) await counterOf(linkId).record([batch]);
    await flushClicks(linkId);
    await evictDurableObject(counterOf(linkId));
    await counterOf(linkId).record([batch]);
    await flushClicks(linkId);
    expect(await inD1(linkId)).toEqual({ recipients: 1, base: 2, bots: 0 });
  });

  it("changes nothing when its alarm runs twice", async () => {
    const { linkId, sendId } = await newRecipient(client);
    await record(linkId, { base: 1 }, [sendId]);
    for (let i = 0; i < 2; i++)
      await runInDurableObject(counterOf(linkId), (instance) => instance.alarm());
    expect(await inD1(linkId)).toEqual({ recipients: 1, base: 1, bots: 0 });
  });

  it("asks D1 less and less often while it fails, even when clicks arrive", async () => {
    const id = await newLink(client);
    await record(id, { base: 1 });
    await aroundD1(counterOf(id), () =>
      Promise.reject(new Error("D1_ERROR: D1 DB is overloaded.")),
    );
    const delays: number[] = [];
    for (let i = 0; i < 7; i++) {
      await later(0, async () => {
        await flushClicks(id);
        await record(id, { base: 1 });
        delays.push(((await alarmOf(counterOf(id)))! - Date.now()) / 1_000);
      });
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 16, 16]);
    await evictDurableObject(counterOf(id));
    // One call repeats the failed one, and one is for the visits since.
    await eventually(async () => {
      await flushClicks(id);
      expect(await inD1(id)).toMatchObject({ base: 8 });
    });
  });

  it("loses nothing while D1 fails, and retries until it works", async () => {
    const { linkId, sendId } = await newRecipient(client);
    const counter = counterOf(linkId);
    await record(linkId, { base: 1 }, [sendId]);
    let failures = 0;
    await aroundD1(counter, async () => {
      failures++;
      throw new Error("D1_ERROR: Network connection lost.");
    });
    for (let attempt = 1; attempt <= 8; attempt++) {
      expect(await flushClicks(linkId)).toBe(true);
      expect(failures).toBe(attempt);
    }
    await record(linkId, { preview: 1 }, [sendId]);
    expect(await inD1(linkId)).toEqual({ recipients: 0, base: 0, bots: 0 });
    await evictDurableObject(counter);
    for (let i = 0; i < 2; i++) expect(await flushClicks(linkId)).toBe(true);
    const counts = { recipients: 2, base: 1, bots: 1 };
    expect(await inD1(linkId)).toEqual(counts);
    expect(await inDetail(linkId)).toEqual({ ...counts, clicks: 2, ofSends: 2 });
  });

  it("does not count twice when the answer to its write is lost, whatever arrives in the meantime", async () => {
    const { linkId, sendId } = await newRecipient(client);
    await testEnv.DB.prepare("update short_links set base_clicks_count = 10 where id = ?")
      .bind(linkId)
      .run();
    await record(linkId, { base: 1 }, [sendId]);
    let lost = false;
    await aroundD1(counterOf(linkId), async (call) => {
      const result = await call();
      if (lost) return result;
      lost = true;
      throw new Error("D1_ERROR: Network connection lost.");
    });
    await flushClicks(linkId);
    expect(await inD1(linkId)).toEqual({ recipients: 1, base: 11, bots: 0 });
    await record(linkId, { base: 1 }, [sendId]);
    await flushClicks(linkId);
    expect(await inD1(linkId)).toEqual({ recipients: 1, base: 11, bots: 0 });
    await flushClicks(linkId);
    expect(await inDetail(linkId)).toEqual({
      recipients: 2,
      base: 2,
      bots: 0,
      clicks: 2,
      ofSends: 2,
    });
    expect(await inD1(linkId)).toEqual({ recipients: 2, base: 12, bots: 0 });
  });

  it("counts nothing twice while the clock stands still or goes back", async () => {
    const id = await newLink(client);
    for (const ms of [0, 0, -60_000, -60_000, 0]) {
      await later(ms, async () => {
        await record(id, { base: 1 });
        await flushClicks(id);
      });
    }
    expect(await inD1(id)).toMatchObject({ base: 5 });
  });

  it.each([["before the flush"], ["after the flush"]])(
    "clears itself when its link is deleted %s",
    async (when) => {
      const { linkId, sendId } = await newRecipient(client);
      const other = await newLink(client);
      await record(linkId, { base: 1 }, [sendId]);
      if (when === "after the flush") {
        await flushClicks(linkId);
        await record(linkId, { base: 1 });
      }
      await client.delete(`/short-links/${linkId}`);
      await flushClicks(linkId);
      expect(await left(linkId)).toEqual([null]);
      await record(linkId, { base: 1, preview: 1 });
      expect(await flushClicks(linkId)).toBe(true);
      expect(await left(linkId)).toEqual([null]);
      expect(await inD1(other)).toEqual({ recipients: 0, base: 0, bots: 0 });
    },
  );

  it("accepts a visit while it clears itself", async () => {
    const id = await newLink(client);
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
