import { TextField } from "#console/data/form/fields";
import type { Fields } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { hoursTexts } from "./texts";
import { DAYS, type WrittenHours } from "./written";

/** A Monday. */
const MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

/** The names of the days of the week, from Monday. */
export function useDayNames() {
  const { locale } = useFormat();
  const format = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  return DAYS.map((day, index) => {
    const name = format.format(MONDAY + index * DAY_MS);
    // Some languages write them small, but not at the beginning of a line.
    return [day, name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)] as const;
  });
}

/** Business hours, a line for each day. */
export function HoursFields({ form }: { form: Fields<WrittenHours> }) {
  const t = useTexts(hoursTexts);
  return (
    <>
      {useDayNames().map(([day, label]) => (
        <TextField
          key={day}
          form={form}
          name={day}
          at={`business_hours.weekly.${day}`}
          label={label}
          placeholder={t.example}
          hint={day === "sunday" ? t.dayHint : undefined}
        />
      ))}
      <TextField
        form={form}
        name="closed"
        at="business_hours.closed"
        label={t.closed}
        hint={t.closedHint}
      />
    </>
  );
}
