import { type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { runs } from "#db/schema/automation";
import { leads } from "#db/schema/leads";
import { present } from "#db/scope/present";
import { within } from "#db/scope/scope";
import { dateEnrolment } from "#db/statements/leads/leads";
import { insertHeldOut, insertRuns } from "#db/statements/runs";
import { underQuota } from "#db/writes/quotas";
import type { Scope } from "#env";
import { tagsOf } from "#features/leads/search/filter";
import { pageIds } from "#features/leads/search/page";
import type { LeadFilter } from "#features/leads/search/query";
import { foreignTags } from "#features/leads/tags/store";
import { type ChunkSize, pauseAfter } from "#lib/chunks";
import { cutPage } from "#lib/cursor";
import { isHeldOut } from "./holdout";
import { type ChunkCounts, claimChunk, endJob, type Job, selectJob } from "./job";

/**
 * True if a lead of the workspace has one of these ids. `not indexed` has each id looked up: an
 * index on the workspace would be read from end to end.
 */
export const haveIds = (scope: Scope, ids: number[]) => {
  const isListed = sql`id in (select value from json_each(${JSON.stringify(ids)}))`;
  return sql`leads.id in (
    select id from leads not indexed where ${within(scope, leads, isListed)})`;
};

export const hasActiveRun = (scenarioId: number) => sql`exists (
  select 1 from runs
  where scenario_id = ${scenarioId} and lead_id = leads.id and ended_at is null
    and ${present(runs)})`;

/** Counts the leads of a chunk. Stands before the statement that enrols them. */
export const countLeads = (scenarioId: number, which: SQL, isHeldOut = sql`0`) => sql<ChunkCounts>`
  select count(*) as matched,
         ifnull(sum(is_optout), 0) as opted_out,
         ifnull(sum(is_optout = 0 and ${hasActiveRun(scenarioId)}), 0) as already_active,
         ifnull(sum(is_optout = 0 and ${isHeldOut} and not ${hasActiveRun(scenarioId)}), 0)
           as held_out
  from leads where ${which}`;

/** Finds the leads of a chunk that are about to be enrolled. */
export const isToEnrol = (scenarioId: number, which: SQL) =>
  sql`${which} and is_optout = 0 and not ${hasActiveRun(scenarioId)}`;

/**
 * The ids of the next leads that a filter finds, at most `limit`, of those with an id below
 * `below`; `next` is where to go on from, null at the end. It reads a bounded number of rows.
 * `isOutdated`: a tag of the filter is gone.
 */
export async function nextPage(
  scope: Scope,
  filter: LeadFilter,
  below: number | null,
  limit: number,
) {
  const cursor = below === null ? null : ({ id: below, direction: "next" } as const);
  const page = { cursor, perPage: limit };
  const tags = tagsOf(filter);
  const { rows, missing } = await readBatch(scope, {
    rows: sql<{ id: number; stop: 0 | 1 }>`
      select row_id as id, stop from (${pageIds(scope, filter, page)}) order by row_id desc`,
    missing: tags.length > 0 ? foreignTags(scope, { tags }) : undefined,
  });
  const { items, next } = cutPage(rows, page, ({ id }: { id: number }) => id);
  return { ids: items, next: next?.id ?? null, isOutdated: (missing ?? []).length > 0 };
}

/** A job with a pace enrols the leads of a minute at once. */
const limitOf = ({ per_hour }: Job, size: ChunkSize) =>
  per_hour === null ? size.limit : Math.min(size.limit, Math.max(Math.floor(per_hour / 60), 1));

/**
 * Enrols the next chunk of a job, unless somebody else has, and pauses. Returns the job as it is
 * then; undefined if it is gone.
 */
export async function advance(scope: Scope, job: Job, size: ChunkSize): Promise<Job | undefined> {
  const filter: LeadFilter = JSON.parse(job.filter);
  const limit = limitOf(job, size);
  const page = await pauseAfter(() => nextPage(scope, filter, job.cursor, limit));
  if (page.isOutdated) return endJob(scope, job.id, "failed", "tag_deleted");
  const token = crypto.randomUUID();
  const { scenario_id: scenarioId, enrolled_at: enrolledAt } = job;
  const isHeld = (id: number) => isHeldOut(job.holdout_seed, id, job.holdout);
  const [held, others] = [page.ids.filter(isHeld), page.ids.filter((id) => !isHeld(id))];
  const claimed = (ids: number[]) => sql`${haveIds(scope, ids)} and exists (
    select 1 from bulk_enrolments where id = ${job.id} and turn = ${token})`;
  const counts = countLeads(
    scenarioId,
    haveIds(scope, page.ids),
    held.length > 0 ? haveIds(scope, held) : undefined,
  );
  const { current } = await pauseAfter(
    () =>
      batch(scope, {
        quota: underQuota(scope, "stored_bytes"),
        claimed: claimChunk(scope, job, token, page.next, counts),
        heldOut:
          held.length > 0
            ? insertHeldOut(scope, scenarioId, isToEnrol(scenarioId, claimed(held)))
            : undefined,
        dated:
          enrolledAt === null
            ? undefined
            : dateEnrolment(isToEnrol(scenarioId, claimed(others)), enrolledAt),
        runs: insertRuns(
          scope,
          scenarioId,
          sql`${claimed(others)} and is_optout = 0`,
          enrolledAt ?? Date.now(),
          job.trigger_id === null
            ? null
            : { trigger_id: job.trigger_id, type: "recurring", event_id: null },
        ),
        current: selectJob(scope, job.id),
      }),
    size,
  );
  scope.sink.wake({ runs: true });
  return current[0];
}
