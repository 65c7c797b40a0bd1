import type { SourceDelivery } from "#client";
import { useFaultWords } from "#console/screens/imports/row-faults";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { useTargetName } from "../mapping/targets";
import { texts } from "./texts";
import { isOfAllFields, useWarningWords } from "./words";

/** The first fault of a delivery, in a line. */
export function useWrong() {
  const t = useTexts(texts);
  const { pair } = useTexts(general);
  const nameOf = useTargetName();
  const faultOf = useFaultWords();
  const warningOf = useWarningWords();
  return (delivery: SourceDelivery) => {
    const { errors, conflicts, warnings } = delivery;
    const [error] = Object.entries(errors).filter(([field]) => !(field in conflicts));
    if (error) {
      const [field, messages] = error;
      const faults = messages.map((message, at) => faultOf(delivery, field, at) ?? message);
      const text = faults.join(" ");
      return isOfAllFields(delivery, field) ? text : pair(nameOf(field), text);
    }
    const [conflict] = Object.keys(conflicts);
    if (conflict !== undefined) return t.conflict(nameOf(conflict));
    const [warning] = warnings;
    return warning && warningOf(warning);
  };
}
