import { Link } from "@tanstack/react-router";
import type { ImportRow } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import styles from "./report.module.css";
import { reportTexts } from "./report-texts";
import { useRowFaults } from "./row-faults";
import { isTarget } from "./targets";
import { useTargetNames } from "./use-target-names";

const pathOfLead = (id: number): string => `/leads/${id}`;

const textOf = (value: unknown) =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");

/** A row that is named: what is wrong, and its cells, the wrong ones first. */
export function RejectedRow({
  row,
  columns,
  mapping,
}: {
  row: ImportRow;
  columns: readonly string[];
  mapping: Record<string, string>;
}) {
  const t = useTexts(reportTexts);
  const targets = useTargetNames();
  const faultOf = useRowFaults(row);
  const format = useFormat();
  const warnings = row.warnings ?? [];
  const fields = [
    ...Object.keys(row.errors).map((key) => key.split(".")[0] ?? key),
    ...warnings.map(({ field }) => field),
  ];
  const isWrong = (column: string) => {
    const target = mapping[column] ?? "ignore";
    return fields.some((field) => target === field || target.startsWith(`${field}.`));
  };
  const values = row.values ?? {};
  const filled = (columns.length > 0 ? columns : Object.keys(values)).filter(
    (column) => textOf(values[column]) !== "",
  );
  const cells = [...filled.filter(isWrong), ...filled.filter((column) => !isWrong(column))];
  return (
    <tr>
      <td data-number>{format.number(row.row)}</td>
      <td className={styles.problem}>
        {Object.entries(row.errors).map(([key, messages]) => (
          <p key={key}>
            {isTarget(key) && <strong>{targets[key]} </strong>}
            {messages.map((message, at) => faultOf(key, at) ?? message).join(" ")}
          </p>
        ))}
        {warnings.map(({ code, field, column }) => (
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
      </td>
      <td>
        {row.values === null ? (
          t.noValues
        ) : (
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
        )}
      </td>
    </tr>
  );
}
