import type { FieldErrors, ImportEncoding } from "#client";
import { SelectField, TextField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { Grid } from "#console/ui/grid";
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

type Chosen = { [Name in keyof Reading]: Reading[Name] | null };

/** The options for reading a file, for files that are detected wrongly. */
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
  // Values to be detected are not sent.
  const form = fieldsOf<Chosen>(
    reading,
    (part) => {
      const chosen = Object.entries({ ...reading, ...part }).filter(([, value]) => value);
      onChange(Object.fromEntries(chosen));
    },
    errors,
  );
  return (
    <details className={styles.reading}>
      <summary>{t.reading}</summary>
      <Soft>{t.readingAbout}</Soft>
      <Grid gap={4} min="13rem" fills className={styles.fields}>
        <SelectField
          form={form}
          name="encoding"
          label={t.encoding}
          options={ENCODINGS}
          none={t.detected}
        />
        <SelectField
          form={form}
          name="delimiter"
          label={t.delimiter}
          options={delimiterNames.map((name) => [DELIMITERS[name], t.delimiters[name]])}
          none={t.detected}
        />
        <TextField form={form} name="sheet" label={t.sheet} hint={t.sheetHint} />
      </Grid>
    </details>
  );
}
