import { and, eq, getTableColumns, gt, gte, lte, type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { createdWithin } from "#db/lists/created-range";
import { pagedWhere, stopIn } from "#db/lists/page";
import { allOf, ownEqual } from "#db/lists/walk";
import { type RunCause, runs, scenarios } from "#db/schema/automation";
import { removedRuns } from "#db/scope/present";
import { selectId } from "#db/scope/rows";
import { nextLook, stateOfRun } from "#db/statements/run-states";
import { actorOf } from "#domain/actors";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import type { AllRunsQuery, Run, RunQuery } from "./schema";
import type { StartedBy } from "./started-by";

const { workspaceId, revision, state, turn, memory, visits, waitingUntil, ...own } =
  getTableColumns(runs);
const trackedTags = sql<string>`
  (select json_group_array(json_array(tag_id, created_at) order by created_at, tag_id)
   from run_tags
   where run_id = runs.id and exists (select 1 from tags where tags.id = tag_id))`;
/** The columns for `toWire`. */
export const runColumns = { ...own, state: stateOfRun.as("state"), trackedTags };

type Row = Pick<typeof runs.$inferSelect, keyof typeof own | "state"> & { trackedTags: string };
/** The JSON of `trackedTags`. */
type TrackedTags = [tagId: number, addedAt: number][];

export const toWire = (row: Row): Run => ({
  id: row.id,
  scenario_id: row.scenarioId,
  lead_id: row.leadId,
  scenario_version: row.version,
  channel_id: row.channelId,
  state: row.state,
  node_id: row.nodeId,
  waiting_for: row.waitingFor,
  next_at: isoOrNull(nextLook(row.nextAt, row.waitingFor)),
  end_reason: row.endReason,
  ...pauseOf(row),
  tracked_tags: (JSON.parse(row.trackedTags) as TrackedTags).map(([tagId, addedAt]) => ({
    tag_id: tagId,
    added_at: iso(addedAt),
  })),
  started_by: startedByOf(row.cause),
  enrolled_at: iso(row.enrolledAt),
  ended_at: isoOrNull(row.endedAt),
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

/** The trigger that has started a run; null for one that was enrolled. */
export const startedByOf = (cause: RunCause | null): StartedBy =>
  cause && {
    type: cause.type,
    trigger_id: cause.trigger_id,
    event_id: cause.event_id,
    message_id: cause.message_id ?? null,
    comment_id: cause.comment_id ?? null,
    by_run_id: cause.by ?? null,
  };

/**
 * The pause of the run itself: by whom, when and why; null if there is none, and once the run has
 * ended.
 */
export function pauseOf(row: Pick<Row, "pausedAt" | "pauseReason" | "pausedBy" | "endedAt">) {
  const { pausedAt, pauseReason, pausedBy } =
    row.endedAt === null ? row : { pausedAt: null, pauseReason: null, pausedBy: null };
  return {
    paused_at: isoOrNull(pausedAt),
    pause_reason: pauseReason,
    paused_by: actorOf(pausedBy),
  };
}

/** The conditions that find the runs of a page: by an index, and by a check of each run. */
type Conditions = { key: SQL | undefined; filter: SQL | undefined };

const selectPage = (scope: Scope, page: PageRequest, conditions: Conditions) =>
  pagedWhere(
    scope.db
      .select({ ...runColumns, stop: stopIn(conditions.filter, runs) })
      .from(runs)
      .$dynamic(),
    scope,
    runs,
    page,
    conditions,
  );

/** The conditions that are checked on each run. */
const filterOf = ({ state, trigger_id, updated_from: from, updated_to: to }: RunQuery) =>
  and(
    state && sql`${stateOfRun} = ${state}`,
    trigger_id === undefined ? undefined : sql`${runs.cause} ->> 'trigger_id' = ${trigger_id}`,
    from === undefined ? undefined : gte(runs.updatedAt, from),
    to === undefined ? undefined : lte(runs.updatedAt, to),
  );

const ofScenario = (scope: Scope, id: number | undefined) =>
  id === undefined
    ? undefined
    : and(ownEqual(scope, runs, runs.scenarioId, id), gt(runs.id, removedRuns(id)));

/** The runs of a scenario. */
export async function listRuns(
  scope: Scope,
  scenarioId: number,
  query: RunQuery,
  page: PageRequest,
): Promise<Page<Run>> {
  const { lead_id: leadId } = query;
  const created = createdWithin(scope, runs, query);
  const { scenario, listed } = await readBatch(scope, {
    scenario: selectId(scope, scenarios, scenarioId),
    listed: selectPage(scope, page, {
      key: and(
        ofScenario(scope, scenarioId),
        leadId === undefined ? undefined : eq(runs.leadId, leadId),
        created.ids,
      ),
      filter: and(filterOf(query), created.exact),
    }),
  });
  found(scenario[0]);
  return cutPage(listed, page, toWire);
}

/** The runs of all scenarios, or of one that is not known to exist. */
export async function listAllRuns(
  scope: Scope,
  query: AllRunsQuery,
  page: PageRequest,
): Promise<Page<Run>> {
  const created = createdWithin(scope, runs, query);
  const lead = ownEqual(scope, runs, runs.leadId, query.lead_id);
  const scenario = ofScenario(scope, query.scenario_id);
  const listed = await selectPage(scope, page, {
    key: and(lead ?? scenario ?? allOf(scope, runs), created.ids),
    filter: and(lead && scenario, filterOf(query), created.exact),
  });
  return cutPage(listed, page, toWire);
}
