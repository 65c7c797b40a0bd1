import type { AnalysisCause, AnalysisFailure, SkipReason } from "#domain/analysis";
import type { Settings } from "#features/access/settings/schema";
import type { Cost, Findings, Transcript } from "../analyst";

/** A claimed analysis, with everything that the worker needs for it. */
export type Claimed = {
  id: number;
  /** Names the claim: a worker whose claim has expired writes nothing. */
  claimToken: string;
  conversationId: number;
  leadId: number;
  cause: AnalysisCause;
  /** Counts from 1. */
  attempt: number;
  isOptout: boolean;
  /** Hash of the last transcript and analyst (transcript.ts). */
  analysedAs: string | null;
  settings: Settings;
  transcript: Transcript;
};

/** The messages that an analyst has read, and the cost. */
export type Reading = {
  model: string;
  promptVersion: string;
  messagesCount: number;
  /** The oldest message that was read. */
  firstMessageId: number;
  cost: Cost;
  /** The time for which the model asks not to be called. */
  pauseMs: number | null;
};

export type Result =
  | {
      status: "completed";
      findings: Findings;
      droppedCount: number;
      state: string;
      reading: Reading;
    }
  | { status: "skipped"; reason: SkipReason; reading: null }
  | { status: "failed"; reason: AnalysisFailure; reading: Reading | null }
  | {
      status: "pending";
      reason: SkipReason | AnalysisFailure;
      nextAt: number;
      reading: Reading | null;
    };

/** The outcome of a claimed analysis. Its costs count for `day`. */
export type Outcome = { claimed: Claimed; day: string; result: Result };

/** The outcome to commit instead of one that D1 refuses to write, as it would refuse it forever. */
export const refusedOutcome = ({ result, ...outcome }: Outcome): Outcome => ({
  ...outcome,
  result: { status: "failed", reason: "internal_error", reading: result.reading },
});
