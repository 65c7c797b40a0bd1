import type { MediumOutcome } from "#db/statements/media";
import type { MediaFailure } from "#domain/media";
import { HOUR_MS } from "#lib/time";

/** The credentials that Meta gave a file for: the beginning of the channel's sealed ones. */
export type Accepted = { channelId: number; start: string };

export type Outcome = MediumOutcome & { accepted?: Accepted };

/** A file was not fetched. `mayRetry`: it may be there later. */
export class NotFetched extends Error {
  readonly failure: MediaFailure;
  readonly mayRetry: boolean;

  constructor(failure: MediaFailure, mayRetry = false) {
    super(failure);
    [this.failure, this.mayRetry] = [failure, mayRetry];
  }
}

const MINUTE_MS = 60_000;
/** Meta keeps a file for longer than these in all, and an invalid token may be replaced. */
const DELAYS = [10_000, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS];

/** The outcome of a failed attempt. `random` lies between 0 and 1, and spreads retries. */
export function failedOutcome(
  { id, attempt }: { id: number; attempt: number },
  { failure, mayRetry }: NotFetched,
  now: number,
  random: number,
): Outcome {
  const delay = mayRetry ? DELAYS[attempt - 1] : undefined;
  if (delay === undefined) return { id, attempt, state: "failed", failure };
  return {
    ...{ id, attempt, state: "pending", failure },
    nextAt: Math.round(now + delay * (0.8 + 0.4 * random)),
  };
}
