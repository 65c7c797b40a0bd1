/** Bytes that are gathered up to a length, in memory that grows with what comes. */
export class Gathered {
  readonly #most: number;
  #bytes = new Uint8Array();
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get length() {
    return this.#length;
  }

  get isFull() {
    return this.#length === this.#most;
  }

  /** Takes what fits of a chunk; returns the rest. */
  add(chunk: Uint8Array): Uint8Array {
    const fitting = chunk.subarray(0, this.#most - this.#length);
    const needed = this.#length + fitting.length;
    if (needed > this.#bytes.length) {
      const length = Math.max(needed, 2 * this.#bytes.length);
      const grown = new Uint8Array(Math.min(length, this.#most));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#bytes.set(fitting, this.#length);
    this.#length = needed;
    return chunk.subarray(fitting.length);
  }

  /** The bytes so far; what comes then is gathered from the start. */
  take(): Uint8Array<ArrayBuffer> {
    const gathered = this.#bytes.subarray(0, this.#length);
    [this.#bytes, this.#length] = [new Uint8Array(), 0];
    return gathered;
  }
}
