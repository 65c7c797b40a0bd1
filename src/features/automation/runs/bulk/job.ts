import { eq, type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "../../../../db/batch";
import { exists } from "../../../../db/rows";
import { bulkEnrolments, scenarios } from "../../../../db/schema/automation";
import { leads } from "../../../../db/schema/leads";
import { owned, within } from "../../../../db/scope";
import { isSuspended } from "../../../../db/suspension";
import type { bulkStates } from "../../../../domain/automation";
import type { Scope } from "../../../../env";
import { found } from "../../../../lib/problem";
import { DAY_MS, iso, isoOrNull } from "../../../../lib/time";
import type { LeadFilter } from "../../../leads/search/query";
import type { BulkEnrolmentJob } from "../schema";

export type ChunkCounts = { matched: number; already_active: number; opted_out: number };

/** A job as D1 returns it; `filter` is JSON. */
export type Job = ChunkCounts & {
  id: number;
  scenario_id: number;
  filter: string;
  enrolled_at: number | null;
  state: (typeof bulkStates)[number];
  cursor: number;
  start_id: number;
  last_id: number;
  created_at: number;
  finished_at: number | null;
};

const isJob = (scope: Scope, id: number) =>
  within(scope, bulkEnrolments, eq(bulkEnrolments.id, id));

export const jobExists = exists(bulkEnrolments);

export const selectJob = (scope: Scope, id: number) => sql<Job>`
  select * from bulk_enrolments where ${isJob(scope, id)}`;

/** Stores a job before its first chunk. A `not_found` problem without the scenario. */
export async function startJob(
  scope: Scope,
  scenarioId: number,
  filter: LeadFilter,
  enrolledAt: number | null,
): Promise<Job> {
  const isScenario = within(scope, scenarios, eq(scenarios.id, scenarioId));
  const leadId = (which: SQL) => sql`(
    select ifnull(${which}(id), 0) from leads where ${owned(scope, leads)})`;
  const { started } = await batch(scope, {
    started: sql<Job>`
      insert into bulk_enrolments (workspace_id, scenario_id, filter, enrolled_at, cursor, start_id,
        last_id, created_at)
      select workspace_id, id, ${JSON.stringify(filter)}, ${enrolledAt},
        ${leadId(sql`max`)} + 1, ${leadId(sql`max`)} + 1, ${leadId(sql`min`)}, ${Date.now()}
      from scenarios where ${isScenario}
      returning *`,
  });
  return found(started[0]);
}

/**
 * Moves a job behind a chunk, and counts it, unless the job has moved or ended meanwhile, or its
 * workspace is suspended. `token`
 * tells the other statements of the batch that the chunk is theirs. Without a `next`, the job ends.
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
    cursor = ${next ?? 0},
    matched = bulk_enrolments.matched + counts.matched,
    already_active = bulk_enrolments.already_active + counts.already_active,
    opted_out = bulk_enrolments.opted_out + counts.opted_out,
    state = ${next === null ? "completed" : "running"},
    finished_at = ${next === null ? Date.now() : null}
  from (${counts}) as counts
  where ${isJob(scope, job.id)} and cursor = ${job.cursor} and finished_at is null
    and not ${isSuspended(scope.workspaceId)}`;

/** Deletes a job that its request has finished: the answer has its counts. */
export const discardJob = (scope: Scope, id: number) =>
  batch(scope, { discarded: sql`delete from bulk_enrolments where ${isJob(scope, id)}` });

export const toWire = (job: Job): BulkEnrolmentJob => ({
  id: job.id,
  scenario_id: job.scenario_id,
  state: job.state,
  progress:
    job.state === "completed"
      ? 100
      : Math.floor(
          (100 * (job.start_id - job.cursor)) / Math.max(job.start_id - job.last_id + 1, 1),
        ),
  matched: job.matched,
  enrolled: job.matched - job.already_active - job.opted_out,
  already_active: job.already_active,
  opted_out: job.opted_out,
  created_at: iso(job.created_at),
  finished_at: isoOrNull(job.finished_at),
});

export async function getJob(scope: Scope, id: number): Promise<BulkEnrolmentJob> {
  const { job } = await readBatch(scope, { job: selectJob(scope, id) });
  return toWire(found(job[0]));
}

/** Ends a job that is running. Those who are enrolled stay so. */
export async function endJob(
  scope: Scope,
  id: number,
  state: "cancelled" | "failed",
): Promise<BulkEnrolmentJob> {
  const { job } = await batch(scope, {
    ended: sql`
      update bulk_enrolments set state = ${state}, finished_at = ${Date.now()}
      where ${isJob(scope, id)} and finished_at is null`,
    job: selectJob(scope, id),
  });
  return toWire(found(job[0]));
}

const KEPT_MS = 30 * DAY_MS;

/** Deletes at most `limit` jobs that ended more than 30 days ago. */
export const pruneJobs = (limit: number) => sql<{ pruned: 1 }>`
  delete from bulk_enrolments where id in (
    select id from bulk_enrolments where finished_at < ${Date.now() - KEPT_MS} limit ${limit})
  returning 1 as pruned`;
