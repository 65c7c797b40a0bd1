import { cellsOf } from "./cells";
import { isStorable, parsedJson } from "./json";
import { type Layout, MAX_COLUMNS } from "./layout";
import { MAX_KEY_LENGTH } from "./mapping";
import {
  endingAt,
  MAX_RECORD_BYTES,
  type Place,
  readRecords,
  type Source,
  type TextRecord,
} from "./records";
import type { RowError } from "./unreadable";

/** By column: texts from a CSV file, any JSON from NDJSON. */
export type Values = Record<string, unknown>;

/**
 * A row of a file, as a spreadsheet numbers them: blank rows count, but are passed over. `offset`
 * is the place behind it, from where reading can go on. One with neither values nor an error only
 * tells how far reading has come.
 */
export type Row = Place & { values?: Values; error?: RowError };

/** One of so many blank rows is returned, so that a job can pause there. */
const BLANKS_PER_ROW = 10_000;

/** Reads the rows of a file from a place on, by default from the first behind the header. */
export function readRows(
  open: Source,
  layout: Layout,
  from: Place = layout.start,
  maxBytes?: number,
): AsyncGenerator<Row> {
  const read = layout.format === "csv" ? csvReader(layout) : readJson;
  let blanks = 0;
  const toRow = ({ row, offset, text = "", error }: TextRecord): Row | undefined => {
    if (error) return { row, offset, error };
    const content = read(text);
    if (content) return { row, offset, ...content };
    return ++blanks % BLANKS_PER_ROW === 0 ? { row, offset } : undefined;
  };
  const format = {
    encoding: layout.encoding,
    delimiter: layout.format === "csv" ? layout.delimiter : null,
  };
  return readRecords(open, format, from, toRow, maxBytes);
}

/** The most rows by which the columns are known, and of the bytes and rows read, bad ones too. */
const [SAMPLE_ROWS, SAMPLE_BYTES, MAX_SEEN_ROWS] = [1_000, 1_048_576, 2_000];

/**
 * The columns of a file, and its first rows. Those of an NDJSON file are what these rows have, as
 * far as a mapping can name them.
 */
export async function readSample(open: Source, layout: Layout) {
  const sample: Values[] = [];
  // A row that begins among the first bytes is read whole.
  const near = endingAt(open, layout.start.offset + SAMPLE_BYTES + MAX_RECORD_BYTES);
  let seen = 0;
  for await (const { values, error, offset } of readRows(near, layout)) {
    if (values) sample.push(values);
    // A row without either stands for many blank ones.
    const isEnough = sample.length === SAMPLE_ROWS || ++seen === MAX_SEEN_ROWS;
    if (isEnough || !(values || error) || offset - layout.start.offset > SAMPLE_BYTES) break;
  }
  if (layout.format === "csv") return { columns: layout.columns, sample };
  const names = [...new Set(sample.flatMap((values) => Object.keys(values)))];
  const columns = names.filter((name) => name.length <= MAX_KEY_LENGTH);
  return { columns: columns.slice(0, MAX_COLUMNS), sample };
}

type Content = { values: Values } | { error: RowError };

/** Reads the cells of a record; undefined if all are blank. Missing cells are blank. */
function csvReader({ delimiter, columns }: Extract<Layout, { format: "csv" }>) {
  return (text: string): Content | undefined => {
    if (text === "") return undefined;
    const cells = cellsOf(text, delimiter, MAX_COLUMNS);
    if (cells.every(isBlank)) return undefined;
    if (cells.length > columns.length && !cells.slice(columns.length).every(isBlank))
      return { error: "too_many_cells" };
    return { values: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ""])) };
  };
}

const isBlank = (cell: string) => cell.trim() === "";

/** Reads a line of NDJSON; undefined if it is blank. */
function readJson(text: string): Content | undefined {
  if (isBlank(text)) return undefined;
  const values = parsedJson(text);
  if (typeof values !== "object" || values === null || Array.isArray(values))
    return { error: "not_json" };
  if (!isStorable(values)) return { error: "unreadable" };
  return Object.keys(values).length > MAX_COLUMNS
    ? { error: "too_many_cells" }
    : { values: { ...values } };
}
