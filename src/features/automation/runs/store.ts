import { and, count, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import { refusedFor } from "../../../db/errors";
import { paged } from "../../../db/page";
import { exists, selectId } from "../../../db/rows";
import { endedRun, failQueuedOf } from "../../../db/runs";
import { runs, scenarios } from "../../../db/schema/automation";
import { leads } from "../../../db/schema/leads";
import { readAll, rows, within, write } from "../../../db/scope";
import type { Scope } from "../../../env";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { found, invalid, notFound, Problem } from "../../../lib/problem";
import { iso, isoOrNull } from "../../../lib/time";
import { fieldErrors, messages } from "../../../lib/validation-messages";
import { selectLead, toLead } from "../../leads/read";
import type { Lead } from "../../leads/schema";
import { saveLead } from "../../leads/store";
import type { EnrolInput } from "./input";
import type { Run, RunQuery } from "./schema";

const { workspaceId, revision, turn, memory, visits, waitingUntil, ...own } = getTableColumns(runs);
const trackedTags = sql<string>`(select json_group_array(json_array(tag_id, created_at) order by created_at, tag_id) from run_tags where run_id = runs.id)`;
const columns = { ...own, trackedTags };

type Row = Pick<typeof runs.$inferSelect, keyof typeof own> & { trackedTags: string };

const toWire = (row: Row): Run => ({
  id: row.id,
  scenario_id: row.scenarioId,
  lead_id: row.leadId,
  scenario_version: row.version,
  state: row.state,
  node_id: row.nodeId,
  waiting_for: row.waitingFor,
  next_at: isoOrNull(row.nextAt),
  end_reason: row.endReason,
  tracked_tags: (JSON.parse(row.trackedTags) as [number, number][]).map(([tagId, addedAt]) => ({
    tag_id: tagId,
    added_at: iso(addedAt),
  })),
  enrolled_at: iso(row.enrolledAt),
  ended_at: isoOrNull(row.endedAt),
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

/**
 * The INSERT of a run of each lead that `which` finds, the workspace's all of them, unless it has an active one there. The run of an
 * opted-out lead ends at once. Without the scenario there is no version, and the whole batch fails: see `refuseMissing`.
 */
function insertion(scope: Scope, scenarioId: number, which: SQL, enrolledAt: number) {
  const now = Date.now();
  const ofScenario = (column: SQL) =>
    sql`(select ${column} from scenarios where ${within(scope, scenarios, eq(scenarios.id, scenarioId))})`;
  return sql`insert into runs (workspace_id, scenario_id, lead_id, version, state, next_at, enrolled_at, end_reason, ended_at, created_at, updated_at)
    select workspace_id, ${scenarioId}, id, ${ofScenario(sql`version`)},
      iif(is_optout, 'exited', iif(${ofScenario(sql`is_active`)}, 'pending', 'paused')), iif(is_optout, null, ${enrolledAt}),
      ${enrolledAt}, iif(is_optout, 'opted_out', null), iif(is_optout, ${now}, null), ${now}, ${now}
    from leads where ${which} on conflict do nothing`;
}

/** Makes runs of leads, as `insertion` says. */
export const insertRuns = (scope: Scope, scenarioId: number, which: SQL, enrolledAt: number) =>
  rows(scope, insertion(scope, scenarioId, which, enrolledAt));

/** Makes a lead's run; no row comes back where it has an active one there. */
const insertRun = (scope: Scope, scenarioId: number, leadId: number | SQL, enrolledAt: number) =>
  rows<{ id: number }>(
    scope,
    sql`${insertion(scope, scenarioId, within(scope, leads, eq(leads.id, leadId)), enrolledAt)} returning id`,
  );

/** A `not_found` problem where `insertRuns` found no scenario; rethrows anything else. */
export function refuseMissing(error: unknown): never {
  throw refusedFor(error, "NOT NULL constraint failed: runs.version") ? notFound() : error;
}

/** Enrols an existing lead, or one that it creates (with `upsert`, updates). `enrolled` is false when the lead has an active run there already. */
export async function enrol(
  scope: Scope,
  scenarioId: number,
  input: EnrolInput,
  upsert: boolean,
): Promise<{ lead: Lead; enrolled: boolean }> {
  const { lead_id: leadId, ...attributes } = input;
  const enrolledAt = input.enrolled_at ?? Date.now();
  if (leadId != null) return enrolExisting(scope, scenarioId, leadId, input.enrolled_at ?? null);
  const saving = {
    upsert,
    alongside: (id: number | SQL) => insertRun(scope, scenarioId, id, enrolledAt),
  };
  const { lead, alongside } = await saveLead(scope, attributes, saving).catch(refuseMissing);
  scope.sink.wake({ runs: true });
  return { lead, enrolled: alongside.length > 0 };
}

async function enrolExisting(
  scope: Scope,
  scenarioId: number,
  leadId: number,
  enrolledAt: number | null,
) {
  const stampLead = scope.db
    .update(leads)
    .set({ enrolledAt: sql`ifnull(${enrolledAt}, ${leads.enrolledAt})` })
    .where(within(scope, leads, eq(leads.id, leadId)));
  const [scenario, made, , [lead]] = await write(scope, [
    selectId(scope, scenarios, scenarioId),
    insertRun(scope, scenarioId, leadId, enrolledAt ?? Date.now()),
    stampLead,
    selectLead(scope, leadId),
  ]).catch(refuseMissing);
  found(scenario[0]);
  if (!lead) throw invalid(fieldErrors(["lead_id"], messages.selected));
  scope.sink.wake({ runs: true });
  return { lead: toLead(lead), enrolled: made.length > 0 };
}

export async function listRuns(
  scope: Scope,
  scenarioId: number,
  { state, lead_id }: RunQuery,
  page: PageRequest,
): Promise<Page<Run>> {
  const filters = and(
    eq(runs.scenarioId, scenarioId),
    state && eq(runs.state, state),
    lead_id === undefined ? undefined : eq(runs.leadId, lead_id),
  );
  const [scenario, listed] = await readAll(scope, [
    selectId(scope, scenarios, scenarioId),
    paged(scope.db.select(columns).from(runs).$dynamic(), scope, runs, page, filters),
  ]);
  found(scenario[0]);
  return cutPage(listed, page, toWire);
}

export const runExists = exists(runs);

const selectRun = (scope: Scope, id: number) =>
  scope.db
    .select(columns)
    .from(runs)
    .where(within(scope, runs, eq(runs.id, id)));

export const getRun = async (scope: Scope, id: number) =>
  toWire(found(await selectRun(scope, id).get()));

/** Ends an active run, of which nothing more is sent; an ended one never changes: a `conflict` problem. */
export async function cancelRun(scope: Scope, id: number): Promise<Run> {
  const [, cancelled, [run]] = await write(scope, [
    failQueuedOf(scope, sql`select id from runs where id = ${id} and ended_at is null`),
    scope.db
      .update(runs)
      .set(endedRun("cancelled", "cancelled"))
      .where(within(scope, runs, eq(runs.id, id), isNull(runs.endedAt)))
      .returning({ id: runs.id }),
    selectRun(scope, id),
  ]);
  found(run);
  if (cancelled.length === 0)
    throw new Problem("conflict", { message: "The run has ended already." });
  return toWire(run!);
}

/** Removes the runs of a scenario, or those of one lead there, running or ended: nothing more is sent of them. Their count. */
export async function removeRuns(scope: Scope, scenarioId: number, leadId?: number) {
  const which = within(
    scope,
    runs,
    eq(runs.scenarioId, scenarioId),
    leadId === undefined ? undefined : eq(runs.leadId, leadId),
  );
  const [, scenario, [counted]] = await write(scope, [
    failQueuedOf(scope, sql`select id from runs where ${which}`),
    selectId(scope, scenarios, scenarioId),
    scope.db.select({ removed: count() }).from(runs).where(which),
    scope.db.delete(runs).where(which),
  ]);
  found(scenario[0]);
  if (leadId !== undefined && counted!.removed === 0) throw notFound();
  return counted!.removed;
}
