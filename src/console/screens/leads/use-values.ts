import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { CHOICES, type ChoiceName } from "./fields";

/** Texts of the values of a field, by value. */
type ChoiceTexts = Record<string, string>;

/** The names of fields of leads, and of the values of those that have few. */
export function useValues() {
  const t = useTexts(nameTexts);
  const { stages } = useTexts(general);
  const textsOf = (name: ChoiceName): ChoiceTexts =>
    name === "pipeline_stage" ? stages : t.values[name];
  return {
    fields: t.fields,
    textOf: (name: ChoiceName, value: string) => textsOf(name)[value] ?? value,
    optionsOf: (name: ChoiceName) =>
      CHOICES[name].map((value): [string, string] => [value, textsOf(name)[value] ?? value]),
  };
}
