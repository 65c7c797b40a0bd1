import { and, eq, type SQL, sql } from "drizzle-orm";
import { events } from "../../db/schema/events";
import { within } from "../../db/scope";
import { matching, ownEqual } from "../../db/walk";
import { eventTypes } from "../../domain/events";
import type { Scope } from "../../env";
import type { PageRequest } from "../../lib/cursor";
import type { EventQuery } from "./query";

/** The range of ids of a page, both ends exclusive, and the direction. */
export type IdRange = { above: number; below: number; ascending: boolean; limit: number };

export function idRangeOf(
  { created_from, created_to, after = 0, order }: EventQuery,
  { cursor, perPage }: PageRequest,
): IdRange {
  const ascending = (order === "asc") !== (cursor?.direction === "prev");
  const [from, to] = [created_from ?? 0, created_to ?? Number.MAX_SAFE_INTEGER];
  const [past, until] = ascending
    ? [cursor?.id ?? 0, Number.MAX_SAFE_INTEGER]
    : [0, cursor?.id ?? Number.MAX_SAFE_INTEGER];
  // An id is a time in milliseconds times 1,000, plus a count.
  return {
    above: Math.max(after, from * 1000 - 1, past),
    below: Math.min((to + 1) * 1000, until),
    ascending,
    limit: perPage + 1,
  };
}

/** Orders by the first column, which is the id. */
export const inOrder = ({ ascending }: IdRange) =>
  sql`order by 1 ${sql.raw(ascending ? "asc" : "desc")}`;

const inRange = ({ above, below }: IdRange) => sql`id > ${above} and id < ${below}`;

/** The types that patterns such as `lead.*` match; undefined for all. */
function typesOf(patterns: EventQuery["type"]) {
  if (!patterns || patterns.includes("*")) return undefined;
  return eventTypes.filter((type) =>
    patterns.some((pattern) => pattern === type || pattern === `${type.split(".")[0]}.*`),
  );
}

/**
 * Merges the index ranges of several types, which share `key`, so that only the rows of the page
 * are read. SQLite keeps the queue of a recursive SELECT in order: the nearest event of all types
 * leaves the queue, and the next event of the same type enters it. The `+` keeps SQLite from
 * finding events by their workspace instead of their id.
 */
function mergedIds(scope: Scope, key: SQL, types: readonly string[], range: IdRange) {
  const nearest = (type: SQL, bounds: SQL) => sql`(
      select ${sql.raw(range.ascending ? "min" : "max")}(id)
      from events
      where ${key} and type = ${type} and ${bounds}
    ) and +${within(scope, events)}`;
  const beyond = range.ascending
    ? sql`id > merged.at and id < ${range.below}`
    : sql`id > ${range.above} and id < merged.at`;
  return sql`
    with recursive merged(at, kind) as (
      select events.id, events.type
      from json_each(${JSON.stringify(types)}) as requested
        cross join events on events.id = ${nearest(sql`requested.value`, inRange(range))}
      union all
      select events.id, events.type
      from merged cross join events on events.id = ${nearest(sql`merged.kind`, beyond)}
      ${inOrder(range)}
      limit ${range.limit}
    )
    select at as row_id, 0 as stop from merged`;
}

/** Visits the lead's events; none of another workspace's lead. */
function idsOfLead(
  scope: Scope,
  leadId: number,
  types: readonly string[] | undefined,
  { scenario_id }: EventQuery,
  range: IdRange,
  page: PageRequest,
) {
  const ofLead = and(ownEqual(scope, events, events.leadId, leadId), inRange(range));
  const ids = sql`select id from events where ${ofLead} ${inOrder(range)}`;
  const ofTypes = types && sql`type in (select value from json_each(${JSON.stringify(types)}))`;
  const ofScenario = scenario_id === undefined ? undefined : sql`scenario_id = ${scenario_id}`;
  const filter = and(ofTypes, ofScenario);
  if (!filter) return sql`select id as row_id, 0 as stop from (${ids}) limit ${range.limit}`;
  return matching(events, within(scope, events, filter), { ids, rowsRead: 1 }, page);
}

/** Selects the ids of a page of the workspace's events (db/walk.ts). */
export function pageIds(scope: Scope, query: EventQuery, range: IdRange, page: PageRequest) {
  const types = typesOf(query.type);
  const { lead_id, scenario_id } = query;
  if (lead_id !== undefined) return idsOfLead(scope, lead_id, types, query, range, page);
  if (scenario_id !== undefined)
    return mergedIds(scope, eq(events.scenarioId, scenario_id), types ?? eventTypes, range);
  if (types) return mergedIds(scope, within(scope, events), types, range);
  return sql`
    select id as row_id, 0 as stop from events
    where ${within(scope, events, inRange(range))}
    ${inOrder(range)}
    limit ${range.limit}`;
}
