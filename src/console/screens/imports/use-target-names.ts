import { useValues } from "#console/screens/leads/use-values";
import { useTexts } from "#console/texts/catalogue";
import { columnTexts } from "./column-texts";
import type { Target } from "./targets";

/** The names of columns' targets: those of the lead's fields, unless files have other words. */
export function useTargetNames(): Record<Target, string> {
  const { targets } = useTexts(columnTexts);
  return { ...useValues().fields, ...targets };
}
