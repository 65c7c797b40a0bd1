/**
 * The start of a text that a spreadsheet would take for a formula, also in full width, and if need
 * be behind blanks or the quotes that prevent it.
 */
const FORMULA = /^['\s]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const GUARDED = /^'['\s]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A text as a spreadsheet may be given it: a quote before a formula keeps it from being run. */
export const guarded = (text: string) => (FORMULA.test(text) ? `'${text}` : text);

/** The text that `guarded` was given. */
export const withoutGuard = (text: string) => (GUARDED.test(text) ? text.slice(1) : text);

/** The formula of a text that a spreadsheet shall not take for a number. */
export const textFormula = (text: string) => `="${text.replaceAll('"', '""')}"`;

/** The text of a cell that is no formula, or one that this service has written. */
export class SafeCell {
  constructor(readonly text: string) {}
}

/** A line of CSV by RFC 4180, with its end. */
export const csvLine = (cells: readonly string[], delimiter = ",") =>
  `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`;

const csvCell = (text: string, delimiter: string) =>
  text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
