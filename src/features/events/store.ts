import { type SQL, sql } from "drizzle-orm";
import { readAll, rows } from "../../db/scope";
import { eventTypes } from "../../domain/events";
import type { Scope } from "../../env";
import { cutPage, type Page, type PageRequest } from "../../lib/cursor";
import { found } from "../../lib/problem";
import { DAY_MS } from "../../lib/time";
import { type EventRow, eventColumns, toEvent } from "./event-row";
import type { EventQuery } from "./query";
import type { Event } from "./schema";

/** Which part of the events a page is looked for in, exclusive, and which way. */
type Walk = { above: number; below: number; ascending: boolean; limit: number };

function walkOf(
  { created_from, created_to, after = 0, order }: EventQuery,
  { cursor, perPage }: PageRequest,
): Walk {
  const ascending = (order === "asc") !== (cursor?.direction === "prev");
  const [from, to] = [created_from ?? 0, created_to ?? Number.MAX_SAFE_INTEGER];
  const [past, until] = ascending
    ? [cursor?.id ?? 0, Number.MAX_SAFE_INTEGER]
    : [0, cursor?.id ?? Number.MAX_SAFE_INTEGER];
  // An id is a time in milliseconds times 1,000, and a count.
  return {
    above: Math.max(after, from * 1000 - 1, past),
    below: Math.min((to + 1) * 1000, until),
    ascending,
    limit: perPage + 1,
  };
}

const inWalk = ({ above, below }: Walk) => sql`id > ${above} and id < ${below}`;
const inOrder = ({ ascending, limit }: Walk) =>
  sql`order by 1 ${sql.raw(ascending ? "asc" : "desc")} limit ${limit}`;

/** The types that patterns such as `lead.*` stand for; undefined for all. */
function typesOf(patterns: EventQuery["type"]) {
  if (!patterns || patterns.includes("*")) return undefined;
  return eventTypes.filter((type) =>
    patterns.some((pattern) => pattern === type || pattern === `${type.split(".")[0]}.*`),
  );
}

/**
 * The ids of a page of the events of some types, which share `key`: merges the types' parts of the index, so that only what is on the
 * page is read of any. The queue of a recursive SELECT is ordered: the next event of all types comes out, and puts in the next of its own.
 */
function mergedIds(scope: Scope, key: SQL, types: readonly string[], walk: Walk) {
  const nearest = (type: SQL, bounds: SQL) =>
    sql`(select ${sql.raw(walk.ascending ? "min" : "max")}(id) from events where ${key} and type = ${type} and ${bounds}) and +events.workspace_id = ${scope.workspaceId}`;
  const beyond = walk.ascending
    ? sql`id > walk.at and id < ${walk.below}`
    : sql`id > ${walk.above} and id < walk.at`;
  return sql`with recursive walk(at, kind) as (
    select events.id, events.type from json_each(${JSON.stringify(types)}) as asked cross join events on events.id = ${nearest(sql`asked.value`, inWalk(walk))}
    union all
    select events.id, events.type from walk cross join events on events.id = ${nearest(sql`walk.kind`, beyond)}
    ${inOrder(walk)}) select at from walk`;
}

/** The ids of a page of a lead's events: as many of the lead's are read as it takes. None of another workspace's. */
function idsOfLead(
  { workspaceId }: Scope,
  leadId: number,
  types: readonly string[] | undefined,
  query: EventQuery,
  walk: Walk,
) {
  const own = sql`(select iif(workspace_id = ${workspaceId}, lead_id, null) from events where lead_id = ${leadId} limit 1)`;
  const ofTypes = types
    ? sql`and +type in (select value from json_each(${JSON.stringify(types)}))`
    : sql``;
  const ofScenario =
    query.scenario_id === undefined ? sql`` : sql`and +scenario_id = ${query.scenario_id}`;
  return sql`select id from events where lead_id = ${own} ${ofTypes} ${ofScenario} and ${inWalk(walk)} ${inOrder(walk)}`;
}

function idsOf(scope: Scope, query: EventQuery, walk: Walk) {
  const types = typesOf(query.type);
  if (query.lead_id !== undefined) return idsOfLead(scope, query.lead_id, types, query, walk);
  if (query.scenario_id !== undefined)
    return mergedIds(scope, sql`scenario_id = ${query.scenario_id}`, types ?? eventTypes, walk);
  const ofWorkspace = sql`workspace_id = ${scope.workspaceId}`;
  if (types) return mergedIds(scope, ofWorkspace, types, walk);
  return sql`select id from events where ${ofWorkspace} and ${inWalk(walk)} ${inOrder(walk)}`;
}

export async function listEvents(
  scope: Scope,
  query: EventQuery,
  page: PageRequest,
): Promise<Page<Event>> {
  const walk = walkOf(query, page);
  const select = sql`select ${eventColumns} from events where events.id in (${idsOf(scope, query, walk)}) ${inOrder(walk)}`;
  const [events] = await readAll(scope, [rows<EventRow>(scope, select)]);
  return cutPage(events, page, toEvent);
}

export async function getEvent(scope: Scope, id: number): Promise<Event> {
  const select = sql`select ${eventColumns} from events where events.id = ${id} and events.workspace_id = ${scope.workspaceId}`;
  const [events] = await readAll(scope, [rows<EventRow>(scope, select)]);
  return toEvent(found(events[0]));
}

const EVENT_LIFE_MS = 30 * DAY_MS;

/** So many at a time, and so often in an hour: a Worker asks D1 at most 1,000 times. What is left has its turn in the next. */
const [BATCH, MAX_BATCHES] = [2_000, 500];

/** Drops the events of more than 30 days ago, with their deliveries. The newest stays, so that no id is given twice. */
export async function forgetEvents(db: Scope["db"]) {
  const before = (Date.now() - EVENT_LIFE_MS) * 1000;
  const old = sql`select id from events where id < ${before} and id < (select max(id) from events) order by id limit ${BATCH}`;
  for (let batches = 0; batches < MAX_BATCHES; batches++) {
    const [gone] = await readAll({ db }, [
      rows({ db }, sql`delete from events where id in (${old}) returning id`),
    ]);
    if (gone.length < BATCH) return;
  }
}
