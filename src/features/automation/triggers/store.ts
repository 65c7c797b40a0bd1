import { and, eq, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { keyset } from "#db/lists/keyset";
import { scenarioTriggers } from "#db/schema/triggers";
import { within } from "#db/scope/scope";
import type { TriggerType } from "#domain/triggers";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { lazily } from "#lib/lazy";
import { DAY_MS, dayOf, HOUR_MS, iso, isoOrNull } from "#lib/time";
import { BEGAN } from "../statistics/keys";
import type { TriggerFault } from "./read";
import type { ListedTrigger, TriggerQuery } from "./schema";

/** The most triggers that a page visits. A workspace has twenty for each of its scenarios. */
const MAX_VISITED = 5_000;
const COUNTED_DAYS = 30;

/** `stop` is 1 in the row behind a walk that has visited as many as it may. */
type Row = {
  id: number;
  stop: 0 | 1;
  scenario_id: number;
  scenario_name: string;
  trigger_id: string;
  type: TriggerType;
  fault: TriggerFault | null;
  is_on: 0 | 1;
  limited_hour: number | null;
  since: number | null;
  /** JSON of its settings; null with a fault. */
  data: string | null;
  /** Null where no time comes again. */
  next_at: number | null;
  starts: number;
};

/** Lists the triggers of current versions, those that came last first. One round trip. */
export async function listTriggers(
  scope: Scope,
  query: TriggerQuery,
  page: PageRequest,
): Promise<Page<ListedTrigger>> {
  const now = Date.now();
  const { after, order, limit } = keyset(sql`scenario_triggers.rowid`, page);
  const { order: inOrder } = keyset(sql`id`, page);
  const { type, scenario_id: scenarioId, is_on: isOn } = query;
  const filter = and(
    type === undefined ? undefined : eq(scenarioTriggers.type, type),
    isOn === undefined ? undefined : eq(scenarioTriggers.isOn, isOn),
  );
  const ofScenario =
    scenarioId === undefined ? undefined : eq(scenarioTriggers.scenarioId, scenarioId);
  const { rows, patterned, clocks } = await readBatch(scope, {
    clocks: sql<{ timeZone: string | null }>`
      select settings ->> 'time_zone' as timeZone from workspaces where id = ${scope.workspaceId}`,
    patterned: selectPatterned(scope),
    rows: sql<Row>`
      with visited as materialized (
        select rowid as id from scenario_triggers
        where ${within(scope, scenarioTriggers, ofScenario, after)}
        order by ${order} limit ${MAX_VISITED}),
      page as materialized (
        select visited.id, scenario_id, scenarios.name as scenario_name, trigger_id, type, fault,
          is_on, limited_hour, since, iif(fault is null, data, null) as data, next_at
        from visited
          cross join scenario_triggers on scenario_triggers.rowid = visited.id
          cross join scenarios on scenarios.id = scenario_id
        where ${filter ?? sql`true`}
        order by visited.id ${page.cursor?.direction === "prev" ? sql`asc` : sql`desc`}
        limit ${limit}),
      started as materialized (
        select days.scenario_id, counter.key, sum(counter.value) as n
        from (select distinct scenario_id from page) as listed
          cross join scenario_versions as versions
            on versions.scenario_id = listed.scenario_id and has_runs
          cross join scenario_days as days
            on days.scenario_id = versions.scenario_id and days.version = versions.version
            and day > ${dayOf(now - COUNTED_DAYS * DAY_MS)}
          cross join json_each(counts) as counter on counter.key glob ${`${BEGAN}_*`}
        group by 1, 2)
      select 0 as stop, page.*, ifnull(n, 0) as starts
      from page left join started
        on started.scenario_id = page.scenario_id and key = ${`${BEGAN}_`} || hex(trigger_id)
      union all
      select 1, ${page.cursor?.direction === "prev" ? sql`max(id)` : sql`min(id)`}, null, null,
        null, null, null, null, null, null, null, null, null
      from visited having count(*) = ${MAX_VISITED}
      order by stop, ${inOrder}`,
  });
  const beyond = await beyondIn(patterned);
  const nextOf = await nextTimes(rows, clocks[0]?.timeZone ?? "UTC", now);
  return cutPage(rows, page, (row: Row) => toWire(row, now, beyond.has(keyOf(row)), nextOf(row)));
}

const loadRecurrence = lazily(() => import("./times/recurrence"));

/** Tells when triggers come next. What is stored may be when the worker is to look for it. */
async function nextTimes(rows: Row[], timeZone: string, now: number) {
  if (rows.every(({ next_at }) => next_at === null)) return () => null;
  const { recur } = await loadRecurrence();
  return ({ next_at, data }: Row) =>
    next_at === null || data === null ? null : recur(JSON.parse(data), timeZone, now, now).next;
}

const loadMatch = lazily(() => import("./match"));

/** The keys of the triggers whose patterns are not looked for. */
async function beyondIn(rows: PatternedRow[]) {
  if (rows.length === 0) return new Set<string>();
  const { beyondPatterns } = await loadMatch();
  const read = rows.map((row) => ({
    key: keyOf(row),
    since: row.since,
    data: JSON.parse(row.data),
  }));
  return new Set([...beyondPatterns(read)].map(({ key }) => key));
}

type PatternedRow = { scenario_id: number; trigger_id: string; since: number; data: string };

const keyOf = ({ scenario_id, trigger_id }: Pick<Row, "scenario_id" | "trigger_id">) =>
  `${scenario_id}:${trigger_id}`;

/** The triggers that are on and look for patterns. */
const selectPatterned = (scope: Scope) => sql<PatternedRow>`
  select scenario_id, trigger_id, since, data
  from (
    select * from scenario_triggers
    where ${within(scope, scenarioTriggers)} limit ${MAX_VISITED})
  where is_on and data ->> 'patterns' is not null`;

function stateOf(
  { fault, is_on, limited_hour }: Row,
  now: number,
  isBeyond: boolean,
): ListedTrigger["state"] {
  if (fault === "trigger_not_on_platform") return "not_on_platform";
  if (fault !== null) return "invalid";
  if (is_on === 0) return "paused";
  return isBeyond || limited_hour === Math.floor(now / HOUR_MS) ? "limited" : "on";
}

const toWire = (
  row: Row,
  now: number,
  isBeyond: boolean,
  nextAt: number | null,
): ListedTrigger => ({
  scenario_id: row.scenario_id,
  scenario_name: row.scenario_name,
  id: row.trigger_id,
  type: row.type,
  data: row.data === null ? null : JSON.parse(row.data),
  state: stateOf(row, now, isBeyond),
  // The ids of events are times in microseconds.
  since: row.since === null ? null : iso(Math.floor(row.since / 1_000)),
  next_at: isoOrNull(nextAt),
  starts: row.starts,
});
