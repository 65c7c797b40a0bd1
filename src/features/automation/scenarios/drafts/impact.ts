import { eq, sql } from "drizzle-orm";
import { runs, scenarios } from "#db/schema/automation";
import { present } from "#db/scope/present";
import { within } from "#db/scope/scope";
import type { TriggerRow } from "#db/statements/scenario-triggers";
import type { Scope } from "#env";
import { type Kinds, kindsOf, obstacleOf } from "#features/automation/runs/migration/fate";
import { KINDS } from "#features/automation/runs/migration/kinds";
import type { Warning } from "../warnings";
import { type Impact, MAX_RUNS } from "./schema";

/** The most versions that are read: each may have a megabyte. */
const MAX_VERSIONS = 20;

/** The active runs that follow a version, as JSON, and how many runs were looked at in all. */
export type RunsOfVersion = {
  version: number;
  groups: string;
  nodes: string | null;
  listed: number;
  walked: number;
};

/** Selects the active runs of a scenario by version and node. */
export const selectActiveRuns = (scope: Scope, scenarioId: number) => sql<RunsOfVersion>`
  select version, json_group_array(json_array(node_id, is_running, kept)) as groups,
    (select ${KINDS}
     from scenario_versions cross join json_each(nodes)
     where scenario_id = ${scenarioId} and scenario_versions.version = counted.version) as nodes,
    sum(looked_at) as listed, sum(sum(looked_at)) over () as walked
  from (
    select version, node_id, state = 'running' as is_running, count(*) as looked_at,
      sum(${present(runs)}) as kept
    from (
      select id, scenario_id, lead_id, version, node_id, state from runs indexed by runs_active
      where scenario_id = ${scenarioId} and ended_at is null
      order by lead_id limit ${MAX_RUNS}) as runs
    where exists (
      select 1 from scenarios where ${within(scope, scenarios, eq(scenarios.id, scenarioId))})
    group by version, node_id, is_running) as counted
  group by version order by listed desc, version limit ${MAX_VERSIONS}`;

/** The triggers of a scenario, as JSON: those that are on, and those that a draft may keep. */
export type TriggersNow = { on: string; kept: string; is_active: 0 | 1 };

export const selectTriggersNow = (scope: Scope, scenarioId: number) => sql<TriggersNow>`
  select is_active, (
      select json_group_array(json_array(trigger_id, scenario_triggers.type)) from scenario_triggers
      where scenario_triggers.scenario_id = scenarios.id and is_on) as "on",
    (select triggers from scenario_versions
     where scenario_id = scenarios.id and scenario_versions.version = scenarios.version) as kept
  from scenarios where ${within(scope, scenarios, eq(scenarios.id, scenarioId))}`;

/**
 * The triggers that come on and go off when a scenario gets these, and is active or not; and those
 * of other scenarios that they then overlap, by the warnings of the check.
 */
export function triggersImpactOf(
  now: TriggersNow,
  rows: TriggerRow[],
  isActive: boolean,
  warnings: Warning[],
): Impact["triggers"] {
  const before = new Map(JSON.parse(now.on) as [id: string, type: string][]);
  const next = new Map(
    rows.flatMap(({ id, type, fault }) => (isActive && fault === null ? [[id, type]] : [])),
  );
  const missing = (from: Map<string, string>, others: Map<string, string>) =>
    [...from].flatMap(([id, type]) => (others.get(id) === type ? [] : [id]));
  return {
    on: missing(next, before),
    off: missing(before, next),
    overlaps: warnings
      .filter(({ trigger_id: id }) => id !== undefined && next.has(id))
      .flatMap(overlapIn),
  };
}

/** The overlap that a warning names, if it names one. */
function overlapIn({ code, trigger_id, params }: Warning): Impact["triggers"]["overlaps"] {
  const { trigger: other_trigger_id, scenario: scenario_name, scenario_id } = params;
  if (code !== "trigger_overlap" || trigger_id === undefined) return [];
  if (other_trigger_id === undefined || scenario_id === undefined) return [];
  return [{ trigger_id, scenario_id, scenario_name: scenario_name ?? "", other_trigger_id }];
}

type Group = [nodeId: string | null, isRunning: 0 | 1, runs: number];

/** The outcome for the runs when a graph with nodes of these kinds is published. */
export function impactOf(rows: RunsOfVersion[], next: Kinds): Omit<Impact, "triggers"> {
  const nodes = rows
    .toSorted((one, other) => other.version - one.version)
    .flatMap(({ version, groups, nodes: own }) => {
      const kinds = kindsOf(JSON.parse(own ?? "[]"));
      return (JSON.parse(groups) as Group[])
        .filter(([, , count]) => count > 0)
        .map(([nodeId, isRunning, count]) => {
          const reason = obstacleOf({ nodeId, isRunning: isRunning === 1 }, kinds, next) ?? null;
          return { version, node_id: nodeId, runs: count, moves: reason === null, reason };
        });
    });
  const total = (moves: boolean) =>
    nodes.filter((node) => node.moves === moves).reduce((sum, node) => sum + node.runs, 0);
  const walked = rows[0]?.walked ?? 0;
  const listed = rows.reduce((sum, row) => sum + row.listed, 0);
  return {
    moves: total(true),
    stays: total(false),
    nodes,
    is_partial: walked >= MAX_RUNS || listed < walked,
  };
}
