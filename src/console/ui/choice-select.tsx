import type { ComponentProps, ReactNode } from "react";
import { Select } from "./field";

type Pairs<Value> = readonly (readonly [Value, string])[];

type Own = Omit<ComponentProps<typeof Select>, "value" | "onChange" | "children"> & {
  /** Stands first, for null. */
  none?: string | undefined;
  /** Stands first while nothing is chosen, and can't be chosen. */
  ask?: string | undefined;
};

type Chosen<Value> = {
  value: NoInfer<Value> | null | undefined;
  onChange: (value: NoInfer<Value> | null) => void;
};

/** One of several values, which is chosen by what it is called. */
export function ChoiceSelect<Value extends string | number>(
  props: Own & Chosen<Value> & { options: Pairs<Value> },
): ReactNode;
export function ChoiceSelect<Value extends string>(
  props: Own & Chosen<Value> & { options: Readonly<Record<Value, string>> },
): ReactNode;
export function ChoiceSelect({
  options,
  none,
  ask,
  value,
  onChange,
  ...props
}: Own &
  Chosen<string | number> & {
    options: Pairs<string | number> | Readonly<Record<string, string>>;
  }) {
  const pairs = Array.isArray(options) ? options : Object.entries(options);
  return (
    <Select
      {...props}
      value={String(value ?? "")}
      onChange={({ target }) =>
        onChange(pairs.find(([option]) => String(option) === target.value)?.[0] ?? null)
      }
    >
      {(none ?? ask) !== undefined && (
        <option value="" disabled={ask !== undefined}>
          {none ?? ask}
        </option>
      )}
      {pairs.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </Select>
  );
}
