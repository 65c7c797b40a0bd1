import { type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "../../../db/batch";
import { databasesOf } from "../../../db/databases";
import { isWritable } from "../../../db/freeze";
import { scopeIn } from "../../../db/scope";
import { switchChunk } from "../../../db/switches";
import { wakeWorkers } from "../../../domain/wake";
import type { Bindings } from "../../../env";
import { ChunkSize } from "../../../lib/chunks";
import { Turns } from "../../../lib/turns";

type Switch = { scenarioId: number; workspaceId: number };

/** Lets runs follow their switched scenarios, one chunk of one scenario after the other. */
export class SwitchQueue {
  readonly #env: Bindings;
  readonly #database: string;
  readonly #size: ChunkSize;
  readonly #turns: Turns;

  constructor(
    env: Bindings,
    database: string,
    size = new ChunkSize(50, 1_000, 100),
    turns = new Turns(undefined, "scenario_switches"),
  ) {
    [this.#env, this.#database, this.#size, this.#turns] = [env, database, size, turns];
  }

  /** Works a chunk of the next scenario; returns whether there was one. */
  workNext(): Promise<boolean> {
    return this.#turns.takeNext(
      () => this.#next(),
      (next) => ({ id: next.scenarioId, work: () => this.#work(next) }),
    );
  }

  async #work({ scenarioId, workspaceId }: Switch) {
    const scope = scopeIn(this.#env, { workspaceId, database: this.#database });
    const start = Date.now();
    const { released } = await batch(scope, switchChunk(scope, scenarioId, this.#size.limit));
    this.#size.follow(Date.now() - start);
    scope.sink.wake({ channels: released.map(({ channel_id }) => channel_id) });
    await wakeWorkers(this.#env, scope, { ...scope.sink.drain(), chunks: false });
  }

  /** The scenarios in turn, save those of workspaces that are being moved. */
  async #next() {
    const isFree = isWritable(sql`workspace_id`);
    const first = (which: SQL) => sql`(
      select min(scenario_id) from scenario_switches where ${isFree} ${which})`;
    const { rows } = await readBatch(
      { db: databasesOf(this.#env).open(this.#database) },
      {
        rows: sql<Switch>`
          select scenario_id as scenarioId, workspace_id as workspaceId from scenario_switches
          where scenario_id = ifnull(
            ${first(sql`and scenario_id > ${this.#turns.lastId}`)}, ${first(sql``)})`,
      },
    );
    return rows[0];
  }
}
