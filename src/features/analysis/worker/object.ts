import { DurableObject } from "cloudflare:workers";
import { wakeWorkers } from "#domain/wake/objects";
import type { Bindings, Scope } from "#env";
import { isRefusal, WorkAlarm } from "#lib/alarm";
import { analystOf } from "../analysts";
import { claimBatch, scopeOf, unfinishedOf } from "./claim";
import { type Outcome, refusedOutcome } from "./outcome";
import { analyse } from "./work";

/** The number of a workspace's conversations that are analysed at once. */
const LANES = 4;
/** The most requests that an analysis may make (llm/analyst.ts). */
const CALLS_PER_ANALYSIS = 5;
/** A claim expires this long after the time that an analysis may take: its worker must be dead. */
const GRACE_MS = 15_000;
/** An alarm may make 1,000 requests, and D1 may count each statement. The next alarm continues. */
const ANALYSES_PER_ALARM = 60;
/** However long a model asks not to be called, the workspace calls it again after this. */
const MAX_PAUSE_MS = 300_000;
/** The runtime lets an alarm run for 15 minutes; after this time, it begins no analysis. */
const ALARM_MS = 300_000;

/** A caller that waits until analyses are finished, at most until `until`. */
type Waiting = { ids: Set<number>; until: number; resolve: () => void };

/**
 * Analyses the conversations of one workspace, several at once. D1 holds pending analyses and their
 * outcomes; this object claims one analysis after the other. The claims of an object that dies
 * expire, and the analyses are claimed again.
 */
export class AnalysisWorker extends DurableObject<Bindings> {
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#work(),
    () => ({
      message: "conversations not analysed",
      fields: { workspace_id: this.#workspaceId() },
    }),
  );
  readonly #lanes = new Set<Promise<void>>();
  /** Outcomes that could not be committed. */
  readonly #uncommitted: Outcome[] = [];
  /** Callers that wait until analyses are finished. */
  readonly #waiting = new Set<Waiting>();
  #isWorking = false;
  #begun = 0;
  #until = 0;
  #nextAt: number | null = null;
  /** No model is called before this time, as the model has asked. */
  #pausedUntil = 0;
  #error: unknown;

  /** Looks for due analyses soon. */
  async wake(workspaceId: number) {
    this.ctx.storage.kv.put("workspaceId", workspaceId);
    await this.#alarm.wake();
    if (this.#isWorking) this.#openLane();
  }

  /**
   * Works, and waits until these analyses are finished, `withinMs` at most. Does not wait where one
   * of them begins later than that.
   */
  async finished(workspaceId: number, ids: number[], withinMs: number) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = { ids: new Set(ids), until: Date.now() + withinMs, resolve };
    const timer = setTimeout(resolve, withinMs);
    this.#waiting.add(waiting);
    try {
      await this.wake(workspaceId);
      // They may have been finished before this call began to wait.
      if (!(await this.#isDecided(waiting))) await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(waiting);
    }
  }

  /** Forgets its workspace, which is deleted next. */
  clear() {
    return this.#alarm.clear();
  }

  override alarm() {
    return this.#alarm.run();
  }

  #workspaceId = () => this.ctx.storage.kv.get<number>("workspaceId");

  #scope() {
    const workspaceId = this.#workspaceId();
    if (workspaceId === undefined) throw new Error("The worker was never woken.");
    return scopeOf(this.env, workspaceId);
  }

  /** Returns when to look again, null if nothing is pending. */
  async #work(): Promise<number | null> {
    if (this.#workspaceId() === undefined) return null;
    this.#isWorking = true;
    this.#begun = 0;
    this.#until = Date.now() + ALARM_MS;
    this.#error = undefined;
    this.#openLane();
    while (this.#lanes.size > 0) await Promise.race(this.#lanes);
    this.#isWorking = false;
    if (this.#error !== undefined) throw this.#error;
    return this.#nextAt === null ? null : Math.max(this.#nextAt, this.#pausedUntil);
  }

  #openLane() {
    if (this.#lanes.size >= LANES) return;
    const lane = this.#lane()
      .catch((error) => {
        this.#error = error;
      })
      .finally(() => this.#lanes.delete(lane));
    this.#lanes.add(lane);
  }

  /** Works on one analysis after the other. Each claim opens another lane while some are due. */
  async #lane() {
    const analyst = analystOf(this.env);
    for (let outcome = this.#uncommitted.pop() ?? null; ; ) {
      const scope = await this.#scope();
      const { claimed, nextAt } = await this.#claimBatch(scope, outcome);
      this.#nextAt = nextAt;
      if (claimed) {
        this.#begun++;
        this.#openLane();
        outcome = await analyse(scope, analyst, claimed);
        this.#pause(outcome.result.reading?.pauseMs ?? null);
      } else {
        outcome = this.#uncommitted.pop() ?? null;
        if (!outcome) return;
      }
    }
  }

  async #claimBatch(scope: Scope, outcome: Outcome | null) {
    const leaseMs = CALLS_PER_ANALYSIS * this.env.LLM_TIMEOUT_MS + GRACE_MS;
    const batch = await claimBatch(scope, outcome, this.#mayClaim() ? leaseMs : null).catch(
      (error) => {
        if (outcome) this.#uncommitted.push(isRefusal(error) ? refusedOutcome(outcome) : outcome);
        throw error;
      },
    );
    if (outcome) await this.#notify(outcome);
    const due = { ...scope.sink.drain(), analyses: false };
    this.ctx.waitUntil(wakeWorkers(this.env, scope, due));
    return batch;
  }

  #mayClaim() {
    const now = Date.now();
    return this.#begun < ANALYSES_PER_ALARM && now < this.#until && now >= this.#pausedUntil;
  }

  #pause(pauseMs: number | null) {
    if (pauseMs === null) return;
    const until = Date.now() + Math.min(pauseMs, MAX_PAUSE_MS);
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
  }

  /** Ends the waits for an analysis that is over, or that are of no use any more. */
  async #notify({ claimed: { id }, result }: Outcome) {
    // A retry or a pause may begin an analysis too late, and another one may replace a retry.
    const isDelayed = result.status === "pending" || this.#pausedUntil > Date.now();
    for (const waiting of this.#waiting) {
      if (result.status !== "pending") waiting.ids.delete(id);
      if (waiting.ids.size === 0 || (isDelayed && (await this.#isDecided(waiting))))
        waiting.resolve();
    }
  }

  /** True if the analyses are finished, or one of them begins later than the caller waits for. */
  async #isDecided({ ids, until }: Waiting) {
    const unfinished = await unfinishedOf(await this.#scope(), [...ids]);
    const isLate = (at: number | null) => at !== null && Math.max(at, this.#pausedUntil) > until;
    return unfinished.length === 0 || unfinished.some(isLate);
  }
}
