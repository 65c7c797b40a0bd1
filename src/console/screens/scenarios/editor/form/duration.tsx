import { useState } from "react";
import { useTexts } from "#console/texts/catalogue";
import { Field, Input, Select } from "#console/ui/field";
import styles from "./form.module.css";
import { fieldTexts } from "./texts";

const UNITS = { second: 1, minute: 60, hour: 3_600, day: 86_400 };
type Unit = keyof typeof UNITS;
const unitNames = ["second", "minute", "hour", "day"] as const satisfies Unit[];

/** The largest unit of which it is a whole number. */
const unitOf = (seconds: number | undefined): Unit =>
  seconds === undefined || seconds === 0
    ? "hour"
    : (unitNames.toReversed().find((unit) => seconds % UNITS[unit] === 0) ?? "second");

/** Seconds, in the unit that people would choose. */
export function DurationField({
  label,
  hint,
  errors,
  value,
  onChange,
}: {
  label: string;
  hint?: string | undefined;
  errors?: readonly string[];
  value: number | undefined;
  onChange: (seconds: number | undefined) => void;
}) {
  const t = useTexts(fieldTexts);
  const [unit, setUnit] = useState<Unit>(() => unitOf(value));
  const fitting = value !== undefined && (value / UNITS[unit]) % 0.25 !== 0 ? unitOf(value) : unit;
  const shown = value === undefined ? "" : String(value / UNITS[fitting]);
  const set = (text: string, of: Unit) => {
    const count = Number(text);
    onChange(text.trim() === "" || Number.isNaN(count) ? undefined : Math.round(count * UNITS[of]));
  };
  return (
    <Field label={label} hint={hint} errors={errors}>
      {(control) => (
        <div className={styles.duration}>
          <Input
            {...control}
            type="number"
            min="0"
            step="any"
            value={shown}
            onChange={({ target }) => set(target.value, fitting)}
          />
          <Select
            aria-label={t.unitOf(label)}
            value={fitting}
            onChange={({ target }) => {
              const next = unitNames.find((one) => one === target.value) ?? "second";
              setUnit(next);
              set(shown, next);
            }}
          >
            {unitNames.map((one) => (
              <option key={one} value={one}>
                {t.units[one]}
              </option>
            ))}
          </Select>
        </div>
      )}
    </Field>
  );
}
