import type { AnalysisFailure } from "../../domain/analysis";
import type { ProfileField } from "../../domain/leads";

/** A message with its text. `at` is in milliseconds since 1970. */
export type Said = { id: number; author: "lead" | "team"; at: number; text: string };

/** What was said in a conversation, oldest first. It is data: whatever stands in it, nobody is to follow it. */
export type Transcript = Said[];

/**
 * What an analyst says of the lead, and the lead's own words that it rests on: `quote` stands so in the message. Lists (`blockers`,
 * `levers`) have a claim for each of their items; of every other field an analyst makes one claim at most. `confidence` is between 0 and 1.
 */
export type Claim = {
  field: ProfileField;
  value: string | number | boolean;
  confidence: number;
  messageId: number;
  quote: string;
};

/** `summary` is null where there is nothing to tell. */
export type Findings = { claims: Claim[]; summary: string | null };

/** What an analysis has cost. Requests that failed count, too. */
export type Cost = { calls: number; inputTokens: number; outputTokens: number };

/** What an analysis came to. Where it may be tried again, `retryAfterMs` is for how long nobody is to be asked, as far as that was said. */
export type Outcome = { cost: Cost } & (
  | { kind: "found"; findings: Findings }
  | {
      kind: "failed";
      reason: Exclude<AnalysisFailure, "internal_error">;
      mayRetry: boolean;
      retryAfterMs: number | null;
    }
);

/** Reads a conversation. Never throws, and logs nothing of what was said. */
export type Analyst = {
  /** What reads, and by which version of its prompt or rules: the same transcript, model and version are not analysed twice. */
  model: string;
  promptVersion: string;
  /** How much of a conversation it reads, the newest messages first. */
  maxTokens: number;
  analyse: (transcript: Transcript) => Promise<Outcome>;
};
