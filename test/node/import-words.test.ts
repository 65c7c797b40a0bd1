import { expect, it, vi } from "vitest";
import { valueTexts } from "#console/screens/leads/value-texts";
import { general } from "#console/texts/general";
import { lostReasons, sources, stages, warmths } from "#domain/leads";
import { choiceIn } from "#features/imports/reading/choice-cell";

// The texts ask the browser for its language as they are loaded.
vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("document", { documentElement: {} });
});

it.each(["en", "fr"] as const)("imports read values as the console calls them: %s", (language) => {
  const [values, words] = [valueTexts[language], general[language]];
  const read = [
    ...stages.map((stage) => choiceIn("pipeline_stage", words.stages[stage])),
    ...warmths.map((warmth) => choiceIn("warmth", values.warmth[warmth])),
    ...sources.map((source) => choiceIn("source", values.source[source])),
    ...lostReasons.map((reason) => choiceIn("lost_reason", values.lost_reason[reason])),
  ];
  expect(read).toEqual([...stages, ...warmths, ...sources, ...lostReasons]);
});
