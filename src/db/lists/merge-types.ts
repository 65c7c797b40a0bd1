import { SQL, sql } from "drizzle-orm";
import { eventTypes } from "#domain/events";

/** The events to merge: all conditions on them but their type and, in `first`, on their id. */
type Merge = {
  /** The workspace. */
  of: SQL;
  /** A further condition, for which there is an index with the type. */
  key?: SQL | undefined;
  /** Bounds of the ids of the first events, and of those beyond `merged.at`. */
  first: SQL;
  beyond: SQL;
  ascending: boolean;
  /** A JSON array of them, where SQL finds it. */
  types?: readonly string[] | SQL;
  limit?: number;
};

/**
 * Selects the ids, as `id`, of events of several types in their order: merges the ranges that an
 * index over `key` and the type holds, so that only the rows that are asked for are read. The
 * events of a workspace have no index of their own: each write of one would write it too. SQLite
 * keeps the queue of a recursive SELECT in order: the nearest event of all types leaves the queue,
 * and the next event of the same type enters it.
 */
export function mergeTypes({
  of,
  key = sql`true`,
  first,
  beyond,
  ascending,
  types = eventTypes,
  limit,
}: Merge) {
  const nearest = (type: SQL, bounds: SQL) => sql`(
      select ${sql.raw(ascending ? "min" : "max")}(id)
      from events
      where ${of} and ${key} and type = ${type} and ${bounds}
    )`;
  return sql`
    with recursive merged(at, kind) as (
      select events.id, events.type
      from json_each(${types instanceof SQL ? types : JSON.stringify(types)}) as requested
        cross join events on ${of} and events.id = ${nearest(sql`requested.value`, first)}
      union all
      select events.id, events.type
      from merged cross join events on ${of} and events.id = ${nearest(sql`merged.kind`, beyond)}
      order by 1 ${sql.raw(ascending ? "asc" : "desc")}
      limit ${limit ?? -1}
    )
    select at as id from merged`;
}
