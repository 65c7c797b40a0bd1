import { DurableObject } from "cloudflare:workers";
import { toWake, wakeWorkers } from "../../../../domain/wake";
import type { Bindings } from "../../../../env";
import { WorkAlarm } from "../../../../lib/alarm";
import { allowsLoopback } from "../../../messaging/channels/store";
import { secretsFor } from "../secrets";
import { type Done, type Endpoint, nextRound, type Round, type Taken } from "./claim";
import { lanesOf } from "./lanes";
import {
  FAILURES_TO_PAUSE,
  type Health,
  healthAfter,
  isResting,
  type Result,
  resultOf,
  untried,
} from "./schedule";
import { type Destination, post } from "./work";

/** A Worker has at most six connections open at once. */
const CONNECTIONS = 6;
/** By then what was not tried goes back, so that what has become of the rest is written. */
const ROUND_MS = 20_000;
/** An alarm may make 1,000 requests, of which D1 may count each statement; what is left to do is the next alarm's. */
const REQUESTS_PER_ALARM = 800;
const STATEMENTS_PER_ROUND = 8;
const DELIVERIES_PER_ROUND = 100;

/**
 * Sends the events of one endpoint. D1 holds them, and what has become of them; this object takes them in rounds. One that dies before it has
 * written what became of a round sends it again: each event at least once, under one id. Events of one lead go one after the other.
 */
export class WebhookSender extends DurableObject<Bindings> {
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#rounds(this.#endpointId()),
    () => ({ message: "webhooks not sent", fields: { webhook_endpoint_id: this.#endpointId() } }),
  );

  /** What became of the last round, until it is written. */
  #done: Done | null = null;

  /** Whether something has changed since the round under way was taken. */
  #isInterrupted = false;

  /** Looks for events to send, soon: a round that is under way ends with what is on its way. */
  wake(endpointId: number) {
    this.#isInterrupted = true;
    this.ctx.storage.kv.put("endpointId", endpointId);
    return this.#alarm.wake();
  }

  override alarm() {
    return this.#alarm.run();
  }

  #endpointId = () => this.ctx.storage.kv.get<number>("endpointId")!;

  /** Rounds until nothing is due, or others must go on. When to look again, `null` when there is nothing to wait for. */
  async #rounds(endpointId: number): Promise<number | null> {
    for (let requests = 0; ; ) {
      const limit = requests > REQUESTS_PER_ALARM ? 0 : DELIVERIES_PER_ROUND;
      this.#isInterrupted = false;
      const round: Round = await nextRound(this.env, endpointId, this.#done, limit);
      this.#done = null;
      if (round.due)
        this.ctx.waitUntil(wakeWorkers(this.env, round.due.workspaceId, toWake(round.due)));
      if (!round.endpoint) return null;
      const { endpoint, taken, scannedTo } = round;
      if (taken.length === 0 && scannedTo === null) return endpoint.nextAt;
      this.#done = { endpoint, scannedTo, ...(await this.#send(endpoint, taken)) };
      requests += taken.length + STATEMENTS_PER_ROUND;
    }
  }

  async #send(endpoint: Endpoint, taken: Taken[]): Promise<Pick<Done, "results" | "health">> {
    const isPaused = endpoint.pausedUntil !== null && endpoint.pausedUntil > Date.now();
    let health: Health = {
      ...endpoint,
      pausedUntil: isPaused ? endpoint.pausedUntil : null,
      disabled: null,
    };
    const results: Result[] = [];
    if (taken.length === 0) return { results, health };
    const destination: Destination = {
      url: endpoint.url,
      secrets: await secretsFor(this.env, endpoint.workspaceId, endpoint.secrets),
      timeoutMs: this.env.WEBHOOK_TIMEOUT_MS,
      allowLoopback: allowsLoopback({ shortUrlBase: this.env.SHORT_URL_BASE }),
    };
    const [lanes, end] = [lanesOf(taken).values(), Date.now() + ROUND_MS];
    const left: Taken[] = [];
    const connection = async () => {
      for (const lane of lanes) {
        for (const delivery of lane) {
          const isOver = delivery.kind === "asked" ? health.disabled !== null : isResting(health);
          if (isOver || this.#isInterrupted || Date.now() > end) left.push(delivery);
          else {
            const { event, attempts } = delivery;
            const outcome = await post(event, destination);
            const [now, random] = [Date.now(), Math.random()];
            health = healthAfter(health, outcome, now, random);
            results.push(resultOf(event.id, attempts + 1, outcome, now, random));
          }
        }
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    if (endpoint.failures >= FAILURES_TO_PAUSE && health.failures === 0)
      health = { ...health, pausedUntil: null };
    // They have one time, so that they are taken up in their order.
    const now = Date.now();
    results.push(
      ...left.filter(({ kind }) => kind === "new").map(({ event }) => untried(event.id, now)),
    );
    return { results, health };
  }
}
