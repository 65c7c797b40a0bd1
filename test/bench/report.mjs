import { isMiss } from "./figures.mjs";

/** Formats a suite's tables and notes as text. */
export function textOf({ tables, notes = [] }) {
  const parts = tables.map(
    ({ title, rows }) => `${title}\n${"-".repeat(title.length)}\n${tableOf(rows)}`,
  );
  return [...parts, notes.join("\n")].filter((part) => part !== "").join("\n\n");
}

/** Lines of text on rows that miss a bar: none if all bars are reached. */
export const missesOf = ({ tables }) =>
  tables
    .map(({ title, rows }) => ({ title, rows: rows.length, missed: rows.filter(isMiss).length }))
    .filter(({ missed }) => missed > 0)
    .map(({ title, rows, missed }) => `${title}: ${missed} of ${rows} rows miss a bar`);

/** The columns of a table: one for each figure that any row has. */
function tableOf(rows) {
  const names = [...new Set(rows.flatMap(Object.keys))];
  const lines = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const isFigure = names.map((name) => rows.some((row) => typeof row[name] === "number"));
  const pad = (text, column) =>
    isFigure[column] ? text.padStart(widths[column]) : text.padEnd(widths[column]);
  return lines.map((line) => line.map(pad).join("  ").trimEnd()).join("\n");
}

function cell(value) {
  if (value === undefined || Number.isNaN(value)) return "";
  if (typeof value === "string") return value;
  return Number.isInteger(value) || value >= 100
    ? Math.round(value).toLocaleString("en")
    : value.toFixed(2);
}
