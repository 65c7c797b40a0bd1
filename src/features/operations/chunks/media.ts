import { type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "../../../db/batch";
import { databasesOf } from "../../../db/databases";
import { isWritable } from "../../../db/freeze";
import { scopeIn } from "../../../db/scope";
import { forgetMedia, isRemovable, selectRemovable } from "../../../db/statements/media";
import { mediaKey } from "../../../domain/media";
import { wakeWorkers } from "../../../domain/wake";
import type { Bindings } from "../../../env";
import { ChunkSize } from "../../../lib/chunks";
import { Turns } from "../../../lib/turns";

/** Removes deleted files from R2, and then their rows: some of one workspace after the other. */
export class MediaRemovalQueue {
  readonly #env: Bindings;
  readonly #database: string;
  readonly #size: ChunkSize;
  readonly #turns: Turns;

  constructor(
    env: Bindings,
    database: string,
    size = new ChunkSize(20, 500, 100),
    turns = new Turns(undefined, "media"),
  ) {
    [this.#env, this.#database, this.#size, this.#turns] = [env, database, size, turns];
  }

  /** Works a chunk of the next workspace; returns whether there was one. */
  workNext(): Promise<boolean> {
    return this.#turns.takeNext(
      () => this.#next(),
      (id) => ({ id, work: () => this.#work(id) }),
    );
  }

  async #work(workspaceId: number) {
    const scope = scopeIn(this.#env, { workspaceId, database: this.#database });
    const { files } = await readBatch(scope, {
      files: selectRemovable(scope, Date.now(), this.#size.limit),
    });
    const ids = files.map(({ id }) => id);
    if (ids.length > 0) await this.#env.FILES.delete(ids.map((id) => mediaKey(workspaceId, id)));
    const start = Date.now();
    await batch(scope, { forgotten: forgetMedia(scope, ids) });
    this.#size.follow(Date.now() - start);
    await wakeWorkers(this.#env, scope, { ...scope.sink.drain(), chunks: false });
  }

  /** The workspaces in turn, save those that are being moved. */
  async #next(): Promise<number | undefined> {
    const isFree = sql`${isRemovable(Date.now())} and ${isWritable(sql`workspace_id`)}`;
    const first = (which: SQL) => sql`(
      select min(workspace_id) from media where ${isFree} ${which})`;
    const { rows } = await readBatch(
      { db: databasesOf(this.#env).open(this.#database) },
      {
        rows: sql<{ id: number | null }>`
          select ifnull(
            ${first(sql`and workspace_id > ${this.#turns.lastId}`)}, ${first(sql``)}) as id`,
      },
    );
    return rows[0]?.id ?? undefined;
  }
}
