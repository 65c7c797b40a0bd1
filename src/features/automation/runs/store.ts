import { eq, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { hideRuns } from "#db/removal/hide-runs";
import { FIRST_CHUNK, removeChunk } from "#db/removal/tombstones";
import { runs, scenarios } from "#db/schema/automation";
import { leads } from "#db/schema/leads";
import { removals } from "#db/schema/removals";
import { removedRuns, removedRunsOf } from "#db/scope/present";
import { exists, selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { failQueuedOfRuns } from "#db/statements/messages/queued";
import { endRuns } from "#db/statements/runs";
import type { Scope } from "#env";
import { found, notFound, Problem } from "#lib/problem";
import { runColumns, toWire } from "./list";
import type { Run } from "./schema";

export const runExists = exists(runs);

export const selectRun = (scope: Scope, id: number) =>
  scope.db
    .select(runColumns)
    .from(runs)
    .where(within(scope, runs, eq(runs.id, id)));

export const getRun = async (scope: Scope, id: number) =>
  toWire(found(await selectRun(scope, id).get()));

/** Ends an active run and fails its queued messages; a `conflict` problem where it has ended. */
export async function cancelRun(scope: Scope, id: number): Promise<Run> {
  const isRun = within(scope, runs, eq(runs.id, id));
  const { cancelled, run } = await batch(scope, {
    messages: failQueuedOfRuns(scope, sql`select id from runs where ${isRun} and ended_at is null`),
    cancelled: endRuns(scope, isRun, "cancelled", "cancelled"),
    run: selectRun(scope, id),
  });
  const row = found(run[0]);
  if (cancelled.length === 0)
    throw new Problem("conflict", { message: "The run has ended already." });
  return toWire(row);
}

/**
 * Counts the runs of a scenario of the workspace, in an index only. Those that are gone, with their
 * leads or of single leads, are found by the leads.
 */
function countRuns(scope: Scope, scenarioId: number) {
  const isCounted = sql`
    runs.scenario_id = (${selectId(scope, scenarios, scenarioId)})
    and runs.id > ${removedRuns(scenarioId)}`;
  return sql<{ removed: number }>`
    select (select count(*) from runs indexed by runs_scenario where ${isCounted}) - (
      select count(*) from (
        select runs.id from removals cross join runs on runs.lead_id = removals.parent_id
        where ${within(scope, removals, eq(removals.kind, "lead"))} and ${isCounted}
        union
        select runs.id from removals cross join runs on runs.lead_id = removals.lead_id
        where ${within(scope, removals, eq(removals.kind, "runs"))}
          and removals.parent_id = ${scenarioId} and removals.lead_id > 0
          and runs.id <= removals.up_to and ${isCounted})) as removed`;
}

/**
 * Deletes the runs of a scenario, active or ended, and returns how many they were. They are gone at
 * once; their rows are removed behind (db/removal/tombstones.ts), and their queued messages fail
 * then.
 */
export async function removeRuns(scope: Scope, scenarioId: number) {
  const { scenario, counted } = await batch(scope, {
    scenario: selectId(scope, scenarios, scenarioId),
    counted: countRuns(scope, scenarioId),
    hidden: hideRuns(scope, scenarioId),
    behind: removeChunk(scope, FIRST_CHUNK, ["runs"]),
  });
  found(scenario[0]);
  return found(counted[0]).removed;
}

/** Counts the runs of a lead in a scenario of the workspace, in an index only. */
const countRunsOfLead = (scope: Scope, scenarioId: number, leadId: number) =>
  sql<{ removed: number }>`
    select count(*) as removed from runs indexed by runs_scenario_lead
    where runs.scenario_id = (${selectId(scope, scenarios, scenarioId)})
      and runs.lead_id = (${selectId(scope, leads, leadId)})
      and runs.id > ${removedRunsOf(scenarioId, leadId)}`;

/**
 * Deletes the runs of a lead in a scenario as `removeRuns` does, and returns how many they were; a
 * `not_found` problem where there are none.
 */
export async function removeRunsOfLead(scope: Scope, scenarioId: number, leadId: number) {
  const { scenario, counted } = await batch(scope, {
    scenario: selectId(scope, scenarios, scenarioId),
    counted: countRunsOfLead(scope, scenarioId, leadId),
    hidden: hideRuns(scope, scenarioId, leadId),
    behind: removeChunk(scope, FIRST_CHUNK, ["runs"]),
  });
  found(scenario[0]);
  const { removed } = found(counted[0]);
  if (removed === 0) throw notFound();
  return removed;
}
