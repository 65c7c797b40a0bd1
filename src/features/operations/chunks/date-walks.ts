import { type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { isWritable } from "#db/placement/freeze";
import { isWalking } from "#db/statements/date-walks";
import type { Bindings } from "#env";
import { walkChunk } from "#features/automation/triggers/times/walk";
import { ChunkSize } from "#lib/chunks";
import { Queue, type SizedQueueOptions } from "./queue";

/** Sets the times of `date` triggers for all leads, one chunk of one workspace after the other. */
export class DateWalkQueue extends Queue<number> {
  readonly #size: ChunkSize;

  constructor(
    env: Bindings,
    database: string,
    { size = new ChunkSize(50, 500, 100), ...options }: SizedQueueOptions = {},
  ) {
    super("date_walks", { env, database }, options);
    this.#size = size;
  }

  protected takingOf(workspaceId: number) {
    return { id: workspaceId, work: () => this.#work(workspaceId) };
  }

  async #work(workspaceId: number) {
    const scope = this.scopeOf(workspaceId);
    const start = Date.now();
    await walkChunk(scope, this.#size.limit, start);
    this.#size.follow(Date.now() - start);
    await this.wake(scope);
  }

  /** The workspaces in turn, save those that are suspended or being moved. */
  protected async next() {
    const first = (which: SQL) => sql`(
      select min(workspace_id) from trigger_cursors
      where ${isWalking} and ${isWritable(sql`workspace_id`)} ${which})`;
    const { rows } = await readBatch(
      { db: this.db },
      {
        rows: sql<{ id: number | null }>`
          select ifnull(
            ${first(sql`and workspace_id > ${this.lastId}`)}, ${first(sql``)}) as id`,
      },
    );
    return rows[0]?.id ?? undefined;
  }
}
