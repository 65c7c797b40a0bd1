import type { Source } from "#client";
import columns from "#console/screens/imports/columns.module.css";
import { useTexts } from "#console/texts/catalogue";
import { classes } from "#console/ui/classes";
import styles from "./mapping.module.css";
import { type Leaf, leavesOf, pathOf, pathText } from "./paths";
import { mapped, type Row, targetOf, without } from "./rows";
import { TargetSelect } from "./target-select";
import { texts } from "./texts";

type Edited = { rows: readonly Row[]; onChange: (rows: Row[]) => void };

/** The last key says most; numbers alone say nothing. */
const nameOf = (keys: readonly string[]) =>
  keys.findLast((key) => !/^\d+$/.test(key)) ?? keys.at(-1) ?? "";

function Value({ leaf, rows, onChange }: { leaf: Leaf } & Edited) {
  const path = pathOf(leaf.keys);
  const name = nameOf(leaf.keys);
  const target = targetOf(rows, path);
  return (
    <li className={columns.column} data-ignored={target === undefined || undefined}>
      <div className={columns.from}>
        <strong title={pathText(path)}>
          <bdi>{name}</bdi>
        </strong>
        <p className={classes(columns.samples, styles.value)}>
          <bdi>{String(leaf.value)}</bdi>
        </p>
      </div>
      <div className={columns.to}>
        <TargetSelect
          name={name}
          target={target}
          onChange={(to) =>
            onChange(to === undefined ? without(rows, path) : mapped(rows, path, to))
          }
        />
      </div>
    </li>
  );
}

type Section = { title: string; leaves: Leaf[]; isOpen: boolean };

/** The members of what a kind reads, in the order in which they matter; the others come last. */
const READ = ["answers", "lead", "booking", "tracking"] as const;

function useSections(kind: Source["kind"], item: unknown): Section[] {
  const t = useTexts(texts);
  const leaves = leavesOf(item);
  // Bodies of webhooks and forms are shown as they came.
  if (kind === "webhook" || kind === "form") return [{ title: t.sent, leaves, isOpen: true }];
  const of = (name: string) => leaves.filter(({ keys }) => keys[0] === name);
  return [
    ...READ.map((name) => ({ title: t.sections[name], leaves: of(name), isOpen: true })),
    { title: t.sent, leaves: of("raw"), isOpen: false },
  ].filter((section) => section.leaves.length > 0);
}

/** The values of a body, each with what it becomes. */
export function Values({
  kind,
  item,
  ...edited
}: { kind: Source["kind"]; item: unknown } & Edited) {
  const t = useTexts(texts);
  const sections = useSections(kind, item);
  return sections.map(({ title, leaves, isOpen }) => (
    <details key={title} open={isOpen} className={styles.section}>
      <summary>{title}</summary>
      <div className={columns.mappingHead} aria-hidden="true">
        <span>{t.value}</span>
        <span>{t.becomes}</span>
      </div>
      <ul>
        {leaves.map((leaf) => (
          <Value key={leaf.keys.join("\n")} leaf={leaf} {...edited} />
        ))}
      </ul>
    </details>
  ));
}
