import { type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { isWritable } from "#db/placement/freeze";
import { switchChunk } from "#db/statements/switches";
import type { Bindings } from "#env";
import { ChunkSize } from "#lib/chunks";
import { Queue, type SizedQueueOptions } from "./queue";

type Switch = { scenarioId: number; workspaceId: number };

/** Lets runs follow their switched scenarios, one chunk of one scenario after the other. */
export class SwitchQueue extends Queue<Switch> {
  readonly #size: ChunkSize;

  constructor(
    env: Bindings,
    database: string,
    { size = new ChunkSize(50, 1_000, 100), ...options }: SizedQueueOptions = {},
  ) {
    super("scenario_switches", { env, database }, options);
    this.#size = size;
  }

  protected takingOf(next: Switch) {
    return { id: next.scenarioId, work: () => this.#work(next) };
  }

  async #work({ scenarioId, workspaceId }: Switch) {
    const scope = this.scopeOf(workspaceId);
    const start = Date.now();
    const { released } = await batch(scope, switchChunk(scope, scenarioId, this.#size.limit));
    this.#size.follow(Date.now() - start);
    scope.sink.wake({ channels: released.map(({ channel_id }) => channel_id) });
    await this.wake(scope);
  }

  /** The scenarios in turn, save those of workspaces that are being moved. */
  protected async next() {
    const isFree = isWritable(sql`workspace_id`);
    const first = (which: SQL) => sql`(
      select min(scenario_id) from scenario_switches where ${isFree} ${which})`;
    const { rows } = await readBatch(
      { db: this.db },
      {
        rows: sql<Switch>`
          select scenario_id as scenarioId, workspace_id as workspaceId from scenario_switches
          where scenario_id = ifnull(
            ${first(sql`and scenario_id > ${this.lastId}`)}, ${first(sql``)})`,
      },
    );
    return rows[0];
  }
}
