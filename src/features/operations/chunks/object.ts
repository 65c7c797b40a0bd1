import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../../../env";
import { WorkAlarm } from "../../../lib/alarm";
import { workInChunks } from "../../../lib/chunks";
import { BulkEnrolmentQueue } from "./bulk-enrolments";
import { RemovalQueue } from "./removals";
import { SwitchQueue } from "./switches";
import { WorkspaceRemovalQueue } from "./workspace-removals";

/** An alarm may make 1,000 requests, of which D1 may count each statement: a chunk has some 30. */
const CHUNKS_PER_ALARM = 30;

/**
 * Works what takes long in chunks, for all workspaces: one chunk at a time, and a pause after each,
 * so that nobody waits for the work of others. What is to be done stands in D1; an object that dies
 * is woken by the cron.
 */
export class ChunkWorker extends DurableObject<Bindings> {
  readonly #removals = new RemovalQueue(this.env);
  readonly #workspaces = new WorkspaceRemovalQueue(this.env);
  readonly #switches = new SwitchQueue(this.env);
  readonly #enrolments = new BulkEnrolmentQueue(this.env);
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#work(),
    () => ({ message: "chunks not worked", fields: {} }),
  );

  /** Looks for work, soon. */
  wake() {
    return this.#alarm.wake();
  }

  override alarm() {
    return this.#alarm.run();
  }

  async #work(): Promise<number | null> {
    const works = {
      removals: () => this.#removals.workNext(),
      workspace_removals: () => this.#workspaces.workNext(),
      scenario_switches: () => this.#switches.workNext(),
      bulk_enrolments: () => this.#enrolments.workNext(),
    };
    const { errors, isDone } = await workInChunks(works, { most: CHUNKS_PER_ALARM });
    if (errors.length > 0) throw errors[0];
    return isDone ? null : Date.now();
  }
}
