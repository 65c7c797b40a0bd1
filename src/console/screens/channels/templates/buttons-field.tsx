import { Plus, X } from "lucide-react";
import { TextField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { Button, IconButton } from "#console/ui/button";
import { Stack } from "#console/ui/stack";
import {
  addable,
  type Button as Draft,
  hasParameter,
  MAX_CHARACTERS,
  MAX_TEXT_CHARACTERS,
  newButton,
} from "./buttons";
import styles from "./templates.module.css";
import { texts } from "./texts";

const INPUTS = { URL: "url", PHONE_NUMBER: "tel", COPY_CODE: "text" } as const;

/** The fields of a button: its words, and where it leads. WhatsApp itself names a code's button. */
function ButtonFields({
  button,
  name,
  onChange,
  onRemove,
}: {
  button: Draft;
  name: string;
  onChange: (button: Draft) => void;
  onRemove: () => void;
}) {
  const t = useTexts(texts);
  const { type } = button;
  const form = fieldsOf(button, (part) => onChange({ ...button, ...part }));
  return (
    <fieldset className={styles.fieldsOfButton}>
      <legend>{name}</legend>
      {type !== "COPY_CODE" && (
        <TextField form={form} name="text" label={t.buttonText} maxLength={MAX_TEXT_CHARACTERS} />
      )}
      {type !== "QUICK_REPLY" && (
        <TextField
          form={form}
          name="value"
          label={t.buttonValues[type]}
          hint={type === "URL" ? t.urlHint : undefined}
          type={INPUTS[type]}
          maxLength={MAX_CHARACTERS[type]}
        />
      )}
      {hasParameter(button) && <TextField form={form} name="example" label={t.urlExample} />}
      <IconButton kind="plain" label={t.removeButton(name)} icon={<X />} onClick={onRemove} />
    </fieldset>
  );
}

/** The buttons of a template, within WhatsApp's bounds. */
export function ButtonsField({
  buttons,
  onChange,
}: {
  buttons: Draft[];
  onChange: (buttons: Draft[]) => void;
}) {
  const t = useTexts(texts);
  return (
    <Stack gap={4}>
      {buttons.map((button, at) => (
        <ButtonFields
          // Buttons have no ids, and only the last ones come and go.
          key={at}
          button={button}
          name={t.buttonName(t.buttonTypes[button.type], at + 1)}
          onChange={(next) => onChange(buttons.with(at, next))}
          onRemove={() => onChange(buttons.toSpliced(at, 1))}
        />
      ))}
      <fieldset className={styles.adding}>
        <legend className="visually-hidden">{t.addButton}</legend>
        {addable(buttons).map((type) => (
          <Button
            key={type}
            size="small"
            icon={<Plus />}
            onClick={() => onChange([...buttons, newButton(type)])}
          >
            {t.buttonTypes[type]}
          </Button>
        ))}
      </fieldset>
    </Stack>
  );
}
