import { log } from "#lib/log";
import { MINUTE_MS } from "#lib/time";
import { afterAnswer, afterSilence, isAnswered, NO_OUTAGE, type Outage } from "./outage";
import type { AttemptResult } from "./work";

/** An outage is shown as the pause of the channel once it lasts so long. */
const SHOWN_AFTER_MS = MINUTE_MS;

/** A change of what the channel shows: an outage, or that it is over. */
export type ShownOutage = Pick<Outage, "since" | "until"> | "over";

/** The provider's silence, in the storage of a sender. */
export class Outages {
  readonly #kv: SyncKvStorage;
  readonly #channelId: () => number | undefined;
  /** When the last of the answered requests began. */
  #answeredAt = 0;

  constructor(kv: SyncKvStorage, channelId: () => number | undefined) {
    this.#kv = kv;
    this.#channelId = channelId;
  }

  get #now() {
    return this.#kv.get<Outage>("outage") ?? NO_OUTAGE;
  }

  /** True while one message is tried at a time. */
  get isOn() {
    return this.#now.pauses > 0;
  }

  /** Until when nobody is asked. */
  get until() {
    return this.#now.until;
  }

  /** The change that the channel does not show yet. */
  unshown(): ShownOutage | undefined {
    const { pauses, since, until } = this.#now;
    const shown = this.#kv.get<number>("shownOutage");
    if (pauses === 0) return shown === undefined ? undefined : "over";
    return until - since >= SHOWN_AFTER_MS && until !== shown ? { since, until } : undefined;
  }

  /** Notes that the channel shows it. */
  noteShown(change: ShownOutage | undefined) {
    if (change === "over") this.#kv.delete("shownOutage");
    else if (change) this.#kv.put("shownOutage", change.until);
  }

  /** Begins or ends an outage by what has become of a request. */
  observe(result: AttemptResult, begunAt: number, now: number) {
    const [before, answered] = [this.#now, isAnswered(result)];
    if (answered === undefined) return;
    if (answered) this.#answeredAt = Math.max(this.#answeredAt, begunAt);
    const after = answered
      ? afterAnswer(before, begunAt)
      : afterSilence(before, begunAt, this.#answeredAt, now);
    if (after !== before) this.#kv.put("outage", after);
    if (after.until > before.until)
      log("warn", "channel paused, its provider does not answer", {
        channel_id: this.#channelId(),
        pause_ms: after.until - now,
      });
  }
}
