import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newShortLink, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const newLink = async (): Promise<number> => (await newShortLink(client)).id;
const counterOf = (linkId: number) => testEnv.LINK_COUNTER.getByName(String(linkId));
type Counter = ReturnType<typeof counterOf>;

const inD1 = (linkId: number) =>
  testEnv.DB.prepare("select base_clicks_count as base, bot_clicks_count as bot from short_links where id = ?").bind(linkId).first();

/** What the object itself keeps. */
const stored = (counter: Counter) =>
  runInDurableObject(counter, (_, { storage }) => Object.fromEntries(storage.sql.exec("select kind, count from clicks").raw()));

const alarmOf = (counter: Counter) => runInDurableObject(counter, (_, { storage }) => storage.getAlarm());

type Call = () => Promise<unknown>;

/** Puts something around every D1 call of the object, for as long as the object stays in memory. */
const aroundD1 = (counter: Counter, around: (call: Call) => Promise<unknown>) =>
  runInDurableObject(counter, (instance) => {
    const wrap = (statement: D1PreparedStatement): object => ({
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      run: () => around(() => statement.run()),
      all: () => around(() => statement.all()),
      raw: () => around(() => statement.raw()),
    });
    Object.assign(instance, { env: { ...testEnv, DB: { prepare: (text: string) => wrap(testEnv.DB.prepare(text)) } } });
  });

/** Records a click while the object waits for D1 in a flush, that of its own alarm unless told otherwise. */
async function clickDuringFlush(counter: Counter, linkId: number, flush: () => Promise<unknown> = async () => {}) {
  let [waiting, released] = [false, false];
  await aroundD1(counter, async (call) => {
    waiting = true;
    while (!released) await scheduler.wait(1);
    return call();
  });
  const flushing = flush();
  while (!waiting) await scheduler.wait(1);
  await counter.record(linkId, "base");
  released = true;
  await flushing;
}

describe("a link's counter", () => {
  it("has each click in its storage before it answers, and carries it to D1 by an alarm", async () => {
    const id = await newLink();
    const counter = counterOf(id);
    await counter.record(id, "base");
    expect(await inD1(id)).toEqual({ base: 0, bot: 0 });
    await evictDurableObject(counter);
    expect(await stored(counter)).toEqual({ base: 1 });
    const inMs = (await alarmOf(counter))! - Date.now();
    expect(inMs).toBeLessThanOrEqual(2_000);
    await runDurableObjectAlarm(counter);
    expect(await inD1(id)).toEqual({ base: 1, bot: 0 });
  });

  it("counts people and bots apart", async () => {
    const id = await newLink();
    const counter = counterOf(id);
    for (const kind of ["base", "bot", "base", "bot", "bot"] as const) await counter.record(id, kind);
    await runDurableObjectAlarm(counter);
    expect(await inD1(id)).toEqual({ base: 2, bot: 3 });
  });

  it("starts from the counts that D1 had before it, and goes on from its own afterwards", async () => {
    const id = await newLink();
    await testEnv.DB.prepare("update short_links set base_clicks_count = 40, bot_clicks_count = 2 where id = ?").bind(id).run();
    const counter = counterOf(id);
    for (const [kind, expected] of [
      ["base", { base: 41, bot: 2 }],
      ["bot", { base: 41, bot: 3 }],
      ["base", { base: 42, bot: 3 }],
    ] as const) {
      await counter.record(id, kind);
      await runDurableObjectAlarm(counter);
      expect(await inD1(id)).toEqual(expected);
      await evictDurableObject(counter);
    }
  });

  it("changes nothing when it flushes twice", async () => {
    const id = await newLink();
    const counter = counterOf(id);
    await counter.record(id, "base");
    await runInDurableObject(counter, (instance) => instance.alarm());
    await runInDurableObject(counter, (instance) => instance.alarm());
    expect(await inD1(id)).toEqual({ base: 1, bot: 0 });
  });

  it("rests while nobody clicks", async () => {
    const id = await newLink();
    const counter = counterOf(id);
    await counter.record(id, "base");
    await runDurableObjectAlarm(counter);
    expect(await alarmOf(counter)).toBeNull();
  });

  it("loses nothing while D1 fails, and tries again until it works", async () => {
    const id = await newLink();
    const counter = counterOf(id);
    await counter.record(id, "base");
    let failures = 0;
    await aroundD1(counter, async () => {
      failures++;
      throw new Error("D1_ERROR: Network connection lost.");
    });
    for (let attempt = 1; attempt <= 8; attempt++) {
      expect(await runDurableObjectAlarm(counter)).toBe(true);
      expect(failures).toBe(attempt);
    }
    await counter.record(id, "bot");
    expect(await inD1(id)).toEqual({ base: 0, bot: 0 });
    await evictDurableObject(counter);
    expect(await runDurableObjectAlarm(counter)).toBe(true);
    expect(await inD1(id)).toEqual({ base: 1, bot: 1 });
  });

  it("does not count twice when the answer to its write is lost", async () => {
    const id = await newLink();
    await testEnv.DB.prepare("update short_links set base_clicks_count = 10 where id = ?").bind(id).run();
    const counter = counterOf(id);
    await counter.record(id, "base");
    let calls = 0;
    await aroundD1(counter, async (call) => {
      const result = await call();
      calls++;
      if (calls === 2) throw new Error("D1_ERROR: Network connection lost.");
      return result;
    });
    for (const flush of [1, 2]) {
      expect(await runDurableObjectAlarm(counter), `flush ${flush}`).toBe(true);
      expect(await inD1(id)).toEqual({ base: 11, bot: 0 });
    }
    expect(await alarmOf(counter)).toBeNull();
  });

  it("flushes a click that comes while it is flushing", async () => {
    const id = await newLink();
    const counter = counterOf(id);
    await counter.record(id, "base");
    await runDurableObjectAlarm(counter);
    await counter.record(id, "base");
    await clickDuringFlush(counter, id, () => runDurableObjectAlarm(counter));
    expect(await inD1(id)).toEqual({ base: 2, bot: 0 });
    expect(await runDurableObjectAlarm(counter)).toBe(true);
    expect(await inD1(id)).toEqual({ base: 3, bot: 0 });
  });

  it("flushes by itself within seconds, clicks during a flush too", { timeout: 20_000 }, async () => {
    const id = await newLink();
    const counter = counterOf(id);
    await counter.record(id, "base");
    await runDurableObjectAlarm(counter);
    await counter.record(id, "base");
    await clickDuringFlush(counter, id);
    await expect.poll(() => inD1(id), { timeout: 10_000 }).toEqual({ base: 3, bot: 0 });
  });

  it("counts 200 clicks at once over 5 links exactly", async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, newLink));
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const id = ids[index % 5]!;
        return counterOf(id).record(id, index % 20 < 5 ? "bot" : "base");
      }),
    );
    await Promise.all(ids.map((id) => runDurableObjectAlarm(counterOf(id))));
    expect(await Promise.all(ids.map(inD1))).toEqual(Array(5).fill({ base: 30, bot: 10 }));
  });

  it.each([["before its first flush"], ["after it has flushed"]])("clears itself when its link is deleted %s", async (when) => {
    const id = await newLink();
    const other = await newLink();
    const counter = counterOf(id);
    await counter.record(id, "base");
    if (when === "after it has flushed") {
      await runDurableObjectAlarm(counter);
      await counter.record(id, "base");
    }
    await client.delete(`/short-links/${id}`);
    await runDurableObjectAlarm(counter);
    const left = () =>
      runInDurableObject(counter, async (_, { storage }) => [
        ...storage.sql.exec("select * from clicks"),
        ...storage.kv.list(),
        await storage.getAlarm(),
      ]);
    expect(await left()).toEqual([null]);
    await counter.record(id, "base");
    await counter.record(id, "bot");
    expect(await runDurableObjectAlarm(counter)).toBe(true);
    expect(await left()).toEqual([null]);
    expect(await inD1(other)).toEqual({ base: 0, bot: 0 });
  });

  it("lets a click come while it clears itself", async () => {
    const id = await newLink();
    const counter = counterOf(id);
    await counter.record(id, "base");
    await client.delete(`/short-links/${id}`);
    await clickDuringFlush(counter, id, () => runDurableObjectAlarm(counter));
    expect(await alarmOf(counter)).toBeNull();
    await counter.record(id, "base");
    expect(await runDurableObjectAlarm(counter)).toBe(true);
    expect(await stored(counter)).toEqual({});
  });
});
