import { DurableObject } from "cloudflare:workers";
import { toWake, wakeWorkers } from "../../../domain/wake";
import type { Bindings } from "../../../env";
import { isRefusal, WorkAlarm } from "../../../lib/alarm";
import { describeError, log } from "../../../lib/log";
import type { Analyst } from "../analyst";
import { analystOf } from "../analysts";
import { MAX_ATTEMPTS, retryDelay, skipReasonOf, type Taken } from "../eligibility";
import { provenOf } from "../evidence";
import { stateOf, withinBudget } from "../transcript";
import { areOver, begin, dayOf, nextDay, nextRound, scopeOf } from "./claim";
import type { Done, Ending } from "./commit";

/** How many of a workspace's conversations are analysed at once. */
const LANES = 4;
/** How many requests an analysis may make (llm/analyst.ts). */
const CALLS_PER_ANALYSIS = 5;
/** Beyond the time that an analysis may take: whoever had it is then dead. */
const GRACE_MS = 15_000;
/** An alarm may make 1,000 requests, of which D1 may count each statement; what is left to do is the next alarm's. */
const ANALYSES_PER_ALARM = 60;
/** When what D1 did not let begin is tried again. */
const BEGIN_DELAY_MS = 10_000;
/** However long a model wants to be left alone, others of the workspace ask it again after this. */
const MAX_PAUSE_MS = 300_000;
/** An alarm may take 15 minutes. */
const ALARM_MS = 300_000;

/**
 * Has the conversations of one workspace analysed, some at once. D1 holds what is asked for and what has become of it; this object takes one
 * after the other. One that dies has left those under way to be taken again once their time is up.
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
  /** What has become of analyses and could not be written. */
  readonly #unwritten: Done[] = [];
  /** Who waits for which analyses to be over. */
  readonly #waiting = new Set<{ ids: Set<number>; end: () => void }>();
  #isWorking = false;
  #begun = 0;
  #until = 0;
  #nextAt: number | null = null;
  /** Before this no model is asked, since it has said so. */
  #pausedUntil = 0;
  #error: unknown;

  /** Looks for analyses whose turn has come, soon. */
  async wake(workspaceId: number) {
    this.ctx.storage.kv.put("workspaceId", workspaceId);
    await this.#alarm.wake();
    if (this.#isWorking) this.#open();
  }

  /** Has these analyses made, and waits until they are over, for some time at most. */
  async finished(workspaceId: number, ids: number[], withinMs: number) {
    const left = new Set(ids);
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = { ids: left, end: resolve };
    const timer = setTimeout(resolve, withinMs);
    this.#waiting.add(waiting);
    try {
      await this.wake(workspaceId);
      // They may have been over before anybody waited.
      if (!(await areOver(this.#scope(), ids))) await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(waiting);
    }
  }

  override alarm() {
    return this.#alarm.run();
  }

  #workspaceId = () => this.ctx.storage.kv.get<number>("workspaceId")!;
  #scope = () => scopeOf(this.env, this.#workspaceId());

  /** Works until nothing is due, or others must go on. When to look again, `null` when there is nothing to wait for. */
  async #work(): Promise<number | null> {
    this.#isWorking = true;
    this.#begun = 0;
    this.#until = Date.now() + ALARM_MS;
    this.#error = undefined;
    this.#open();
    while (this.#lanes.size > 0) await Promise.race(this.#lanes);
    this.#isWorking = false;
    if (this.#error !== undefined) throw this.#error;
    return this.#nextAt === null ? null : Math.max(this.#nextAt, this.#pausedUntil);
  }

  #open() {
    if (this.#lanes.size >= LANES) return;
    const lane = this.#lane()
      .catch((error) => {
        this.#error = error;
      })
      .finally(() => this.#lanes.delete(lane));
    this.#lanes.add(lane);
  }

  /** One analysis after the other. Where there was one, there may be another for the next lane. */
  async #lane() {
    const analyst = analystOf(this.env);
    const leaseMs = CALLS_PER_ANALYSIS * this.env.LLM_TIMEOUT_MS + GRACE_MS;
    for (let done: Done | null = this.#unwritten.pop() ?? null; ; ) {
      const now = Date.now();
      const mayTake =
        this.#begun < ANALYSES_PER_ALARM && now < this.#until && now >= this.#pausedUntil;
      const round = await nextRound(
        this.#scope(),
        done,
        mayTake ? leaseMs : null,
        crypto.randomUUID(),
      ).catch((error) => {
        if (done) this.#unwritten.push(isRefusal(error) ? unwritable(done) : done);
        throw error;
      });
      if (done) await this.#tell(done);
      this.ctx.waitUntil(
        wakeWorkers(this.env, round.due.workspaceId, { ...toWake(round.due), analyses: false }),
      );
      this.#nextAt = round.nextAt;
      if (round.taken) {
        this.#begun++;
        this.#open();
        done = await this.#analyse(analyst, round.taken);
      } else {
        done = this.#unwritten.pop() ?? null;
        if (!done) return;
      }
    }
  }

  /** Tells those who wait for an analysis that it is over. One that was to be tried again may be over since another takes its place. */
  async #tell({ id, ending }: Done) {
    if (
      this.#waiting.size === 0 ||
      (ending.status === "pending" && !(await areOver(this.#scope(), [id])))
    )
      return;
    for (const { ids, end } of this.#waiting) {
      ids.delete(id);
      if (ids.size === 0) end();
    }
  }

  async #analyse(analyst: Analyst, taken: Taken): Promise<Done> {
    const { id, name, conversationId, leadId, cause } = taken;
    const day = dayOf(Date.now());
    const ending = await this.#ending(analyst, taken, day).catch((error): Ending => {
      log("error", "conversation not analysed", { analysis_id: id, ...describeError(error) });
      return { status: "failed", reason: "internal_error", reading: null };
    });
    if (ending.status === "failed")
      log("warn", "analysis failed", {
        workspace_id: this.#workspaceId(),
        analysis_id: id,
        reason: ending.reason,
      });
    return { id, name, conversationId, leadId, cause, day, ending };
  }

  async #ending(analyst: Analyst, taken: Taken, day: string): Promise<Ending> {
    const transcript = withinBudget(taken.transcript, analyst.maxTokens);
    const state = await stateOf(analyst, transcript);
    const skipped = skipReasonOf({ ...taken, transcript }, state);
    if (skipped) return { status: "skipped", reason: skipped };
    if (taken.attempt > MAX_ATTEMPTS)
      return { status: "failed", reason: "internal_error", reading: null };
    const hasRoom = await begin(this.#scope(), taken, analyst, day).catch((error) => {
      if (isRefusal(error)) throw error;
      log("error", "analysis not begun, will retry", {
        analysis_id: taken.id,
        ...describeError(error),
      });
    });
    if (hasRoom === undefined)
      return {
        status: "pending",
        reason: "internal_error",
        nextAt: Date.now() + BEGIN_DELAY_MS,
        reading: null,
      };
    if (!hasRoom) {
      if (taken.cause !== "quiet") return { status: "skipped", reason: "daily_limit" };
      return {
        status: "pending",
        reason: "daily_limit",
        nextAt: nextDay(Date.now()),
        reading: null,
      };
    }
    const outcome = await analyst.analyse(transcript);
    const { model, promptVersion } = analyst;
    const reading = {
      model,
      promptVersion,
      messagesCount: transcript.length,
      firstMessageId: transcript[0]!.id,
      cost: outcome.cost,
    };
    if (outcome.kind === "found") {
      const { claims, summary } = outcome.findings;
      const proven = provenOf(claims, transcript);
      return {
        status: "completed",
        findings: { claims: proven, summary },
        droppedCount: claims.length - proven.length,
        state,
        reading,
      };
    }
    const { reason, mayRetry, retryAfterMs } = outcome;
    if (retryAfterMs !== null)
      this.#pausedUntil = Math.max(
        this.#pausedUntil,
        Date.now() + Math.min(retryAfterMs, MAX_PAUSE_MS),
      );
    const delay = mayRetry ? retryDelay(taken.attempt, retryAfterMs) : null;
    if (delay === null) return { status: "failed", reason, reading };
    return { status: "pending", reason, nextAt: Date.now() + delay, reading };
  }
}

/** What D1 refuses to write, it would refuse for ever. */
const unwritable = ({ ending, ...done }: Done): Done => ({
  ...done,
  ending: {
    status: "failed",
    reason: "internal_error",
    reading: "reading" in ending ? ending.reading : null,
  },
});
