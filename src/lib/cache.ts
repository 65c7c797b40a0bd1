type Entry<T> = { value: Promise<T>; loaded?: T; expiresAt: number };
type Entries<T> = Map<string, Entry<T>>;

/** Outlives the request that loads (waitUntil), so that others who wait for the same load are not cut off with it. */
export type Keep = (promise: Promise<unknown>) => void;

/**
 * A bounded in-isolate cache whose entries live a fixed time from when they were loaded, however often they are read.
 * Concurrent misses of one key share one load. That there is nothing (`null`, `undefined`) is kept like any value, but apart, so that
 * asking for what is not there never drives out what is.
 */
export class TtlCache<T> {
  #loading: Entries<T> = new Map();
  #present: Entries<T> = new Map();
  #absent: Entries<T> = new Map();

  /** `maxEntries` bounds what is there, and as many again of what is not; loads under way come on top. */
  constructor(
    readonly ttlMs: number,
    readonly maxEntries: number,
  ) {}

  get(key: string, now: number, load: () => Promise<T>, keep: Keep): Promise<T> {
    for (const entries of [this.#present, this.#absent, this.#loading]) {
      const entry = entries.get(key);
      if (entry && entry.expiresAt > now) return entry.value;
    }
    const fresh: Entry<T> = { value: load(), expiresAt: now + this.ttlMs };
    this.#loading.set(key, fresh);
    keep(
      fresh.value.then(
        (value) => {
          fresh.loaded = value;
          this.#settle(key, fresh, value == null ? this.#absent : this.#present);
        },
        () => this.#settle(key, fresh),
      ),
    );
    return fresh.value;
  }

  /** What is there, without waiting for it; undefined where there is nothing, or nothing loaded. */
  peek(key: string, now: number): T | undefined {
    const entry = this.#present.get(key);
    return entry && entry.expiresAt > now ? entry.loaded : undefined;
  }

  /** What was there last, however long ago; for when it can't be loaded anew. */
  stale(key: string): T | undefined {
    return this.#present.get(key)?.loaded;
  }

  /** Unless the key was forgotten, or loaded anew, in the meantime. */
  #settle(key: string, entry: Entry<T>, entries?: Entries<T>) {
    if (this.#loading.get(key) !== entry) return;
    this.#loading.delete(key);
    if (!entries) return;
    this.forget(key);
    if (entries.size >= this.maxEntries) entries.delete(entries.keys().next().value!);
    entries.set(key, entry);
  }

  forget(key: string) {
    for (const entries of [this.#loading, this.#present, this.#absent]) entries.delete(key);
  }

  clear() {
    for (const entries of [this.#loading, this.#present, this.#absent]) entries.clear();
  }
}
