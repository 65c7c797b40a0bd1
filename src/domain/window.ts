import { DAY_MS } from "#lib/time";

/**
 * The time after the last message of a lead in which any message may be sent, on both platforms. In
 * SQL: `isWindowClosed` (outbound/block-conditions.ts).
 */
export const WINDOW_MS = DAY_MS;

/** When the window closes, in milliseconds since 1970; null if it has never been open. */
export const windowEnd = (lastInboundAt: number | null) =>
  lastInboundAt === null ? null : lastInboundAt + WINDOW_MS;

export const isWindowOpen = (lastInboundAt: number | null, now: number) =>
  lastInboundAt !== null && now < lastInboundAt + WINDOW_MS;
