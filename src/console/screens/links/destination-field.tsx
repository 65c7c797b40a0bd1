import { useRef } from "react";
import { useTexts } from "#console/texts/catalogue";
import { Field, TextArea } from "#console/ui/field";
import { Note } from "#console/ui/states";
import { Filled } from "./destination";
import styles from "./links.module.css";
import { faultOf, hasPlaceholders } from "./placeholders";
import { texts } from "./texts";

const OFFERED = ["first_name", "last_name", "email", "phone", "ext_id", "lead_id"];

/** The destination, with placeholders to insert, and what becomes of them without a value. */
export function DestinationField({
  value,
  errors,
  onChange,
}: {
  value: string;
  errors: readonly string[] | undefined;
  onChange: (value: string) => void;
}) {
  const { form: t } = useTexts(texts);
  const area = useRef<HTMLTextAreaElement>(null);
  const fault = errors?.length ? faultOf(value) : null;
  const insert = (name: string) => {
    const { selectionStart: start, selectionEnd: end } = area.current ?? {};
    const placeholder = `{{${name}}}`;
    const from = start ?? value.length;
    onChange(value.slice(0, from) + placeholder + value.slice(end ?? value.length));
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(from + placeholder.length, from + placeholder.length);
    });
  };
  return (
    <div className={styles.destinationField}>
      <Field label={t.destination} hint={t.destinationHint} errors={errors}>
        {(control) => (
          <TextArea
            {...control}
            ref={area}
            rows={2}
            dir="ltr"
            spellCheck={false}
            inputMode="url"
            className={styles.urlArea ?? ""}
            value={value}
            onChange={({ target }) => onChange(target.value.replace(/\s*\n\s*/g, ""))}
          />
        )}
      </Field>
      {fault && <Note tone="amber">{t.faults[fault]}</Note>}
      <p className={styles.insert}>
        {t.insert}
        {[...OFFERED, `${t.variable}|`].map((name) => (
          <button key={name} type="button" onClick={() => insert(name)}>
            {name.replace("|", "")}
          </button>
        ))}
      </p>
      {hasPlaceholders(value) && (
        <p className={styles.preview}>
          {t.withoutValues} <Filled url={value} />
        </p>
      )}
    </div>
  );
}
