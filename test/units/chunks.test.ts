import { expect, it, vi } from "vitest";
import { ChunkSize, paced, workInChunks } from "#lib/chunks";

/** Work of some chunks that take this long each on a clock that only they and pauses move. */
function onClock() {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  const trail: string[] = [];
  const advance = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const work = (name: string, chunks: number, ms: number) => async () => {
    trail.push(name);
    advance(ms);
    return --chunks > 0;
  };
  const wait = async (ms: number) => {
    trail.push(`pause ${ms}`);
    advance(ms);
  };
  return { trail, work, wait };
}

it("works in turn, and pauses after each chunk as long as it took", async () => {
  const { trail, work, wait } = onClock();
  const works = { a: work("a", 2, 5), b: work("b", 1, 0) };
  expect(await workInChunks(works, { most: 10, wait })).toEqual({ errors: [], isDone: true });
  expect(trail).toEqual(["a", "pause 5", "b", "pause 1", "a"]);
});

it("stops after so many chunks", async () => {
  const { trail, work, wait } = onClock();
  const { isDone } = await workInChunks({ a: work("a", 9, 1) }, { most: 2, wait });
  expect([isDone, trail]).toEqual([false, ["a", "pause 1", "a", "pause 1"]]);
});

it("goes on with the others where one fails", async () => {
  const { trail, work, wait } = onClock();
  const failure = new Error("died");
  const works = { a: () => Promise.reject(failure), b: work("b", 2, 1) };
  expect(await workInChunks(works, { most: 9, wait })).toEqual({ errors: [failure], isDone: true });
  expect(trail.filter((one) => one === "b")).toHaveLength(2);
});

it("makes chunks smaller while they take long, and larger while they are short", () => {
  const size = new ChunkSize(10, 100, 40);
  const after = (ms: number) => {
    size.follow(ms);
    return size.limit;
  };
  expect([20, 20, 20, 6, 1, 1, 1, 1, 1, 1, 1].map(after)).toEqual([
    20, 10, 10, 10, 15, 23, 35, 53, 80, 100, 100,
  ]);
});

it("lets calls wait for as long as the call before took, also one that failed", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  const begun: number[] = [];
  vi.spyOn(scheduler, "wait").mockImplementation(async (ms) => {
    vi.setSystemTime(Date.now() + ms);
  });
  const call = paced(async (ms: number) => {
    begun.push(Date.now());
    vi.setSystemTime(Date.now() + ms);
    if (ms === 7) throw new Error("died");
  });
  await call(5);
  await call(7).catch(() => {});
  await call(0);
  vi.setSystemTime(1_000);
  await call(0);
  expect(begun).toEqual([0, 10, 24, 1_000]);
});
