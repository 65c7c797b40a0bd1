import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import worker from "../../src/index";
// @ts-expect-error: plain JavaScript
import * as benchMeter from "../bench/workers/meter.mjs";
import { testEnv } from "./env";

export type Meter = {
  trips: number;
  rowsRead: number;
  rowsWritten: number;
  statements: { text: string; values: unknown[] }[];
};

/** A D1 database that notes what is asked of it. One `batch` is one round trip, as in production. */
export const metered: (db: D1Database) => { meter: Meter; database: D1Database } =
  benchMeter.metered;

/** Answers requests like the service, with this database in place of the bound one, and waits for what runs behind the answer. */
export const serveWith =
  (DB: D1Database, others: Partial<typeof testEnv> = {}) =>
  async (request: Request) => {
    const ctx = createExecutionContext();
    const response = await worker.fetch(request, { ...testEnv, ...others, DB }, ctx);
    await waitOnExecutionContext(ctx);
    return response;
  };

/** What one request asks of D1. */
export async function meterOf(
  send: (fetcher: (request: Request) => Promise<Response>) => Promise<unknown>,
) {
  const { meter, database } = metered(testEnv.DB);
  await send(serveWith(database));
  return meter;
}

/** A D1 that is out of reach. */
export function brokenDatabase() {
  const down = () => {
    throw new Error("D1_ERROR: Network connection lost.");
  };
  const database = { prepare: down, batch: down, withSession: () => database };
  return database as unknown as D1Database;
}
