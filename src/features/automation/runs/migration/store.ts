import { eq, type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "../../../../db/batch";
import { present } from "../../../../db/present";
import { runs, scenarios } from "../../../../db/schema/automation";
import { within } from "../../../../db/scope";
import { moveRunsTo } from "../../../../db/statements/runs";
import type { RunState } from "../../../../domain/automation";
import type { Scope } from "../../../../env";
import { found, Problem } from "../../../../lib/problem";
import type { Migration } from "./schema";

/** How many of the runs that were not moved an answer lists. */
const MAX_LEFT = 1_000;

type VersionRow = { version: number; nodes: string };
type LeftRow = { id: number; version: number; node_id: string | null; state: RunState };

/**
 * The kinds of nodes by id: a node's type and, if it waits for an event, the event. A run can
 * continue at a node of the same kind.
 */
type Kinds = Map<string, string>;

const kindsOf = ({ nodes }: VersionRow): Kinds =>
  new Map(
    (JSON.parse(nodes) as [id: string, type: string, event: unknown][]).map(([id, type, event]) => [
      id,
      type === "wait_for_event" ? `${type} ${event}` : type,
    ]),
  );

/**
 * Moves the active runs that can continue there to the scenario's newest version. Takes two round
 * trips, or four if the scenario is replaced meanwhile; throws a `conflict` problem if it is
 * replaced again.
 */
export async function migrateRuns(scope: Scope, scenarioId: number): Promise<Migration> {
  const migration = (await attempt(scope, scenarioId)) ?? (await attempt(scope, scenarioId));
  if (migration) return migration;
  throw new Problem("conflict", { message: "The scenario was replaced meanwhile." });
}

/** Undefined where the scenario has been replaced since its nodes were read. */
async function attempt(scope: Scope, scenarioId: number): Promise<Migration | undefined> {
  const { newest, kinds, kindsByVersion } = await readKinds(scope, scenarioId);
  const isOlder = within(
    scope,
    runs,
    eq(runs.scenarioId, scenarioId),
    sql`ended_at is null and ${runs.version} <> ${newest}`,
  );
  const isNewest = within(
    scope,
    scenarios,
    eq(scenarios.id, scenarioId),
    eq(scenarios.version, newest),
  );
  const movable = JSON.stringify(movableNodes(newest, kinds, kindsByVersion));
  const isMovable = sql`${isOlder} and state <> 'running'
    and exists (select 1 from scenarios where ${isNewest})
    and (node_id is null or (version, node_id) in (
      select value ->> 0, value ->> 1 from json_each(${movable})))`;
  const { scenario, movedCount, left, leftCount } = await batch(scope, {
    scenario: selectVersion(scope, scenarioId),
    movedCount: countRuns(isMovable),
    moved: moveRunsTo(scope, newest, isMovable),
    left: sql<LeftRow>`
      select id, version, node_id, state from ${runs}
      where ${isOlder} order by id limit ${MAX_LEFT}`,
    leftCount: countRuns(isOlder),
  });
  if (found(scenario[0]).version !== newest) return undefined;
  return {
    version: newest,
    migrated: found(movedCount[0]).n,
    left: left.map((run) => ({
      run_id: run.id,
      node_id: run.node_id,
      version: run.version,
      reason: reasonOf(run, kindsByVersion.get(run.version), kinds),
    })),
    left_count: found(leftCount[0]).n,
  };
}

/** The nodes of older versions that are of the same kind in the newest. */
const movableNodes = (newest: number, kinds: Kinds, kindsByVersion: Map<number, Kinds>) =>
  [...kindsByVersion].flatMap(([version, older]) =>
    version === newest
      ? []
      : [...older]
          .filter(([id, kind]) => kinds.get(id) === kind)
          .map(([id]): [version: number, nodeId: string] => [version, id]),
  );

const selectVersion = (scope: Scope, scenarioId: number) =>
  scope.db
    .select({ version: scenarios.version })
    .from(scenarios)
    .where(within(scope, scenarios, eq(scenarios.id, scenarioId)));

const countRuns = (which: SQL) =>
  sql<{ n: number }>`select count(*) as n from ${runs} where ${which}`;

/** A run at a movable node counts as running: it came there after the nodes were read. */
function reasonOf({ state, node_id: nodeId }: LeftRow, older: Kinds | undefined, newest: Kinds) {
  if (state === "running" || nodeId === null) return "running";
  const [before, now] = [older?.get(nodeId), newest.get(nodeId)];
  if (before === undefined || before === now) return "running";
  return now === undefined ? "node_gone" : "type_changed";
}

type KnownKinds = { newest: number; kinds: Kinds; kindsByVersion: Map<number, Kinds> };

/**
 * Reads the newest version, and the kinds of the nodes where active runs stand: those of the newest
 * version, and those of each version that such runs follow.
 */
async function readKinds(scope: Scope, scenarioId: number): Promise<KnownKinds> {
  const active = sql`
    from runs where scenario_id = ${scenarioId} and ended_at is null and ${present(runs)}`;
  const isNewest = sql`scenario_versions.version = scenarios.version`;
  const nodes = sql`
    select json_group_array(
      json_array(value ->> 'id', value ->> 'type', value ->> '$.data.event'))
    from json_each(nodes)
    where iif(${isNewest},
              value ->> 'id' in (select node_id ${active}),
              (scenario_versions.version, value ->> 'id') in (select version, node_id ${active}))`;
  const { scenario, versions } = await readBatch(scope, {
    scenario: selectVersion(scope, scenarioId),
    versions: sql<VersionRow>`
      select scenario_versions.version, (${nodes}) as nodes
      from scenarios cross join scenario_versions
        on scenario_versions.scenario_id = scenarios.id
      where ${within(scope, scenarios, eq(scenarios.id, scenarioId))}
        and (${isNewest} or scenario_versions.version in (select version ${active}))`,
  });
  const { version: newest } = found(scenario[0]);
  const kindsByVersion = new Map(versions.map((row) => [row.version, kindsOf(row)]));
  return { newest, kinds: found(kindsByVersion.get(newest)), kindsByVersion };
}
