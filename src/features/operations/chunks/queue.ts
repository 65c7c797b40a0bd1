import { databasesOf } from "#db/placement/databases";
import { scopeIn } from "#db/scope/scope";
import { wakeWorkers } from "#domain/wake/objects";
import type { Bindings, Database, Scope } from "#env";
import type { ChunkSize } from "#lib/chunks";
import { CrashGuard, type GuardedWork } from "#lib/crash-guard";

/** Without a storage, the deaths of works are forgotten with the queue. */
export type QueueOptions = { storage?: DurableObjectStorage; now?: () => number };
export type SizedQueueOptions = QueueOptions & { size?: ChunkSize };

/** Works that wait in a table of a database: a chunk of one is worked after a chunk of another. */
export abstract class Queue<Work> {
  protected readonly env: Bindings;
  protected readonly database: string;
  protected readonly now: () => number;
  readonly #guard: CrashGuard;

  constructor(
    table: string,
    { env, database }: { env: Bindings; database: string },
    { storage, now = () => Date.now() }: QueueOptions,
  ) {
    [this.env, this.database, this.now] = [env, database, now];
    this.#guard = new CrashGuard(storage, table);
  }

  /** Finds the work behind that of `lastId`, or else the first. */
  protected abstract next(): Promise<Work | undefined>;

  protected abstract takingOf(work: Work): GuardedWork<unknown>;

  /** Works a chunk of the next work; returns whether there was one. */
  workNext(): Promise<boolean> {
    return this.#guard.runNext(
      () => this.next(),
      (work) => this.takingOf(work),
    );
  }

  protected get lastId() {
    return this.#guard.lastId;
  }

  protected get db(): Database {
    return databasesOf(this.env).open(this.database);
  }

  protected scopeOf(workspaceId: number): Scope {
    return scopeIn(this.env, { workspaceId, database: this.database });
  }

  /** Wakes the workers that a chunk has given something to do. */
  protected wake(scope: Scope) {
    return wakeWorkers(this.env, scope, { ...scope.sink.drain(), chunks: false });
  }
}
