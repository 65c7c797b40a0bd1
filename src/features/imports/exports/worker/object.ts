import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "#env";
import { WorkAlarm } from "#lib/alarm";
import { CrashGuard } from "#lib/crash-guard";
import { claimExport } from "./claim";
import { fail } from "./commit";
import { workExport } from "./work";

/** An alarm may make 1,000 requests, of which D1 may count each statement: a step has some 100. */
const STEPS_PER_ALARM = 8;

const INTERRUPTED = "The service broke off three times while it wrote the same file.";

/**
 * Writes the exports of all workspaces of a database, each for a step: one file at a time, with a
 * pause after each page of it. How far each is stands in D1.
 */
export class Exporter extends DurableObject<Bindings> {
  readonly #guard = new CrashGuard(this.ctx.storage, "exports");
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#work(),
    () => ({ message: "export not worked", fields: { export_id: this.#guard.lastId } }),
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
    for (let steps = STEPS_PER_ALARM; steps > 0; steps--) {
      const claimed = await claimExport(this.env, database, this.#guard.lastId);
      if (!claimed) return null;
      await this.#guard.run({
        id: claimed.row.id,
        work: () => workExport(claimed),
        giveUp: () => fail(claimed, INTERRUPTED),
      });
    }
    return Date.now();
  }
}
