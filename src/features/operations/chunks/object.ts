import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../../../env";
import { WorkAlarm } from "../../../lib/alarm";
import { workInChunks } from "../../../lib/chunks";
import { BulkEnrolmentQueue } from "./bulk-enrolments";
import { ErasureQueue } from "./erasures";
import { LeadMergeQueue } from "./lead-merges";
import { MediaRemovalQueue } from "./media";
import { MessageSearchQueue } from "./message-search";
import { RemovalQueue } from "./removals";
import { SwitchQueue } from "./switches";
import { WorkspaceRemovalQueue } from "./workspace-removals";

/** An alarm may make 1,000 requests, of which D1 may count each statement: a chunk has some 30. */
const CHUNKS_PER_ALARM = 30;

type Works = Record<string, () => Promise<boolean>>;

/** The queues of a database by the names of their tables. */
function worksIn(env: Bindings, database: string): Works {
  const queues = {
    removals: new RemovalQueue(env, database),
    media: new MediaRemovalQueue(env, database),
    erasure_receipts: new ErasureQueue(env, database),
    workspace_removals: new WorkspaceRemovalQueue(env, database),
    scenario_switches: new SwitchQueue(env, database),
    lead_merges: new LeadMergeQueue(env, database),
    bulk_enrolments: new BulkEnrolmentQueue(env, database),
    messages_search: new MessageSearchQueue(env, database),
  };
  return Object.fromEntries(
    Object.entries(queues).map(([name, queue]) => [name, () => queue.workNext()]),
  );
}

/**
 * Works what takes long in chunks, for all workspaces of a database: one chunk at a time, and a pause after each,
 * so that nobody waits for the work of others. What is to be done stands in D1; an object that dies
 * is woken by the cron.
 */
export class ChunkWorker extends DurableObject<Bindings> {
  #works: Works | undefined;
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#work(),
    () => ({ message: "chunks not worked", fields: { database: this.#database() } }),
  );

  /** Looks for work, soon. */
  wake(database: string) {
    this.ctx.storage.kv.put("database", database);
    return this.#alarm.wake();
  }

  override alarm() {
    return this.#alarm.run();
  }

  #database = () => this.ctx.storage.kv.get<string>("database");

  async #work(): Promise<number | null> {
    const database = this.#database();
    if (database === undefined) return null;
    this.#works ??= worksIn(this.env, database);
    const { errors, isDone } = await workInChunks(this.#works, { most: CHUNKS_PER_ALARM });
    if (errors.length > 0) throw errors[0];
    return isDone ? null : Date.now();
  }
}
