import type { SourceDelivery } from "#client";
import { reportTexts } from "#console/screens/imports/report-texts";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { useTargetName } from "../mapping/targets";
import { useFaultWords } from "./fault-words";
import { texts } from "./texts";

/** The first fault of a delivery, in a line. */
export function useWrong() {
  const t = useTexts(texts);
  const { pair } = useTexts(general);
  const nameOf = useTargetName();
  const faultOf = useFaultWords();
  const words: Record<string, string> = { ...useTexts(reportTexts).warnings, ...t.warnings };
  return ({ errors, conflicts, warnings }: SourceDelivery) => {
    const [error] = Object.entries(errors);
    if (error) return pair(nameOf(error[0]), error[1].map(faultOf).join(" "));
    const [conflict] = Object.keys(conflicts);
    if (conflict !== undefined) return t.conflict(nameOf(conflict));
    const [warning] = warnings;
    return warning && (words[warning.code] ?? warning.message);
  };
}
