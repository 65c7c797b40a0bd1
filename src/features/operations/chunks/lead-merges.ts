import { type SQL, sql } from "drizzle-orm";
import { readBatch } from "../../../db/batch";
import { databasesOf } from "../../../db/databases";
import { isWritable } from "../../../db/freeze";
import { scopeIn } from "../../../db/scope";
import { isSuspended } from "../../../db/suspension";
import { wakeWorkers } from "../../../domain/wake";
import type { Bindings } from "../../../env";
import { ChunkSize } from "../../../lib/chunks";
import { advanceMerge } from "../../leads/merge/store";

/** Moves the rows of leads that are merged, one chunk of one merge after the other. */
export class LeadMergeQueue {
  readonly #env: Bindings;
  readonly #database: string;
  readonly #size: ChunkSize;
  #lastLead = 0;

  constructor(env: Bindings, database: string, size = new ChunkSize(50, 500, 100)) {
    [this.#env, this.#database, this.#size] = [env, database, size];
  }

  /** Works a chunk of the next merge; returns whether there was one. */
  async workNext(): Promise<boolean> {
    const next = await this.#next();
    if (!next) return false;
    const { leadId, keepId, workspaceId } = next;
    this.#lastLead = leadId;
    const scope = scopeIn(this.#env, { workspaceId, database: this.#database });
    const start = Date.now();
    await advanceMerge(scope, { leadId, keepId }, this.#size.limit);
    this.#size.follow(Date.now() - start);
    await wakeWorkers(this.#env, scope, { ...scope.sink.drain(), chunks: false });
    return true;
  }

  /** The merges in turn, save those of workspaces that are suspended or being moved. */
  async #next() {
    const first = (which: SQL) => sql`(
      select min(lead_id) from lead_merges
      where finished_at is null and next_at <= ${Date.now()}
        and not ${isSuspended(sql`lead_merges.workspace_id`)}
        and ${isWritable(sql`lead_merges.workspace_id`)} ${which})`;
    const { rows } = await readBatch(
      { db: databasesOf(this.#env).open(this.#database) },
      {
        rows: sql<{ leadId: number; keepId: number; workspaceId: number }>`
          select lead_id as leadId, keep_id as keepId, workspace_id as workspaceId
          from lead_merges
          where lead_id = ifnull(${first(sql`and lead_id > ${this.#lastLead}`)}, ${first(sql``)})`,
      },
    );
    return rows[0];
  }
}
