import { useValues } from "#console/screens/leads/use-values";
import { useTexts } from "#console/texts/catalogue";
import { columnTexts } from "./column-texts";
import type { Target } from "./targets";

/** What people call the targets of columns: the lead's fields, where a file calls them no otherwise. */
export function useTargetNames(): Record<Target, string> {
  const { targets } = useTexts(columnTexts);
  return { ...useValues().fields, ...targets };
}
