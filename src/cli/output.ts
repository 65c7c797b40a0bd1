import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Colours are for terminals, and for people who have not said NO_COLOR. */
const isColoured = ({ isTTY }: NodeJS.WriteStream) =>
  Boolean(process.env.FORCE_COLOR) || (isTTY && !process.env.NO_COLOR);

export const styled = (style: Style, text: string, stream = process.stdout) =>
  isColoured(stream) ? styleText(style, text, { validateStream: false }) : text;

export const print = (text = "") => process.stdout.write(`${text}\n`);

/** A remark that is not the result. */
export const note = (text: string) => process.stderr.write(`${text}\n`);

export const printJson = (value: unknown) => print(JSON.stringify(value, null, 2));

// biome-ignore lint/suspicious/noControlCharactersInRegex: what terminals would obey.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Text of others on one line, without what a terminal would obey. */
export const plain = (value: unknown): string =>
  String(value ?? "").replace(CONTROLS, (char) => (/\s/.test(char) ? " " : "�"));

const MAX_CELL = 60;

const cut = (text: string) => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text);

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

const BAR_WIDTH = 30;

/** Shows how far long work is on one line of a terminal; elsewhere it says nothing. */
export function showProgress(percent: number, text: string) {
  if (!process.stderr.isTTY) return;
  const done = Math.round((Math.min(100, Math.max(0, percent)) / 100) * BAR_WIDTH);
  const bar = `${"█".repeat(done)}${"░".repeat(BAR_WIDTH - done)}`;
  process.stderr.write(`\r\u001b[2K${bar} ${Math.floor(percent)} %  ${text}`);
}

export function endProgress() {
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[2K");
}
