import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "#env";
import { WorkAlarm } from "#lib/alarm";
import { pauseAfter } from "#lib/chunks";
import { CrashGuard } from "#lib/crash-guard";
import { findWork, giveUp, type Progress, step } from "./steps";
import type { Working } from "./working";

/** An alarm may make 1,000 requests, of which D1 may count each statement. */
const STEPS_PER_ALARM = 20;

/**
 * Makes one backup step by step, restores its workspace, and deletes it. How far it is stands in
 * the object's storage after each step. A step that is repeated after a crash does no harm.
 */
export class Archivist extends DurableObject<Bindings> {
  readonly #guard = new CrashGuard(this.ctx.storage, "backups");
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#work(),
    () => ({ message: "backup not worked", fields: { backup_id: this.#backupId() } }),
  );

  /** Goes on with the backup, soon. */
  wake(backupId: number) {
    this.ctx.storage.kv.put("backupId", backupId);
    return this.#alarm.wake();
  }

  override alarm() {
    return this.#alarm.run();
  }

  #backupId = () => this.ctx.storage.kv.get<number>("backupId");

  /** Returns when to go on, null once there is nothing to do. */
  async #work(): Promise<number | null> {
    const backupId = this.#backupId();
    if (backupId === undefined) return null;
    const { kv } = this.ctx.storage;
    let working: Working | undefined;
    for (let steps = STEPS_PER_ALARM; steps > 0; steps--) {
      working = await findWork(this.env, backupId, working);
      if (!working) {
        await this.#alarm.clear();
        return null;
      }
      const current = working;
      const known = kv.get<Progress>("progress") ?? null;
      const end = giveUp(current, known);
      // Work that can't be given up is tried again, later.
      const freeAt = end ? 0 : this.#guard.freeAt(backupId);
      if (freeAt > Date.now()) return freeAt;
      const work = () => pauseAfter(() => step(current, known));
      kv.put("progress", await this.#guard.run({ id: backupId, work, giveUp: end }));
    }
    return Date.now();
  }
}
