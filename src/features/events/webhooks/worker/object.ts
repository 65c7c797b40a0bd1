import { DurableObject } from "cloudflare:workers";
import { endTurn, HOST_LANES, type Turn, takeTurn, unlimited } from "#domain/host-turns";
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

  /** The most deliveries of a turn at the endpoint's host. */
  #mostPerTurn = DELIVERIES_PER_BATCH;

  /** The turn that the sender has, and whether it has or awaits one. */
  #turn: (Turn & { url: string }) | null = null;
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
    this.#turn = null;
    for (let requests = 0; ; ) {
      // After a limit of 0 only the outcomes of the last batch are committed.
      const limit = requests > REQUESTS_PER_ALARM ? 0 : this.#mostPerTurn;
      this.#isInterrupted = false;
      const scope = await scopeOf(this.env, workspaceId);
      const batch = await claimBatch(scope, endpointId, this.#lastOutcome, limit);
      this.#lastOutcome = null;
      const { endpoint, claimed, scannedTo, due } = batch;
      if (due) this.ctx.waitUntil(wakeWorkers(this.env, scope, toWake(due)));
      if (!endpoint || (claimed.length === 0 && scannedTo === null)) {
        await this.#endTurn(sender, false);
        return endpoint?.nextAt ?? null;
      }
      requests += claimed.length + STATEMENTS_PER_BATCH;
      const turn = await this.#turnFor(endpoint, claimed.length);
      if (turn.lanes === 0) {
        await putOff(scope, endpoint, turn.at);
        return turn.at;
      }
      this.#mostPerTurn = Math.min(turn.most, DELIVERIES_PER_BATCH);
      // A claim only reads: a smaller batch is claimed instead.
      if (claimed.length > turn.most) continue;
      const isInterrupted = () => this.#isInterrupted;
      const worked = await work(this.env, endpoint, claimed, turn.lanes, isInterrupted);
      await this.#endTurn(sender, hasArrived(worked));
      this.#lastOutcome = { endpoint, scannedTo, ...worked };
    }
  }

  /** The endpoint's turn at its host. Where nothing is to be sent, it needs none. */
  async #turnFor({ id, workspaceId, url, leftToday }: Endpoint, claimed: number): Promise<Turn> {
    const now = Date.now();
    if (claimed === 0) return unlimited(1);
    // The operator may raise the quota.
    if (leftToday <= 0) return { lanes: 0, most: 0, at: Math.min(nextDay(now), now + HOUR_MS) };
    if (this.#turn?.url === url) return this.#turn;
    this.#isInLine = true;
    const asked = { url, holder: { endpointId: id }, wanted: HOST_LANES };
    const given = await takeTurn(this.env, workspaceId, asked);
    const turn = { ...given, most: Math.min(given.most, leftToday), url };
    this.#turn = turn.lanes > 0 ? turn : null;
    return turn;
  }

  async #endTurn({ endpointId, workspaceId }: Sender, hasAnswered: boolean) {
    if (this.#isInLine) await endTurn(this.env, workspaceId, { endpointId }, hasAnswered);
    this.#turn = null;
    this.#isInLine = false;
  }
}

const hasArrived = ({ outcomes }: Pick<BatchOutcome, "outcomes">) =>
  outcomes.some(({ at, error }) => at !== null && error === null);
