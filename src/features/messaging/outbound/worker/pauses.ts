import { claimMessages } from "#db/statements/messages/claimed";
import {
  bringBack,
  failAuthentication,
  failTriedAuthentication,
  KEPT,
  KEPT_AT_ONCE,
  setAside,
} from "#db/statements/messages/kept";
import type { PauseHolds } from "#domain/pauses";
import { chooseTried } from "#features/messaging/channels/pause-tries";
import { MINUTE_MS } from "#lib/time";
import { type Due, triable } from "./due";
import type { LimitedChannel } from "./work";

// The part of a claim that is for a channel that is paused.

/**
 * A sender's assumption about its channel's pause. Where one is possible, a claim asks what it
 * holds; messages that became due up to `lookedAt` were looked at while it held `holds`.
 */
export type AssumedPause = { isPossible: boolean; lookedAt: number; holds?: PauseHolds | null };

/** The statements that run before the others of a claim. `kept`: messages just found to be kept. */
export function pauseStatements(due: Due, { isPossible, lookedAt }: AssumedPause, kept: number[]) {
  if (!isPossible) return {};
  const { channelId, now } = due;
  const candidate = triable(due);
  return {
    back: bringBack(channelId),
    tooLate: kept.length > 0 ? failTriedAuthentication(channelId, kept, now) : undefined,
    late: failAuthentication(channelId, lookedAt, now),
    aside: setAside(channelId, now),
    chosen: chooseTried(channelId, candidate, now),
    tried: claimMessages(candidate),
  };
}

/** The rows that those statements have found; none where they did not run. */
type Found = { back?: unknown[] | undefined; late?: unknown[] | undefined };

const NONE: AssumedPause = { isPossible: false, lookedAt: 0 };

/** A message may be stored some time after it was created. */
const OVERLAP_MS = MINUTE_MS;

/** A sender's knowledge of its channel's pause between two claims. */
export class Pauses {
  readonly #kv: SyncKvStorage;
  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  assumed(): AssumedPause {
    const pause = this.#kv.get<AssumedPause>("pause");
    return pause ?? NONE;
  }

  /** Notes what a claim has found. Returns true where the next one has to follow at once. */
  note(
    channel: LimitedChannel | undefined,
    { found: { back, late }, nextAt }: { found: Found; nextAt: number | null },
    now: number,
  ): boolean {
    const before = this.assumed();
    const holds = channel?.pauseHolds ?? null;
    const isPaused = holds !== null;
    const isMore = (rows: unknown[] = []) => rows.length === KEPT_AT_ONCE;
    // The database was restored, or what was known here is lost.
    const isLeft = nextAt === KEPT;
    const isPossible = isPaused || isMore(back) || (before.isPossible && !back) || isLeft;
    // Messages that the pause before did not hold were passed over.
    const isOther = isPaused && before.isPossible && before.holds !== holds;
    const isLooked = late !== undefined && !isMore(late);
    const lookedAt = isOther ? 0 : isLooked ? now - OVERLAP_MS : before.lookedAt;
    if (isPossible) this.#kv.put<AssumedPause>("pause", { isPossible, lookedAt, holds });
    else if (before.isPossible) this.#kv.delete("pause");
    const isNew = isPossible && !before.isPossible;
    return isMore(back) || isMore(late) || isNew || isOther;
  }
}
