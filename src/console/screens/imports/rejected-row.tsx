import { Link } from "@tanstack/react-router";
import type { Import, ImportRow } from "#client";
import { useTexts } from "#console/texts/catalogue";
import styles from "./report.module.css";
import { reportTexts } from "./report-texts";
import { useFaultWords } from "./row-faults";
import { isTarget } from "./targets";
import { useTargetNames } from "./use-target-names";

const pathOfLead = (id: number): string => `/leads/${id}`;

const textOf = (value: unknown) =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");

/** The field that a fault is of: the API names parts of it too, such as `tags.0`. */
const fieldOf = (key: string) => key.split(".")[0] ?? key;

/** The problems of a named row. */
export function RowProblems({ row }: { row: ImportRow }) {
  const t = useTexts(reportTexts);
  const targets = useTargetNames();
  const faultOf = useFaultWords();
  return (
    <>
      {Object.entries(row.errors).map(([key, messages]) => (
        <p key={key}>
          {isTarget(key) && <strong>{targets[key]} </strong>}
          {messages.map((message, at) => faultOf(row, key, at) ?? message).join(" ")}
        </p>
      ))}
      {row.warnings?.map(({ code, field, column }) => (
        <p key={`${code} ${field}`}>
          <strong>{column ?? (isTarget(field) ? targets[field] : field)} </strong>
          {t.warnings[code]}
        </p>
      ))}
      {Object.entries(row.conflicts ?? {}).map(([field, id]) => (
        <p key={field}>
          {id === null ? t.ofSameFile : <Link to={pathOfLead(id)}>{t.inTheWay(String(id))}</Link>}
        </p>
      ))}
    </>
  );
}

/** The cells of a row that is named, the wrong ones first. */
export function RowCells({ row, one: { columns, mapping } }: { row: ImportRow; one: Import }) {
  const t = useTexts(reportTexts);
  const { values, errors, warnings } = row;
  if (values === null) return t.noValues;
  const fields = [
    ...Object.keys(errors).map(fieldOf),
    ...(warnings ?? []).map(({ field }) => field),
  ];
  const isWrong = (column: string) => {
    const target = mapping?.[column] ?? "ignore";
    return fields.some((field) => target === field || target.startsWith(`${field}.`));
  };
  const filled = (columns?.length ? columns : Object.keys(values)).filter(
    (column) => textOf(values[column]) !== "",
  );
  const cells = [...filled.filter(isWrong), ...filled.filter((column) => !isWrong(column))];
  return (
    <dl className={styles.cells}>
      {cells.map((column) => (
        <div key={column} data-wrong={isWrong(column) || undefined}>
          <dt>{column}</dt>
          <dd>
            <bdi>{textOf(values[column])}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
