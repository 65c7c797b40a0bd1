/**
 * The causes of an analysis: a request, a node of a scenario, or a conversation that has been quiet
 * for a while.
 */
export const analysisCauses = ["request", "scenario", "quiet"] as const;
export type AnalysisCause = (typeof analysisCauses)[number];

export const analysisStatuses = ["pending", "running", "completed", "skipped", "failed"] as const;

/** The reasons for skipping an analysis: nothing new, no text, or not allowed. */
export const skipReasons = [
  "unchanged",
  "no_text",
  "switched_off",
  "opted_out",
  "daily_limit",
] as const;
export type SkipReason = (typeof skipReasons)[number];

export const analysisFailures = [
  "refused",
  "invalid_answer",
  "rejected",
  "unavailable",
  "internal_error",
] as const;
export type AnalysisFailure = (typeof analysisFailures)[number];
