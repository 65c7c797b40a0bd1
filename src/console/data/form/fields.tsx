import type { AllHTMLAttributes, ComponentProps, ReactNode } from "react";
import { ChoiceSelect } from "#console/ui/choice-select";
import { Checkbox, Field, Input, Switch, TextArea } from "#console/ui/field";
import { Row } from "#console/ui/stack";
import { useFaults } from "./faults";
import styles from "./fields.module.css";
import { type Fields, setValue } from "./use-form";

/** The names of the values of a type. */
type NamesOf<Values, Type> = {
  [Name in keyof Values]-?: Values[Name] extends Type | undefined ? Name : never;
}[keyof Values] &
  string;

type Words = { label: string; hint?: ReactNode };

type Described<Values, Name> = Words & {
  form: Fields<Values>;
  name: Name;
  isLabelHidden?: boolean;
  /** The API's name of the value, where it has another. */
  at?: string;
  /** A fault that is known before the API is asked. */
  fault?: string | false | undefined;
};

type Controlled = Parameters<ComponentProps<typeof Field>["children"]>[0];

/** Attributes of the control, such as its `type`. */
type Attributes = Omit<
  AllHTMLAttributes<HTMLElement>,
  keyof Controlled | "form" | "name" | "label" | "value" | "checked" | "children" | "onChange"
>;

/** A field of a form with any control, which shows a value and changes it. */
export function FormField<Values, Name extends keyof Values & string>({
  form,
  name,
  label,
  hint,
  isLabelHidden = false,
  at = `${form.path}${name}`,
  fault,
  children,
  ...attributes
}: Described<Values, Name> &
  Attributes & {
    children: (
      control: Controlled,
      value: Values[Name],
      change: (value: Values[Name]) => void,
    ) => ReactNode;
  }) {
  const faults = useFaults(form, at);
  const change = (value: Values[Name]) => setValue(form, name, value);
  return (
    <Field
      label={label}
      hint={hint}
      isLabelHidden={isLabelHidden}
      errors={fault ? [fault] : faults}
    >
      {(control) => children({ ...attributes, ...control }, form.values[name], change)}
    </Field>
  );
}

type Texts = Record<string, string | null | undefined>;

/** A text in a line; also a date or time, by its `type`. */
export function TextField<Values>(
  props: Described<Values, NamesOf<Values, string | null>> & Attributes,
): ReactNode;
export function TextField(props: Described<Texts, string> & Attributes) {
  return (
    <FormField {...props}>
      {(control, value, change) => (
        <Input
          autoComplete="off"
          {...control}
          value={value ?? ""}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </FormField>
  );
}

/** A text of several lines. */
export function AreaField<Values>(
  props: Described<Values, NamesOf<Values, string | null>> & Attributes,
): ReactNode;
export function AreaField(props: Described<Texts, string> & Attributes) {
  return (
    <FormField {...props}>
      {(control, value, change) => (
        <TextArea
          {...control}
          value={value ?? ""}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </FormField>
  );
}

/** A number; null where nothing is typed. */
export function NumberField<Values>(
  props: Described<Values, NamesOf<Values, number | null>> & Attributes,
): ReactNode;
export function NumberField(
  props: Described<Record<string, number | null | undefined>, string> & Attributes,
) {
  return (
    <FormField {...props}>
      {(control, value, change) => (
        <Input
          type="number"
          inputMode="numeric"
          min={0}
          {...control}
          value={value ?? ""}
          onChange={({ target }) => change(target.value === "" ? null : Number(target.value))}
        />
      )}
    </FormField>
  );
}

/** Values, each with the text that stands for it. */
type Options<Value> =
  | readonly (readonly [Value, string])[]
  | ([Value] extends [string] ? Readonly<Record<Value, string>> : never);

type Choice<Value> = {
  options: Options<NonNullable<Value>>;
  /** Stands first, for null. */
  none?: null extends Value ? string : never;
  /** Stands first while nothing is chosen, and can't be chosen. */
  ask?: string;
};

/** One of several values. */
export function SelectField<Values, Name extends NamesOf<Values, string | number | null>>(
  props: Described<Values, Name> & Choice<Values[Name]> & Attributes,
): ReactNode;
export function SelectField({
  options,
  none,
  ask,
  ...props
}: Described<Record<string, string | number | null | undefined>, string> & {
  options: readonly (readonly [string | number, string])[] | Readonly<Record<string, string>>;
  none?: string;
  ask?: string;
} & Attributes) {
  return (
    <FormField {...props}>
      {(control, value, change) => (
        <ChoiceSelect
          {...control}
          {...{ none, ask, value }}
          options={Array.isArray(options) ? options : Object.entries(options)}
          onChange={change}
        />
      )}
    </FormField>
  );
}

type Flag<Values> = {
  form: Pick<Fields<Values>, "values" | "set">;
  name: NamesOf<Values, boolean>;
} & Attributes;
type Flags = Record<string, boolean | undefined>;

/** Yes or no, with a hint. */
export function SwitchField<Values>(props: Flag<Values> & Words): ReactNode;
export function SwitchField({ form, name, label, hint, ...own }: Flag<Flags> & Words) {
  return (
    <Row gap={3} align="start">
      <Switch
        label={label}
        {...own}
        checked={form.values[name] ?? false}
        onChange={({ target }) => form.set({ [name]: target.checked })}
      />
      <div>
        <p className={styles.label}>{label}</p>
        {hint && <p className={styles.hint}>{hint}</p>}
      </div>
    </Row>
  );
}

/** Yes or no, in a line. */
export function CheckField<Values>(props: Flag<Values> & { label: ReactNode }): ReactNode;
export function CheckField({ form, name, label, ...own }: Flag<Flags> & { label: ReactNode }) {
  return (
    <Checkbox
      {...own}
      checked={form.values[name] ?? false}
      onChange={({ target }) => form.set({ [name]: target.checked })}
    >
      {label}
    </Checkbox>
  );
}
