import { type Grant, HOST_LANES, unlimited } from "#domain/host-grants";
import { DAY_MS, HOUR_MS, SECOND_MS } from "#lib/time";

/** The most requests that a host gets in an hour while it is not proved. */
export const UNPROVED_PER_HOUR = 60;

/** A host that has taken a request is proved for this time: its name may become a stranger's. */
const PROVED_MS = DAY_MS;

/** The wait of a sender that is not woken before. */
const WAIT_MS = 15 * SECOND_MS;

/** A sender that uses lanes, or waits for some since a time. */
export type Other = { lanes: number; since: number };

/** The time since which a host is proved, to the hour, and its grants while it is not proved. */
export type Known = { provedAt: number | null; sentAt: readonly number[] };

export const isProved = ({ provedAt }: Known, now: number) =>
  provedAt !== null && provedAt > now - PROVED_MS;

/** The most requests to a host at once. */
export const lanesTo = (known: Known, now: number) => (isProved(known, now) ? HOST_LANES : 1);

/** Those times of the last hour. */
export const lastHour = (sentAt: readonly number[], now: number) =>
  sentAt.filter((at) => at > now - HOUR_MS);

/**
 * The grant of a sender that wants so many lanes to a host, since a time. One that waits longer
 * comes first, and all that want some share them. A host that is not proved gets one request at a
 * time.
 */
export function grantOf(
  known: Known,
  others: readonly Other[],
  { wanted, since }: { wanted: number; since: number },
  now: number,
): Grant {
  const recent = lastHour(known.sentAt, now);
  const [first = now] = recent;
  if (!isProved(known, now) && recent.length >= UNPROVED_PER_HOUR)
    return { lanes: 0, most: 0, at: first + HOUR_MS };
  const most = lanesTo(known, now);
  const used = others.reduce((sum, { lanes }) => sum + lanes, 0);
  const ahead = others.filter((other) => other.lanes === 0 && other.since < since).length;
  const share = Math.max(Math.floor(most / (others.length + 1)), 1);
  const lanes = Math.min(wanted, share, most - used - ahead);
  if (lanes <= 0) return { lanes: 0, most: 0, at: now + WAIT_MS };
  return isProved(known, now) ? unlimited(lanes) : { lanes, most: 1, at: now };
}
