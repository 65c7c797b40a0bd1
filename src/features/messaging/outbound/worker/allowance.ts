import { HOUR_MS } from "#lib/time";

// The numbers of a portfolio may write to so many people in 24 hours who have not written to them
// lately. What exceeds that waits for an hour in which there is room again. Hours are counted since
// 1970.

export const PERIOD_HOURS = 24;

/** By the hour, the people whom a number was, or will be, the first to write to. */
export type Hours = ReadonlyMap<number, number>;

export const hourOf = (at: number) => Math.floor(at / HOUR_MS);

/** The number of people who count in an hour: those of it, and of the 23 before. */
const countedIn = (hour: number, hours: Hours) => {
  let sum = 0;
  for (let one = hour - PERIOD_HOURS + 1; one <= hour; one++) sum += hours.get(one) ?? 0;
  return sum;
};

/** The number of people who count now. The hour of 24 hours ago counts as a whole. */
export const usedAt = (now: number, started: Hours) =>
  countedIn(hourOf(now), started) + (started.get(hourOf(now) - PERIOD_HOURS) ?? 0);

/** The first hour after now, and not before the last planned one, with room: and how much. */
export function nextRoom(now: number, started: Hours, planned: Hours, limit: number) {
  const both = new Map(started);
  for (const [hour, count] of planned) both.set(hour, (both.get(hour) ?? 0) + count);
  const most = Math.max(limit, 1);
  for (let hour = Math.max(hourOf(now) + 1, ...planned.keys()); ; hour++) {
    // The hour that ends the period still counts as a whole.
    const used = countedIn(hour, both) + (both.get(hour - PERIOD_HOURS) ?? 0);
    if (used < most) return { hour, room: most - used };
  }
}

/** The most messages that a claim defers at once. */
export const MAX_DEFERRED = 100;

/** When the messages that find no room go out, and how many may be put off to then. */
export type Deferral = { at: number; most: number };

/**
 * The starts that a claim may use: with so many people used up, from a time on. Null is no limit
 * but the channel's.
 */
export type StartAllowance = { used: number; from: number; deferral: Deferral | null };

/** `replies`: when private replies go out, once those of this hour are used up. */
export type Allowance = StartAllowance & { replies: Deferral | null };

/** The deferral of what finds no room, given whom the numbers have started and are to start. */
export function deferralOf(now: number, started: Hours, planned: Hours, limit: number): Deferral {
  const { hour, room } = nextRoom(now, started, planned, limit);
  return { at: hour * HOUR_MS, most: Math.min(room, MAX_DEFERRED) };
}

/** A limit as WhatsApp gave it at a time. Null is none. */
export type Limit = { people: number | null; at: number };

/**
 * A message that would be the first to a person in 24 hours. The person's hashes are by the current
 * key and, while there is one, by the key before.
 */
export type Start = { messageId: number; hashes: [string, ...string[]] };

/** A limit that is used up, and by how many people of which hours. */
export type UsedUp = { people: number; started: Map<number, number> };

/** The ids of the messages that may go; the limit where others find no room. */
export type Begun = { messageIds: number[]; usedUp: UsedUp | null };
