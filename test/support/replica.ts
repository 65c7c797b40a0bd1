import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import worker from "../../src/index";
// @ts-expect-error: plain JavaScript
import * as double from "../bench/workers/replica.mjs";
import { testEnv } from "./env";
import { migrate } from "./migrations";

/** Round trips to the primary and to its replica. */
export type Trips = { primary: number; replica: number };

const { REPLICA } = testEnv;

/** Brings the second database to where the first is before its first workspace. */
async function copySchema() {
  await migrate(REPLICA);
  const rows = async (table: string) =>
    JSON.stringify((await testEnv.DB.prepare(`select * from ${table}`).all()).results);
  await REPLICA.batch([
    REPLICA.prepare("delete from sqlite_sequence"),
    REPLICA.prepare(
      "insert into sqlite_sequence select value ->> 'name', value ->> 'seq' from json_each(?)",
    ).bind(await rows("sqlite_sequence")),
    REPLICA.prepare(
      "insert into spent_ids select value ->> 'table_name', value ->> 'id' from json_each(?)",
    ).bind(await rows("spent_ids")),
  ]);
}

/**
 * Serves with a replica of the database, which lags behind until it is told to catch up. Only what
 * goes through `fetcher` reaches it: not what objects write. For files that have written nothing
 * yet.
 */
export async function serveReplicated() {
  await copySchema();
  const { database, trips, catchUp } = double.replicated(testEnv.DB, REPLICA) as {
    database: D1Database;
    trips: Trips;
    catchUp: () => Promise<void>;
  };
  const bindings = { ...testEnv, DB: database };
  const fetcher = async (request: Request) => {
    const context = createExecutionContext();
    Object.assign(trips, { primary: 0, replica: 0 });
    const response = await worker.fetch(request, bindings, context);
    const answered = { ...trips };
    await waitOnExecutionContext(context);
    Object.assign(trips, answered);
    return response;
  };
  return { fetcher, trips, catchUp };
}
