import { DurableObject } from "cloudflare:workers";
import { CALLS_PER_MINUTE } from "#domain/sources";
import type { PersonMarks } from "#domain/wake/objects";
import type { Bindings } from "#env";
import { WorkAlarm } from "#lib/alarm";
import { MINUTE_MS, SECOND_MS } from "#lib/time";
import { AskedReplays } from "./asked-replays";
import type { InboxPlace } from "./claim";
import { Inbox } from "./inbox";
import { type Incoming, type NotReceived, type Received, WaitingItems } from "./waiting";

/** The time within which items are gathered, to be worked together. */
const GATHER_MS = 100;
/** The time between two runs, so that what comes in a row does not cost two calls of D1 each. */
const GAP_MS = SECOND_MS;

/**
 * Stores the items that come to one source, and works them in batches: leads, bookings and
 * deliveries are written to D1 together, and only then are the items forgotten. An object that dies
 * meanwhile works them again, and D1 refuses the deliveries that it has.
 */
export class SourceInbox extends DurableObject<Bindings> {
  readonly #waiting = new WaitingItems(this.ctx.storage);
  readonly #replays = new AskedReplays(this.ctx.storage);
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#work(),
    () => ({ message: "source items not worked", fields: { source_id: this.#place()?.sourceId } }),
    () => GAP_MS,
  );
  #inbox: Inbox | undefined;
  #minute = { began: 0, calls: 0 };

  /** Stores the items that are new. Null bodies stand for items with faults. */
  async receive(
    place: InboxPlace,
    items: Incoming[],
    sameForMs: number,
  ): Promise<Received | NotReceived> {
    const now = Date.now();
    if (this.#countCall(now) > CALLS_PER_MINUTE) return "rate_limited";
    this.#keepPlace(place);
    const received = this.#waiting.add(items, sameForMs, now);
    if (!received) return "full";
    if (received.received > 0) await this.#alarm.wake(now + GATHER_MS);
    return received;
  }

  /** Replays deliveries, soon. */
  async replay(place: InboxPlace, seqs: number[]) {
    this.#keepPlace(place);
    this.#replays.ask(seqs, Date.now());
    await this.#alarm.wake();
  }

  /** Looks for work, soon: the source has changed, or may go on. */
  wake(sourceId: number, workspaceId: number) {
    this.#keepPlace({ sourceId, workspaceId });
    return this.#alarm.wake();
  }

  /** Forgets its source, which is deleted. */
  async clear() {
    await this.#alarm.clear();
    this.#waiting.begin();
    this.#replays.begin();
    this.#inbox = undefined;
  }

  /**
   * Empties the items that are about somebody who is erased, of whom these are the marks. What is
   * being worked is written by then, so that it is erased with the lead.
   */
  async forget({ texts, digits }: PersonMarks) {
    // Bodies are JSON, which escapes some characters.
    const marks = texts.map((text) => JSON.stringify(text.toLowerCase()).slice(1, -1));
    const isAbout = (body: string) => {
      const plain = body.toLowerCase();
      const isNamed = marks.some((mark) => plain.includes(mark));
      return isNamed || (digits !== null && body.replace(/\D/g, "").includes(digits));
    };
    this.#waiting.forget(isAbout);
    await this.#inbox?.settled();
  }

  override alarm() {
    return this.#alarm.run();
  }

  #place = () => this.ctx.storage.kv.get<InboxPlace>("place");

  #keepPlace(place: InboxPlace) {
    if (this.#place()?.sourceId !== place.sourceId) this.ctx.storage.kv.put("place", place);
  }

  #countCall(now: number) {
    if (now - this.#minute.began >= MINUTE_MS || now < this.#minute.began)
      this.#minute = { began: now, calls: 0 };
    return ++this.#minute.calls;
  }

  /** Returns when to go on, null if nothing waits. */
  async #work(): Promise<number | null> {
    const place = this.#place();
    if (!place) return null;
    this.#inbox ??= new Inbox(this.ctx.storage, this.#waiting, this.#replays);
    return this.#inbox.work(this.env, place);
  }
}
