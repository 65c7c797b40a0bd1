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
import { Turns } from "../../../lib/turns";
import { advance } from "../../automation/runs/bulk/chunk";
import { endJob, type Job } from "../../automation/runs/bulk/job";
import { throwMissingScenario } from "../../automation/runs/enrol";

type NextJob = Job & { workspace_id: number; default_country: string | null };

/** Enrols the leads of bulk enrolments, one chunk of one after the other. */
export class BulkEnrolmentQueue {
  readonly #env: Bindings;
  readonly #database: string;
  readonly #size = new ChunkSize(50, 300, 150);
  readonly #now: () => number;
  readonly #turns: Turns;
  #nextAt: number | null = null;

  constructor(
    env: Bindings,
    database: string,
    now = () => Date.now(),
    turns = new Turns(undefined, "bulk_enrolments"),
  ) {
    [this.#env, this.#database, this.#now, this.#turns] = [env, database, now, turns];
  }

  /** When the next job is due, of those that were not when `workNext` last looked. */
  get nextAt() {
    return this.#nextAt;
  }

  /** Works a chunk of the next job; returns whether there was one. */
  workNext(): Promise<boolean> {
    return this.#turns.takeNext(
      () => this.#next(),
      (job) => ({
        id: job.id,
        work: () => this.#work(job),
        giveUp: () => endJob(this.#scopeOf(job), job.id, "failed", "internal_error"),
      }),
    );
  }

  async #work(job: NextJob) {
    const scope = this.#scopeOf(job);
    await advance(scope, job, this.#size)
      .catch(throwMissingScenario)
      .catch((error: unknown) => endWith(scope, job, error));
    await wakeWorkers(this.#env, scope, { ...scope.sink.drain(), chunks: false });
  }

  /** The filter may hold a national phone. */
  #scopeOf({ workspace_id: workspaceId, default_country: defaultCountry }: NextJob): Scope {
    return { ...scopeIn(this.#env, { workspaceId, database: this.#database }), defaultCountry };
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
        jobs: sql<NextJob>`
          select *,
            (select default_country from workspaces where workspaces.id = workspace_id)
              as default_country
          from bulk_enrolments
          where id = ifnull(${first(sql`and id > ${this.#turns.lastId}`)}, ${first(sql``)})`,
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
