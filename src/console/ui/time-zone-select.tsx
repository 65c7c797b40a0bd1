import type { ComponentProps } from "react";
import { Select } from "./field";

/** `America/Argentina/Salta` as "Salta (America, Argentina)": people look for their city. */
function nameOf(zone: string) {
  const parts = zone.replaceAll("_", " ").split("/");
  const city = parts.pop() ?? zone;
  return parts.length > 0 ? `${city} (${parts.join(", ")})` : city;
}

/**
 * A time zone by its city, as the name that IANA gives it; null for the `none` that stands first.
 */
export function TimeZoneSelect({
  value,
  none,
  onChange,
  ...control
}: Omit<ComponentProps<"select">, "value" | "onChange" | "children"> & {
  value: string | null;
  none?: string;
  onChange: (zone: string | null) => void;
}) {
  const known = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]);
  if (value) known.add(value);
  const named = [...known]
    .map((zone) => [zone, nameOf(zone)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other));
  return (
    <Select
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value || null)}
      {...control}
    >
      {none !== undefined && <option value="">{none}</option>}
      {named.map(([zone, name]) => (
        <option key={zone} value={zone}>
          {name}
        </option>
      ))}
    </Select>
  );
}
