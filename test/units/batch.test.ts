import { afterEach, describe, expect, it, vi } from "vitest";
import { type Batch, gather, type Visit } from "../../src/features/clicks/batch";

afterEach(() => {
  vi.restoreAllMocks();
});

let links = 0;

/** Gathers for a link of its own, and tells what was handed on. */
function newLink() {
  const linkId = ++links;
  const handedOn: Batch[] = [];
  const kept: Promise<unknown>[] = [];
  const add = (visit: Visit, keep = (promise: Promise<unknown>) => void kept.push(promise), now = Date.now()) =>
    gather(linkId, visit, now, keep, async (batch) => void handedOn.push(batch));
  return { linkId, handedOn, kept, add };
}

const click: Visit = { sendId: 7, at: 1, country: "FR", referrerHost: null, device: "mobile" };

describe("visits", () => {
  it("are gathered for a moment and handed on in one batch", async () => {
    const { linkId, handedOn, kept, add } = newLink();
    for (const visit of ["base", "base", "preview", click, { ...click, sendId: 8 }] as const) add(visit);
    expect(handedOn).toEqual([]);
    expect(kept).toHaveLength(1);
    await Promise.all(kept);
    expect(handedOn).toEqual([
      expect.objectContaining({ linkId, others: { base: 2, preview: 1 }, clicks: [click, { ...click, sendId: 8 }] }),
    ]);
  });

  it("of other links, and later ones, are of other batches", async () => {
    const [one, other] = [newLink(), newLink()];
    one.add("base");
    other.add("base");
    await Promise.all([...one.kept, ...other.kept]);
    one.add("head");
    await Promise.all(one.kept);
    expect(one.handedOn.map(({ others }) => others)).toEqual([{ base: 1 }, { head: 1 }]);
    expect(other.handedOn.map(({ others }) => others)).toEqual([{ base: 1 }]);
    expect(new Set([...one.handedOn, ...other.handedOn].map(({ id }) => id)).size).toBe(3);
  });

  it("are not lost with a request that was cut off before it handed them on", async () => {
    const { handedOn, kept, add } = newLink();
    const realTimeout = setTimeout;
    vi.spyOn(globalThis, "setTimeout").mockImplementationOnce((() => 0) as never);
    add("base");
    add("base");
    expect(handedOn).toEqual([]);
    expect(setTimeout).not.toBe(realTimeout);
    add("base", undefined, Date.now() + 1_000);
    await kept[1];
    expect(handedOn.map(({ others }) => others)).toEqual([{ base: 3 }]);
  });

  it("are handed on once when a request that seemed cut off goes on after all", async () => {
    const { handedOn, kept, add } = newLink();
    add("base");
    add("base", undefined, Date.now() + 1_000);
    await Promise.all(kept);
    expect(handedOn.map(({ others }) => others)).toEqual([{ base: 2 }]);
  });
});
