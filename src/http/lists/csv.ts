import { csvLine, guarded, SafeCell } from "#lib/csv";

// The items of a list as lines of CSV, for spreadsheets as for programs.

export const BYTE_ORDER_MARK = "\uFEFF";

type Labelled = { label: string };

const isLabelled = (item: unknown): item is Labelled =>
  typeof item === "object" && item !== null && "label" in item && typeof item.label === "string";

/** Tags are their labels, separated by `|`; a backslash is in front of a `|` or `\` of a label. */
const labelsOf = (items: Labelled[]) =>
  items.map(({ label }) => label.replace(/[\\|]/g, "\\$&")).join("|");

/** A value as the text of its cell. */
function cellText(column: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return guarded(value);
  if (value instanceof SafeCell) return value.text;
  if (typeof value !== "object") return String(value);
  if (column === "tags" && Array.isArray(value) && value.every(isLabelled))
    return guarded(labelsOf(value));
  return JSON.stringify(value);
}

export const csvHeader = (columns: readonly string[], delimiter?: string) =>
  csvLine(columns.map(guarded), delimiter);

/** The line of an item: `null` is an empty cell, an object or a list is JSON. */
export const csvRow = (columns: readonly string[], item: object, delimiter?: string) => {
  const members = item as Record<string, unknown>;
  return csvLine(
    columns.map((column) => cellText(column, members[column])),
    delimiter,
  );
};
