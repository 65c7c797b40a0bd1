import type { Source } from "#client";
import columns from "#console/screens/imports/columns.module.css";
import { useTexts } from "#console/texts/catalogue";
import { classes } from "#console/ui/classes";
import { Soft } from "#console/ui/text";
import styles from "./mapping.module.css";
import { usePathNames } from "./path-names";
import { type Leaf, pathOf, pathText } from "./paths";
import { isShownAsSent, type Reading, recognisedIn } from "./reading";
import { mapped, type Row, targetOf, without } from "./rows";
import { type Section, useSections } from "./sections";
import { TargetSelect } from "./target-select";
import { useTargetName } from "./targets";
import { texts } from "./texts";

type Edited = { rows: readonly Row[]; onChange: (rows: Row[]) => void };

/** The words for what becomes of a value that no row names; undefined if nothing does. */
function useByItself(kind: Source["kind"], reading: Reading, rows: readonly Row[]) {
  const t = useTexts(texts);
  const targetName = useTargetName();
  const recognised = recognisedIn(rows, reading);
  const isOfBooking = Object.keys(reading.booking).length > 0;
  return ({ keys: [part], value }: Leaf) => {
    if (isShownAsSent(kind)) {
      const target = recognised.get(value);
      return target && t.recognisedAs(targetName(target));
    }
    if (!isOfBooking) return undefined;
    return part === "booking" ? t.byItself : part === "answers" ? t.withBooking : undefined;
  };
}

function Value({
  leaf,
  name,
  byItself,
  rows,
  onChange,
}: { leaf: Section["leaves"][number]; name: string; byItself: string | undefined } & Edited) {
  const t = useTexts(texts);
  const path = pathOf(leaf.keys);
  const target = targetOf(rows, path);
  const isIgnored = target === undefined && byItself === undefined;
  return (
    <li className={columns.column} data-ignored={isIgnored || undefined}>
      <div className={columns.from}>
        <strong title={pathText(path)}>
          <bdi>{name}</bdi>
        </strong>
        <p className={classes(columns.samples, styles.value)}>
          <bdi>{String(leaf.value)}</bdi>
          {leaf.isElsewhere && <Soft as="span">{t.elsewhere}</Soft>}
        </p>
      </div>
      <div className={columns.to}>
        <TargetSelect
          name={name}
          none={byItself ?? t.nothing}
          target={target}
          onChange={(to) =>
            onChange(to === undefined ? without(rows, path) : mapped(rows, path, to))
          }
        />
      </div>
    </li>
  );
}

/** The values of a body, each with what it becomes. */
export function Values({
  kind,
  reading,
  questions,
  ...edited
}: { kind: Source["kind"]; reading: Reading; questions: readonly Leaf[] } & Edited) {
  const t = useTexts(texts);
  const { nameOf } = usePathNames(kind);
  const byItself = useByItself(kind, reading, edited.rows);
  const sections = useSections(kind, reading, questions);
  return sections.map(({ title, leaves, isOpen }) => (
    <details key={title} open={isOpen} className={styles.section}>
      <summary>{title}</summary>
      <div className={columns.mappingHead} aria-hidden="true">
        <span>{t.value}</span>
        <span>{t.becomes}</span>
      </div>
      <ul>
        {leaves.map((leaf) => (
          <Value
            key={leaf.keys.join("\n")}
            leaf={leaf}
            name={nameOf(leaf.keys)}
            byItself={byItself(leaf)}
            {...edited}
          />
        ))}
      </ul>
    </details>
  ));
}
