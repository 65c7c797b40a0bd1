import type { SkipReason } from "#domain/analysis";
import type { Claimed } from "./worker/outcome";

type Candidate = Pick<Claimed, "cause" | "isOptout" | "settings" | "analysedAs" | "transcript">;

/** The reason not to analyse a conversation, or null. `state` is the hash of its transcript. */
export function skipReasonOf(
  { cause, isOptout, settings, analysedAs, transcript }: Candidate,
  state: string,
): SkipReason | null {
  const isRequested = cause === "request";
  if (!settings.analysis_enabled || (cause === "quiet" && settings.analysis_quiet_seconds === null))
    return "switched_off";
  if (!isRequested && isOptout) return "opted_out";
  if (!transcript.some(({ author }) => author === "lead")) return "no_text";
  return state === analysedAs ? "unchanged" : null;
}

const RETRY_DELAYS_MS = [10_000, 60_000, 300_000];

/** The number of times that an analyst is asked before the analysis fails. */
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** The delay until the next attempt in milliseconds; null after the last one. */
export const retryDelay = (attempt: number, retryAfterMs: number | null) => {
  const delay = RETRY_DELAYS_MS[attempt - 1];
  return delay === undefined ? null : Math.max(delay, retryAfterMs ?? 0);
};
