import { and, eq, type SQL, sql } from "drizzle-orm";
import { mergeTypes } from "#db/lists/merge-types";
import { matching } from "#db/lists/walk";
import { events } from "#db/schema/events";
import { within } from "#db/scope/scope";
import { eventTypes, typesMatching } from "#domain/events";
import type { Scope } from "#env";
import type { PageRequest } from "#lib/cursor";
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

const mergedIds = (
  scope: Scope,
  key: SQL | undefined,
  types: readonly string[],
  range: IdRange,
) => sql`
  select id as row_id, 0 as stop from (${mergeTypes({
    of: within(scope, events),
    key,
    types,
    first: inRange(range),
    beyond: range.ascending
      ? sql`id > merged.at and id < ${range.below}`
      : sql`id > ${range.above} and id < merged.at`,
    ascending: range.ascending,
    limit: range.limit,
  })})`;

/** Visits the lead's events; none of another workspace's lead. */
function idsOfLead(
  scope: Scope,
  leadId: number,
  types: readonly string[] | undefined,
  { scenario_id }: EventQuery,
  range: IdRange,
  page: PageRequest,
) {
  const ofLead = within(scope, events, eq(events.leadId, leadId), inRange(range));
  const ids = sql`select id from events where ${ofLead} ${inOrder(range)}`;
  // The `+` keeps SQLite from looking each event up by every type.
  const ofTypes = types && sql`+type in (select value from json_each(${JSON.stringify(types)}))`;
  const ofScenario = scenario_id === undefined ? undefined : sql`scenario_id = ${scenario_id}`;
  const filter = and(ofTypes, ofScenario);
  if (!filter) return sql`select id as row_id, 0 as stop from (${ids}) limit ${range.limit}`;
  return matching(events, within(scope, events, filter), { ids, rowsRead: 1 }, page);
}

/** Selects the ids of a page of the workspace's events (db/lists/walk.ts). */
export function pageIds(scope: Scope, query: EventQuery, range: IdRange, page: PageRequest) {
  const types = typesMatching(query.type);
  const { lead_id, scenario_id } = query;
  if (lead_id !== undefined) return idsOfLead(scope, lead_id, types, query, range, page);
  if (scenario_id !== undefined)
    return mergedIds(scope, eq(events.scenarioId, scenario_id), types ?? eventTypes, range);
  return mergedIds(scope, undefined, types ?? eventTypes, range);
}
