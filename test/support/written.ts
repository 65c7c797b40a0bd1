import { runInDurableObject } from "cloudflare:test";
import type { Counter } from "./clicks";

/** The rows that a link counter has written to its own storage. */
export type Written = { rows: number };

/**
 * Counts what a link counter writes to its storage, for as long as it stays in memory: the rows of
 * SQL with those of its indexes, and one for each key that is put or deleted and for each alarm
 * that is set. Only tests delete alarms.
 */
export async function countWritten(counter: Counter): Promise<Written> {
  const written: Written = { rows: 0 };
  const counting =
    <Args extends unknown[], Result>(call: (...args: Args) => Result) =>
    (...args: Args) => {
      written.rows++;
      return call(...args);
    };
  await runInDurableObject(counter, (_, { storage }) => {
    const { sql, kv } = storage;
    const exec = (query: string, ...values: unknown[]) => {
      const cursor = sql.exec(query, ...values);
      const rows = cursor.toArray();
      written.rows += cursor.rowsWritten;
      return Object.assign(rows, { toArray: () => rows, one: () => rows[0] });
    };
    const counted = {
      sql: { exec },
      kv: {
        get: kv.get.bind(kv),
        list: kv.list.bind(kv),
        put: counting(kv.put.bind(kv)),
        delete: counting(kv.delete.bind(kv)),
      },
      setAlarm: counting(storage.setAlarm.bind(storage)),
      deleteAll: counting(storage.deleteAll.bind(storage)),
    };
    for (const [name, value] of Object.entries(counted))
      Object.defineProperty(storage, name, { value, configurable: true, writable: true });
  });
  return written;
}
