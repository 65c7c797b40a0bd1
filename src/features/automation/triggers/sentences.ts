import { causeRefusals, triggerMismatches } from "#domain/trigger-mismatches";
import { triggerOutcomes } from "#domain/triggers";

/** All that can be said of a trigger and a cause; each completes "The trigger …". */
const meanings = {
  ...Object.fromEntries(Object.entries(triggerOutcomes).map(([name, { means }]) => [name, means])),
  ...triggerMismatches,
  ...causeRefusals,
} as Record<ExplainedOutcome, string>;

export type ExplainedOutcome =
  | keyof typeof triggerOutcomes
  | keyof typeof triggerMismatches
  | keyof typeof causeRefusals;

/** An outcome as a sentence for people. */
export const sentenceOf = (outcome: ExplainedOutcome) => `The trigger ${meanings[outcome]}.`;

/** The sentence of what is not decided yet. */
export const foretell = (outcome: ExplainedOutcome) =>
  outcome === "started" ? "The trigger would start a run." : sentenceOf(outcome);

/** Outcomes and their sentences, for the document. */
export const listed = (outcomes: readonly ExplainedOutcome[]) =>
  outcomes.map((name) => `- \`${name}\`: it ${meanings[name]}.`).join("\n");
