import { type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "../../../../db/batch";
import { present } from "../../../../db/present";
import { underQuota } from "../../../../db/quotas";
import { runs } from "../../../../db/schema/automation";
import { leads } from "../../../../db/schema/leads";
import { within } from "../../../../db/scope";
import { dateEnrolment } from "../../../../db/statements/leads/leads";
import { insertRuns } from "../../../../db/statements/runs";
import type { Scope } from "../../../../env";
import { type ChunkSize, pauseAfter } from "../../../../lib/chunks";
import { cutPage } from "../../../../lib/cursor";
import { pageIds } from "../../../leads/search/page";
import type { LeadFilter } from "../../../leads/search/query";
import { type ChunkCounts, claimChunk, type Job, selectJob } from "./job";

/**
 * Whether a lead of the workspace has one of these ids. `not indexed` has each id looked up: an
 * index on the workspace would be read from end to end.
 */
export const haveIds = (scope: Scope, ids: number[]) => {
  const isListed = sql`id in (select value from json_each(${JSON.stringify(ids)}))`;
  return sql`leads.id in (
    select id from leads not indexed where ${within(scope, leads, isListed)})`;
};

const hasActiveRun = (scenarioId: number) => sql`exists (
  select 1 from runs
  where scenario_id = ${scenarioId} and lead_id = leads.id and ended_at is null
    and ${present(runs)})`;

/** Counts the leads of a chunk. Stands before the statement that enrols them. */
export const countLeads = (scenarioId: number, which: SQL) => sql<ChunkCounts>`
  select count(*) as matched,
         ifnull(sum(is_optout), 0) as opted_out,
         ifnull(sum(is_optout = 0 and ${hasActiveRun(scenarioId)}), 0) as already_active
  from leads where ${which}`;

/** Finds the leads of a chunk that are about to be enrolled. */
export const isToEnrol = (scenarioId: number, which: SQL) =>
  sql`${which} and is_optout = 0 and not ${hasActiveRun(scenarioId)}`;

/**
 * The ids of the next leads that a filter finds, at most `limit`, of those with an id below `below`;
 * `next` is where to go on from, null at the end. It reads a bounded number of rows.
 */
export async function nextPage(
  scope: Scope,
  filter: LeadFilter,
  below: number | null,
  limit: number,
) {
  const cursor = below === null ? null : ({ id: below, direction: "next" } as const);
  const page = { cursor, perPage: limit };
  const { rows } = await readBatch(scope, {
    rows: sql<{ id: number; stop: 0 | 1 }>`
      select row_id as id, stop from (${pageIds(scope, filter, page)}) order by row_id desc`,
  });
  const { items, next } = cutPage(rows, page, ({ id }: { id: number }) => id);
  return { ids: items, next: next?.id ?? null };
}

/**
 * Enrols the next chunk of a job, unless somebody else has, and pauses. Returns the job as it is
 * then; undefined if it is gone.
 */
export async function advance(scope: Scope, job: Job, size: ChunkSize): Promise<Job | undefined> {
  const filter: LeadFilter = JSON.parse(job.filter);
  const page = await pauseAfter(() => nextPage(scope, filter, job.cursor, size.limit));
  const token = crypto.randomUUID();
  const { scenario_id: scenarioId, enrolled_at: enrolledAt } = job;
  const isChunk = haveIds(scope, page.ids);
  const isClaimed = sql`${isChunk} and exists (
    select 1 from bulk_enrolments where id = ${job.id} and turn = ${token})`;
  const { current } = await pauseAfter(
    () =>
      batch(scope, {
        quota: underQuota(scope, "stored_bytes"),
        claimed: claimChunk(scope, job, token, page.next, countLeads(scenarioId, isChunk)),
        dated:
          enrolledAt === null
            ? undefined
            : dateEnrolment(isToEnrol(scenarioId, isClaimed), enrolledAt),
        runs: insertRuns(
          scope,
          scenarioId,
          sql`${isClaimed} and is_optout = 0`,
          enrolledAt ?? Date.now(),
        ),
        current: selectJob(scope, job.id),
      }),
    size,
  );
  scope.sink.wake({ runs: true });
  return current[0];
}
