import { describe, expect, it, vi } from "vitest";
import { TtlCache } from "#lib/cache";

const keep = () => {};

describe("TtlCache", () => {
  it("loads once in an entry's lifetime, which starts at its load, however often it is read", async () => {
    const cache = new TtlCache<number>(1000, 10);
    const load = vi.fn(async () => load.mock.calls.length);
    for (const now of [0, 400, 800, 999]) expect(await cache.get("k", now, load, keep)).toBe(1);
    expect(await cache.get("k", 1000, load, keep)).toBe(2);
    expect(await cache.get("k", 1999, load, keep)).toBe(2);
  });

  it("keeps null like any value, and keys apart", async () => {
    const cache = new TtlCache<string | null>(1000, 10);
    const load = vi.fn(async () => null);
    await cache.get("k", 0, load, keep);
    expect(await cache.get("k", 1, load, keep)).toBeNull();
    expect(load).toHaveBeenCalledTimes(1);
    expect(await cache.get("other", 1, async () => "x", keep)).toBe("x");
  });

  it("shares one load among concurrent misses, and passes it on to be kept alive", async () => {
    const cache = new TtlCache<number>(1000, 10);
    const load = vi.fn(() => Promise.resolve(7));
    const kept: Promise<unknown>[] = [];
    const all = await Promise.all(
      Array.from({ length: 20 }, () => cache.get("k", 0, load, (promise) => kept.push(promise))),
    );
    expect(new Set(all)).toEqual(new Set([7]));
    expect(load).toHaveBeenCalledTimes(1);
    expect(kept).toHaveLength(1);
  });

  it("forgets a load that fails, after rejecting all that wait for it", async () => {
    const cache = new TtlCache<number>(1000, 10);
    const kept: Promise<unknown>[] = [];
    const fail = () =>
      cache.get(
        "k",
        0,
        () => Promise.reject(new Error("down")),
        (promise) => kept.push(promise),
      );
    const [one, other] = await Promise.allSettled([fail(), fail()]);
    expect([one.status, other.status]).toEqual(["rejected", "rejected"]);
    await Promise.all(kept);
    expect(await cache.get("k", 1, async () => 1, keep)).toBe(1);
  });

  it("does not let a failed load drop a later one", async () => {
    const cache = new TtlCache<number>(1000, 10);
    const kept: Promise<unknown>[] = [];
    let refuse = (_: Error) => {};
    const slow = cache.get(
      "k",
      0,
      () => new Promise((_, reject) => (refuse = reject)),
      (promise) => kept.push(promise),
    );
    cache.delete("k");
    expect(await cache.get("k", 1, async () => 2, keep)).toBe(2);
    refuse(new Error("down"));
    await expect(slow).rejects.toThrow("down");
    await Promise.all(kept);
    expect(await cache.get("k", 2, async () => 3, keep)).toBe(2);
  });

  it("never holds more than its bound, dropping the oldest", async () => {
    const cache = new TtlCache<number>(1000, 3);
    const load = vi.fn(async () => 1);
    for (const key of ["a", "b", "c", "d"]) await cache.get(key, 0, load, keep);
    for (const key of ["b", "c", "d"]) await cache.get(key, 1, load, keep);
    expect(load).toHaveBeenCalledTimes(4);
    await cache.get("a", 1, load, keep);
    expect(load).toHaveBeenCalledTimes(5);
  });

  it("drops nothing else when it renews an entry while it is full", async () => {
    const cache = new TtlCache<number>(1000, 2);
    const load = vi.fn(async () => 1);
    await cache.get("a", 0, load, keep);
    await cache.get("b", 500, load, keep);
    await cache.get("a", 1000, load, keep);
    await cache.get("b", 1001, load, keep);
    expect(load).toHaveBeenCalledTimes(3);
  });

  it("forgets one entry, or all", async () => {
    const cache = new TtlCache<number>(1000, 10);
    const load = vi.fn(async () => 1);
    const get = (key: string) => cache.get(key, 0, load, keep);
    await Promise.all([get("a"), get("b")]);
    cache.delete("a");
    await Promise.all([get("a"), get("b")]);
    expect(load).toHaveBeenCalledTimes(3);
    cache.clear();
    await Promise.all([get("a"), get("b")]);
    expect(load).toHaveBeenCalledTimes(5);
  });

  it("keeps found and missing entries apart, so that neither displaces the other", async () => {
    const cache = new TtlCache<number | null>(1000, 2);
    await cache.get("a", 0, async () => 1, keep);
    for (const key of ["b", "c", "d"]) await cache.get(key, 0, async () => null, keep);
    const load = vi.fn(async () => null);
    expect(await cache.get("a", 1, load, keep)).toBe(1);
    expect(await cache.get("d", 1, load, keep)).toBeNull();
    expect(load).not.toHaveBeenCalled();
    await cache.get("b", 1, load, keep);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("returns an entry without waiting, and the last one once it has expired", async () => {
    const cache = new TtlCache<number | null>(1000, 2);
    const loading = cache.get("a", 0, async () => 1, keep);
    expect(cache.peek("a", 0)).toBeUndefined();
    await loading;
    expect([cache.peek("a", 999), cache.peek("a", 1000), cache.stale("a")]).toEqual([
      1,
      undefined,
      1,
    ]);
    await cache.get("a", 1000, () => Promise.reject(new Error("down")), keep).catch(() => {});
    expect([cache.peek("a", 1000), cache.stale("a")]).toEqual([undefined, 1]);
    await cache.get("a", 1001, async () => null, keep);
    expect([cache.peek("a", 1001), cache.peek("a", 2001)]).toEqual([null, undefined]);
    expect(cache.stale("a")).toBeUndefined();
    cache.delete("a");
    expect(cache.stale("a")).toBeUndefined();
  });

  it("loads what is in use again behind the reads, once, and keeps it if that fails", async () => {
    const cache = new TtlCache<number>(1000, 10, 600);
    const kept: Promise<unknown>[] = [];
    const load = vi.fn(async () => {
      if (load.mock.calls.length === 3) throw new Error("down");
      return load.mock.calls.length;
    });
    const get = (now: number) => cache.get("k", now, load, (promise) => kept.push(promise));
    expect(await get(0)).toBe(1);
    expect([await get(599), load.mock.calls.length]).toEqual([1, 1]);
    expect(await Promise.all([get(600), get(601)])).toEqual([1, 1]);
    await Promise.all(kept);
    expect(load).toHaveBeenCalledTimes(2);
    expect(await get(1_199)).toBe(2);
    expect(await get(1_200)).toBe(2);
    await Promise.all(kept);
    expect(await get(1_599)).toBe(2);
    await Promise.all(kept);
    expect([await get(1_600), load.mock.calls.length]).toEqual([4, 4]);
  });
});
