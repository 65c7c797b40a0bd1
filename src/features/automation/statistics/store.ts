import { eq, type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { skipScan } from "#db/lists/skip-scan";
import { scenarios } from "#db/schema/automation";
import { selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import { daysOf } from "#lib/day-range";
import { found } from "#lib/problem";
import { type Counter, nodesFrom } from "./figures";
import { ACTIVE } from "./keys";
import {
  type DayStats,
  dayFigures,
  MAX_VERSIONS,
  type ScenarioStats,
  type ScenarioStatsQuery,
} from "./schema";
import { triggersFrom } from "./triggers";

const sums = dayFigures.map((name) => {
  const figure = sql.raw(name);
  return sql`ifnull(sum(counts ->> '${figure}'), 0) as ${figure}`;
});

const ACTIVE_KEYS = `${ACTIVE}_*`;

/** The most counters that an answer sums up: those of at least the last day. */
const MAX_BYTES = 20_000_000;

/**
 * The statistics of a scenario's runs. One round trip. Of days with too many counters it sums up
 * the newest ones: `from` is the first of these.
 */
export async function getScenarioStats(
  scope: Scope,
  id: number,
  query: ScenarioStatsQuery,
): Promise<ScenarioStats> {
  const { first, last } = daysOf(query);
  const scan = scanVersions(scope, id, query.version);
  const sized = sql`
    ${scan}, sized (version, day, size) as (
      select version, day, sum(octet_length(counts)) over (order by day desc)
      from scan cross join scenario_days on scenario_id = ${id} and version = scan.position
        and day >= ${first} and day <= ${last})`;
  const rows = sql`
    (select * from sized where size <= ${MAX_BYTES}) as counted
      cross join scenario_days on scenario_id = ${id}
        and scenario_days.version = counted.version and scenario_days.day = counted.day`;
  const { scenario, versions, range, counters, days, active } = await readBatch(scope, {
    scenario: selectId(scope, scenarios, id),
    versions: sql<{ version: number }>`
      ${scan} select position as version from scan where position is not null`,
    range: sql<{ from: string | null }>`
      ${sized}
      select
        iif(max(size) > ${MAX_BYTES}, min(iif(size <= ${MAX_BYTES}, day, null)), null) as "from"
      from sized`,
    counters: sql<Counter>`
      ${sized} select counter.key, sum(counter.value) as n
      from ${rows} cross join json_each(counts) as counter
      where counter.key glob '*_*' and counter.key not glob ${ACTIVE_KEYS} group by 1`,
    days: sql<DayStats>`
      ${sized}
      select counted.day as date, ${sql.join(sums, sql`, `)} from ${rows} group by 1 order by 1`,
    active: sql<Counter>`
      ${scan}
      select counter.key, sum(counter.value) as n
      from scan cross join scenario_days on scenario_id = ${id} and version = scan.position
          and day = (select max(day) from scenario_days
                     where scenario_id = ${id} and version = scan.position)
        cross join json_each(counts) as counter
      where counter.key glob ${ACTIVE_KEYS} group by 1`,
  });
  found(scenario[0]);
  return {
    from: range[0]?.from ?? first,
    to: last,
    versions: versions.map(({ version }) => version).toSorted((one, other) => one - other),
    nodes: nodesFrom([...counters, ...active]),
    triggers: triggersFrom(counters),
    days: days.filter((day) => dayFigures.some((figure) => day[figure] > 0)),
  };
}

/** The versions that are counted, of a scenario of the workspace. */
function scanVersions(scope: Scope, id: number, version: number | undefined): SQL {
  const isOwn = sql`exists (
    select 1 from scenarios where ${within(scope, scenarios, eq(scenarios.id, id))})`;
  const newest = (below: SQL) => sql`
    select max(version) from scenario_days
    where scenario_id = ${id} and version ${version === undefined ? sql`<` : sql`=`} ${below}`;
  return skipScan({
    first: sql`select case when ${isOwn} then
      (${newest(version === undefined ? sql`9007199254740991` : sql`${version}`)}) end`,
    next: (position) => (version === undefined ? newest(position) : sql`null`),
    most: (version === undefined ? MAX_VERSIONS : 1) - 1,
  });
}
