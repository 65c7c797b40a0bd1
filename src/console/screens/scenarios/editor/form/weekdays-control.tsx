import { useTexts } from "#console/texts/catalogue";
import { Row } from "#console/ui/stack";
import { useProblems } from "./context";
import styles from "./form.module.css";
import { fieldTexts } from "./texts";

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Some days of the week; `undefined` for none. */
export function WeekdaysControl({
  path,
  value,
  onChange,
}: {
  path: string;
  value: unknown;
  onChange: (days: number[] | undefined) => void;
}) {
  const t = useTexts(fieldTexts);
  const errors = useProblems(path, true);
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  const toggle = (day: number) => {
    const next = DAYS.filter((one) => (one === day) !== chosen.includes(one));
    onChange(next.length > 0 ? next : undefined);
  };
  return (
    <>
      <Row as="fieldset" gap={1} wraps align="stretch" className={styles.days}>
        <legend className={styles.legend}>{t.labels.weekdays}</legend>
        {DAYS.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={chosen.includes(day)}
            onClick={() => toggle(day)}
          >
            {t.weekdays[day]}
          </button>
        ))}
      </Row>
      {errors.length > 0 && (
        <p className={styles.error} role="alert">
          {errors.join(" ")}
        </p>
      )}
    </>
  );
}
