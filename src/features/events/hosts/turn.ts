import { HOST_LANES, type Turn } from "../../../domain/host-turns";
import { HOUR_MS, SECOND_MS } from "../../../lib/time";

/** How many requests a host gets in an hour while it has taken none. */
export const UNPROVED_PER_HOUR = 60;

/** How long a sender waits that is not woken before. */
const WAIT_MS = 15 * SECOND_MS;

/** A sender that uses lanes, or waits for some since a time. */
export type Other = { lanes: number; since: number };

/** What a host has proved; when it was last sent to is known only while it has proved nothing. */
export type Known = { isProved: boolean; sentAt: readonly number[] };

/** Those times of the last hour. */
export const lastHour = (sentAt: readonly number[], now: number) =>
  sentAt.filter((at) => at > now - HOUR_MS);

/**
 * The turn of a sender that wants so many lanes to a host, since a time. One that waits longer comes
 * first, and all that want some share them. A host that has taken no request yet gets one at a time.
 */
export function turnOf(
  { isProved, sentAt }: Known,
  others: readonly Other[],
  { wanted, since }: { wanted: number; since: number },
  now: number,
): Turn {
  const recent = lastHour(sentAt, now);
  const [first = now] = recent;
  if (!isProved && recent.length >= UNPROVED_PER_HOUR)
    return { lanes: 0, most: 0, at: first + HOUR_MS };
  const most = isProved ? HOST_LANES : 1;
  const used = others.reduce((sum, { lanes }) => sum + lanes, 0);
  const ahead = others.filter((other) => other.lanes === 0 && other.since < since).length;
  const share = Math.max(Math.floor(most / (others.length + 1)), 1);
  const lanes = Math.min(wanted, share, most - used - ahead);
  if (lanes <= 0) return { lanes: 0, most: 0, at: now + WAIT_MS };
  return { lanes, most: isProved ? Number.MAX_SAFE_INTEGER : 1, at: now };
}
