import type { SourceDelivery } from "#client";
import { reportTexts } from "#console/screens/imports/report-texts";
import { useTexts } from "#console/texts/catalogue";
import { useTargetName } from "../mapping/targets";
import { texts } from "./texts";

type Warning = SourceDelivery["warnings"][number];

/** True if a fault stands with a field, but is about all: one of them would do. */
export const isOfAllFields = ({ codes }: Pick<SourceDelivery, "codes">, field: string) =>
  codes[field]?.[0] === "one_of";

/** The words of warnings: a sentence, or the name of a field with what is about it. */
export function useWarningWords() {
  const t = useTexts(texts);
  const nameOf = useTargetName();
  const sentences: Record<string, string> = t.warnings;
  const ofFields: Record<string, string> = useTexts(reportTexts).warnings;
  return ({ code, field, message }: Warning) => {
    const about = ofFields[code];
    return sentences[code] ?? (about === undefined ? message : `${nameOf(field)} ${about}`);
  };
}
