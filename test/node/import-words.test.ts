import { expect, it } from "vitest";
import valuesEn from "#console/screens/leads/value-texts.en";
import valuesFr from "#console/screens/leads/value-texts.fr";
import generalEn from "#console/texts/general.en";
import generalFr from "#console/texts/general.fr";
import { lostReasons, sources, stages, warmths } from "#domain/leads";
import { choiceIn } from "#features/imports/reading/choice-cell";

it.each([
  ["en", valuesEn, generalEn],
  ["fr", valuesFr, generalFr],
])("imports read values as the console calls them: %s", (_, values, words) => {
  const read = [
    ...stages.map((stage) => choiceIn("pipeline_stage", words.stages[stage])),
    ...warmths.map((warmth) => choiceIn("warmth", values.warmth[warmth])),
    ...sources.map((source) => choiceIn("source", values.source[source])),
    ...lostReasons.map((reason) => choiceIn("lost_reason", values.lost_reason[reason])),
  ];
  expect(read).toEqual([...stages, ...warmths, ...sources, ...lostReasons]);
});
