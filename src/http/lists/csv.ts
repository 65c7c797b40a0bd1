// Comma-separated values by RFC 4180, for spreadsheets as for programs.

/** What spreadsheets take for the beginning of a formula, after any number of apostrophes. */
const FORMULA = /^'*[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

export const BYTE_ORDER_MARK = "\uFEFF";

/** A text that a spreadsheet would calculate gets an apostrophe in front, also one that has some. */
const harmless = (text: string) => (FORMULA.test(text) ? `'${text}` : text);

type Labelled = { label: string };

const isLabelled = (item: unknown): item is Labelled =>
  typeof item === "object" && item !== null && "label" in item && typeof item.label === "string";

/** Tags are their labels, separated by `|`; a backslash is in front of a `|` or `\` of a label. */
const labelsOf = (items: Labelled[]) =>
  items.map(({ label }) => label.replace(/[\\|]/g, "\\$&")).join("|");

/** A value as the text of its cell. */
function cellText(column: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return harmless(value);
  if (typeof value !== "object") return String(value);
  if (column === "tags" && Array.isArray(value) && value.every(isLabelled))
    return harmless(labelsOf(value));
  return JSON.stringify(value);
}

const quoted = (text: string) =>
  NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A line of cells, with its end. */
const csvLine = (cells: readonly string[]) => `${cells.map(quoted).join(",")}\r\n`;

export const csvHeader = (columns: readonly string[]) => csvLine(columns);

/** The line of an item: `null` is an empty cell, an object or a list is JSON. */
export const csvRow = (columns: readonly string[], item: object) => {
  const members = item as Record<string, unknown>;
  return csvLine(columns.map((column) => cellText(column, members[column])));
};
