import type { SourceDelivery } from "#client";
import { reportTexts } from "#console/screens/imports/report-texts";
import { LeadLink } from "#console/screens/leads/lead-link";
import { useTexts } from "#console/texts/catalogue";
import { useLanguage } from "#console/texts/language";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { useTargetName } from "../mapping/targets";
import { useFaultWords } from "./fault-words";
import { texts } from "./texts";

type Of = Pick<SourceDelivery, "errors" | "conflicts" | "warnings">;

/** The faults of a delivery, and the doubts about it. */
export function DeliveryFaults({ of: { errors, conflicts, warnings } }: { of: Of }) {
  const t = useTexts(texts);
  const nameOf = useTargetName();
  const faultOf = useFaultWords();
  const isEnglish = useLanguage() === "en";
  const words: Record<string, string> = { ...useTexts(reportTexts).warnings, ...t.warnings };
  return (
    <Stack gap={2}>
      {Object.entries(errors).map(([field, messages]) => (
        <Note key={field} tone="red">
          <strong>{nameOf(field)}</strong> {messages.map(faultOf).join(" ")}
        </Note>
      ))}
      {Object.entries(conflicts).map(([field, lead]) => (
        <Note key={field} tone="red">
          {t.conflict(nameOf(field))} {lead !== null && <LeadLink id={lead} />}
        </Note>
      ))}
      {warnings.map(({ code, message }) => (
        <Note key={code} tone="amber">
          {words[code] ?? <span lang={isEnglish ? undefined : "en"}>{message}</span>}
        </Note>
      ))}
    </Stack>
  );
}
