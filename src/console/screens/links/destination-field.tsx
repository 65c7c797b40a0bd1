import { useRef } from "react";
import { flushSync } from "react-dom";
import { FormField } from "#console/data/form/fields";
import type { Fields } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { TextArea } from "#console/ui/field";
import { Row, Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { Filled } from "./destination";
import styles from "./links.module.css";
import { faultOf, hasPlaceholders } from "./placeholders";
import type { LinkSettings } from "./queries";
import { texts } from "./texts";

const OFFERED = ["first_name", "last_name", "email", "phone", "ext_id", "lead_id", "lead_ref"];

/** The destination, with placeholders to insert, and what becomes of them without a value. */
export function DestinationField({ form }: { form: Fields<LinkSettings> }) {
  const { form: t } = useTexts(texts);
  const area = useRef<HTMLTextAreaElement>(null);
  const value = form.values.destination_url;
  const fault = form.errors.destination_url ? faultOf(value) : null;
  const change = (destination_url: string) => form.set({ destination_url });
  const insert = (name: string) => {
    const { selectionStart: start, selectionEnd: end } = area.current ?? {};
    const placeholder = `{{${name}}}`;
    const from = start ?? value.length;
    flushSync(() => change(value.slice(0, from) + placeholder + value.slice(end ?? value.length)));
    area.current?.focus();
    area.current?.setSelectionRange(from + placeholder.length, from + placeholder.length);
  };
  return (
    <Stack gap={2}>
      <FormField form={form} name="destination_url" label={t.destination} hint={t.destinationHint}>
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
            onChange={({ target }) => change(target.value.replace(/\s*\n\s*/g, ""))}
          />
        )}
      </FormField>
      {fault && <Note tone="amber">{t.faults[fault]}</Note>}
      <Row as="p" gap={1} wraps className={styles.insert}>
        {t.insert}
        {[...OFFERED, `${t.variable}|`].map((name) => (
          <button key={name} type="button" onClick={() => insert(name)}>
            {name.replace("|", "")}
          </button>
        ))}
      </Row>
      {hasPlaceholders(value) && (
        <Soft size="medium" className={styles.preview}>
          {t.withoutValues} <Filled url={value} />
        </Soft>
      )}
    </Stack>
  );
}
