import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "#env";
import { WorkAlarm } from "#lib/alarm";
import { pauseAfter } from "#lib/chunks";
import { CrashGuard } from "#lib/crash-guard";
import { databasesOf, openMove } from "./phases";
import type { Progress } from "./progress";
import { giveUpOn, step } from "./steps";

/** An alarm may make 1,000 requests, of which D1 may count each statement. */
const STEPS_PER_ALARM = 20;

/** A comparison only reads, as a rule, and the workspace can't write while it goes on. */
const PAUSE_WHILE_FROZEN = 0.25;

/**
 * Makes one move of a workspace, step by step. Where it is stands in the object's storage after
 * each step; which phase it is in, in the directory. A step that is repeated after a crash does no
 * harm.
 */
export class WorkspaceMover extends DurableObject<Bindings> {
  readonly #guard = new CrashGuard(this.ctx.storage, "moves");
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#work(),
    () => ({ message: "move not made", fields: { move_id: this.#moveId() } }),
  );

  /** Goes on with the move, soon. */
  wake(moveId: number) {
    this.ctx.storage.kv.put("moveId", moveId);
    return this.#alarm.wake();
  }

  override alarm() {
    return this.#alarm.run();
  }

  #moveId = () => this.ctx.storage.kv.get<number>("moveId");

  /** Returns when to go on, null once the move is finished. */
  async #work(): Promise<number | null> {
    const moveId = this.#moveId();
    if (moveId === undefined) return null;
    const { kv } = this.ctx.storage;
    const databases = databasesOf(this.env);
    for (let steps = STEPS_PER_ALARM; steps > 0; steps--) {
      const move = await openMove(databases, moveId);
      if (!move) {
        await this.#alarm.clear();
        return null;
      }
      const progress = kv.get<Progress>("progress");
      const known = progress?.phase === move.phase ? progress : null;
      const making = { env: this.env, databases, move, now: () => Date.now() };
      const share = move.phase === "comparing" ? PAUSE_WHILE_FROZEN : 1;
      const giveUp = giveUpOn(making);
      // Work that can't be given up is tried again, later.
      const freeAt = giveUp ? 0 : this.#guard.freeAt(moveId);
      if (freeAt > Date.now()) return freeAt;
      const work = () => pauseAfter(() => step(making, known), undefined, share);
      const { next, waitUntil } = await this.#guard.run({ id: moveId, work, giveUp });
      kv.put("progress", next);
      if (waitUntil > Date.now()) return waitUntil;
    }
    return Date.now();
  }
}
