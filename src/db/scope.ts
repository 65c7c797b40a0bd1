import { and, eq, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle } from "drizzle-orm/d1";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Bindings, Scope } from "../env";
import { KEY_TAKEN } from "../lib/messages";
import { Problem } from "../lib/problem";
import { brokenUnique } from "./errors";
import { claimStatements } from "./idempotency";

/** The database that a workspace lives in: the one place that decides it. */
export const open = (env: Pick<Bindings, "DB">) => drizzle(env.DB, { casing: "snake_case" });

/** The replica nearest to the caller, for reads that may be seconds old. */
export const openNearest = (env: Pick<Bindings, "DB">) =>
  drizzle(env.DB.withSession("first-unconstrained") as Pick<D1Database, "prepare" | "batch"> as D1Database, { casing: "snake_case" });

/** A table whose rows belong to workspaces. */
export type Owned = SQLiteTable & { id: SQLiteColumn; workspaceId: SQLiteColumn };

/** The WHERE of every query on a workspace's table: its workspace, and what else is asked. */
export const within = (scope: Scope, table: { workspaceId: SQLiteColumn }, ...conditions: (SQL | undefined)[]) =>
  and(eq(table.workspaceId, scope.workspaceId), ...conditions)!;

export type Statement = BatchItem<"sqlite">;
type Results<T extends readonly Statement[]> = { [K in keyof T]: T[K]["_"]["result"] };

/** Several reads in one round trip. */
export const readAll = async <const T extends readonly [Statement, ...Statement[]]>(scope: Pick<Scope, "db">, statements: T) =>
  (await scope.db.batch(statements)) as Results<T>;

/**
 * Several writes in one round trip and one transaction. The first write of a request with an `Idempotency-Key` takes the key
 * with it: if another request has taken it, nothing is written.
 */
export async function write<const T extends readonly [Statement, ...Statement[]]>(scope: Scope, statements: T) {
  const { db, claim } = scope;
  if (!claim || claim.taken) return readAll(scope, statements);
  const claiming = claimStatements(scope, claim);
  const results = await db.batch([...claiming, ...statements]).catch((error) => {
    if (brokenUnique(error).includes("idempotency_keys.key")) throw new Problem("conflict", { message: KEY_TAKEN });
    throw error;
  });
  claim.taken = true;
  return results.slice(claiming.length) as Results<T>;
}
