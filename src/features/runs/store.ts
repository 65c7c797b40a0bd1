import { and, count, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import { refusedFor } from "../../db/errors";
import { paged } from "../../db/page";
import { selectId } from "../../db/rows";
import { endedRun } from "../../db/runs";
import { leads, runs, scenarios } from "../../db/schema";
import { readAll, within, write } from "../../db/scope";
import type { Scope } from "../../env";
import { cutPage, type Page, type PageRequest } from "../../lib/cursor";
import { fieldErrors, messages } from "../../lib/messages";
import { found, invalid, notFound, Problem } from "../../lib/problem";
import { iso, isoOrNull } from "../../lib/time";
import { selectLead, toLead } from "../leads/read";
import type { Lead } from "../leads/schema";
import { saveLead } from "../leads/store";
import type { EnrolInput, Run, RunQuery } from "./schema";

const { workspaceId, revision, ...columns } = getTableColumns(runs);
type Row = Pick<typeof runs.$inferSelect, keyof typeof columns>;

const toWire = (row: Row): Run => ({
  id: row.id,
  scenario_id: row.scenarioId,
  lead_id: row.leadId,
  scenario_version: row.version,
  state: row.state,
  node_id: row.nodeId,
  next_at: isoOrNull(row.nextAt),
  end_reason: row.endReason,
  enrolled_at: iso(row.enrolledAt),
  ended_at: isoOrNull(row.endedAt),
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

const ownScenario = (scope: Scope, id: number) => within(scope, scenarios, eq(scenarios.id, id));

/**
 * Makes the lead's run, unless it has an active one there: then no row comes back. The run of an opted-out lead ends at once.
 * Without the scenario there is no version, and the whole batch fails: see `refuseMissing`.
 */
const insertRun = (scope: Scope, scenarioId: number, leadId: number | SQL, enrolledAt: number) => {
  const now = Date.now();
  const ifOptedOut = <T>(value: T) => sql<T | null>`iif(${leads.isOptout}, ${value}, null)`;
  const run = {
    id: sql<number>`null`.as("id"),
    workspaceId: leads.workspaceId,
    scenarioId: sql<number>`${scenarioId}`.as("scenario_id"),
    leadId: leads.id,
    version: sql<number>`(select version from scenarios where ${ownScenario(scope, scenarioId)})`.as("version"),
    state: sql<"exited" | "pending">`iif(${leads.isOptout}, 'exited', 'pending')`.as("state"),
    nodeId: sql<null>`null`.as("node_id"),
    nextAt: sql<number | null>`iif(${leads.isOptout}, null, ${enrolledAt})`.as("next_at"),
    revision: sql<number>`0`.as("revision"),
    enrolledAt: sql<number>`${enrolledAt}`.as("enrolled_at"),
    endReason: ifOptedOut("opted_out").as("end_reason"),
    endedAt: ifOptedOut(now).as("ended_at"),
    createdAt: sql<number>`${now}`.as("created_at"),
    updatedAt: sql<number>`${now}`.as("updated_at"),
  };
  return scope.db
    .insert(runs)
    .select(
      scope.db
        .select(run)
        .from(leads)
        .where(within(scope, leads, eq(leads.id, leadId))),
    )
    .onConflictDoNothing()
    .returning({ id: runs.id });
};

/** A `not_found` problem where `insertRun` found no scenario; rethrows anything else. */
function refuseMissing(error: unknown): never {
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
  const saving = { upsert, alongside: (id: number | SQL) => insertRun(scope, scenarioId, id, enrolledAt) };
  const { lead, alongside } = await saveLead(scope, attributes, saving).catch(refuseMissing);
  return { lead, enrolled: alongside.length > 0 };
}

async function enrolExisting(scope: Scope, scenarioId: number, leadId: number, enrolledAt: number | null) {
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
  return { lead: toLead(lead), enrolled: made.length > 0 };
}

export async function listRuns(scope: Scope, scenarioId: number, { state, lead_id }: RunQuery, page: PageRequest): Promise<Page<Run>> {
  const filters = and(
    eq(runs.scenarioId, scenarioId),
    state && eq(runs.state, state),
    lead_id === undefined ? undefined : eq(runs.leadId, lead_id),
  );
  const [scenario, rows] = await readAll(scope, [
    selectId(scope, scenarios, scenarioId),
    paged(scope.db.select(columns).from(runs).$dynamic(), scope, runs, page, filters),
  ]);
  found(scenario[0]);
  return cutPage(rows, page, toWire);
}

const selectRun = (scope: Scope, id: number) =>
  scope.db
    .select(columns)
    .from(runs)
    .where(within(scope, runs, eq(runs.id, id)));

export const getRun = async (scope: Scope, id: number) => toWire(found(await selectRun(scope, id).get()));

/** Ends an active run; an ended one never changes: a `conflict` problem. */
export async function cancelRun(scope: Scope, id: number): Promise<Run> {
  const [cancelled, [run]] = await write(scope, [
    scope.db
      .update(runs)
      .set(endedRun("cancelled", "cancelled"))
      .where(within(scope, runs, eq(runs.id, id), isNull(runs.endedAt)))
      .returning({ id: runs.id }),
    selectRun(scope, id),
  ]);
  found(run);
  if (cancelled.length === 0) throw new Problem("conflict", { message: "The run has ended already." });
  return toWire(run!);
}

/** Removes the runs of a scenario, or those of one lead there, running or ended. Their count. */
export async function removeRuns(scope: Scope, scenarioId: number, leadId?: number) {
  const which = within(scope, runs, eq(runs.scenarioId, scenarioId), leadId === undefined ? undefined : eq(runs.leadId, leadId));
  const [scenario, [counted]] = await write(scope, [
    selectId(scope, scenarios, scenarioId),
    scope.db.select({ removed: count() }).from(runs).where(which),
    scope.db.delete(runs).where(which),
  ]);
  found(scenario[0]);
  if (leadId !== undefined && counted!.removed === 0) throw notFound();
  return counted!.removed;
}
