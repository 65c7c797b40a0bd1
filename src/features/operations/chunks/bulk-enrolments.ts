import { sql } from "drizzle-orm";
import { readBatch } from "../../../db/batch";
import { databasesOf } from "../../../db/databases";
import { isWritable } from "../../../db/freeze";
import { scopeIn } from "../../../db/scope";
import { isSuspended } from "../../../db/suspension";
import { wakeWorkers } from "../../../domain/wake";
import type { Bindings, Scope } from "../../../env";
import { ChunkSize } from "../../../lib/chunks";
import { Problem } from "../../../lib/problem";
import { advance } from "../../automation/runs/bulk/chunk";
import { endJob, type Job } from "../../automation/runs/bulk/job";
import { throwMissingScenario } from "../../automation/runs/enrol";

/** Enrols the leads of bulk enrolments, one chunk of one after the other. */
export class BulkEnrolmentQueue {
  readonly #env: Bindings;
  readonly #database: string;
  readonly #size = new ChunkSize(50, 300, 150);
  readonly #now: () => number;
  #lastId = 0;
  #nextAt: number | null = null;

  constructor(env: Bindings, database: string, now = () => Date.now()) {
    [this.#env, this.#database, this.#now] = [env, database, now];
  }

  /** When the next job is due, of those that were not when `workNext` last looked. */
  get nextAt() {
    return this.#nextAt;
  }

  /** Works a chunk of the next job; returns whether there was one. */
  async workNext(): Promise<boolean> {
    const job = await this.#next();
    if (!job) return false;
    this.#lastId = job.id;
    const place = { workspaceId: job.workspace_id, database: this.#database };
    // The filter may hold a national phone.
    const scope = { ...scopeIn(this.#env, place), defaultCountry: job.default_country };
    await advance(scope, job, this.#size)
      .catch(throwMissingScenario)
      .catch((error: unknown) => endWith(scope, job, error));
    await wakeWorkers(this.#env, scope, { ...scope.sink.drain(), chunks: false });
    return true;
  }

  /**
   * The jobs in turn. Those of workspaces that are suspended or being moved wait; a deleted workspace
   * is suspended.
   */
  async #next() {
    const isWaiting = isSuspended(sql`bulk_enrolments.workspace_id`);
    const first = (which: ReturnType<typeof sql>) => sql`(
      select min(id) from bulk_enrolments
      where finished_at is null and next_at <= ${this.#now()} and not ${isWaiting}
        and ${isWritable(sql`bulk_enrolments.workspace_id`)} ${which})`;
    const { jobs, waiting } = await readBatch(
      { db: databasesOf(this.#env).open(this.#database) },
      {
        jobs: sql<Job & { workspace_id: number; default_country: string | null }>`
          select *,
            (select default_country from workspaces where workspaces.id = workspace_id)
              as default_country
          from bulk_enrolments
          where id = ifnull(${first(sql`and id > ${this.#lastId}`)}, ${first(sql``)})`,
        waiting: sql<{ at: number | null }>`
          select min(next_at) as at from bulk_enrolments
          where finished_at is null and next_at > ${this.#now()}`,
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
