import { eq, type SQL, sql } from "drizzle-orm";
import { runs, scenarios } from "../../../../db/schema/automation";
import { readAll, rows, within, write } from "../../../../db/scope";
import type { RunState } from "../../../../domain/automation";
import type { Scope } from "../../../../env";
import { found, Problem } from "../../../../lib/problem";
import type { Migration } from "../schema";

/** How many of the runs that are left are told of. */
const MAX_LEFT = 1_000;

type VersionRow = { version: number; nodes: string };
type LeftRow = { id: number; version: number; node_id: string | null; state: RunState };

/** What must be the same of a node for a run to go on there, by id: its type and, of one that waits for an event, which. */
type Kinds = Map<string, string>;

const kindsOf = ({ nodes }: VersionRow): Kinds =>
  new Map(
    (JSON.parse(nodes) as [id: string, type: string, event: unknown][]).map(([id, type, event]) => [
      id,
      type === "wait_for_event" ? `${type} ${event}` : type,
    ]),
  );

/** Moves active runs to the scenario's newest version, where they can go on there. Two round trips, four where it is replaced meanwhile. */
export async function migrateRuns(scope: Scope, scenarioId: number): Promise<Migration> {
  return (await attempt(scope, scenarioId)) ?? (await attempt(scope, scenarioId)) ?? refuse();
}

function refuse(): never {
  throw new Problem("conflict", { message: "The scenario was replaced meanwhile." });
}

/** Undefined where the scenario has been replaced since its nodes were read. */
async function attempt(scope: Scope, scenarioId: number): Promise<Migration | undefined> {
  const [newest, kinds] = await readKinds(scope, scenarioId);
  const now = kinds.get(newest)!;
  const movable = [...kinds].flatMap(([version, then]) =>
    version === newest
      ? []
      : [...then].filter(([id, kind]) => now.get(id) === kind).map(([id]) => [version, id]),
  );
  const isNewest = sql`exists (select 1 from scenarios where ${within(scope, scenarios, eq(scenarios.id, scenarioId), eq(scenarios.version, newest))})`;
  const older = within(
    scope,
    runs,
    eq(runs.scenarioId, scenarioId),
    sql`ended_at is null and ${runs.version} <> ${newest}`,
  );
  const moves = sql`${older} and state <> 'running' and ${isNewest}
    and (node_id is null or (version, node_id) in (select value ->> 0, value ->> 1 from json_each(${JSON.stringify(movable)})))`;
  const [scenario, [moved], , left, [rest]] = await write(scope, [
    selectVersion(scope, scenarioId),
    countRuns(scope, moves),
    rows(
      scope,
      sql`update runs set version = ${newest}, revision = revision + 1, updated_at = ${Date.now()} where ${moves}`,
    ),
    rows<LeftRow>(
      scope,
      sql`select id, version, node_id, state from ${runs} where ${older} order by id limit ${MAX_LEFT}`,
    ),
    countRuns(scope, older),
  ]);
  if (found(scenario[0]).version !== newest) return undefined;
  return {
    version: newest,
    migrated: moved!.n,
    left: left.map((run: LeftRow) => ({
      run_id: run.id,
      node_id: run.node_id,
      version: run.version,
      reason: reasonOf(run, kinds.get(run.version), now),
    })),
    left_count: rest!.n,
  };
}

const selectVersion = (scope: Scope, scenarioId: number) =>
  scope.db
    .select({ version: scenarios.version })
    .from(scenarios)
    .where(within(scope, scenarios, eq(scenarios.id, scenarioId)));

const countRuns = (scope: Scope, which: SQL) =>
  rows<{ n: number }>(scope, sql`select count(*) as n from ${runs} where ${which}`);

/** One whose node was not to be moved when it was looked up, or has come there since, was moving. */
function reasonOf({ state, node_id }: LeftRow, then: Kinds | undefined, now: Kinds) {
  const kind = node_id === null ? undefined : then?.get(node_id);
  if (state === "running" || kind === undefined || kind === now.get(node_id!)) return "running";
  return now.has(node_id!) ? "type_changed" : "node_gone";
}

/** The newest version, and of it and of those that active runs follow the nodes where such runs stand. */
async function readKinds(
  scope: Scope,
  scenarioId: number,
): Promise<[newest: number, kinds: Map<number, Kinds>]> {
  const active = sql`from runs where scenario_id = ${scenarioId} and ended_at is null`;
  const isNewest = sql`scenario_versions.version = scenarios.version`;
  const nodes = sql`select json_group_array(json_array(value ->> 'id', value ->> 'type', value ->> '$.data.event')) from json_each(nodes)
    where iif(${isNewest}, value ->> 'id' in (select node_id ${active}), (scenario_versions.version, value ->> 'id') in (select version, node_id ${active}))`;
  const [scenario, versions] = await readAll(scope, [
    selectVersion(scope, scenarioId),
    rows<VersionRow>(
      scope,
      sql`select scenario_versions.version, (${nodes}) as nodes
        from scenarios cross join scenario_versions on scenario_versions.scenario_id = scenarios.id
        where ${within(scope, scenarios, eq(scenarios.id, scenarioId))} and (${isNewest} or scenario_versions.version in (select version ${active}))`,
    ),
  ]);
  return [
    found(scenario[0]).version,
    new Map(versions.map((row: VersionRow) => [row.version, kindsOf(row)])),
  ];
}
