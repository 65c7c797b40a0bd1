import { cut } from "#lib/text";
import { cellText } from "./cell-values";
import { cellsOf } from "./cells";
import { detectDelimiter, namedDelimiter } from "./delimiter";
import { detectEncoding, type Encoding, markLength } from "./encoding";
import {
  endingAt,
  MAX_RECORD_BYTES,
  type Place,
  type RecordFormat,
  readRecords,
  type Source,
  type TextRecord,
} from "./records";
import { UnreadableFile } from "./unreadable";

export const MAX_COLUMNS = 500;
const HEAD_BYTES = 65_536;
const MAX_NAME_CHARACTERS = 255;
/**
 * Within how many bytes, and behind how many blank rows, the names of the columns are looked for.
 */
const [HEADER_BYTES, MAX_BLANK_ROWS] = [2 * MAX_RECORD_BYTES, 1_000];

/** The layout of a text file: all that a job keeps to go on at any place. */
export type Layout =
  | { format: "csv"; encoding: Encoding; delimiter: string; columns: string[]; start: Place }
  | { format: "ndjson"; encoding: Encoding; start: Place };

export type Hints = { encoding?: Encoding; delimiter?: string };

/** The first 64 KiB of a file, by which it is judged. */
export async function readHead(open: Source) {
  const reader = (await open(0)).getReader();
  const head = new Uint8Array(HEAD_BYTES);
  let length = 0;
  try {
    for (let isLast = false; !isLast && length < HEAD_BYTES; ) {
      const { value, done } = await reader.read();
      isLast = done;
      if (!value) continue;
      head.set(value.subarray(0, HEAD_BYTES - length), length);
      length = Math.min(length + value.length, HEAD_BYTES);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return head.subarray(0, length);
}

const startsWith = (head: Uint8Array, ...bytes: number[]) =>
  bytes.every((byte, at) => head[at] === byte);

/** True if a file is an XLSX workbook; the formats before it have no such sign. */
export const isWorkbook = (head: Uint8Array) => startsWith(head, 0x50, 0x4b, 3, 4);

/** Finds out how a CSV or NDJSON file is to be read. Throws an UnreadableFile if it is neither. */
export async function readLayout(open: Source, hints: Hints = {}): Promise<Layout> {
  const head = await readHead(open);
  if (head.length === 0) throw new UnreadableFile("empty");
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) throw new UnreadableFile("old_excel");
  if (isWorkbook(head) || startsWith(head, 0x25, 0x50, 0x44, 0x46) || startsWith(head, 0x1f, 0x8b))
    throw new UnreadableFile("binary");
  const encoding = hints.encoding ?? detectEncoding(head, head.length < HEAD_BYTES);
  const start = { row: 1, offset: markLength(head, encoding) };
  const text = new TextDecoder(encoding).decode(head, { stream: head.length === HEAD_BYTES });
  const first = text.trimStart()[0];
  if (first === undefined && head.length < HEAD_BYTES) throw new UnreadableFile("empty");
  if (first === "[" && /^\s*\[\s*[{\]]/.test(text)) throw new UnreadableFile("array");
  if (first === "{") return { format: "ndjson", encoding, start };
  return csvLayout(open, encoding, start, text, hints.delimiter);
}

async function csvLayout(
  open: Source,
  encoding: Encoding,
  start: Place,
  head: string,
  delimiter?: string,
): Promise<Layout> {
  const line = await firstRecord(open, { encoding, delimiter: null }, start, () => true);
  const named = line?.text === undefined ? undefined : namedDelimiter(line.text);
  // Excel doesn't show that line, so that the next one is its row 1.
  const from = named && line ? { row: 1, offset: line.offset } : start;
  const rest = named ? head.slice(head.search(/[\r\n]/)).trimStart() : head;
  const chosen = delimiter ?? named ?? detectDelimiter(rest);
  const split = (text: string) => cellsOf(text, chosen, MAX_COLUMNS);
  const format = { encoding, delimiter: chosen };
  const header = await firstRecord(
    open,
    format,
    from,
    ({ text = "", error }) => error !== undefined || split(text).some((cell) => cell.trim() !== ""),
  );
  if (header?.text === undefined) throw new UnreadableFile("no_header");
  const columns = columnNames(split(header.text));
  return {
    ...{ format: "csv", ...format, columns },
    start: { row: header.row + 1, offset: header.offset },
  };
}

/** The first record that is meant, if it is near. */
async function firstRecord(
  open: Source,
  format: RecordFormat,
  from: Place,
  isMeant: (record: TextRecord) => boolean,
) {
  const near = endingAt(open, from.offset + HEADER_BYTES);
  const isFar = ({ row }: TextRecord) => row - from.row === MAX_BLANK_ROWS;
  const records = readRecords(near, format, from, (one) =>
    isMeant(one) || isFar(one) ? one : undefined,
  );
  for await (const record of records) return isMeant(record) ? record : undefined;
  return undefined;
}

/**
 * The names of columns: trimmed and without a spreadsheet's quote, `column 3` for a blank one,
 * `Email (2)` for another of the same name, and without what JSON of this API can't have as a key.
 * Throws an UnreadableFile if there are too many.
 */
export function columnNames(header: string[]): string[] {
  if (header.length > MAX_COLUMNS) throw new UnreadableFile("too_many_columns");
  const names = new Set<string>();
  header.forEach((cell, index) => {
    const text = cellText(cell).replaceAll("\\", "/").replace(/\s+/g, " ").trim();
    const plain = cut(text, MAX_NAME_CHARACTERS);
    const name = plain && plain !== "__proto__" ? plain : `column ${index + 1}`;
    let unique = name;
    for (let n = 2; names.has(unique); n++) unique = `${name} (${n})`;
    names.add(unique);
  });
  return [...names];
}
