import { Problem } from "./problem";
import { MINUTE_MS, SECOND_MS } from "./time";

/**
 * The refusals of an address in a minute from which on its lookups are limited, and to how many.
 */
const MANY_REFUSED = 300;
const MAX_LOOKUPS = 60;
const MAX_ADDRESSES = 10_000;

type Attempts = { refused: number; lookups: number };

/** Owners of an IPv6 address have all that begin with the same 64 bits. */
export const placeOf = <Address extends string | undefined>(address: Address) =>
  address?.includes(":")
    ? (address.split("::")[0] ?? "").split(":").slice(0, 4).join(":")
    : address;

/**
 * The wrong guesses of each address in this minute and the one before, in the memory of the
 * isolate alone. Bounds what wrong guesses cost D1, without keeping out who shares an address with
 * their author and is known here.
 */
export class Guesses {
  #minute = 0;
  #now = new Map<string, Attempts>();
  #before = new Map<string, Attempts>();

  /**
   * Counts a lookup of what this isolate does not know. Throws a `rate_limited` problem for one too
   * many of an address with many refusals. A request without an address did not come from outside.
   */
  requireLookup(address: string | undefined, now: number) {
    if (address === undefined) return;
    const attempts = this.#of(address, now);
    const before = this.#before.get(placeOf(address))?.refused ?? 0;
    if (Math.max(attempts.refused, before) < MANY_REFUSED) return;
    if (attempts.lookups < MAX_LOOKUPS) return void attempts.lookups++;
    attempts.refused++;
    const seconds = Math.ceil((MINUTE_MS - (now % MINUTE_MS)) / SECOND_MS);
    throw new Problem("rate_limited", { headers: { "Retry-After": String(seconds) } });
  }

  countRefused(address: string | undefined, now: number) {
    if (address !== undefined) this.#of(address, now).refused++;
  }

  #of(address: string, now: number): Attempts {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#before = minute === this.#minute + 1 ? this.#now : new Map();
      this.#now = new Map();
      this.#minute = minute;
    }
    const place = placeOf(address);
    const attempts = this.#now.get(place) ?? { refused: 0, lookups: 0 };
    if (this.#now.size < MAX_ADDRESSES) this.#now.set(place, attempts);
    return attempts;
  }
}
