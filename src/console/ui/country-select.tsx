import type { ComponentProps } from "react";
import { useFormat } from "../texts/format";
import { countryCodes } from "./countries";
import { Select } from "./field";

/** A country by its name, as its ISO 3166-1 code; null for the `none` that stands first. */
export function CountrySelect({
  value,
  none,
  onChange,
  ...control
}: Omit<ComponentProps<"select">, "value" | "onChange" | "children"> & {
  value: string | null;
  none: string;
  onChange: (code: string | null) => void;
}) {
  const { locale, region } = useFormat();
  const codes = value && !countryCodes.includes(value) ? [...countryCodes, value] : countryCodes;
  const named = codes
    .map((code) => [code, region(code)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, locale));
  return (
    <Select
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value || null)}
      {...control}
    >
      <option value="">{none}</option>
      {named.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}
