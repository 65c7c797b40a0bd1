import { Problem } from "./problem";

/** The most of a kind that a workspace, or an address, may have under way in an isolate. */
const MOST = 4;
const RETRY_AFTER_SECONDS = 5;
/** A slot whose holder has done nothing for so long is no longer counted. */
const IDLE_MS = 60_000;

/** A share in what is under way. `touch` says that its holder still is. */
export type Slot = { touch: () => void; free: () => void };

/** The id of a workspace or, of a request that names none, the address that it came from. */
export type Holder = number | string;

/** The work of a kind that is under way, which holds memory or reads the database. */
export class Slots {
  readonly #message: string;
  readonly #open = new Map<Holder, Map<symbol, number>>();

  constructor(what: string) {
    this.#message = `Only ${MOST} ${what} may be under way at a time.`;
  }

  /** Throws a `rate_limited` problem if there is none left. */
  take(holder: Holder): Slot {
    const now = Date.now();
    const known = [...(this.#open.get(holder) ?? [])];
    const open = new Map(known.filter(([, at]) => at + IDLE_MS > now));
    if (open.size >= MOST)
      throw new Problem("rate_limited", {
        message: this.#message,
        headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
      });
    this.#open.set(holder, open);
    const slot = Symbol(this.#message);
    const touch = () => void this.#open.get(holder)?.set(slot, Date.now());
    touch();
    return { touch, free: () => this.#free(holder, slot) };
  }

  #free(holder: Holder, slot: symbol) {
    const open = this.#open.get(holder);
    open?.delete(slot);
    if (open?.size === 0) this.#open.delete(holder);
  }
}
