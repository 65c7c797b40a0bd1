import { DurableObject } from "cloudflare:workers";
import { toWake, wakeWorkers } from "../../../../domain/wake";
import type { Bindings } from "../../../../env";
import { WorkAlarm } from "../../../../lib/alarm";
import { claimBatch, scopeOf } from "./claim";
import type { BatchOutcome } from "./commit";
import { work } from "./work";

/** An alarm may make 1,000 requests, and D1 may count each statement; the next alarm goes on. */
const REQUESTS_PER_ALARM = 800;
const STATEMENTS_PER_BATCH = 8;
const DELIVERIES_PER_BATCH = 100;

type Sender = { endpointId: number; workspaceId: number };

/**
 * Sends the events of one endpoint. D1 holds the events and their deliveries; this object claims
 * them in batches. If it dies before it has committed the outcomes of a batch, the batch is sent
 * again: each event at least once, under one id, and the events of a lead one after the other.
 */
export class WebhookSender extends DurableObject<Bindings> {
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#workBatches(),
    () => ({
      message: "webhooks not sent",
      fields: { webhook_endpoint_id: this.#sender()?.endpointId },
    }),
  );

  /** The outcome of the last batch, until it is committed. */
  #lastOutcome: BatchOutcome | null = null;

  /** Whether something has changed since the batch that is being worked was claimed. */
  #isInterrupted = false;

  /** Looks for events to send, soon: a batch under way ends after the requests that are open. */
  wake(endpointId: number, workspaceId: number) {
    this.#isInterrupted = true;
    this.ctx.storage.kv.put<Sender>("sender", { endpointId, workspaceId });
    return this.#alarm.wake();
  }

  /** Forgets its endpoint, which is deleted next. */
  clear() {
    return this.#alarm.clear();
  }

  override alarm() {
    return this.#alarm.run();
  }

  #sender = () => this.ctx.storage.kv.get<Sender>("sender");

  /**
   * Works until nothing is due. Returns when to look again, null if there is nothing to wait for.
   */
  async #workBatches(): Promise<number | null> {
    const sender = this.#sender();
    if (!sender) return null;
    const { endpointId, workspaceId } = sender;
    for (let requests = 0; ; ) {
      // After a limit of 0 only the outcomes of the last batch are committed.
      const limit = requests > REQUESTS_PER_ALARM ? 0 : DELIVERIES_PER_BATCH;
      this.#isInterrupted = false;
      const scope = await scopeOf(this.env, workspaceId);
      const batch = await claimBatch(scope, endpointId, this.#lastOutcome, limit);
      this.#lastOutcome = null;
      const { endpoint, claimed, scannedTo, due } = batch;
      if (due) this.ctx.waitUntil(wakeWorkers(this.env, scope, toWake(due)));
      if (!endpoint) return null;
      if (claimed.length === 0 && scannedTo === null) return endpoint.nextAt;
      const worked = await work(this.env, endpoint, claimed, () => this.#isInterrupted);
      this.#lastOutcome = { endpoint, scannedTo, ...worked };
      requests += claimed.length + STATEMENTS_PER_BATCH;
    }
  }
}
