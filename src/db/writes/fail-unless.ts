import { type SQL, sql } from "drizzle-orm";
import { refusedFor } from "./errors";

/** A column that is NOT NULL, with its table, as D1 names it in an error. */
type RequiredColumn = `${string}.${string}`;

/**
 * The value that an UPDATE sets a column to so that its batch writes nothing unless a condition
 * holds: what was read before has not changed meanwhile. `false` fails for each row that is found.
 */
export const failUnless = (column: RequiredColumn, condition: SQL | false) =>
  condition ? sql<number>`iif(${condition}, ${sql.raw(column)}, null)` : sql<number>`null`;

/** True if `failUnless` has made a batch fail. */
export const hasFailed = (error: unknown, column: RequiredColumn) =>
  refusedFor(error, `NOT NULL constraint failed: ${column}`);
