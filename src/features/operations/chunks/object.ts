import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "#env";
import { WorkAlarm } from "#lib/alarm";
import { workInChunks } from "#lib/chunks";
import { BulkEnrolmentQueue } from "./bulk-enrolments";
import { DateWalkQueue } from "./date-walks";
import { ErasureQueue } from "./erasures";
import { LeadMergeQueue } from "./lead-merges";
import { MediaRemovalQueue } from "./media";
import { MessageSearchQueue } from "./message-search";
import { RemovalQueue } from "./removals";
import { SwitchQueue } from "./switches";
import { WorkspaceRemovalQueue } from "./workspace-removals";

/** An alarm may make 1,000 requests, of which D1 may count each statement: a chunk has some 30. */
const CHUNKS_PER_ALARM = 30;

/** The queues of a database by the names of their tables. */
function queuesIn(env: Bindings, database: string, storage: DurableObjectStorage) {
  const options = { storage };
  return {
    removals: new RemovalQueue(env, database, options),
    media: new MediaRemovalQueue(env, database, options),
    erasure_receipts: new ErasureQueue(env, database, options),
    workspace_removals: new WorkspaceRemovalQueue(env, database, options),
    scenario_switches: new SwitchQueue(env, database, options),
    date_walks: new DateWalkQueue(env, database, options),
    lead_merges: new LeadMergeQueue(env, database, options),
    bulk_enrolments: new BulkEnrolmentQueue(env, database, options),
    messages_search: new MessageSearchQueue(env, database, options),
  };
}

/**
 * Works what takes long in chunks, for all workspaces of a database: one chunk at a time, and a
 * pause after each, so that nobody waits for the work of others. What is to be done stands in D1;
 * an object that dies is woken by the cron.
 */
export class ChunkWorker extends DurableObject<Bindings> {
  #queues: ReturnType<typeof queuesIn> | undefined;
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
    this.#queues ??= queuesIn(this.env, database, this.ctx.storage);
    const works = Object.fromEntries(
      Object.entries(this.#queues).map(([name, queue]) => [name, () => queue.workNext()]),
    );
    const { errors, isDone } = await workInChunks(works, { most: CHUNKS_PER_ALARM });
    if (errors.length > 0) throw errors[0];
    return isDone ? this.#queues.bulk_enrolments.nextAt : Date.now();
  }
}
