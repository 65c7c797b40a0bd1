import { sql } from "drizzle-orm";
import type { Scope } from "#env";
import { readBatch, unscopedBatch } from "../batch";
import { TABLES } from "./tables";
import { selectTriggers, silence } from "./triggers";
import { nextSource, type Place, START, selectRows } from "./walk";

/** The state that is kept from one chunk of a wipe to the next, as JSON. */
export type WipeState = { table: number; place: Place; finished: boolean };

export const BEGIN_WIPE: WipeState = { table: 0, place: START, finished: false };

const isOneOf = (names: string[]) => (table: { name: string }) => names.includes(table.name);
/** The rows of deleted parents are found by their tombstones, which therefore go late. */
const LAST = ["removals", "workspaces"];
const ORDER = [
  ...TABLES.filter((table) => !isOneOf(LAST)(table)).toReversed(),
  ...LAST.flatMap((name) => TABLES.filter(isOneOf([name]))),
];

/**
 * Deletes a chunk of what a database has of a workspace: behind a move, or of a restore that is
 * given up. That is no event, and nobody's usage. With `keepWorkspace`, its own row stays, which is
 * the directory's; the rows of the tables `kept` stay as well. Returns the next state. The rows
 * that refer to a row go before it.
 */
export async function wipeChunk(
  db: Scope["db"],
  workspaceId: number,
  state: WipeState,
  { limit = 1_000, keepWorkspace = false, kept = [] as readonly string[] } = {},
): Promise<WipeState> {
  const table = ORDER[state.table];
  if (!table || (keepWorkspace && table.name === "workspaces")) return { ...state, finished: true };
  if (kept.includes(table.name)) return { table: state.table + 1, place: START, finished: false };
  const names = table.primary.map((name) => `"${name}"`).join(", ");
  const key = sql.raw(table.primary.map((name) => `t."${name}"`).join(", "));
  const first = selectRows(table, { workspaceId, marks: {} }, state.place, key, sql`${limit}`);
  const { triggers, some } = await readBatch(
    { db },
    {
      triggers: selectTriggers(table.name),
      some: sql<{ n: 1 }>`select 1 as n from (${first}) limit 1`,
    },
  );
  // Changing triggers delays everybody who uses the database: only where there is a row.
  if (some.length > 0) {
    const { drop, create } = silence(triggers, "DELETE");
    const { rows } = await unscopedBatch(
      { db },
      {
        drop,
        rows: sql<{ n: 1 }>`delete from ${sql.raw(table.name)}
          where (${sql.raw(names)}) in (${first}) returning 1 as n`,
        create,
      },
    );
    if (rows.length >= limit) return state;
  }
  const next = nextSource(table, state.place);
  return next
    ? { ...state, place: next }
    : { table: state.table + 1, place: START, finished: false };
}
