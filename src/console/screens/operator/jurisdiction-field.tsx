import type { Database } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Field, Select } from "#console/ui/field";
import { texts } from "./texts";

type Jurisdiction = NonNullable<Database["jurisdiction"]>;

const JURISDICTIONS: readonly Jurisdiction[] = ["eu", "fedramp"];

/** Where Cloudflare keeps data. */
export function JurisdictionField({
  hint,
  errors,
  value,
  onChange,
}: {
  hint: string;
  errors: readonly string[] | undefined;
  value: Jurisdiction | null;
  onChange: (value: Jurisdiction | null) => void;
}) {
  const t = useTexts(texts);
  return (
    <Field label={t.jurisdiction} hint={hint} errors={errors}>
      {(control) => (
        <Select
          {...control}
          value={value ?? ""}
          onChange={({ target }) =>
            onChange(JURISDICTIONS.find((one) => one === target.value) ?? null)
          }
        >
          <option value="">{t.noJurisdiction}</option>
          {JURISDICTIONS.map((one) => (
            <option key={one} value={one}>
              {t.jurisdictions[one]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
