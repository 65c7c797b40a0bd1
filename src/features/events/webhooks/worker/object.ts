import { DurableObject } from "cloudflare:workers";
import { endGrant, type Grant, HOST_LANES, requestGrant, unlimited } from "#domain/host-grants";
import { wakeWorkers } from "#domain/wake/objects";
import { toWake } from "#domain/wake/sink";
import type { Bindings } from "#env";
import { WorkAlarm } from "#lib/alarm";
import { HOUR_MS, nextDay } from "#lib/time";
import { claimBatch, putOff, scopeOf } from "./claim";
import type { BatchOutcome } from "./commit";
import type { Endpoint } from "./endpoint";
import { work } from "./work";

/** An alarm may make 1,000 requests, and D1 may count each statement; the next alarm goes on. */
const REQUESTS_PER_ALARM = 800;
const STATEMENTS_PER_BATCH = 10;
/** Their events are some 5 MB at most: 8,000 bytes of data each, and texts of 4,096 characters. */
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

  /** The most deliveries of a grant at the endpoint's host. */
  #mostPerGrant = DELIVERIES_PER_BATCH;

  /** The grant that the sender has, and whether it has or awaits one. */
  #grant: (Grant & { url: string }) | null = null;
  #isInLine = false;

  /** True if something has changed since the batch that is being worked was claimed. */
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
    this.#grant = null;
    for (let requests = 0; ; ) {
      // After a limit of 0 only the outcomes of the last batch are committed.
      const limit = requests > REQUESTS_PER_ALARM ? 0 : this.#mostPerGrant;
      this.#isInterrupted = false;
      const scope = await scopeOf(this.env, workspaceId);
      const batch = await claimBatch(scope, endpointId, this.#lastOutcome, limit);
      this.#lastOutcome = null;
      const { endpoint, claimed, scannedTo, due } = batch;
      if (due) this.ctx.waitUntil(wakeWorkers(this.env, scope, toWake(due)));
      if (!endpoint || (claimed.length === 0 && scannedTo === null)) {
        await this.#endGrant(sender, false);
        return endpoint?.nextAt ?? null;
      }
      requests += claimed.length + STATEMENTS_PER_BATCH;
      const grant = await this.#grantFor(endpoint, claimed.length);
      if (grant.lanes === 0) {
        await putOff(scope, endpoint, grant.at);
        return grant.at;
      }
      this.#mostPerGrant = Math.min(grant.most, DELIVERIES_PER_BATCH);
      // A claim only reads: a smaller batch is claimed instead.
      if (claimed.length > grant.most) continue;
      const isInterrupted = () => this.#isInterrupted;
      const worked = await work(this.env, endpoint, claimed, grant.lanes, isInterrupted);
      await this.#endGrant(sender, hasArrived(worked));
      this.#lastOutcome = { endpoint, scannedTo, ...worked };
    }
  }

  /** The endpoint's grant at its host. Where nothing is to be sent, it needs none. */
  async #grantFor({ id, workspaceId, url, leftToday }: Endpoint, claimed: number): Promise<Grant> {
    const now = Date.now();
    if (claimed === 0) return unlimited(1);
    // The operator may raise the quota.
    if (leftToday <= 0) return { lanes: 0, most: 0, at: Math.min(nextDay(now), now + HOUR_MS) };
    if (this.#grant?.url === url) return this.#grant;
    this.#isInLine = true;
    const asked = { url, holder: { endpointId: id }, wanted: HOST_LANES };
    const given = await requestGrant(this.env, workspaceId, asked);
    const grant = { ...given, most: Math.min(given.most, leftToday), url };
    this.#grant = grant.lanes > 0 ? grant : null;
    return grant;
  }

  async #endGrant({ endpointId, workspaceId }: Sender, hasAnswered: boolean) {
    if (this.#isInLine) await endGrant(this.env, workspaceId, { endpointId }, hasAnswered);
    this.#grant = null;
    this.#isInLine = false;
  }
}

const hasArrived = ({ outcomes }: Pick<BatchOutcome, "outcomes">) =>
  outcomes.some(({ at, error }) => at !== null && error === null);
