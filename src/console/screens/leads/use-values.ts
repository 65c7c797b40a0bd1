import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { CHOICES, type ChoiceName } from "./fields";
import { type ChoiceTexts, valueTexts } from "./value-texts";

/** What people call fields of leads, and the values of those that have few. */
export function useValues() {
  const t = useTexts(valueTexts);
  const { stages } = useTexts(general);
  const textsOf = (name: ChoiceName): ChoiceTexts => (name === "pipeline_stage" ? stages : t[name]);
  return {
    fields: t.fields,
    textOf: (name: ChoiceName, value: string) => textsOf(name)[value] ?? value,
    optionsOf: (name: ChoiceName) =>
      CHOICES[name].map((value): [string, string] => [value, textsOf(name)[value] ?? value]),
  };
}
