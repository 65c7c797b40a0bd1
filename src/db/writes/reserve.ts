import { sql } from "drizzle-orm";
import type { Scope } from "#env";
import { found } from "#lib/problem";
import { unscopedBatch } from "../batch";

/** The tables that need the id of a row before the row is written. */
type Reserving = "bookings" | "channels" | "leads" | "link_sends" | "sources" | "webhook_endpoints";

/**
 * The statements that reserve `count` ids of a table, which no other row gets; `reserved` answers
 * the last of them. Ids that are not used stay unused.
 */
export const reserveStatements = (table: Reserving, count: number) => ({
  sequence: sql`
    insert into sqlite_sequence (name, seq)
    select ${table}, 0
    where not exists (select 1 from sqlite_sequence where name = ${table})`,
  reserved: sql<{ last: number }>`
    update sqlite_sequence set seq = seq + ${count}
    where name = ${table}
    returning seq as last`,
});

/**
 * Reserves the id of a row whose secrets are sealed for it. Not a batch of the request: it claims
 * no idempotency key, as the row is not written yet.
 */
export async function reserveId(scope: Scope, table: Reserving): Promise<number> {
  const { reserved } = await unscopedBatch(scope, reserveStatements(table, 1));
  return found(reserved[0]).last;
}
