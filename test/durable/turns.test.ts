import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { Turns } from "#lib/turns";
import { unique } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";

/** Runs with the storage of an object of its own. */
const withStorage = (act: (storage: DurableObjectStorage) => Promise<void>) =>
  runInDurableObject(
    testEnv.IMPORT_WORKER.getByName(`turns ${unique()}`) as DurableObjectStub<undefined>,
    (_, { storage }) => act(storage),
  );

const turnsIn = (storage: DurableObjectStorage) => new Turns(storage, "work");

/** A turn in which the worker dies: it never ends, and nobody waits for it. */
const die = async (turns: Turns, id: number, place = "") => {
  const begun = Promise.withResolvers<void>();
  void turns.take({
    ...{ id, place, giveUp: async () => "given up" },
    work: () => {
      begun.resolve();
      return new Promise<string>(() => {});
    },
  });
  await begun.promise;
};

const take = (turns: Turns, id: number, place = "") =>
  turns.take({ id, place, work: async () => "worked", giveUp: async () => "given up" });

describe("the turns of an object", () => {
  it("go on behind the work that has ended it", () =>
    withStorage(async (storage) => {
      await take(turnsIn(storage), 3);
      await die(turnsIn(storage), 7);
      expect(turnsIn(storage).lastId).toBe(7);
    }));

  it("give work up that has ended it three times at the same place", () =>
    withStorage(async (storage) => {
      for (let death = 1; death <= 3; death++) await die(turnsIn(storage), 7, "row 5");
      expect(await take(turnsIn(storage), 8, "row 5")).toBe("worked");
      expect(await take(turnsIn(storage), 7, "row 5")).toBe("given up");
    }));

  it("count from the start where work has gone on, or ended a turn", () =>
    withStorage(async (storage) => {
      for (const place of ["a", "a", "b", "b"]) await die(turnsIn(storage), 7, place);
      expect(await take(turnsIn(storage), 7, "b")).toBe("worked");
      for (let death = 1; death <= 2; death++) await die(turnsIn(storage), 7, "b");
      expect(await take(turnsIn(storage), 7, "b")).toBe("worked");
    }));

  it("count no error, such as of a database that can't be reached", () =>
    withStorage(async (storage) => {
      const down = async () => {
        throw new Error("D1_ERROR: Network connection lost");
      };
      for (let attempt = 1; attempt <= 5; attempt++) {
        const taking = { id: 7, work: down, giveUp: async () => undefined };
        await expect(turnsIn(storage).take<undefined>(taking)).rejects.toThrow("Network");
      }
      expect(await take(turnsIn(storage), 7)).toBe("worked");
    }));

  it("put off for an hour what can't be given up, while the others have theirs", () =>
    withStorage(async (storage) => {
      const ids = [1, 2];
      const worked: number[] = [];
      const next = (turns: Turns) =>
        turns.takeNext(
          async () => ids.find((id) => id > turns.lastId) ?? ids[0],
          (id) => ({ id, work: async () => void worked.push(id) }),
        );
      for (let death = 1; death <= 3; death++) await die(turnsIn(storage), 1);
      const turns = turnsIn(storage);
      for (let n = 0; n < 3; n++) expect(await next(turns)).toBe(true);
      ids.pop();
      expect(await next(turns)).toBe(false);
      expect(worked).toEqual([2, 2, 2]);
      await later(3_600_001, async () => expect(await next(turns)).toBe(true));
      expect(worked.at(-1)).toBe(1);
    }));

  it("count the deaths of the oldest work, however many others are put off", () =>
    withStorage(async (storage) => {
      for (let id = 2; id <= 102; id++)
        for (let death = 1; death <= 3; death++) await die(turnsIn(storage), id);
      for (let death = 1; death <= 3; death++) await die(turnsIn(storage), 1);
      const turns = turnsIn(storage);
      expect([1, 2, 3, 102].map((id) => turns.freeAt(id) > 0)).toEqual([true, false, false, true]);
      expect(await take(turns, 1)).toBe("given up");
    }));
});
