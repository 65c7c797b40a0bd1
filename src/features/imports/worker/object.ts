import { DurableObject } from "cloudflare:workers";
import { wakeWorkers } from "#domain/wake/objects";
import type { Bindings } from "#env";
import { WorkAlarm } from "#lib/alarm";
import { CrashGuard } from "#lib/crash-guard";
import { type Claimed, claimImport } from "./claim";
import { DryRuns } from "./dry-run";
import { Unpackings } from "./unpack";
import { giveUp, workImport } from "./work";

/** An alarm may make 1,000 requests, of which D1 may count each statement: a work has some 300. */
const WORKS_PER_ALARM = 2;

/**
 * Works the imports of all workspaces of a database, each for a turn: one chunk of rows at a time,
 * and a pause after each, so that nobody waits for the imports of others. How far each is stands in
 * D1.
 */
export class ImportWorker extends DurableObject<Bindings> {
  readonly #guard = new CrashGuard(this.ctx.storage, "imports");
  readonly #unpackings = new Unpackings(this.ctx.storage);
  #dryRuns: DryRuns | undefined;
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#work(),
    () => ({ message: "import not worked", fields: { import_id: this.#guard.lastId } }),
  );

  /** Looks for work, soon. */
  wake(database: string) {
    this.ctx.storage.kv.put("database", database);
    return this.#alarm.wake();
  }

  override alarm() {
    return this.#alarm.run();
  }

  /** Returns when to go on, null once there is nothing to do. */
  async #work(): Promise<number | null> {
    const database = this.ctx.storage.kv.get<string>("database");
    if (database === undefined) return null;
    this.#dryRuns ??= new DryRuns(this.ctx.storage);
    const [dryRuns, unpackings] = [this.#dryRuns, this.#unpackings];
    for (let left = WORKS_PER_ALARM; left > 0; left--) {
      const claimed = await claimImport(this.env, database, this.#guard.lastId);
      if (!claimed) {
        dryRuns.clear();
        unpackings.clear();
        return null;
      }
      await this.#guard.run({
        id: claimed.row.id,
        place: this.#placeOf(claimed),
        work: () => workImport(claimed, { dryRuns, unpackings }),
        giveUp: () => giveUp(claimed, unpackings),
      });
      await wakeWorkers(this.env, claimed.scope, { ...claimed.scope.sink.drain(), imports: false });
    }
    return Date.now();
  }

  /** The place of an import: it changes with every chunk that is done. */
  #placeOf({ row: { id, state, attempt, row, offset, undoneTo } }: Claimed) {
    return [state, attempt, row, offset, undoneTo, this.#unpackings.at(id)].join(" ");
  }
}
