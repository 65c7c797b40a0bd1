/** A clock that stands still until `advance`. Its dice are Lehmer's generator. */
export class VirtualClock {
  #now = 0;
  #seed = 1;
  #timers: { at: number; go: () => void }[] = [];

  readonly now = () => this.#now;

  readonly wait = (ms: number) =>
    new Promise<void>((go) => {
      this.#timers.push({ at: this.#now + ms, go });
    });

  readonly random = () => {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647;
    return this.#seed / 2_147_483_647;
  };

  /** Lets time pass, in steps of a millisecond at least, and what waits for it go on. */
  async advance(ms: number) {
    const end = this.#now + ms;
    while (this.#now < end) {
      const next = this.#timers.reduce((least, { at }) => Math.min(least, at), end);
      this.#now = Math.min(end, Math.max(next, this.#now));
      const due = this.#timers.filter(({ at }) => at <= this.#now);
      this.#timers = this.#timers.filter(({ at }) => at > this.#now);
      for (const { go } of due) go();
      // Work that goes on needs some microtasks until it waits again.
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    }
  }
}
