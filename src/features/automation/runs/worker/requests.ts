import type { Scope } from "../../../../env";
import { describeError, log } from "../../../../lib/log";
import { allowsLoopback } from "../../../messaging/channels/store";
import type { HttpRequest } from "../../engine/run";
import { isAwaited, recordAnswer } from "./answers";
import { sendRequest } from "./call";

/** A Worker has six connections at once, of which D1 takes one. */
const CONNECTIONS = 4;
/** The run of a request that has been queued for longer may have been stopped meanwhile. */
const FRESH_FOR_MS = 1_000;

type Queued = { runId: number; request: HttpRequest; since: number };

/**
 * The HTTP requests of a scheduler's runs, made over a few connections. The queue is held in memory
 * only: a run whose request is lost makes it again after the run's own timeout.
 */
export class RequestQueue {
  readonly #queued = new Map<number, Queued>();
  /** The runs whose requests are under way. */
  readonly #open = new Set<number>();
  #connections = 0;

  /** Whether the request of a run is queued or under way. */
  has(runId: number) {
    return this.#queued.has(runId) || this.#open.has(runId);
  }

  add(runId: number, request: HttpRequest) {
    this.#queued.set(runId, { runId, request, since: Date.now() });
  }

  /** Opens the connections that are free. `onAnswer` runs after each answer that was recorded. */
  send(scope: Scope, onAnswer: () => Promise<unknown>): Promise<void>[] {
    const opened: Promise<void>[] = [];
    while (this.#connections < CONNECTIONS && this.#queued.size > 0) {
      this.#connections++;
      opened.push(this.#sendQueued(scope, onAnswer).finally(() => this.#connections--));
    }
    return opened;
  }

  /** Makes the queued requests, one after the other. */
  async #sendQueued(scope: Scope, onAnswer: () => Promise<unknown>) {
    for (let next = this.#next(); next; next = this.#next()) {
      const { runId, request, since } = next;
      try {
        const isFresh = Date.now() - since <= FRESH_FOR_MS;
        if (!isFresh && !(await isAwaited(scope, runId, request.visit))) continue;
        const answer = await sendRequest(runId, request, allowsLoopback(scope));
        await recordAnswer(scope, runId, request.visit, answer);
        await onAnswer();
      } catch (error) {
        log("error", "HTTP answer not recorded", { run_id: runId, ...describeError(error) });
      } finally {
        this.#open.delete(runId);
      }
    }
  }

  #next() {
    const [next] = this.#queued.values();
    if (!next) return undefined;
    this.#queued.delete(next.runId);
    this.#open.add(next.runId);
    return next;
  }
}
