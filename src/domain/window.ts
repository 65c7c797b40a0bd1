import { DAY_MS } from "../lib/time";

/** How long after a lead's last message anything may be sent to them, on WhatsApp and Instagram alike. */
export const WINDOW_MS = DAY_MS;

/** When the window closes, in milliseconds since 1970; null where it has never been open. */
export const windowEnd = (lastInboundAt: number | null) =>
  lastInboundAt === null ? null : lastInboundAt + WINDOW_MS;

export const isWindowOpen = (lastInboundAt: number | null, now: number) =>
  lastInboundAt !== null && now < lastInboundAt + WINDOW_MS;
