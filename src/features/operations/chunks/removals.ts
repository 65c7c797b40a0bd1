import { type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { isWritable } from "#db/placement/freeze";
import { removeChunk } from "#db/removal/tombstones";
import { type RemovalKind, removalKinds } from "#domain/removals";
import type { Bindings } from "#env";
import { ChunkSize } from "#lib/chunks";
import { Queue, type QueueOptions } from "./queue";

const newSize = () => new ChunkSize(50, 300, 100);

type Removal = { workspaceId: number; receiptId: number; kinds: RemovalKind[] };

/** Removes the rows behind deleted parents, one chunk of one workspace after the other. */
export class RemovalQueue extends Queue<Removal> {
  #size = newSize();
  #lastWorkspace = 0;
  #lastKinds = "";

  constructor(env: Bindings, database: string, options: QueueOptions = {}) {
    super("removals", { env, database }, options);
  }

  protected takingOf(next: Removal) {
    return { id: next.workspaceId, work: () => this.#work(next) };
  }

  async #work({ workspaceId, receiptId, kinds }: Removal) {
    // Rows of another kind, or of somebody else, may take much longer to remove.
    const isSame = workspaceId === this.#lastWorkspace && String(kinds) === this.#lastKinds;
    if (!isSame) this.#size = newSize();
    [this.#lastWorkspace, this.#lastKinds] = [workspaceId, String(kinds)];
    const scope = this.scopeOf(workspaceId);
    const start = Date.now();
    await batch(scope, { chunk: removeChunk(scope, this.#size.limit, kinds, receiptId) });
    this.#size.follow(Date.now() - start);
    // The removal of active runs and of tags is an event, which endpoints receive.
    await this.wake(scope);
  }

  /**
   * The workspaces in turn, save those that are being moved, each with the kinds of what was
   * deleted there: of one erasure, or apart from erasures.
   */
  protected async next(): Promise<Removal | undefined> {
    const isFree = isWritable(sql`workspace_id`);
    const first = (which: SQL) => sql`(
      select min(workspace_id) from removals where ${isFree} ${which})`;
    const { rows } = await readBatch(
      { db: this.db },
      {
        rows: sql<{ workspaceId: number; receiptId: number; kinds: string }>`
          select workspace_id as workspaceId, receipt_id as receiptId, (
            select json_group_array(value) from json_each(${JSON.stringify(removalKinds)})
            where exists (
              select 1 from removals
              where removals.workspace_id = one.workspace_id and kind = value
                and removals.receipt_id = one.receipt_id)) as kinds
          from (
            select workspace_id, receipt_id from removals
            where workspace_id = ifnull(
              ${first(sql`and workspace_id > ${this.lastId}`)}, ${first(sql``)})
            order by kind, receipt_id limit 1) as one`,
      },
    );
    const [row] = rows;
    if (!row) return undefined;
    const kinds: RemovalKind[] = JSON.parse(row.kinds);
    return { ...row, kinds };
  }
}
