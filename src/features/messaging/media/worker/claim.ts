import { batch } from "#db/batch";
import {
  type ClaimedMedium,
  claimMedium,
  dropAbandoned,
  isFull,
  nextMedium,
} from "#db/statements/media";
import type { Scope } from "#env";
import { commitStatements } from "./commit";
import type { Outcome } from "./outcome";

/** The scope that the fetcher of a workspace acts on. */
export { scopeOf } from "#db/scope/scope";

/** A claimed file, and whether the workspace may store no more of them. */
export type Claimed = ClaimedMedium & { isFull: boolean };

/**
 * Commits the outcome of an attempt and claims the next due file, in one round trip. The claim
 * expires after `leaseMs`; with null, nothing is claimed. `nextAt` is when the next file is due.
 */
export async function claimBatch(
  scope: Scope,
  outcome: Outcome | null,
  leaseMs: number | null,
): Promise<{ claimed: Claimed | undefined; nextAt: number | null }> {
  const now = Date.now();
  const { claimed, full, next } = await batch(scope, {
    ...(outcome && commitStatements(scope, outcome)),
    abandoned: dropAbandoned(scope, now),
    claimed: leaseMs === null ? undefined : claimMedium(scope, now, now + leaseMs),
    full: isFull(scope),
    next: nextMedium(scope),
  });
  const [medium] = claimed ?? [];
  return {
    claimed: medium && { ...medium, isFull: full[0]?.isFull === 1 },
    nextAt: next[0]?.at ?? null,
  };
}
