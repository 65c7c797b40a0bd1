import { columnNames, MAX_COLUMNS } from "../layout";
import { UnreadableFile } from "../unreadable";
import { type NumberStyle, plainDate, writtenDuration, writtenSerial } from "./dates";
import {
  type Lines,
  PAUSE,
  PAUSE_ELEMENTS,
  readWorkbook,
  type SheetPlace,
  type Workbook,
} from "./workbook";
import { attribute, elements, elementsIn, itemText, plainText } from "./xml";
import { Archive } from "./zip";

const MAX_ROWS = 200_000;
const MAX_CELLS = 5_000_000;
/** The most rows of an Excel sheet, of which many may be blank. */
const SHEET_ROWS = 1_048_576;
const MAX_SHEET_BYTES = 512 * 1_048_576;

export const SHEET_START: SheetPlace = {
  ...{ at: 0, row: 0, seen: 0, cells: 0, columns: null, isFirst: true },
};

export type WorkbookOptions = {
  sheet?: string;
  from?: SheetPlace;
  maxRows?: number;
  maxCells?: number;
  maxBytes?: number;
};

/**
 * The rows of an XLSX workbook as lines of NDJSON, texts by column. The first row that isn't blank
 * has the columns. A line is empty for a row that is none, so that lines count as rows do. Returns
 * the columns. Throws an UnreadableFile, also in the middle.
 */
export function* workbookLines(
  file: Uint8Array,
  options: WorkbookOptions = {},
): Generator<Lines, string[]> {
  try {
    return yield* lines(file, options);
  } catch (error) {
    // A damaged archive makes the readers of its bytes throw their own errors.
    throw error instanceof UnreadableFile ? error : new UnreadableFile("broken");
  }
}

type Cells = (string | undefined)[];

function* lines(
  file: Uint8Array,
  { sheet, from = SHEET_START, ...bounds }: WorkbookOptions,
): Generator<Lines, string[]> {
  const { maxRows = MAX_ROWS, maxCells = MAX_CELLS, maxBytes = MAX_SHEET_BYTES } = bounds;
  const archive = new Archive(file);
  const workbook = yield* readWorkbook(archive, sheet);
  let { row, columns, isFirst } = from;
  const pieces = archive.pieces(workbook.sheet, maxBytes);
  for (const found of rowsOf(pieces, workbook, from, maxCells)) {
    if (!found) {
      yield PAUSE;
      continue;
    }
    const { number, cells, next } = found;
    if (number > maxRows) throw new UnreadableFile("too_many_rows");
    const blanks = "\n".repeat(number - row - 1);
    row = number;
    const line = columns ? lineOf(columns, cells, isFirst) : "";
    isFirst &&= columns === null;
    columns ??= columnNames(Array.from(cells, (cell) => cell ?? ""));
    yield { text: `${blanks}${line}\n`, next: next && { ...next, row, columns, isFirst } };
  }
  if (!columns) throw new UnreadableFile("no_header");
  return columns;
}

type Found = {
  number: number;
  cells: Cells;
  next: Pick<SheetPlace, "at" | "seen" | "cells"> | null;
};

/**
 * The rows of a sheet that aren't blank, whose numbers go up; undefined for a pause. Some programs
 * write a row as several elements of one number.
 */
function* rowsOf(
  pieces: Iterable<Uint8Array>,
  workbook: Workbook,
  from: SheetPlace,
  maxCells: number,
): Generator<Found | undefined> {
  let last: Found | undefined;
  let [seen, count] = [from.seen, from.cells];
  const rows = elementsIn(pieces, "row", { within: "sheetData", from: from.at });
  for (const { tag, content, at } of rows) {
    if (++seen > SHEET_ROWS) throw new UnreadableFile("broken");
    if (seen % PAUSE_ELEMENTS === 0) yield undefined;
    const number: number = Number(attribute(tag, "r") ?? (last?.number ?? from.row) + 1);
    const next = { at, seen: seen - 1, cells: count };
    const cells: Cells = [];
    count += readCells(content, workbook, cells);
    if (count > maxCells) throw new UnreadableFile("too_many_cells");
    if (cells.length === 0) continue;
    if (!(Number.isInteger(number) && number >= (last?.number ?? Math.max(from.row, 1))))
      throw new UnreadableFile("broken");
    if (last && number === last.number) Object.assign(last.cells, cells);
    else {
      if (last) yield { ...last, next };
      last = { number, cells, next: null };
    }
  }
  if (last) yield last;
}

/** The first line has all columns, in their order; the others only what isn't blank. */
function lineOf(columns: string[], cells: Cells, isFirst: boolean) {
  const width = Math.max(cells.length, isFirst ? columns.length : 0);
  const members = Array.from({ length: width }, (_, at) => {
    return [columns[at] ?? `column ${at + 1}`, cells[at] ?? ""] as const;
  });
  return JSON.stringify(Object.fromEntries(members.filter(([, cell]) => isFirst || cell !== "")));
}

/**
 * Reads the texts of a row's cells by column, up to the last that isn't blank. Returns how many
 * cells it has, blank ones too.
 */
function readCells(xml: string, workbook: Workbook, cells: Cells) {
  let column = -1;
  const found = elements(xml, "c");
  for (const { tag, content } of found) {
    column = columnOf(attribute(tag, "r")) ?? column + 1;
    const text = content && cellText(tag, content, workbook);
    if (!text || text.trim() === "") continue;
    if (column >= MAX_COLUMNS) throw new UnreadableFile("too_many_columns");
    cells[column] = text;
  }
  return found.length;
}

/** The column of an address: 27 for `AB12`. */
function columnOf(address: string | undefined) {
  const letters = /^[A-Z]{1,3}/.exec(address?.toUpperCase() ?? "")?.[0];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** A cell as a CSV file has it: dates by ISO 8601, numbers with all their digits. */
function cellText(tag: string, content: string, { texts, styles, is1904 }: Workbook) {
  const type = attribute(tag, "t") ?? "n";
  if (type === "inlineStr") return itemText(content);
  const value = plainText(elements(content, "v")[0]?.content ?? "");
  if (value === "") return undefined;
  if (type === "s") return texts[Number(value)];
  if (type === "b") return value === "1" ? "true" : "false";
  if (type === "d") return plainDate(value);
  if (type !== "n") return value;
  const number = Number(value);
  const style = styles[Number(attribute(tag, "s") ?? -1)] ?? "number";
  const written = writtenIn(style, number, is1904);
  return written || (Number.isFinite(number) ? plainNumber(number) : value);
}

const writtenIn = (style: NumberStyle, number: number, is1904: boolean) => {
  if (style === "number") return undefined;
  return style === "date" ? writtenSerial(number, is1904) : writtenDuration(number);
};

/** A number without an exponent. */
const plainNumber = (number: number) =>
  Number.isInteger(number) ? BigInt(number).toString() : String(number);
