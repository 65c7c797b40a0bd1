import type { AnalysisCause, SkipReason } from "../../domain/analysis";
import type { Settings } from "../access/settings/schema";
import type { Transcript } from "./analyst";

/** An analysis whose turn has come, and all that is needed for it. */
export type Taken = {
  id: number;
  name: string;
  conversationId: number;
  leadId: number;
  cause: AnalysisCause;
  /** Which attempt this is, from 1. */
  attempt: number;
  isOptout: boolean;
  analysedAs: string | null;
  settings: Settings;
  transcript: Transcript;
};

/** Why a conversation is not to be read, in the order in which it is looked at; null where it is. `state` names what would be read. */
export function skipReasonOf(
  { cause, isOptout, settings, analysedAs, transcript }: Taken,
  state: string,
): SkipReason | null {
  const isByItself = cause !== "request";
  if (!settings.analysis_enabled || (cause === "quiet" && settings.analysis_quiet_seconds === null))
    return "switched_off";
  if (isByItself && isOptout) return "opted_out";
  if (!transcript.some(({ author }) => author === "lead")) return "no_text";
  return state === analysedAs ? "unchanged" : null;
}

const RETRY_DELAYS_MS = [10_000, 60_000, 300_000];

/** How often an analyst is asked before the analysis has failed. */
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** When it is tried again, in milliseconds from now; null where it no longer is. */
export const retryDelay = (attempt: number, retryAfterMs: number | null) => {
  const delay = RETRY_DELAYS_MS[attempt - 1];
  return delay === undefined ? null : Math.max(delay, retryAfterMs ?? 0);
};
