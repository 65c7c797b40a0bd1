import type { AnalysisFailure } from "#domain/analysis";
import type { ProfileField } from "#domain/leads";

/** A message of a transcript. `at` is in milliseconds since 1970. */
export type Utterance = { id: number; author: "lead" | "team"; at: number; text: string };

/** The messages of a conversation, oldest first. They are data, never instructions. */
export type Transcript = Utterance[];

/**
 * A claim about a field of the lead's profile, and the lead's own words that prove it: `quote`
 * stands in the message as it is. Lists (`blockers`, `levers`) have a claim for each item; every
 * other field has one at most. `confidence` is between 0 and 1.
 */
export type Claim = {
  field: ProfileField;
  value: string | number | boolean;
  confidence: number;
  messageId: number;
  quote: string;
};

/** `summary` is null if there is nothing to summarise. */
export type Findings = { claims: Claim[]; summary: string | null };

/** The cost of an analysis, failed requests included. */
export type Cost = { calls: number; inputTokens: number; outputTokens: number };

/** `retryAfterMs` is how long the analyst asks not to be called, if it does. */
export type Failure = {
  kind: "failed";
  reason: Exclude<AnalysisFailure, "internal_error">;
  mayRetry: boolean;
  retryAfterMs: number | null;
};

export type AnalystAnswer = { cost: Cost } & ({ kind: "found"; findings: Findings } | Failure);

/** Analyses conversations. Never throws, and logs no text of them. */
export type Analyst = {
  /** The same transcript, model and version of the prompt (or rules) are not analysed twice. */
  model: string;
  promptVersion: string;
  /** The most tokens of a conversation that it reads, the newest messages first. */
  maxTokens: number;
  analyse: (transcript: Transcript) => Promise<AnalystAnswer>;
};
