import { afterEach, describe, expect, it, vi } from "vitest";
import {
  bufferVisit,
  flushBatch,
  type Visit,
  type VisitBatch,
} from "../../src/features/links/clicks/buffer";

afterEach(() => {
  vi.restoreAllMocks();
});

let links = 0;

/** Buffers visits of a link of its own. `recorded` has the flushed batches. */
function newLink() {
  const linkId = ++links;
  const recorded: VisitBatch[] = [];
  const kept: Promise<unknown>[] = [];
  const add = (visit: Visit, now = Date.now()) => {
    const batch = bufferVisit(linkId, visit, now);
    if (batch) kept.push(flushBatch(batch, async (complete) => void recorded.push(complete)));
  };
  return { linkId, recorded, kept, add };
}

const click: Visit = { sendId: 7, at: 1, country: "FR", referrerHost: null, device: "mobile" };

describe("visits", () => {
  it("are buffered for a moment and flushed in one batch", async () => {
    const { linkId, recorded, kept, add } = newLink();
    for (const visit of ["base", "base", "preview", click, { ...click, sendId: 8 }] as const)
      add(visit);
    expect(recorded).toEqual([]);
    expect(kept).toHaveLength(1);
    await Promise.all(kept);
    expect(recorded).toEqual([
      expect.objectContaining({
        linkId,
        counted: { base: 2, preview: 1 },
        clicks: [click, { ...click, sendId: 8 }],
      }),
    ]);
  });

  it("of other links, and later ones, are in other batches", async () => {
    const [one, other] = [newLink(), newLink()];
    one.add("base");
    other.add("base");
    await Promise.all([...one.kept, ...other.kept]);
    one.add("head");
    await Promise.all(one.kept);
    expect(one.recorded.map(({ counted }) => counted)).toEqual([{ base: 1 }, { head: 1 }]);
    expect(other.recorded.map(({ counted }) => counted)).toEqual([{ base: 1 }]);
    expect(new Set([...one.recorded, ...other.recorded].map(({ id }) => id)).size).toBe(3);
  });

  it("are not lost with a request that was cut off before its flush", async () => {
    const { recorded, kept, add } = newLink();
    vi.spyOn(globalThis, "setTimeout").mockImplementationOnce((() => 0) as never);
    add("base");
    add("base");
    expect(recorded).toEqual([]);
    add("base", Date.now() + 1_000);
    await kept[1];
    expect(recorded.map(({ counted }) => counted)).toEqual([{ base: 3 }]);
  });

  it("are flushed once when a request that seemed cut off goes on after all", async () => {
    const { recorded, kept, add } = newLink();
    add("base");
    add("base", Date.now() + 1_000);
    await Promise.all(kept);
    expect(recorded.map(({ counted }) => counted)).toEqual([{ base: 2 }]);
  });

  it("are flushed in batches of a bounded size", async () => {
    const { recorded, kept, add } = newLink();
    for (let i = 0; i < 2_500; i++) add(click);
    await Promise.all(kept);
    expect(recorded.map(({ clicks }) => clicks.length)).toEqual([1_000, 1_000, 500]);
  });

  it("are flushed again when a call never ends", async () => {
    const soon = setTimeout;
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, ms: number) =>
      soon(act, ms / 100)) as typeof setTimeout);
    let calls = 0;
    const batch = bufferVisit(++links, "base", Date.now());
    await flushBatch(batch!, () => (++calls < 3 ? new Promise(() => {}) : Promise.resolve()));
    expect(calls).toBe(3);
  });
});
