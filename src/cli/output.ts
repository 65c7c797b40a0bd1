import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Colours are for terminals, and for people who have not said NO_COLOR: https://no-color.org. */
function isColoured({ isTTY }: NodeJS.WriteStream) {
  const { NO_COLOR, FORCE_COLOR = "" } = process.env;
  if (NO_COLOR || ["0", "false"].includes(FORCE_COLOR)) return false;
  return isTTY || FORCE_COLOR !== "";
}

export const styled = (style: Style, text: string, stream: NodeJS.WriteStream = process.stdout) =>
  isColoured(stream) ? styleText(style, text, { validateStream: false }) : text;

let hasAnswered = false;

/** True if standard output has a result already. */
export const isAnswered = () => hasAnswered;

export function print(text = "") {
  hasAnswered = true;
  process.stdout.write(`${text}\n`);
}

/** A remark that is not the result. */
export const note = (text: string) => process.stderr.write(`${text}\n`);

export const printJson = (value: unknown) => print(JSON.stringify(value, null, 2));

/** One line for each, as they come. */
export const printJsonLine = (value: unknown) => print(JSON.stringify(value));

/** Control characters, and those that turn the direction of what follows. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Text of others on one line, without what a terminal would obey. */
export const plain = (value: unknown): string =>
  String(value ?? "").replace(CONTROLS, (char) => (/\s/.test(char) ? " " : "�"));

export const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

const MAX_CELL = 60;

function cut(text: string) {
  const characters = [...text];
  return characters.length > MAX_CELL ? `${characters.slice(0, MAX_CELL - 1).join("")}…` : text;
}

/** Rows in columns, under their names. */
export function table(rows: Record<string, unknown>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => cut(plain(row[column]))));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd();
  return [styled("bold", line(columns)), ...cells.map(line)].join("\n");
}

/** Prints the items of a list: as JSON, or as the rows of a table. */
export function printList(json: boolean, items: unknown[], rows: Record<string, unknown>[]) {
  if (json) printJson(items);
  else if (rows.length > 0) print(table(rows));
  else note("There are none.");
}

const BAR_WIDTH = 30;

/** Shows how far long work is on one line of a terminal; elsewhere it says nothing. */
export function showProgress(percent: number, text: string) {
  if (!process.stderr.isTTY) return;
  const part = Math.min(100, Math.max(0, percent));
  const done = Math.round((part / 100) * BAR_WIDTH);
  const bar = `${"█".repeat(done)}${"░".repeat(BAR_WIDTH - done)}`;
  process.stderr.write(`\r\u001b[2K${bar} ${Math.floor(part)} %  ${text}`);
}

export function endProgress() {
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[2K");
}
