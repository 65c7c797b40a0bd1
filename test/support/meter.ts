import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { callerOf, principals } from "#features/access/tokens/principals";
import worker from "../../src/index";
// @ts-expect-error: plain JavaScript
import * as benchMeter from "../bench/workers/meter.mjs";
import { testEnv, twoDatabases } from "./env";
import { withSessions } from "./serve";

export type Meter = {
  trips: number;
  rowsRead: number;
  rowsWritten: number;
  statements: { text: string; values: unknown[] }[];
};

/** A D1 database that records its queries. One `batch` is one round trip, as in production. */
export const metered: (db: D1Database) => { meter: Meter; database: D1Database } =
  benchMeter.metered;

/** Answers requests with this database, and waits for the work that goes on behind the answer. */
export const serveWith =
  (DB: D1Database, others: Partial<typeof testEnv> = {}) =>
  async (request: Request) => {
    const ctx = createExecutionContext();
    const bindings = { ...testEnv, ...others, DB: DB === testEnv.DB ? DB : withSessions(DB) };
    const response = await worker.fetch(request, bindings, ctx);
    await waitOnExecutionContext(ctx);
    return response;
  };

/** Has the caller's token known for the next seconds. */
async function warm({ headers }: Request) {
  principals.clear();
  const [, token] = headers.get("Authorization")?.split("Bearer ") ?? [];
  if (token) await callerOf(twoDatabases, token, () => {});
}

/** Meters the D1 queries of one request by a token that is known. */
export async function meterOf(
  send: (fetcher: (request: Request) => Promise<Response>) => Promise<unknown>,
) {
  const { meter, database } = metered(testEnv.DB);
  await send(async (request) => {
    await warm(request);
    return serveWith(database)(request);
  });
  return meter;
}

/** A D1 database that cannot be reached. */
export function brokenDatabase() {
  const down = () => {
    throw new Error("D1_ERROR: Network connection lost.");
  };
  const database = { prepare: down, batch: down };
  return database as unknown as D1Database;
}
