import { SelectField, TextField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { fieldName, useWords } from "../words";
import {
  BOOKING_ANSWERS,
  BOOKING_FIELDS,
  LEAD_FIELDS,
  TRIGGER_DATA,
  TRIGGER_FIELDS,
  VARIABLE,
} from "./clause-fields";
import { fieldTexts } from "./texts";
import { useVariables } from "./variables";

/** The field that a clause compares: of the lead, its booking, or what has started the run. */
export function FieldSelect({
  value,
  onChange,
}: {
  value: string;
  onChange: (field: string) => void;
}) {
  const t = useTexts(fieldTexts);
  const words = useWords();
  const known = useVariables().map((name) => VARIABLE + name);
  const prefix = [VARIABLE, TRIGGER_DATA, BOOKING_ANSWERS].find((one) => value.startsWith(one));
  const labels: Record<string, string> = {
    [TRIGGER_DATA]: t.eventPath,
    [BOOKING_ANSWERS]: t.bookingQuestion,
  };
  const typed = prefix !== undefined && !known.includes(value) ? prefix : undefined;
  return (
    <>
      <SelectField
        form={fieldsOf({ field: typed ?? value }, ({ field = "" }) => onChange(field))}
        name="field"
        label={t.field}
        options={[
          ...[...LEAD_FIELDS, ...BOOKING_FIELDS, ...TRIGGER_FIELDS, ...known].map(
            (one) => [one, fieldName(words, one)] as const,
          ),
          [VARIABLE, t.aVariable],
          [TRIGGER_DATA, t.eventData],
          [BOOKING_ANSWERS, t.bookingAnswer],
        ]}
      />
      {typed !== undefined && (
        <TextField
          form={fieldsOf({ name: value.slice(typed.length) }, ({ name = "" }) =>
            onChange(typed + name.trim()),
          )}
          name="name"
          label={labels[typed] ?? t.variableName}
        />
      )}
    </>
  );
}
