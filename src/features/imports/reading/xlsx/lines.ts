import { columnNames, MAX_COLUMNS } from "../layout";
import { UnreadableFile } from "../unreadable";
import { writtenSerial } from "./dates";
import { PAUSE_ELEMENTS, readWorkbook, type Workbook } from "./workbook";
import { attribute, elements, elementsIn, itemText, plainText } from "./xml";
import { Archive } from "./zip";

const MAX_ROWS = 200_000;
/** How many rows a sheet of Excel's has, of which many may be blank. */
const SHEET_ROWS = 1_048_576;
const MAX_SHEET_BYTES = 512 * 1_048_576;

export type WorkbookOptions = { sheet?: string; maxRows?: number; maxBytes?: number };

/**
 * The rows of an XLSX workbook as lines of NDJSON, texts by column. The first row that isn't blank
 * has the columns. A line is empty for a row that is none, so that lines count as rows do. An empty
 * string, which is no line, only lets the reader pause. Throws an UnreadableFile, also in the middle.
 */
export function* workbookLines(file: Uint8Array, options: WorkbookOptions = {}): Generator<string> {
  try {
    yield* lines(file, options);
  } catch (error) {
    // A damaged archive makes the readers of its bytes throw their own errors.
    throw error instanceof UnreadableFile ? error : new UnreadableFile("broken");
  }
}

function* lines(
  file: Uint8Array,
  { sheet, maxRows = MAX_ROWS, maxBytes = MAX_SHEET_BYTES }: WorkbookOptions,
): Generator<string> {
  const archive = new Archive(file);
  const workbook = yield* readWorkbook(archive, sheet);
  let columns: string[] | undefined;
  let [row, seen, isFirst] = [0, 0, true];
  const pieces = archive.pieces(workbook.sheet, maxBytes);
  for (const { tag, content } of elementsIn(pieces, "row", "sheetData")) {
    if (++seen > SHEET_ROWS) throw new UnreadableFile("broken");
    if (seen % PAUSE_ELEMENTS === 0) yield "";
    const number = Number(attribute(tag, "r") ?? row + 1);
    const cells = cellsOf(content, workbook);
    if (cells.length === 0) continue;
    if (!(Number.isInteger(number) && number > row)) throw new UnreadableFile("broken");
    if (number > maxRows) throw new UnreadableFile("too_many_rows");
    for (row++; row < number; row++) yield "\n";
    if (!columns) {
      columns = columnNames(Array.from(cells, (cell) => cell ?? ""));
      yield "\n";
      continue;
    }
    yield `${lineOf(columns, cells, isFirst)}\n`;
    isFirst = false;
  }
  if (!columns) throw new UnreadableFile("no_header");
}

/** The first line has all columns, in their order; the others only what isn't blank. */
function lineOf(columns: string[], cells: (string | undefined)[], isFirst: boolean) {
  const width = Math.max(cells.length, isFirst ? columns.length : 0);
  const members = Array.from({ length: width }, (_, at) => {
    return [columns[at] ?? `column ${at + 1}`, cells[at] ?? ""] as const;
  });
  return JSON.stringify(Object.fromEntries(members.filter(([, cell]) => isFirst || cell !== "")));
}

/** The texts of a row's cells by column, up to the last that isn't blank. */
function cellsOf(xml: string, workbook: Workbook) {
  const cells: (string | undefined)[] = [];
  let column = -1;
  for (const { tag, content } of elements(xml, "c")) {
    column = columnOf(attribute(tag, "r")) ?? column + 1;
    const text = content && cellText(tag, content, workbook);
    if (!text || text.trim() === "") continue;
    if (column >= MAX_COLUMNS) throw new UnreadableFile("too_many_columns");
    cells[column] = text;
  }
  return cells;
}

/** The column of an address: 27 for `AB12`. */
function columnOf(address: string | undefined) {
  const letters = /^[A-Z]{1,3}/.exec(address ?? "")?.[0];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** A cell as a CSV file has it: dates by ISO 8601, numbers with all their digits. */
function cellText(tag: string, content: string, { texts, isDate, is1904 }: Workbook) {
  const type = attribute(tag, "t") ?? "n";
  if (type === "inlineStr") return itemText(content);
  const value = plainText(elements(content, "v")[0]?.content ?? "");
  if (value === "") return undefined;
  if (type === "s") return texts[Number(value)];
  if (type === "b") return value === "1" ? "true" : "false";
  if (type !== "n") return value;
  const number = Number(value);
  const written = isDate[Number(attribute(tag, "s") ?? -1)] && writtenSerial(number, is1904);
  return written || (Number.isFinite(number) ? plainNumber(number) : value);
}

/** A number without an exponent. */
const plainNumber = (number: number) =>
  Number.isInteger(number) ? BigInt(number).toString() : String(number);
