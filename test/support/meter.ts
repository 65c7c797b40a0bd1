import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import worker from "../../src/index";
import { testEnv } from "./env";

export type Meter = { trips: number; rowsRead: number; rowsWritten: number; statements: string[] };

/** A D1 database that counts what is asked of it. One `batch` is one round trip, as in production. */
export function metered(db: D1Database) {
  const meter: Meter = { trips: 0, rowsRead: 0, rowsWritten: 0, statements: [] };
  const originals = new WeakMap<object, { statement: D1PreparedStatement; text: string }>();

  const count = <T extends D1Result>(results: T[]) => {
    for (const { meta } of results) {
      meter.rowsRead += meta.rows_read;
      meter.rowsWritten += meta.rows_written;
    }
    return results;
  };
  const trip = (...texts: string[]) => {
    meter.trips++;
    meter.statements.push(...texts);
  };
  const wrap = (statement: D1PreparedStatement, text: string): D1PreparedStatement => {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values), text),
      run: async () => run("run"),
      all: async () => run("all"),
      // `raw` and `first` come without figures, so the statement runs once more for them: only reads come this way.
      raw: async (options?: { columnNames?: false }) => {
        await run("all");
        return statement.raw(options);
      },
      first: async (column: string) => {
        await run("all");
        return statement.first(column);
      },
    };
    const run = async (method: "run" | "all") => {
      trip(text);
      const result = await statement[method]();
      return count([result])[0]!;
    };
    originals.set(wrapped, { statement, text });
    return wrapped as unknown as D1PreparedStatement;
  };
  const session = (target: Pick<D1Database, "prepare" | "batch">) => ({
    prepare: (text: string) => wrap(target.prepare(text), text),
    batch: async (statements: D1PreparedStatement[]) => {
      const known = statements.map((statement) => originals.get(statement)!);
      trip(...known.map(({ text }) => text));
      return count(await target.batch(known.map(({ statement }) => statement)));
    },
  });
  const database = { ...session(db), withSession: (constraint: string) => session(db.withSession(constraint)) };
  return { meter, database: database as unknown as D1Database };
}

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
export async function meterOf(send: (fetcher: (request: Request) => Promise<Response>) => Promise<unknown>) {
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
