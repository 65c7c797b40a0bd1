import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { CrashGuard } from "#lib/crash-guard";
import { unique } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";

/** Runs with the storage of an object of its own. */
const withStorage = (act: (storage: DurableObjectStorage) => Promise<void>) =>
  runInDurableObject(
    testEnv.IMPORT_WORKER.getByName(`turns ${unique()}`) as DurableObjectStub<undefined>,
    (_, { storage }) => act(storage),
  );

const guardIn = (storage: DurableObjectStorage) => new CrashGuard(storage, "work");

/** A work by which the worker dies: it never ends, and nobody waits for it. */
const die = async (guard: CrashGuard, id: number, place = "") => {
  const begun = Promise.withResolvers<void>();
  void guard.run({
    ...{ id, place, giveUp: async () => "given up" },
    work: () => {
      begun.resolve();
      return new Promise<string>(() => {});
    },
  });
  await begun.promise;
};

const take = (guard: CrashGuard, id: number, place = "") =>
  guard.run({ id, place, work: async () => "worked", giveUp: async () => "given up" });

describe("the works of an object", () => {
  it("go on behind the work that has ended it", () =>
    withStorage(async (storage) => {
      await take(guardIn(storage), 3);
      await die(guardIn(storage), 7);
      expect(guardIn(storage).lastId).toBe(7);
    }));

  it("give work up that has ended it three times at the same place", () =>
    withStorage(async (storage) => {
      for (let death = 1; death <= 3; death++) await die(guardIn(storage), 7, "row 5");
      expect(await take(guardIn(storage), 8, "row 5")).toBe("worked");
      expect(await take(guardIn(storage), 7, "row 5")).toBe("given up");
    }));

  it("count from the start where work has gone on, or ended", () =>
    withStorage(async (storage) => {
      for (const place of ["a", "a", "b", "b"]) await die(guardIn(storage), 7, place);
      expect(await take(guardIn(storage), 7, "b")).toBe("worked");
      for (let death = 1; death <= 2; death++) await die(guardIn(storage), 7, "b");
      expect(await take(guardIn(storage), 7, "b")).toBe("worked");
    }));

  it("count no error, such as of a database that can't be reached", () =>
    withStorage(async (storage) => {
      const down = async () => {
        throw new Error("D1_ERROR: Network connection lost");
      };
      for (let attempt = 1; attempt <= 5; attempt++) {
        const guarded = { id: 7, work: down, giveUp: async () => undefined };
        await expect(guardIn(storage).run<undefined>(guarded)).rejects.toThrow("Network");
      }
      expect(await take(guardIn(storage), 7)).toBe("worked");
    }));

  it("put off for an hour what can't be given up, while the others run", () =>
    withStorage(async (storage) => {
      const ids = [1, 2];
      const worked: number[] = [];
      const next = (guard: CrashGuard) =>
        guard.runNext(
          async () => ids.find((id) => id > guard.lastId) ?? ids[0],
          (id) => ({ id, work: async () => void worked.push(id) }),
        );
      for (let death = 1; death <= 3; death++) await die(guardIn(storage), 1);
      const guard = guardIn(storage);
      for (let n = 0; n < 3; n++) expect(await next(guard)).toBe(true);
      ids.pop();
      expect(await next(guard)).toBe(false);
      expect(worked).toEqual([2, 2, 2]);
      await later(3_600_001, async () => expect(await next(guard)).toBe(true));
      expect(worked.at(-1)).toBe(1);
    }));

  it("count the deaths of the oldest work, however many others are put off", () =>
    withStorage(async (storage) => {
      for (let id = 2; id <= 102; id++)
        for (let death = 1; death <= 3; death++) await die(guardIn(storage), id);
      for (let death = 1; death <= 3; death++) await die(guardIn(storage), 1);
      const guard = guardIn(storage);
      expect([1, 2, 3, 102].map((id) => guard.freeAt(id) > 0)).toEqual([true, false, false, true]);
      expect(await take(guard, 1)).toBe("given up");
    }));
});
