import { useTexts } from "#console/texts/catalogue";
import { Field, Input, Select } from "#console/ui/field";
import { columnTexts } from "./column-texts";
import styles from "./columns.module.css";
import { keyedTarget, keyOfColumn, type TargetGroup, targetGroups } from "./targets";
import { useTargetNames } from "./use-target-names";

const groups: TargetGroup[] = ["person", "sales", "consent", "other"];

/** A column of the file, with its first values, and what it is to become. */
export function MappedColumn({
  column,
  target,
  samples,
  errors,
  isKeyWanted,
  isUndecided,
  onChange,
}: {
  column: string;
  target: string;
  samples: string[] | undefined;
  errors: string[] | undefined;
  /** Somebody has tried to go on: a blank key is an error by now. */
  isKeyWanted: boolean;
  /** It may say who has unsubscribed, and is not imported. */
  isUndecided: boolean;
  onChange: (target: string) => void;
}) {
  const t = useTexts(columnTexts);
  const names = useTargetNames();
  const keyed = keyedTarget(target);
  const choose = (chosen: string) =>
    onChange(chosen.endsWith(".") ? chosen + keyOfColumn(column) : chosen);
  return (
    <li className={styles.column} data-ignored={target === "ignore" || undefined}>
      <div className={styles.from}>
        <strong>
          <bdi>{column}</bdi>
        </strong>
        {samples && (
          <p className={styles.samples}>
            {samples.length === 0
              ? t.blank
              : samples.map((sample) => <bdi key={sample}>{sample}</bdi>)}
          </p>
        )}
        {isUndecided && <p className={styles.undecided}>{t.undecided}</p>}
      </div>
      <div className={styles.to}>
        <Field label={t.becomesOf(column)} isLabelHidden errors={errors}>
          {(control) => (
            <Select
              value={keyed ? `${keyed.map}.` : target}
              onChange={(event) => choose(event.target.value)}
              {...control}
            >
              <option value="ignore">{t.ignore}</option>
              {groups.map((group) => (
                <optgroup key={group} label={t.groups[group]}>
                  {targetGroups[group].map((field) => (
                    <option key={field} value={field}>
                      {names[field]}
                    </option>
                  ))}
                  {group === "other" && (
                    <>
                      <option value="variables.">{t.variable}</option>
                      <option value="data.">{t.data}</option>
                    </>
                  )}
                </optgroup>
              ))}
            </Select>
          )}
        </Field>
        {keyed && (
          <Field
            label={t.keyOf(column)}
            isLabelHidden
            errors={isKeyWanted && !keyed.key.trim() ? [t.keyMissing] : undefined}
          >
            {(control) => (
              <Input
                placeholder={t.key}
                value={keyed.key}
                maxLength={100}
                spellCheck={false}
                onChange={(event) => onChange(`${keyed.map}.${event.target.value}`)}
                {...control}
              />
            )}
          </Field>
        )}
      </div>
    </li>
  );
}
