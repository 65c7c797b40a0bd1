import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { isWritable } from "#db/placement/freeze";
import { isSuspended } from "#db/scope/suspension";
import type { Bindings, Scope } from "#env";
import { advance } from "#features/automation/runs/bulk/chunk";
import { endJob, type Job } from "#features/automation/runs/bulk/job";
import { throwMissingScenario } from "#features/automation/runs/enrol";
import { ChunkSize } from "#lib/chunks";
import { Problem } from "#lib/problem";
import { Queue, type QueueOptions } from "./queue";

type NextJob = Job & { workspace_id: number; default_country: string | null };

/** Enrols the leads of bulk enrolments, one chunk of one after the other. */
export class BulkEnrolmentQueue extends Queue<NextJob> {
  readonly #size = new ChunkSize(50, 300, 150);
  #nextAt: number | null = null;

  constructor(env: Bindings, database: string, options: QueueOptions = {}) {
    super("bulk_enrolments", { env, database }, options);
  }

  /** When the next job is due, of those that were not when `workNext` last looked. */
  get nextAt() {
    return this.#nextAt;
  }

  protected takingOf(job: NextJob) {
    return {
      id: job.id,
      work: () => this.#work(job),
      giveUp: () => endJob(this.#scopeOfJob(job), job.id, "failed", "internal_error"),
    };
  }

  async #work(job: NextJob) {
    const scope = this.#scopeOfJob(job);
    await advance(scope, job, this.#size)
      .catch(throwMissingScenario)
      .catch((error: unknown) => endWith(scope, job, error));
    await this.wake(scope);
  }

  /** The filter may hold a national phone. */
  #scopeOfJob({ workspace_id: workspaceId, default_country: defaultCountry }: NextJob): Scope {
    return { ...this.scopeOf(workspaceId), defaultCountry };
  }

  /**
   * The jobs in turn. Those of workspaces that are suspended or being moved wait; a deleted
   * workspace is suspended.
   */
  protected async next() {
    const isWaiting = isSuspended(sql`bulk_enrolments.workspace_id`);
    const first = (which: ReturnType<typeof sql>) => sql`(
      select min(id) from bulk_enrolments
      where finished_at is null and next_at <= ${this.now()} and not ${isWaiting}
        and ${isWritable(sql`bulk_enrolments.workspace_id`)} ${which})`;
    const { jobs, waiting } = await readBatch(
      { db: this.db },
      {
        jobs: sql<NextJob>`
          select *,
            (select default_country from workspaces where workspaces.id = workspace_id)
              as default_country
          from bulk_enrolments
          where id = ifnull(${first(sql`and id > ${this.lastId}`)}, ${first(sql``)})`,
        waiting: sql<{ at: number | null }>`
          select min(next_at) as at from bulk_enrolments
          where finished_at is null and next_at > ${this.now()}`,
      },
    );
    this.#nextAt = waiting[0]?.at ?? null;
    return jobs[0];
  }
}

/** A job goes with its scenario, and fails where a quota is reached. */
async function endWith(scope: Scope, job: Job, error: unknown) {
  if (!(error instanceof Problem)) throw error;
  if (error.code !== "not_found") await endJob(scope, job.id, "failed", "quota_reached");
}
