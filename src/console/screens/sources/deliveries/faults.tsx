import type { SourceDelivery } from "#client";
import { useFaultWords } from "#console/screens/imports/row-faults";
import { LeadLink } from "#console/screens/leads/lead-link";
import { useTexts } from "#console/texts/catalogue";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { useTargetName } from "../mapping/targets";
import { texts } from "./texts";
import { isOfAllFields, useWarningWords } from "./words";

type Of = Pick<
  SourceDelivery,
  "errors" | "codes" | "params" | "conflicts" | "warnings" | "consent"
>;

/** The faults of a delivery, and the doubts about it. */
export function DeliveryFaults({ of }: { of: Of }) {
  const t = useTexts(texts);
  const nameOf = useTargetName();
  const faultOf = useFaultWords();
  const warningOf = useWarningWords();
  // A conflict is an error of its field, too, but names the lead.
  const errors = Object.entries(of.errors).filter(([field]) => !(field in of.conflicts));
  return (
    <Stack gap={2}>
      {errors.map(([field, messages]) => (
        <Note key={field} tone="red">
          {!isOfAllFields(of, field) && <strong>{nameOf(field)} </strong>}
          {messages.map((message, at) => faultOf(of, field, at) ?? message).join(" ")}
        </Note>
      ))}
      {Object.entries(of.conflicts).map(([field, lead]) => (
        <Note key={field} tone="red">
          {lead === null ? t.conflict(nameOf(field)) : t.conflictWith(nameOf(field))}{" "}
          {lead !== null && <LeadLink id={lead} />}
        </Note>
      ))}
      {of.warnings.map((warning) => (
        <Note key={`${warning.code} ${warning.field}`} tone="amber">
          {warningOf(warning)}
        </Note>
      ))}
      {of.consent === "not_applied" && <Note tone="amber">{t.consentNot}</Note>}
    </Stack>
  );
}
