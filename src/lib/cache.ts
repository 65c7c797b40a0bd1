/**
 * A bounded in-isolate cache whose entries live a fixed time from when they were loaded, however often they are read.
 * Concurrent misses of one key share one load. `null` is cached like any value.
 */
export class TtlCache<T> {
  #entries = new Map<string, { value: Promise<T>; expiresAt: number }>();

  constructor(
    readonly ttlMs: number,
    readonly maxEntries: number,
  ) {}

  /** `keep` outlives the request that loads (waitUntil), so that others who wait for the same load are not cut off with it. */
  get(key: string, now: number, load: () => Promise<T>, keep: (promise: Promise<unknown>) => void): Promise<T> {
    const entry = this.#entries.get(key);
    if (entry && entry.expiresAt > now) return entry.value;
    const value = load();
    this.#entries.delete(key);
    if (this.#entries.size >= this.maxEntries) this.#entries.delete(this.#entries.keys().next().value!);
    const fresh = { value, expiresAt: now + this.ttlMs };
    this.#entries.set(key, fresh);
    keep(
      value.catch(() => {
        if (this.#entries.get(key) === fresh) this.#entries.delete(key);
      }),
    );
    return value;
  }

  forget(key: string) {
    this.#entries.delete(key);
  }

  clear() {
    this.#entries.clear();
  }
}
