import type { FieldErrors, ImportEncoding } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Field, Input, Select } from "#console/ui/field";
import { Soft } from "#console/ui/text";
import styles from "./imports.module.css";
import { texts } from "./texts";
import type { Reading } from "./upload";

const ENCODINGS: Record<ImportEncoding, string> = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows-1252 (Latin)",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
};
const DELIMITERS = { comma: ",", semicolon: ";", tab: "tab", bar: "|" } as const;
const delimiterNames = ["comma", "semicolon", "tab", "bar"] as const;

/** How a file is to be read, for those that are detected wrongly. */
export function ReadingFields({
  reading,
  errors,
  onChange,
}: {
  reading: Reading;
  errors: FieldErrors;
  onChange: (reading: Reading) => void;
}) {
  const t = useTexts(texts);
  const change = <Name extends keyof Reading>(name: Name, value: Reading[Name] | "") => {
    const { [name]: _, ...others } = reading;
    onChange(value ? { ...others, [name]: value } : others);
  };
  return (
    <details className={styles.reading}>
      <summary>{t.reading}</summary>
      <Soft>{t.readingAbout}</Soft>
      <div className={styles.fields}>
        <Field label={t.encoding} errors={errors.encoding}>
          {(control) => (
            <Select
              value={reading.encoding ?? ""}
              onChange={({ target }) => change("encoding", target.value as ImportEncoding | "")}
              {...control}
            >
              <option value="">{t.detected}</option>
              {Object.entries(ENCODINGS).map(([encoding, name]) => (
                <option key={encoding} value={encoding}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t.delimiter} errors={errors.delimiter}>
          {(control) => (
            <Select
              value={reading.delimiter ?? ""}
              onChange={({ target }) => change("delimiter", target.value)}
              {...control}
            >
              <option value="">{t.detected}</option>
              {delimiterNames.map((name) => (
                <option key={name} value={DELIMITERS[name]}>
                  {t.delimiters[name]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t.sheet} hint={t.sheetHint} errors={errors.sheet}>
          {(control) => (
            <Input
              value={reading.sheet ?? ""}
              onChange={({ target }) => change("sheet", target.value)}
              {...control}
            />
          )}
        </Field>
      </div>
    </details>
  );
}
