import type { Schema } from "virtual:node-types";
import { SwitchField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { ChoiceSelect } from "#console/ui/choice-select";
import { Field, Input, TextArea } from "#console/ui/field";
import { textFor } from "../graph";
import { lookup, useWords } from "../words";
import { useForm, useProblems } from "./context";
import type { ControlProps } from "./control";
import { DurationField } from "./duration";
import { useLabels } from "./labels";
import { PlaceholderField } from "./placeholder-field";
import { typeOf } from "./schema";
import { fieldTexts } from "./texts";

const LONG = 600;

/** The field of leads whose values a setting lists. */
const OF_FIELD: Record<string, string> = { sources: "source" };

const lists = (texts: object, name: string): object | undefined =>
  Object.hasOwn(texts, name) ? Reflect.get(texts, name) : undefined;

/** The document says so of each text that the lead's values are put into. */
const takesPlaceholders = ({ description = "" }: Schema) =>
  description.includes("`{{placeholders}}`");

/** The names of values that can be chosen for a setting. */
export function useValueName(name: string) {
  const t = useTexts(fieldTexts);
  const { events, messageTypes } = useTexts(nameTexts);
  const { g, values } = useWords();
  const { type } = useForm();
  const named = lists(t.valuesOf, `${type}.${name}`) ??
    values.get(OF_FIELD[name] ?? name) ??
    lists(t.valuesOf, name) ?? { ...t.values, ...messageTypes, ...events, ...g.stages };
  return (value: unknown) => lookup(named, value) ?? textFor(value);
}

/** One text, number, choice or truth value. */
export function Scalar({ name, path, schema, value, onChange }: ControlProps) {
  const t = useTexts(fieldTexts);
  const valueName = useValueName(name);
  const { label, hint } = useLabels(name);
  const errors = useProblems(path);
  const { isTrigger } = useForm();
  const type = typeOf(schema);
  if ((type === "integer" || type === "number") && /(^|_)seconds$/.test(name))
    return (
      <DurationField
        label={label}
        hint={hint}
        errors={errors}
        value={typeof value === "number" ? value : undefined}
        onChange={onChange}
      />
    );
  if (type === "boolean" && isTrigger)
    return (
      <SwitchField
        form={fieldsOf({ isOn: value === true }, ({ isOn }) => onChange(isOn || undefined))}
        name="isOn"
        label={label}
        hint={hint}
      />
    );
  const values = schema.enum ?? (type === "boolean" ? [true, false] : undefined);
  const given = value ?? schema.default ?? "";
  if (values)
    return (
      <Field label={label} hint={hint} errors={errors}>
        {(control) => (
          <ChoiceSelect
            {...control}
            none={schema.default === undefined ? t.notSet : undefined}
            options={values.map((one) => [
              String(one),
              typeof one === "boolean" ? (one ? t.yes : t.no) : valueName(one),
            ])}
            value={textFor(given)}
            onChange={(text) => onChange(values.find((one) => String(one) === text))}
          />
        )}
      </Field>
    );
  const isNumber = type === "integer" || type === "number";
  const read = (text: string) => (text === "" ? undefined : isNumber ? Number(text) : text);
  if (takesPlaceholders(schema))
    return (
      <PlaceholderField
        label={label}
        hint={hint}
        errors={errors}
        value={textFor(value)}
        onChange={(text) => onChange(read(text))}
      />
    );
  const isLong = !isNumber && (schema.maxLength ?? 0) > LONG && schema.format !== "uri";
  const Control = isLong ? TextArea : Input;
  return (
    <Field label={label} hint={hint} errors={errors}>
      {(control) => (
        <Control
          {...control}
          {...(isNumber && { type: "number", min: schema.minimum, max: schema.maximum })}
          {...(name === "at" && { type: "time" })}
          dir={isNumber ? undefined : "auto"}
          placeholder={schema.default === undefined ? undefined : String(schema.default)}
          value={textFor(value)}
          onChange={({ target }: { target: { value: string } }) => onChange(read(target.value))}
        />
      )}
    </Field>
  );
}
