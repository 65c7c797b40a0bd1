import type { SourceDelivery } from "#client";
import { reportTexts } from "#console/screens/imports/report-texts";
import { useFaultWords } from "#console/screens/imports/row-faults";
import { LeadLink } from "#console/screens/leads/lead-link";
import { useTexts } from "#console/texts/catalogue";
import { useLanguage } from "#console/texts/language";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { useTargetName } from "../mapping/targets";
import { texts } from "./texts";

type Of = Pick<SourceDelivery, "errors" | "codes" | "params" | "conflicts" | "warnings">;

/** The faults of a delivery, and the doubts about it. */
export function DeliveryFaults({ of }: { of: Of }) {
  const t = useTexts(texts);
  const nameOf = useTargetName();
  const faultOf = useFaultWords();
  const isEnglish = useLanguage() === "en";
  const words: Record<string, string> = { ...useTexts(reportTexts).warnings, ...t.warnings };
  return (
    <Stack gap={2}>
      {Object.entries(of.errors).map(([field, messages]) => (
        <Note key={field} tone="red">
          <strong>{nameOf(field)}</strong>{" "}
          {messages.map((message, at) => faultOf(of, field, at) ?? message).join(" ")}
        </Note>
      ))}
      {Object.entries(of.conflicts).map(([field, lead]) => (
        <Note key={field} tone="red">
          {t.conflict(nameOf(field))} {lead !== null && <LeadLink id={lead} />}
        </Note>
      ))}
      {of.warnings.map(({ code, message }) => (
        <Note key={code} tone="amber">
          {words[code] ?? <span lang={isEnglish ? undefined : "en"}>{message}</span>}
        </Note>
      ))}
    </Stack>
  );
}
