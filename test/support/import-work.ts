import { runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import type { Import } from "#features/imports/schema";
import { claimImport } from "#features/imports/worker/claim";
import { DryRuns } from "#features/imports/worker/dry-run";
import { Unpackings } from "#features/imports/worker/unpack";
import { workImport } from "#features/imports/worker/work";
import { type Client, unique } from "./api";
import { importWorkerRests } from "./chunks";
import { testEnv, twoDatabases } from "./env";
import { newImport } from "./import-files";
import { serve } from "./serve";

/** Wakes no worker: the test does its work. */
const IMPORT_WORKER = {
  getByName: () => ({ wake: async () => {} }),
} as unknown as typeof testEnv.IMPORT_WORKER;

/** Calls an operation of an import without waking its worker. */
export const quietly = (client: Client, id: number, action: string, body?: object) =>
  client.post(`/imports/${id}/${action}`, body, {
    fetcher: (request: Request) => serve(request, { IMPORT_WORKER }),
  });

/** Sends a file and starts its import, which waits for the test to work it. */
export async function begin(client: Client, file: BodyInit, body: object): Promise<Import> {
  await importWorkerRests();
  const { id, mapping } = await newImport(client, file);
  const { status, body: answer, text } = await quietly(client, id, "start", { mapping, ...body });
  expect(status, text).toBe(202);
  return answer.data;
}

/** A database that does something before each of its batches. */
export const withBatches = (before: () => Promise<void> | void) =>
  new Proxy(testEnv.DB, {
    get(object, name) {
      const value = Reflect.get(object, name);
      if (name !== "batch") return typeof value === "function" ? value.bind(object) : value;
      return async (statements: D1PreparedStatement[]) => {
        await before();
        return object.batch(statements);
      };
    },
  });

/** A database that fails for good after so many batches. */
export function dying(batches: number) {
  let left = batches;
  return withBatches(() => {
    if (left-- <= 0) throw new Error("the process died");
  });
}

const isOpen = async (id: number) => {
  const row = await testEnv.DB.prepare("select state from imports where id = ?").bind(id).first();
  return ["reading", "running", "checking", "undoing"].includes(String(row?.state));
};

/**
 * Works the import, if it is its turn, with a database as each worker finds it. Returns how many
 * worked.
 */
export const workWith = (id: number, database: (worker: number) => D1Database, workers = 200) =>
  runInDurableObject(
    testEnv.IMPORT_WORKER.getByName(`test ${unique()}`),
    async (_, { storage }) => {
      for (let worker = 1; worker <= workers; worker++) {
        if (!(await isOpen(id))) return worker - 1;
        const env = { ...twoDatabases, DB: database(worker) };
        const claimed = await claimImport(env, "DB", id - 1).catch(() => null);
        const own = { dryRuns: new DryRuns(storage), unpackings: new Unpackings(storage) };
        if (claimed?.row.id === id) await workImport(claimed, own).catch(() => {});
      }
      return workers;
    },
  );
