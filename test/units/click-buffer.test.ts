import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type Click,
  MAX_BUFFERED,
  type RecordBatches,
  type Visit,
  type VisitBatch,
  VisitBuffer,
} from "#features/links/clicks/buffer";
import { VirtualClock } from "../support/virtual-clock";

afterEach(() => {
  vi.restoreAllMocks();
});

const LINK = { id: 1, workspaceId: 1 };

/** An isolate: `held` is how long each request held visits, in milliseconds. */
function newIsolate(clock: VirtualClock, record: RecordBatches) {
  const buffer = new VisitBuffer(clock);
  const held: number[] = [];
  let holding = 0;
  const visit = (visit: Visit, id = LINK.id) => {
    const hold = buffer.add({ ...LINK, id }, visit);
    if (!hold) return;
    const start = clock.now();
    holding++;
    hold(record).then(() => {
      held.push(clock.now() - start);
      holding--;
    });
  };
  return { buffer, held, visit, holding: () => holding };
}

/** An isolate whose calls are answered at once, and the batches of each call. */
function newQuietIsolate() {
  const clock = new VirtualClock();
  const calls: VisitBatch[][] = [];
  const isolate = newIsolate(clock, async (batches) => void calls.push(batches));
  return { clock, calls, ...isolate };
}

const clickOn = (sendId: number): Click => ({
  sendId,
  at: 1,
  country: "FR",
  referrerHost: null,
  device: "mobile",
});

/** The error lines of the log. */
function logged() {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  return () => error.mock.calls.map(([line]) => JSON.parse(line));
}

const overloaded = () =>
  Promise.reject(Object.assign(new Error("Durable Object is overloaded."), { overloaded: true }));

describe("visits", () => {
  it("are buffered for a moment and flushed in one batch", async () => {
    const { clock, calls, held, visit } = newQuietIsolate();
    for (const each of ["base", "base", "preview", clickOn(7), clickOn(8)] as const) visit(each);
    expect(calls).toEqual([]);
    await clock.advance(100);
    expect(calls).toEqual([
      [
        expect.objectContaining({
          linkId: LINK.id,
          counted: { base: 2, preview: 1 },
          clicks: [clickOn(7), clickOn(8)],
        }),
      ],
    ]);
    expect(held).toHaveLength(1);
  });

  it("of other links, and later ones, are in other batches", async () => {
    const { clock, calls, visit } = newQuietIsolate();
    visit("base", 1);
    visit("base", 2);
    await clock.advance(100);
    visit("head", 1);
    await clock.advance(100);
    const batches = calls.flat();
    expect(batches.map(({ linkId, counted }) => [linkId, counted])).toEqual([
      [1, { base: 1 }],
      [2, { base: 1 }],
      [1, { head: 1 }],
    ]);
    expect(new Set(batches.map(({ id }) => id)).size).toBe(3);
  });

  it("are not lost with a request that was cut off before its flush", async () => {
    const clock = new VirtualClock();
    const calls: VisitBatch[][] = [];
    const { buffer, visit } = newIsolate(clock, async (batches) => void calls.push(batches));
    expect(buffer.add(LINK, "base")).toBeDefined();
    expect(buffer.add(LINK, "base")).toBeUndefined();
    await clock.advance(1_000);
    expect(calls).toEqual([]);
    visit("base");
    await clock.advance(100);
    expect(calls.flat().map(({ counted }) => counted)).toEqual([{ base: 3 }]);
  });

  it("are in batches of a bounded size", async () => {
    const { clock, calls, visit } = newQuietIsolate();
    for (let i = 0; i < 2_500; i++) visit(clickOn(i));
    await clock.advance(100);
    expect(calls.flat().map(({ clicks }) => clicks.length)).toEqual([1_000, 1_000, 500]);
  });

  it("are sent again, unchanged, when a call never ends", async () => {
    const clock = new VirtualClock();
    const calls: string[] = [];
    const { buffer, visit } = newIsolate(clock, (batches) => {
      calls.push(JSON.stringify(batches));
      return calls.length < 3 ? new Promise(() => {}) : Promise.resolve();
    });
    visit("base");
    await clock.advance(15_000);
    expect(new Set(calls).size).toBe(1);
    expect(calls).toHaveLength(3);
    expect(buffer.size).toBe(0);
  });

  it("are logged with the data to repair the counts when their last request ends", async () => {
    const [clock, lines] = [new VirtualClock(), logged()];
    const { buffer, held, visit } = newIsolate(clock, overloaded);
    visit(clickOn(7));
    visit("base");
    await clock.advance(30_000);
    expect(held).toHaveLength(1);
    expect(held[0]).toBeLessThan(29_000);
    expect(buffer.size).toBe(0);
    expect(lines()).toEqual([
      expect.objectContaining({
        message: "clicks not counted",
        short_link_id: LINK.id,
        base: 1,
        link_send_ids: [7],
        detail: "overloaded",
      }),
    ]);
  });

  it("that find no room are logged, those first whose link has failed the longest", async () => {
    const [clock, lines] = [new VirtualClock(), logged()];
    const counted: number[] = [];
    const { buffer, visit } = newIsolate(clock, async (batches) => {
      if (batches[0]?.linkId === 1) await overloaded();
      counted.push(...batches.map(({ linkId }) => linkId));
    });
    for (let i = 0; i < MAX_BUFFERED; i++) visit(clickOn(i), 1);
    expect(buffer.size).toBeLessThanOrEqual(MAX_BUFFERED);
    visit(clickOn(1), 2);
    await clock.advance(100);
    expect(counted).toEqual([2]);
    expect(new Set(lines().map(({ short_link_id }) => short_link_id))).toEqual(new Set([1]));
    expect(lines().flatMap(({ link_send_ids }) => link_send_ids)).toContain(0);
  });
});

describe("a window", () => {
  it("widens while calls are slow, and narrows when they are fast again", async () => {
    const clock = new VirtualClock();
    const calledAt: number[] = [];
    let callMs = 600;
    const { visit } = newIsolate(clock, async () => {
      calledAt.push(clock.now());
      await clock.wait(callMs);
    });
    const gaps = async (ms: number) => {
      calledAt.length = 0;
      for (let at = 0; at < ms; at += 10) {
        visit("base");
        await clock.advance(10);
      }
      return calledAt.slice(1).map((at, index) => at - (calledAt[index] ?? 0));
    };
    const slow = await gaps(20_000);
    expect(Math.max(...slow)).toBeLessThanOrEqual(2_000 + 600 + 10);
    expect(slow.at(-1)).toBeGreaterThan(1_500);
    callMs = 1;
    expect((await gaps(30_000)).at(-1)).toBeLessThanOrEqual(60);
  });
});

describe("20,000 clicks a second in 50 isolates on a counter that takes 50 calls a second", () => {
  it("are each counted once, in few calls, and no request holds them for long", {
    timeout: 60_000,
  }, async () => {
    const [ISOLATES, SECONDS, STEP_MS] = [50, 20, 5];
    const [clock, lines] = [new VirtualClock(), logged()];
    const batchIds = new Set<string>();
    const counts = new Uint8Array(ISOLATES * 400 * SECONDS);
    let [calls, allowance, refilledAt] = [0, 50, 0];
    const record: RecordBatches = async (batches) => {
      calls++;
      allowance = Math.min(50, allowance + ((clock.now() - refilledAt) * 50) / 1_000);
      refilledAt = clock.now();
      await clock.wait(5);
      if (allowance < 1) return overloaded();
      allowance--;
      for (const { id, clicks } of batches) {
        if (batchIds.has(id)) continue;
        batchIds.add(id);
        for (const { sendId } of clicks) counts[sendId] = (counts[sendId] ?? 0) + 1;
      }
      // Some answers are lost.
      if (calls % 7 === 0) throw new Error("Network connection lost.");
    };
    const isolates = Array.from({ length: ISOLATES }, () => newIsolate(clock, record));
    let [clicks, most, settled] = [0, 0, 0];
    for (let at = 0; at < SECONDS * 1_000; at += STEP_MS) {
      for (const { visit } of isolates) for (let i = 0; i < 2; i++) visit(clickOn(clicks++));
      await clock.advance(STEP_MS);
      most = Math.max(most, ...isolates.map(({ buffer }) => buffer.size));
      if (at === 10_000) settled = calls;
    }
    const lastSeconds = calls - settled;
    await clock.advance(25_000);
    expect(clicks).toBe(counts.length);
    expect(counts.findIndex((count) => count !== 1)).toBe(-1);
    expect(lines()).toEqual([]);
    expect(lastSeconds / 10).toBeLessThan(120);
    expect(most).toBeLessThan(5_000);
    expect(isolates.map(({ buffer, holding }) => buffer.size + holding())).toEqual(
      Array(ISOLATES).fill(0),
    );
    expect(Math.max(...isolates.flatMap(({ held }) => held))).toBeLessThan(29_000);
  });
});
