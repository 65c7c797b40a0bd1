import { DurableObject } from "cloudflare:workers";
import { wakeWorkers } from "#domain/wake/objects";
import type { Bindings, Scope } from "#env";
import { isRefusal, WorkAlarm } from "#lib/alarm";
import { describeError, log } from "#lib/log";
import { type Batch, claimBatch, recordFull, scopeOf } from "./claim";
import { newCommit, type RunCommit } from "./commit";
import { assigneesOf } from "./commit-effects";
import { hashesOf } from "./commit-leads";
import { GraphCache } from "./graphs";
import { messagesOf } from "./outgoing";
import { RequestQueue } from "./requests";
import { failed, workBatch } from "./work";

/** Their leads' variables are 65,536 characters each at most, so 20 MB of any script. */
const RUNS_PER_BATCH = 100;
/** Where a batch has this many runs, others are waiting: a pause follows it. */
const BACKLOG = 50;
/**
 * An alarm may make 1,000 requests, of which D1 may count each statement. A batch has some 15, and
 * no more than 650 where a run changes its lead a hundred times. The next alarm does the rest.
 */
const STATEMENTS_PER_ALARM = 300;

/** The wait while requests of runs fill the memory, if no answer makes room before. */
const FULL_LOOK_MS = 5_000;

/** The limit of a claim where most of the runs that are due belong to few leads. */
const MIN_RUNS = 10;

/** The limit of the next claim: smaller where this one has looked at most runs in vain. */
const limitAfter = ({ claimed, found }: Batch, limit: number) =>
  4 * claimed.length < found ? Math.min(limit, Math.max(MIN_RUNS, 4 * claimed.length)) : limit;

/**
 * Steps the runs of one workspace. D1 holds the runs; this object only knows when to look for due
 * ones. It claims some hundred runs at a time, steps them, and writes the outcomes in one
 * transaction, save those of runs that have changed since they were read. So a step that is
 * repeated, after a crash or because two objects claimed the run at once, has no effect twice.
 * While many runs are due, half of the time is left to others.
 */
export class RunScheduler extends DurableObject<Bindings> {
  readonly #graphs = new GraphCache();
  readonly #requests = new RequestQueue();
  /** True if the runs that an earlier process has parked are due again. */
  #areRevived = false;
  /** The most runs that are claimed at once: fewer, down to one, while outcomes are refused. */
  #limit = RUNS_PER_BATCH;
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#workBatches(),
    () => ({ message: "runs not stepped", fields: { workspace_id: this.#workspaceId() } }),
  );

  /** Looks for runs that are due, soon. */
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

  #workspaceId = () => this.ctx.storage.kv.get<number>("workspaceId");

  /** Does nothing once the workspace is forgotten. */
  async #workBatches() {
    const workspaceId = this.#workspaceId();
    return workspaceId === undefined ? null : this.#work(workspaceId);
  }

  /**
   * Works batches until no run is due, or this alarm has made enough requests. Returns when to look
   * again, `null` where there is nothing to wait for.
   */
  async #work(workspaceId: number): Promise<number | null> {
    let commit: RunCommit | null = null;
    for (let statements = 0; ; ) {
      const scope = await scopeOf(this.env, workspaceId);
      const { isFull } = this.#requests;
      const limit = isFull || statements > STATEMENTS_PER_ALARM ? 0 : this.#limit;
      const began = Date.now();
      try {
        const keys = this.#graphs.keys();
        const batch: Batch = await claimBatch(scope, commit, limit, keys, !this.#areRevived);
        this.#areRevived ||= batch.areRevived;
        statements += batch.statements;
        this.#follow(scope, commit, batch.committed);
        // A full workspace is looked at again by the cron.
        if (batch.isFull) return recordFull(scope).then(() => null);
        if (batch.claimed.length === 0)
          return isFull ? Math.max(batch.nextAt ?? 0, began + FULL_LOOK_MS) : batch.nextAt;
        commit = await this.#step(scope, batch);
        this.#limit = limitAfter(batch, this.#limit);
        if (batch.found >= BACKLOG) await scheduler.wait(Date.now() - began);
      } catch (error) {
        commit = this.#afterRefusal(scope, commit, error);
      }
    }
  }

  /** Steps the claimed runs, as many as can be written at once. */
  async #step(scope: Scope, { claimed, graphs }: Batch): Promise<RunCommit> {
    this.#graphs.add(graphs);
    const outcomes = workBatch(claimed, {
      graphOf: (key) => this.#graphs.get(key),
      requestOf: (runId) => this.#requests.stateOf(runId),
      now: Date.now(),
    });
    // Where no run could be stepped and no graph was read, the graphs of these runs do not exist.
    const isStuck = outcomes.length === 0 && graphs.length === 0;
    const written = isStuck ? claimed.map(failed) : outcomes;
    return newCommit(
      written,
      await messagesOf(scope, written),
      await hashesOf(scope, written),
      await assigneesOf(scope, written),
    );
  }

  /**
   * Starts the HTTP requests of the committed runs, and wakes the workers that have something to
   * do. The cron and the runs' own timeouts make up for wake-ups and requests that are lost.
   */
  #follow(scope: Scope, commit: RunCommit | null, committed: number[]) {
    if (commit) {
      const written = new Set(committed);
      const messages = commit.messages.filter(({ run }) => written.has(run));
      scope.sink.wake({ channels: messages.map(({ channel }) => channel) });
      for (const { run, effects } of commit.outcomes)
        for (const effect of written.has(run.id) ? effects : [])
          if (effect.kind === "request") this.#requests.add(run.id, effect.request);
      this.#limit = Math.min(this.#limit * 2, RUNS_PER_BATCH);
    }
    const wake = { ...scope.sink.drain(), runs: false };
    this.ctx.waitUntil(wakeWorkers(this.env, scope, wake));
    this.#requests.send(scope, {
      onAnswer: () => this.wake(scope.workspaceId),
      // Its run may be parked, and goes on once its workspace resumes.
      onDrop: () => {
        this.#areRevived = false;
      },
      waitUntil: (work) => this.ctx.waitUntil(work),
    });
  }

  /**
   * The outcomes to commit after D1 has refused to write some. Fewer runs are claimed until the
   * refused outcome is alone; its run is then ended. Any other error is thrown, to be tried again
   * later.
   */
  #afterRefusal(scope: Scope, commit: RunCommit | null, error: unknown): RunCommit | null {
    const [one, ...others] = commit?.outcomes ?? [];
    const isHopeless = !one || (others.length === 0 && one.run.ended?.reason === "internal_error");
    if (isHopeless || !isRefusal(error)) throw error;
    log("error", "turn not written", {
      workspace_id: scope.workspaceId,
      runs: 1 + others.length,
      ...describeError(error),
    });
    this.#limit = Math.ceil(others.length / 2) || 1;
    return others.length > 0 ? null : newCommit([failed(one.claimed)], [], () => null);
  }
}
