type Entry<T> = { value: Promise<T>; loaded?: T; expiresAt: number };
type Entries<T> = Map<string, Entry<T>>;

/** `waitUntil`: lets a load outlive the request that started it, since others may wait for it. */
export type Keep = (promise: Promise<unknown>) => void;

/**
 * A bounded in-isolate cache whose entries live for a fixed time after their load, however often
 * they are read. Concurrent misses of one key share one load. Absent values (`null`, `undefined`)
 * are cached separately, so that they never evict others.
 */
export class TtlCache<T> {
  #loading: Entries<T> = new Map();
  #present: Entries<T> = new Map();
  #absent: Entries<T> = new Map();

  /**
   * `maxEntries` bounds the present values, and again the absent ones, without the running loads.
   * A value that is read at an age of `renewMs` or more is loaded again behind the read, so that
   * nobody waits for what is in constant use.
   */
  constructor(
    readonly ttlMs: number,
    readonly maxEntries: number,
    readonly renewMs = ttlMs,
  ) {}

  get(key: string, now: number, load: () => Promise<T>, keep: Keep): Promise<T> {
    const known = this.#present.get(key);
    if (known && known.expiresAt > now) {
      const isOld = known.expiresAt - now <= this.ttlMs - this.renewMs;
      if (isOld && !this.#loading.has(key)) this.#load(key, now, load, keep);
      return known.value;
    }
    for (const entries of [this.#absent, this.#loading]) {
      const entry = entries.get(key);
      if (entry && entry.expiresAt > now) return entry.value;
    }
    return this.#load(key, now, load, keep);
  }

  #load(key: string, now: number, load: () => Promise<T>, keep: Keep): Promise<T> {
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

  /** Loads a value again. Until it has come, `get` answers the one that is there. */
  renew(key: string, now: number, load: () => Promise<T>, keep: Keep): Promise<T> {
    return this.#load(key, now, load, keep);
  }

  /** The loaded value, absent values too, without waiting; undefined if there is none. */
  peek(key: string, now: number): T | undefined {
    const entry = this.#present.get(key) ?? this.#absent.get(key);
    return entry && entry.expiresAt > now ? entry.loaded : undefined;
  }

  /** True if a value is there, even one that has expired, or is known to be absent. */
  knows(key: string, now: number): boolean {
    const [absent, loading] = [this.#absent.get(key), this.#loading.get(key)];
    const isFresh = [absent, loading].some((entry) => entry && entry.expiresAt > now);
    return isFresh || this.#present.has(key);
  }

  /** The last loaded value, even if it has expired, for when it can't be loaded again. */
  stale(key: string): T | undefined {
    return this.#present.get(key)?.loaded;
  }

  /** Keeps a loaded entry, unless its key was deleted or loaded again in the meantime. */
  #settle(key: string, entry: Entry<T>, entries?: Entries<T>) {
    if (this.#loading.get(key) !== entry) return;
    this.#loading.delete(key);
    if (!entries) return;
    this.delete(key);
    const [oldest] = entries.keys();
    if (oldest !== undefined && entries.size >= this.maxEntries) entries.delete(oldest);
    entries.set(key, entry);
  }

  delete(key: string) {
    for (const entries of [this.#loading, this.#present, this.#absent]) entries.delete(key);
  }

  clear() {
    for (const entries of [this.#loading, this.#present, this.#absent]) entries.clear();
  }
}
