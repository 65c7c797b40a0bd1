import { eq, isNull, type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { keyset } from "#db/lists/keyset";
import { stop } from "#db/lists/page";
import { matching } from "#db/lists/walk";
import { scenarios } from "#db/schema/automation";
import { bulkEnrolments } from "#db/schema/bulk-enrolments";
import { leads } from "#db/schema/leads";
import { exists, selectId } from "#db/scope/rows";
import { owned, within } from "#db/scope/scope";
import { isSuspended } from "#db/scope/suspension";
import type { bulkFailures, bulkStates } from "#domain/automation";
import type { Scope } from "#env";
import type { LeadFilter } from "#features/leads/search/query";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found, Problem } from "#lib/problem";
import { DAY_MS, HOUR_MS, iso, isoOrNull } from "#lib/time";
import type { BulkEnrolmentJob, BulkEnrolmentQuery } from "./schema";

export type ChunkCounts = {
  matched: number;
  already_active: number;
  opted_out: number;
  held_out: number;
};

/** When a job begins, how fast it goes on, and whom it leaves out. */
export type Pace = {
  startsAt: number | null;
  perHour: number | null;
  /** The share of the leads. */
  holdout: number;
  /** Decides which leads they are. */
  seed: string | null;
};

export const AT_ONCE: Pace = { startsAt: null, perHour: null, holdout: 0, seed: null };

/** A job as D1 returns it; `filter` is JSON. */
export type Job = ChunkCounts & {
  id: number;
  scenario_id: number;
  filter: string;
  enrolled_at: number | null;
  state: (typeof bulkStates)[number];
  reason: (typeof bulkFailures)[number] | null;
  starts_at: number | null;
  per_hour: number | null;
  holdout: number;
  holdout_seed: string | null;
  next_at: number;
  cursor: number;
  start_id: number;
  last_id: number;
  trigger_id: string | null;
  created_at: number;
  finished_at: number | null;
};

/** A workspace has at most so many jobs that are not over. */
export const MAX_OPEN = 100;

const isJob = (scope: Scope, id: number) =>
  within(scope, bulkEnrolments, eq(bulkEnrolments.id, id));

export const jobExists = exists(bulkEnrolments);

export const selectJob = (scope: Scope, id: number) => sql<Job>`
  select * from bulk_enrolments where ${isJob(scope, id)}`;

const leadId = (scope: Scope, which: SQL) => sql`(
  select ifnull(${which}(id), 0) from leads where ${owned(scope, leads)})`;

/**
 * Stores a job before its first chunk. A `not_found` problem without the scenario, a `conflict`
 * where the workspace has too many.
 */
export async function startJob(
  scope: Scope,
  scenarioId: number,
  filter: LeadFilter,
  enrolledAt: number | null,
  { startsAt, perHour, holdout, seed }: Pace = AT_ONCE,
): Promise<Job> {
  const isScenario = within(scope, scenarios, eq(scenarios.id, scenarioId));
  const isOpen = within(scope, bulkEnrolments, isNull(bulkEnrolments.finishedAt));
  const state = startsAt === null ? "running" : "scheduled";
  const start =
    startsAt === null ? sql`${leadId(scope, sql`max`)} + 1` : sql`${Number.MAX_SAFE_INTEGER}`;
  const { started, scenario } = await batch(scope, {
    started: sql<Job>`
      insert into bulk_enrolments (workspace_id, scenario_id, filter, enrolled_at, state, starts_at,
        per_hour, holdout, holdout_seed, next_at, cursor, start_id, last_id, created_at)
      select workspace_id, id, ${JSON.stringify(filter)}, ${enrolledAt}, ${state}, ${startsAt},
        ${perHour}, ${holdout}, ${seed}, ${startsAt ?? 0}, ${start}, ${start},
        ${leadId(scope, sql`min`)}, ${Date.now()}
      from scenarios where ${isScenario}
        and (select count(*) from bulk_enrolments where ${isOpen}) < ${MAX_OPEN}
      returning *`,
    scenario: selectId(scope, scenarios, scenarioId),
  });
  found(scenario[0]);
  const [job] = started;
  if (!job)
    throw new Problem("quota_reached", {
      message: `The workspace has ${MAX_OPEN} bulk enrolments that are not over.`,
    });
  // Its worker waits for the time that the job begins.
  scope.sink.wake({ chunks: startsAt !== null || perHour !== null });
  return job;
}

/** When the next chunk of a job is due, after one that has enrolled some of these leads. */
const dueAfter = ({ per_hour }: Job) =>
  per_hour === null
    ? sql`next_at`
    : sql`${Date.now()} + cast((counts.matched - counts.already_active - counts.opted_out
        - counts.held_out) * ${HOUR_MS / per_hour} as integer)`;

/**
 * Moves a job behind a chunk, and counts it, unless the job has moved or ended meanwhile, or its
 * workspace is suspended. `token` tells the other statements of the batch that the chunk is theirs.
 * Without a `next`, the job ends. Of a scheduled job, the first chunk says which leads are there.
 */
export const claimChunk = (
  scope: Scope,
  job: Job,
  token: string,
  next: number | null,
  counts: SQL,
) => sql`
  update bulk_enrolments set
    turn = ${token},
    start_id = iif(state = 'scheduled', ${leadId(scope, sql`max`)} + 1, start_id),
    last_id = iif(state = 'scheduled', ${leadId(scope, sql`min`)}, last_id),
    cursor = ${next ?? 0},
    next_at = ${dueAfter(job)},
    matched = bulk_enrolments.matched + counts.matched,
    already_active = bulk_enrolments.already_active + counts.already_active,
    opted_out = bulk_enrolments.opted_out + counts.opted_out,
    held_out = bulk_enrolments.held_out + counts.held_out,
    state = ${next === null ? "completed" : "running"},
    finished_at = ${next === null ? Date.now() : null}
  from (${counts}) as counts
  where ${isJob(scope, job.id)} and cursor = ${job.cursor} and finished_at is null
    and not ${isSuspended(scope.workspaceId)}`;

/** Deletes a job that its request has finished: the answer has its counts. */
export const discardJob = (scope: Scope, id: number) =>
  batch(scope, { discarded: sql`delete from bulk_enrolments where ${isJob(scope, id)}` });

/** The number of leads that have a new run, of those that a job has looked at. */
export const enrolledOf = ({ matched, already_active, opted_out, held_out }: ChunkCounts) =>
  matched - already_active - opted_out - held_out;

const progressOf = ({ state, start_id, cursor, last_id }: Job) =>
  state === "completed"
    ? 100
    : Math.floor((100 * (start_id - cursor)) / Math.max(start_id - last_id + 1, 1));

export const toWire = (job: Job): BulkEnrolmentJob => ({
  id: job.id,
  scenario_id: job.scenario_id,
  state: job.state,
  reason: job.reason,
  progress: progressOf(job),
  matched: job.matched,
  enrolled: enrolledOf(job),
  already_active: job.already_active,
  opted_out: job.opted_out,
  held_out: job.held_out,
  at: isoOrNull(job.starts_at),
  per_hour: job.per_hour,
  holdout: job.holdout,
  holdout_seed: job.holdout_seed,
  created_at: iso(job.created_at),
  finished_at: isoOrNull(job.finished_at),
});

export async function getJob(scope: Scope, id: number): Promise<BulkEnrolmentJob> {
  const { job } = await readBatch(scope, { job: selectJob(scope, id) });
  return toWire(found(job[0]));
}

export async function listJobs(
  scope: Scope,
  { state, scenario_id: scenarioId }: BulkEnrolmentQuery,
  page: PageRequest,
): Promise<Page<BulkEnrolmentJob>> {
  const { after, order } = keyset(bulkEnrolments.id, page);
  const ids = sql`
    select id from bulk_enrolments where ${owned(scope, bulkEnrolments, after)} order by ${order}`;
  const isListed = within(
    scope,
    bulkEnrolments,
    state && eq(bulkEnrolments.state, state),
    scenarioId === undefined ? undefined : eq(bulkEnrolments.scenarioId, scenarioId),
  );
  const { jobs } = await readBatch(scope, {
    jobs: sql<Job & { stop: 0 | 1 }>`
      select bulk_enrolments.*, ${stop}
      from (${matching(bulkEnrolments, isListed, { ids, rowsRead: 1 }, page)}) as page
      cross join bulk_enrolments on bulk_enrolments.id = page.row_id
      order by ${keyset(sql`page.row_id`, page).order}`,
  });
  return cutPage(jobs, page, toWire);
}

/** Ends a job that is not over. Those who are enrolled stay so. */
export async function endJob(
  scope: Scope,
  id: number,
  state: "cancelled" | "failed",
  reason: Job["reason"] = null,
): Promise<Job> {
  const { job } = await batch(scope, {
    ended: sql`
      update bulk_enrolments
      set state = ${state}, reason = ${reason}, finished_at = ${Date.now()}
      where ${isJob(scope, id)} and finished_at is null`,
    job: selectJob(scope, id),
  });
  return found(job[0]);
}

export const cancelJob = async (scope: Scope, id: number): Promise<BulkEnrolmentJob> =>
  toWire(await endJob(scope, id, "cancelled"));

const KEPT_MS = 30 * DAY_MS;

/** Deletes at most `limit` jobs that ended more than 30 days ago. */
export const pruneJobs = (limit: number) => sql<{ pruned: 1 }>`
  delete from bulk_enrolments where id in (
    select id from bulk_enrolments where finished_at < ${Date.now() - KEPT_MS} limit ${limit})
  returning 1 as pruned`;
