import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { leads } from "#db/schema/leads";
import { owned } from "#db/scope/scope";
import type { Scope } from "#env";
import { conditions, rowsOf } from "./filter";
import { searchExpression } from "./ngram-index";

/** The people whom a search finds, for lists of what they have. */
export function peopleOf(scope: Scope, search: string) {
  const filter = { search };
  const match = searchExpression(scope, filter);
  const isFound = match === undefined ? sql`false` : sql`leads_search match ${match}`;
  return {
    /** The most rows that D1 counts for `isOneOf`. */
    rowsRead: rowsOf(scope, filter) + 1,
    isOneOf: (leadId: SQL | SQLiteColumn) => sql`exists (
      select 1 from leads
      where leads.id = ${leadId} and +${owned(scope, leads, conditions(scope, filter))})`,
    /** Selects the ids of all of them, and perhaps of others, the newest `most`, as `lead_id`. */
    candidates: (most: number) => sql`
      select rowid as lead_id from leads_search
      where ${isFound} order by rowid desc limit ${sql.raw(`${most}`)}`,
  };
}

export type People = ReturnType<typeof peopleOf>;
