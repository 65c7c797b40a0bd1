import { expect, it } from "vitest";
import namesEn from "#console/names/en";
import namesFr from "#console/names/fr";
import generalEn from "#console/texts/general.en";
import generalFr from "#console/texts/general.fr";
import { namesSetBy } from "#domain/field-names";
import { leadFields } from "#domain/lead-fields";
import { choiceIn } from "#features/imports/reading/choice-cell";

it.each([
  ["en", namesEn.values, generalEn],
  ["fr", namesFr.values, generalFr],
])("imports read values as the console calls them: %s", (_, values, words) => {
  const named: Record<string, Record<string, string>> = { ...values, pipeline_stage: words.stages };
  const given = Object.entries(leadFields).flatMap(([name, field]) =>
    field.kind === "choice" && namesSetBy(leadFields, "api").some((one) => one === name)
      ? field.values.map((value) => [name, value] as const)
      : [],
  );
  const read = given.map(([name, value]) => [name, choiceIn(name, named[name]?.[value])]);
  expect(read).toEqual(given);
});
