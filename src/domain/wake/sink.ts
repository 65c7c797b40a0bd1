import type { Wake } from "./objects";

/**
 * The due work of a workspace, as a D1 row (db/statements/due.ts). `endpoints` is a JSON array of
 * webhook endpoint ids.
 */
export type Due = Record<"runs" | "analyses" | "chunks" | "stream" | "triggers", 0 | 1> & {
  workspaceId: number;
  endpoints: string;
};

export const toWake = ({ runs, analyses, chunks, stream, triggers, endpoints }: Due): Wake => ({
  runs: runs === 1,
  analyses: analyses === 1,
  chunks: chunks === 1,
  stream: stream === 1,
  triggers: triggers === 1,
  endpoints: JSON.parse(endpoints),
});

const joined = (one: number[] = [], other: number[] = []) => [...new Set([...one, ...other])];

/**
 * Collects the workers to wake after the batches of a request or of an object's alarm. The entry
 * that makes a scope creates its sink, and drains it.
 */
export class Sink {
  #wake: Wake = {};
  #isKeyClaimed = false;
  #isAudited = false;

  /** True if the request holds its `Idempotency-Key`. */
  get isKeyClaimed() {
    return this.#isKeyClaimed;
  }

  /** True if a batch has written the request's act to the audit log. */
  get isAudited() {
    return this.#isAudited;
  }

  /** Called by `batch` (db/batch.ts), and by who takes a key over (db/writes/idempotency.ts). */
  report(wake: Wake | undefined, { claimsKey, audits }: { claimsKey: boolean; audits: boolean }) {
    this.#isKeyClaimed ||= claimsKey;
    this.#isAudited ||= audits;
    if (wake) this.wake(wake);
  }

  /** Adds workers that a batch could not know of, such as the sender of a message's channel. */
  wake({ endpoints, channels, sources, ...kinds }: Wake) {
    const due = Object.entries(kinds).filter(([, isDue]) => isDue);
    this.#wake = {
      ...this.#wake,
      ...Object.fromEntries(due),
      endpoints: joined(this.#wake.endpoints, endpoints),
      channels: joined(this.#wake.channels, channels),
      sources: joined(this.#wake.sources, sources),
    };
  }

  drain(): Wake {
    const wake = this.#wake;
    this.#wake = {};
    return wake;
  }
}
