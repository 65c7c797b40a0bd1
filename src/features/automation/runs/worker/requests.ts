import type { Scope } from "#env";
import type { HttpRequest } from "#features/automation/engine/run";
import { describeError, log } from "#lib/log";
import { outboundRules } from "#lib/outbound-url";
import { beginRequest, recordAnswer } from "./answers";
import { sendRequest } from "./call";
import { HostLanes, type Queued } from "./host-lanes";

/**
 * A request that was queued for longer may have outlived its run's time, or the run may have been
 * stopped meanwhile.
 */
const FRESH_FOR_MS = 1_000;
/** The delay after an error of D1, in which the connection stays unused. */
const RETRY_DELAY_MS = 5_000;

/**
 * `onAnswer` runs after each answer that was recorded, `onDrop` after each request that was not
 * made since its run was stopped or its workspace suspended.
 */
type Owner = {
  onAnswer: () => Promise<unknown>;
  onDrop: () => void;
  waitUntil: (work: Promise<unknown>) => void;
};

/**
 * The HTTP requests of a scheduler's runs, made over a few connections. The queue is held in memory
 * only: a run whose request is lost makes it again after the run's own timeout.
 */
export class RequestQueue {
  readonly #lanes = new HostLanes();

  stateOf(runId: number) {
    return this.#lanes.stateOf(runId);
  }

  /** True if no more requests are to be added for now. Each answer makes room. */
  get isFull() {
    return this.#lanes.isFull;
  }

  add(runId: number, request: HttpRequest) {
    this.#lanes.add({ runId, request, since: Date.now() });
  }

  /** Makes the requests that have a connection, and after each the one that waits for it. */
  send(scope: Scope, owner: Owner) {
    for (let next = this.#lanes.next(); next; next = this.#lanes.next())
      owner.waitUntil(this.#send(next, scope, owner).finally(() => this.send(scope, owner)));
  }

  async #send(queued: Queued, scope: Scope, { onAnswer, onDrop }: Owner) {
    const { runId, request } = queued;
    const isFresh = Date.now() - queued.since <= FRESH_FOR_MS;
    const isWanted = isFresh || (await beginRequest(scope, runId, request).catch(failed(runId)));
    if (isWanted === undefined) await scheduler.wait(RETRY_DELAY_MS);
    const begunAt = Date.now();
    let tookMs: number | null = null;
    try {
      if (isWanted === false) onDrop();
      if (!isWanted) return;
      const answer = await sendRequest(runId, request, outboundRules(scope));
      tookMs = Date.now() - begunAt;
      await recordAnswer(scope, runId, request.visit, answer);
      await onAnswer();
    } catch (error) {
      log("error", "HTTP answer not recorded", { run_id: runId, ...describeError(error) });
    } finally {
      this.#lanes.end(runId, tookMs);
      if (isWanted === undefined) this.#lanes.add(queued);
    }
  }
}

const failed = (runId: number) => (error: unknown) => {
  log("error", "HTTP request not begun, will retry", { run_id: runId, ...describeError(error) });
  return undefined;
};
