import { type TriggerOutcome, triggerOutcomes } from "#domain/triggers";

/** An outcome as a sentence for people. */
export const sentenceOf = (outcome: TriggerOutcome) =>
  `The trigger ${triggerOutcomes[outcome].means}.`;
