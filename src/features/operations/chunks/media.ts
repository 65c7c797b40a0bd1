import { type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { isWritable } from "#db/placement/freeze";
import { forgetMedia, isRemovable, selectRemovable } from "#db/statements/media";
import { mediaKey } from "#domain/media";
import type { Bindings } from "#env";
import { ChunkSize } from "#lib/chunks";
import { Queue, type SizedQueueOptions } from "./queue";

/** Removes deleted files from R2, and then their rows: some of one workspace after the other. */
export class MediaRemovalQueue extends Queue<number> {
  readonly #size: ChunkSize;

  constructor(
    env: Bindings,
    database: string,
    { size = new ChunkSize(20, 500, 100), ...options }: SizedQueueOptions = {},
  ) {
    super("media", { env, database }, options);
    this.#size = size;
  }

  protected takingOf(id: number) {
    return { id, work: () => this.#work(id) };
  }

  async #work(workspaceId: number) {
    const scope = this.scopeOf(workspaceId);
    const { files } = await readBatch(scope, {
      files: selectRemovable(scope, Date.now(), this.#size.limit),
    });
    const ids = files.map(({ id }) => id);
    if (ids.length > 0) await this.env.FILES.delete(ids.map((id) => mediaKey(workspaceId, id)));
    const start = Date.now();
    await batch(scope, { forgotten: forgetMedia(scope, ids) });
    this.#size.follow(Date.now() - start);
    await this.wake(scope);
  }

  /** The workspaces in turn, save those that are being moved. */
  protected async next(): Promise<number | undefined> {
    const isFree = sql`${isRemovable(Date.now())} and ${isWritable(sql`workspace_id`)}`;
    const first = (which: SQL) => sql`(
      select min(workspace_id) from media where ${isFree} ${which})`;
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
