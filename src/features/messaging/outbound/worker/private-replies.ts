import { PRIVATE_REPLIES_PER_HOUR } from "#domain/private-replies";
import { HOUR_MS } from "#lib/time";
import { type Deferral, hourOf, MAX_DEFERRED } from "./allowance";

/** By the hour, counted since 1970: the private replies that went out, and those put off to it. */
type Counts = { sent: Record<number, number>; planned: Record<number, number> };

const NONE: Counts = { sent: {}, planned: {} };

/** The private replies of an account by the hour, in the storage of its sender. */
export class PrivateReplies {
  readonly #kv: SyncKvStorage;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  #counts = () => this.#kv.get<Counts>("privateReplies") ?? NONE;

  /** The number that may still go out in this hour. */
  room = (now: number) => PRIVATE_REPLIES_PER_HOUR - (this.#counts().sent[hourOf(now)] ?? 0);

  /** When those go out that find no room, and how many of them; null while there is some. */
  deferral(now: number): Deferral | null {
    if (this.room(now) > 0) return null;
    const { planned } = this.#counts();
    let hour = hourOf(now) + 1;
    while ((planned[hour] ?? 0) >= PRIVATE_REPLIES_PER_HOUR) hour++;
    const most = Math.min(PRIVATE_REPLIES_PER_HOUR - (planned[hour] ?? 0), MAX_DEFERRED);
    return { at: hour * HOUR_MS, most };
  }

  /** Remembers that some were put off. */
  plan({ at }: Deferral, count: number) {
    const { sent, planned } = this.#counts();
    this.#keep({ sent, planned: added(planned, hourOf(at), count) }, Date.now());
  }

  /** Counts one before it is sent. Returns what takes that back. */
  begin(now: number) {
    const add = (count: number) => {
      const { sent, planned } = this.#counts();
      this.#keep({ sent: added(sent, hourOf(now), count), planned }, now);
    };
    add(1);
    return () => add(-1);
  }

  /** Hours that are over count no more. */
  #keep({ sent, planned }: Counts, now: number) {
    const isLeft = ([hour]: [string, number]) => Number(hour) >= hourOf(now);
    const left = (counts: Record<number, number>) =>
      Object.fromEntries(Object.entries(counts).filter(isLeft));
    this.#kv.put<Counts>("privateReplies", { sent: left(sent), planned: left(planned) });
  }
}

const added = (counts: Record<number, number>, hour: number, count: number) => ({
  ...counts,
  [hour]: (counts[hour] ?? 0) + count,
});
