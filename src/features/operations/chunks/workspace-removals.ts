import { readBatch, unscopedBatch } from "#db/batch";
import { copyTable } from "#db/copying/pages";
import { databasesOf } from "#db/placement/databases";
import {
  dropReceipt,
  finishInDirectory,
  finishRemoval,
  isOver,
  type NextChunk,
  postponeRemoval,
  removeFromDirectory,
  removeWorkspaceChunk,
  selectFinished,
  selectNextChunk,
} from "#db/removal/workspace/chunk";
import { clearWorkers } from "#domain/wake/objects";
import type { Bindings } from "#env";
import { deleteObjects } from "#lib/bucket";
import { ChunkSize } from "#lib/chunks";
import { Queue, type QueueOptions } from "./queue";

/**
 * By then no isolate knows a token, link or channel of the workspace any more, and no object works
 * for it: what comes late finds the rows that it refers to, and is removed with them.
 */
export const QUIET_MS = 60_000;

/** The rows of the directory that go in a chunk. */
const DIRECTORY_ROWS = 300;

/** The steps that wait until nobody works for the workspace any more. */
const LATE: NextChunk["step"][] = ["sources", "senders", "scenarios", "last"];

type Options = QueueOptions & { newSize?: () => ChunkSize };

/** Removes the rows of deleted workspaces, one chunk of one workspace after the other. */
export class WorkspaceRemovalQueue extends Queue<NextChunk> {
  readonly #newSize: () => ChunkSize;
  #size: ChunkSize;
  #lastWorkspace = 0;
  #lastStep = "";
  /** The workspace whose audit log the directory has by now. */
  #handedOver = 0;

  constructor(
    env: Bindings,
    database: string,
    { newSize = () => new ChunkSize(20, 300, 50), ...options }: Options = {},
  ) {
    super("workspace_removals", { env, database }, options);
    [this.#newSize, this.#size] = [newSize, newSize()];
  }

  /** Works a chunk of the next workspace, or else reports one; returns whether there was one. */
  override async workNext(): Promise<boolean> {
    return (await super.workNext()) || this.#report();
  }

  protected takingOf(chunk: NextChunk) {
    return { id: chunk.workspaceId, work: () => this.#work(chunk) };
  }

  protected async next(): Promise<NextChunk | undefined> {
    const select = selectNextChunk(this.lastId, this.now());
    const { next } = await readBatch({ db: this.db }, { next: select });
    return next[0];
  }

  async #work(chunk: NextChunk) {
    const { workspaceId, step } = chunk;
    // Rows of another step, or of somebody else, may take much longer to remove.
    const isSame = workspaceId === this.#lastWorkspace && step === this.#lastStep;
    if (!isSame) this.#size = this.#newSize();
    [this.#lastWorkspace, this.#lastStep] = [workspaceId, step];
    const statements = await this.#statements(chunk);
    const start = Date.now();
    await unscopedBatch({ db: this.db }, { statements });
    this.#size.follow(Date.now() - start);
  }

  /** Empties the storage of the objects whose rows the statements delete. */
  async #statements({ workspaceId, requestedAt, step, ...ids }: NextChunk) {
    const scope = this.scopeOf(workspaceId);
    const now = this.now();
    const isLate = LATE.includes(step);
    if (isLate && requestedAt + QUIET_MS > now)
      return [postponeRemoval(scope, requestedAt + QUIET_MS)];
    // No file is left behind, nor one that comes late.
    if (step === "imports" || step === "last") {
      for (const kind of ["imports", "exports"])
        if (await deleteObjects(this.env.FILES, `${kind}/${workspaceId}/`)) return [];
    }
    if (step === "senders") {
      const [channels, endpoints] = [JSON.parse(ids.channels), JSON.parse(ids.endpoints)];
      await clearWorkers(this.env, { channels, endpoints });
    }
    if (step === "sources") await clearWorkers(this.env, { sources: JSON.parse(ids.sources) });
    if (step !== "last") return removeWorkspaceChunk(scope, step, this.#size.limit, ids);
    await clearWorkers(this.env, { workspaceId });
    // Rows that have come meanwhile are removed first.
    return [...finishRemoval(scope, now), postponeRemoval(scope, now + QUIET_MS)];
  }

  /**
   * Once a database has removed the rows of a workspace: removes what the directory knows of it,
   * and hands over the audit log, which is kept, and the receipt. Returns whether there was one.
   */
  async #report(): Promise<boolean> {
    const { directory, ofDirectory } = databasesOf(this.env);
    if (this.database === ofDirectory) return false;
    const { db } = this;
    const { receipts } = await readBatch({ db }, { receipts: selectFinished({ db }) });
    const [receipt] = receipts;
    if (!receipt) return false;
    const { workspaceId } = receipt;
    if (this.#handedOver !== workspaceId) {
      await copyTable({ source: db, target: directory, workspaceId }, "audit_log");
      this.#handedOver = workspaceId;
    }
    const { workspace } = await unscopedBatch(
      { db: directory },
      {
        removed: removeFromDirectory(receipt, DIRECTORY_ROWS),
        finished: finishInDirectory(receipt),
        workspace: isOver(receipt),
      },
    );
    if (workspace[0]?.isOver) await unscopedBatch({ db }, { dropped: dropReceipt(receipt) });
    return true;
  }
}
