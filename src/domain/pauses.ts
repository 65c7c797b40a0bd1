import { DAY_MS, HOUR_MS, MINUTE_MS } from "#lib/time";
import type { PauseReason } from "./messaging";
import type { Platform } from "./platforms";

// A pause keeps the queue of a channel, which goes on trying one message at a time: a success ends
// it, and a long time without one makes it a stop.

/** The messages that a pause holds, fewest first: what opens conversations, templates, all. */
export const pauseHolds = ["starts", "templates", "all"] as const;
export type PauseHolds = (typeof pauseHolds)[number];

/** A pause as it bears on a message. One that shows an outage holds nothing, and delays all. */
export type BearingPause = { reason: PauseReason; holds: PauseHolds | null; until: number };

/** A channel that is paused. */
export type Paused = BearingPause & { id: number; name: string; platform: Platform };

/** True if messages of these facts wait for the end of a pause, as `heldBy` in SQL (kept.ts). */
export function isHeldBy(
  { holds }: Pick<BearingPause, "holds">,
  { isTemplate, isStart }: { isTemplate: boolean; isStart: boolean },
) {
  const isHeld = { starts: isTemplate && isStart, templates: isTemplate, all: true };
  return isHeld[holds ?? "all"];
}

/** The refusals that begin pauses. After a report, an answer that takes a message proves little. */
export const pauseOrigins = ["answer", "report"] as const;
export type PauseOrigin = (typeof pauseOrigins)[number];

/** The channels of the workspace that pause together. */
export type PauseOver = "channel" | "account" | "portfolio";

/** The times until the first try, and at most between two; and until the pause becomes a stop. */
type Times = { firstMs: number; longestMs: number; stopAfterMs: number };

/** A reason that providers give. The sender's own, `outage`, keeps its times (outage.ts). */
export type RefusalPause = Exclude<PauseReason, "outage">;

const USUAL: Times = { firstMs: 30 * MINUTE_MS, longestMs: 4 * HOUR_MS, stopAfterMs: DAY_MS };

export const pauses: Record<RefusalPause, Times & { holds: PauseHolds; over: PauseOver }> = {
  payment: { holds: "all", over: "account", ...USUAL },
  spam_rate: {
    holds: "starts",
    over: "channel",
    firstMs: HOUR_MS,
    longestMs: DAY_MS,
    stopAfterMs: 3 * DAY_MS,
  },
  template_misuse: { holds: "templates", over: "portfolio", ...USUAL },
  page_restricted: { holds: "all", over: "channel", ...USUAL },
};

/** `Object.keys` loses the type of the names. */
export const refusalPauses = Object.keys(pauses) as RefusalPause[];
