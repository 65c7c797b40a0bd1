import { type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { isWritable } from "#db/placement/freeze";
import { isSuspended } from "#db/scope/suspension";
import type { Bindings } from "#env";
import { advanceMerge } from "#features/leads/merge/store";
import { ChunkSize } from "#lib/chunks";
import { Queue, type SizedQueueOptions } from "./queue";

type Merge = { leadId: number; keepId: number; workspaceId: number };

/** Moves the rows of leads that are merged, one chunk of one merge after the other. */
export class LeadMergeQueue extends Queue<Merge> {
  readonly #size: ChunkSize;

  constructor(
    env: Bindings,
    database: string,
    { size = new ChunkSize(50, 500, 100), ...options }: SizedQueueOptions = {},
  ) {
    super("lead_merges", { env, database }, options);
    this.#size = size;
  }

  protected takingOf(next: Merge) {
    return { id: next.leadId, work: () => this.#work(next) };
  }

  async #work({ leadId, keepId, workspaceId }: Merge) {
    const scope = this.scopeOf(workspaceId);
    const start = Date.now();
    await advanceMerge(scope, { leadId, keepId }, this.#size.limit);
    this.#size.follow(Date.now() - start);
    await this.wake(scope);
  }

  /** The merges in turn, save those of workspaces that are suspended or being moved. */
  protected async next() {
    const first = (which: SQL) => sql`(
      select min(lead_id) from lead_merges
      where finished_at is null and next_at <= ${Date.now()}
        and not ${isSuspended(sql`lead_merges.workspace_id`)}
        and ${isWritable(sql`lead_merges.workspace_id`)} ${which})`;
    const { rows } = await readBatch(
      { db: this.db },
      {
        rows: sql<Merge>`
          select lead_id as leadId, keep_id as keepId, workspace_id as workspaceId
          from lead_merges
          where lead_id = ifnull(${first(sql`and lead_id > ${this.lastId}`)}, ${first(sql``)})`,
      },
    );
    return rows[0];
  }
}
