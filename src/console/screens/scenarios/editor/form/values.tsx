import { useState } from "react";
import { TextField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { Field, Input } from "#console/ui/field";
import { isObject, textFor } from "../graph";
import { useProblems } from "./context";
import type { ControlProps } from "./control";
import { useLabels } from "./labels";
import { ItemList } from "./list-control";
import { PlaceholderField } from "./placeholder-field";
import { fieldTexts } from "./texts";

/** A number or a truth value where the text reads as one, as an API would be sent. */
const readValue = (text: string): string | number | boolean => {
  if (text === "true" || text === "false") return text === "true";
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? Number(text) : text;
};

/** One value or, separated by commas, several. */
export function ValueInput({
  label,
  value,
  isList,
  errors,
  onChange,
}: {
  label: string;
  value: unknown;
  isList: boolean;
  errors: readonly string[];
  onChange: (value: unknown) => void;
}) {
  const t = useTexts(fieldTexts);
  const shown = Array.isArray(value) ? value.map(textFor).join(", ") : textFor(value);
  const [text, setText] = useState(shown);
  const parse = (typed: string) =>
    isList
      ? typed.split(",").flatMap((part) => (part.trim() === "" ? [] : [readValue(part.trim())]))
      : readValue(typed);
  // The typed text stays as it is, unless the value has come to be another, as by undoing.
  const isTyped = JSON.stringify(parse(text)) === JSON.stringify(value);
  return (
    <Field label={label} hint={isList ? t.commas : undefined} errors={errors}>
      {(control) => (
        <Input
          {...control}
          value={isTyped ? text : shown}
          onChange={({ target }) => {
            setText(target.value);
            onChange(parse(target.value));
          }}
        />
      )}
    </Field>
  );
}

/** Names and values, such as headers. */
export function MapControl({ name, path, value, onChange }: ControlProps) {
  const t = useTexts(fieldTexts);
  const { label, item = label, addLabel, hint } = useLabels(name);
  const errors = useProblems(path, true);
  const given = isObject(value) ? value : {};
  const [rows, setRows] = useState(() => Object.entries(given));
  const isSame =
    JSON.stringify(Object.fromEntries(rows.filter(([key]) => key !== ""))) ===
    JSON.stringify(given);
  const shown = isSame ? rows : Object.entries(given);
  const set = (next: [string, unknown][]) => {
    setRows(next);
    const named = next.filter(([key]) => key !== "");
    onChange(next.length > 0 ? Object.fromEntries(named) : undefined);
  };
  const isTexts = name === "headers";
  return (
    <ItemList<[string, unknown]>
      label={label}
      hint={errors.join(" ") || hint}
      items={shown}
      titleOf={(index) => shown[index]?.[0] || t.item(item, index + 1)}
      addLabel={addLabel}
      make={() => ["", ""]}
      onChange={set}
    >
      {([key, one], setRow) => (
        <>
          <TextField
            form={fieldsOf({ key }, ({ key = "" }) => setRow([key, one]))}
            name="key"
            label={t.key}
          />
          {isTexts ? (
            <PlaceholderField
              label={t.labels.value}
              errors={[]}
              value={textFor(one)}
              onChange={(text) => setRow([key, text])}
            />
          ) : (
            <TextField
              form={fieldsOf({ value: textFor(one) }, ({ value = "" }) =>
                setRow([key, readValue(value)]),
              )}
              name="value"
              label={t.labels.value}
            />
          )}
        </>
      )}
    </ItemList>
  );
}

const written = (value: unknown) =>
  value === undefined
    ? ""
    : typeof value === "string"
      ? value
      : JSON.stringify(value, undefined, 2);

/** JSON, or else text: what looks like JSON must be some. */
export function JsonControl({ name, path, value, onChange }: ControlProps) {
  const t = useTexts(fieldTexts);
  const { label, hint } = useLabels(name);
  const [text, setText] = useState(() => written(value));
  const [isBroken, setBroken] = useState(false);
  const [{ known, isOurs }, setKnown] = useState({ known: value, isOurs: false });
  const errors = useProblems(path, true);
  // The typed text stays as it is, unless the value has come to be another, as by undoing.
  if (isOurs || known !== value) {
    setKnown({ known: value, isOurs: false });
    if (!isOurs) {
      setText(written(value));
      setBroken(false);
    }
  }
  const change = (typed: string) => {
    setText(typed);
    setBroken(false);
    setKnown({ known, isOurs: true });
    if (typed.trim() === "") return onChange(undefined);
    if (!/^[[{"]/.test(typed.trim())) return onChange(typed);
    try {
      onChange(JSON.parse(typed));
    } catch {
      setBroken(true);
    }
  };
  return (
    <PlaceholderField
      label={label}
      hint={hint}
      errors={isBroken ? [t.json, ...errors] : errors}
      rows={4}
      spellCheck={false}
      value={text}
      onChange={change}
    />
  );
}
