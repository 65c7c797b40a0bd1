import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "#env";
import { WorkAlarm } from "./alarm";

/** An object that looks for the work of one workspace in D1 when it is woken. */
export abstract class WorkspaceWorker extends DurableObject<Bindings> {
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#work(),
    () => ({ message: this.failure, fields: { workspace_id: this.workspaceId() } }),
  );

  /** The log line for work that fails. */
  protected abstract readonly failure: string;

  /** Works. Returns when to look again, null where there is nothing to wait for. */
  protected abstract work(workspaceId: number): Promise<number | null>;

  /** Looks for work, soon. */
  wake(workspaceId: number) {
    this.ctx.storage.kv.put("workspaceId", workspaceId);
    return this.#alarm.wake();
  }

  /** Forgets its workspace, which is deleted next. */
  clear() {
    return this.#alarm.clear();
  }

  override alarm() {
    return this.#alarm.run();
  }

  protected workspaceId() {
    return this.ctx.storage.kv.get<number>("workspaceId");
  }

  /** Does nothing once the workspace is forgotten. */
  async #work() {
    const workspaceId = this.workspaceId();
    return workspaceId === undefined ? null : this.work(workspaceId);
  }
}
