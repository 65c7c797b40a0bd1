import { type SQL, sql } from "drizzle-orm";
import { readBatch } from "../../../db/batch";
import { databasesOf } from "../../../db/databases";
import { isWritable } from "../../../db/freeze";
import { scopeIn } from "../../../db/scope";
import { isSuspended } from "../../../db/suspension";
import { wakeWorkers } from "../../../domain/wake";
import type { Bindings } from "../../../env";
import { ChunkSize } from "../../../lib/chunks";
import { Turns } from "../../../lib/turns";
import { advanceMerge } from "../../leads/merge/store";

type Merge = { leadId: number; keepId: number; workspaceId: number };

/** Moves the rows of leads that are merged, one chunk of one merge after the other. */
export class LeadMergeQueue {
  readonly #env: Bindings;
  readonly #database: string;
  readonly #size: ChunkSize;
  readonly #turns: Turns;

  constructor(
    env: Bindings,
    database: string,
    size = new ChunkSize(50, 500, 100),
    turns = new Turns(undefined, "lead_merges"),
  ) {
    [this.#env, this.#database, this.#size, this.#turns] = [env, database, size, turns];
  }

  /** Works a chunk of the next merge; returns whether there was one. */
  workNext(): Promise<boolean> {
    return this.#turns.takeNext(
      () => this.#next(),
      (next) => ({ id: next.leadId, work: () => this.#work(next) }),
    );
  }

  async #work({ leadId, keepId, workspaceId }: Merge) {
    const scope = scopeIn(this.#env, { workspaceId, database: this.#database });
    const start = Date.now();
    await advanceMerge(scope, { leadId, keepId }, this.#size.limit);
    this.#size.follow(Date.now() - start);
    await wakeWorkers(this.#env, scope, { ...scope.sink.drain(), chunks: false });
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
        rows: sql<Merge>`
          select lead_id as leadId, keep_id as keepId, workspace_id as workspaceId
          from lead_merges
          where lead_id = ifnull(${first(sql`and lead_id > ${this.#turns.lastId}`)}, ${first(sql``)})`,
      },
    );
    return rows[0];
  }
}
