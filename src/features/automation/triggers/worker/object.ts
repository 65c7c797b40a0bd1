import { DurableObject } from "cloudflare:workers";
import { wakeWorkers } from "#domain/wake/objects";
import type { Bindings, Scope } from "#env";
import { recordFull } from "#features/automation/runs/worker/claim";
import { isRefusal, WorkAlarm } from "#lib/alarm";
import { describeError, log } from "#lib/log";
import { workSpent } from "#lib/work";
import { timeOf } from "./causes";
import { claimCauses, scopeOf } from "./claim";
import { newCommit, type TriggerCommit } from "./commit";
import { failed } from "./decisions";
import { MAX_CLAIMED } from "./events";
import { type Memory, remember } from "./memory";
import { isOvertaken } from "./newcomers";
import type { Claimed } from "./rows";
import { MAX_WORK_PER_ALARM, workCauses } from "./work";

/** The most causes that are decided at once: of each lane, and of times. */
const MAX_CAUSES = 3 * MAX_CLAIMED;
/** Where a claim has this many events and times, others are waiting: a pause follows it. */
const BACKLOG = 50;
/** The most alarms in the time of settling: what comes in a row is decided together. */
const ALARMS_WHILE_SETTLING = 3;
/** The most times in a row that all is decided again, as a commenter has become a lead. */
const MAX_OVERTAKEN = 5;
/** An alarm may make 1,000 requests, of which D1 may count each statement. */
const STATEMENTS_PER_ALARM = 300;

/**
 * Decides what the causes of one workspace start. D1 holds the events and the triggers; this object
 * only knows when to look for causes. It claims some hundred, decides them, and writes what they
 * start in the transaction that moves the lanes on, if these are where they were read. So a cause
 * that is decided twice, after a crash or by two objects, starts nothing twice. While many causes
 * are due, half of the time is left to others.
 */
export class TriggerWorker extends DurableObject<Bindings> {
  #memory: Memory | undefined;
  /** True if the counts of the triggers are to be read again. */
  #isStale = false;
  /** The number of times in a row that a commit was overtaken by others. */
  #overtaken = 0;
  /** The most causes that are decided at once: fewer, down to one, while decisions are refused. */
  #limit = MAX_CAUSES;
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#workBatches(),
    () => ({ message: "causes not decided", fields: { workspace_id: this.#workspaceId() } }),
    () => Math.ceil(this.env.TRIGGER_SETTLE_MS / ALARMS_WHILE_SETTLING),
  );

  /** Looks for causes, soon. */
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
   * Decides batches until there is no cause, or this alarm has made enough requests. Returns when
   * to look again, `null` where there is nothing to wait for.
   */
  async #work(workspaceId: number): Promise<number | null> {
    let commit: TriggerCommit | null = null;
    for (let [statements, work] = [0, 0]; ; ) {
      const scope = await scopeOf(this.env, workspaceId);
      const isOver = statements > STATEMENTS_PER_ALARM || work > MAX_WORK_PER_ALARM;
      // Causes that have come since a claim that found all are left to the next alarm.
      const limit: number = isOver || commit?.hasMore === false ? 0 : this.#limit;
      const known = this.#isStale ? null : (this.#memory?.revision ?? null);
      const began = Date.now();
      try {
        const claimed: Claimed = await claimCauses(scope, commit, {
          limit,
          settleMs: this.env.TRIGGER_SETTLE_MS,
          revision: known,
        });
        statements += claimed.statements;
        this.#recall(claimed, known);
        this.#follow(scope, commit, claimed);
        // A full workspace is looked at again by the cron.
        if (claimed.workspace?.isFull) return recordFull(scope).then(() => null);
        const before = workSpent();
        commit = limit > 0 ? this.#decide(scope, claimed) : null;
        work += workSpent() - before;
        if (!commit) return this.#nextAt(claimed);
        if (claimed.events.length + claimed.times.length >= BACKLOG)
          await scheduler.wait(Date.now() - began);
      } catch (error) {
        commit = this.#afterRefusal(scope, commit, error);
      }
    }
  }

  /** Keeps the triggers, if they were read: `known` is the revision of those it had. */
  #recall({ workspace, triggers }: Claimed, known: string | null) {
    const revision = workspace?.revision ?? null;
    if (known !== null && revision === known) return;
    this.#memory = remember(revision, triggers);
    this.#isStale = false;
  }

  /** Decides the claimed causes; null where there are none, and no lane is to be moved on. */
  #decide(scope: Scope, claimed: Claimed): TriggerCommit | null {
    if (claimed.isIdle || !this.#memory) return null;
    const now = Date.now();
    const settleMs = this.env.TRIGGER_SETTLE_MS;
    const worked = workCauses(scope, claimed, this.#memory, {
      limit: this.#limit,
      settleMs,
      now,
    });
    const { positions, doneTimes, recurred, seen, unreadable } = worked;
    const isOver =
      positions.speech === null &&
      positions.facts === null &&
      doneTimes.length + recurred.length + seen.length + unreadable.length === 0;
    if (isOver) return null;
    const commit = newCommit(worked, claimed.cursors, this.#memory.counts, now);
    for (const [key, count] of worked.counts) this.#memory.counts.set(key, count);
    return commit;
  }

  /** When the first cause is due. */
  #nextAt({ cursors, workspace, isIdle }: Claimed): number | null {
    if (isIdle) return null;
    const times = cursors.flatMap(({ lane, nextEventId }) =>
      nextEventId === null
        ? []
        : timeOf(nextEventId) + (lane === "speech" ? this.env.TRIGGER_SETTLE_MS : 0),
    );
    const next = Math.min(...times, workspace?.nextTimeAt ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(next) ? next : null;
  }

  /**
   * Wakes the workers that have something to do. The cron makes up for wake-ups that are lost. What
   * another object has decided meanwhile is not known here.
   */
  #follow(scope: Scope, commit: TriggerCommit | null, { advanced }: Claimed) {
    if (commit) {
      this.#overtaken = 0;
      if (commit.recurred.length > 0) scope.sink.wake({ chunks: true });
      const moved = Object.values(commit.positions).filter((position) => position !== null);
      this.#isStale ||= advanced.length < moved.length;
      this.#limit = Math.min(this.#limit * 2, MAX_CAUSES);
    }
    const wake = { ...scope.sink.drain(), triggers: false };
    this.ctx.waitUntil(wakeWorkers(this.env, scope, wake));
  }

  /**
   * The decisions to commit after D1 has refused to write some. Where these were overtaken, all is
   * decided again. Else fewer causes are decided until the
   * refused one is alone, which then starts nothing. Any other error is thrown, to be tried again
   * later.
   */
  #afterRefusal(scope: Scope, commit: TriggerCommit | null, error: unknown): TriggerCommit | null {
    if (isOvertaken(error) && this.#overtaken++ < MAX_OVERTAKEN) {
      this.#isStale = true;
      return null;
    }
    const [one, ...others] = commit?.decided ?? [];
    const isHopeless =
      !commit || !one || (others.length === 0 && one.decision.outcome === "internal_error");
    if (isHopeless || !isRefusal(error)) throw error;
    log("error", "decisions not written", {
      workspace_id: scope.workspaceId,
      causes: 1 + others.length,
      ...describeError(error),
    });
    this.#limit = Math.ceil(others.length / 2) || 1;
    this.#isStale = true;
    if (others.length > 0) return null;
    const worked = { ...commit, decided: [failed(one)], counts: new Map() };
    return newCommit(worked, commit.cursors, new Map(), Date.now());
  }
}
