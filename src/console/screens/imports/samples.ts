import type { Import } from "#client";
import { ofSession, type Session } from "#console/session/session";
import { recordsOf } from "./records";
import { rowsOfWorkbook } from "./workbook-rows";

// The API shows no rows of a file before it is tried. The tab that sent it shows the first ones.

const HEAD_BYTES = 65_536;
const SAMPLES = 3;
const MOST_ROWS = 20;
const DELIMITERS = [",", ";", "\t", "|"];
/** The header may follow a line such as `sep=;`. */
const HEADER_WITHIN = 3;

type Sent = { file: Blob; encoding?: string; sheet?: string };

const sentOf = ofSession(() => new Map<number, Sent>());

export const keepFile = (session: Session, id: number, file: Sent) => sentOf(session).set(id, file);

/** The encoding that the service would detect. */
function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const nuls = [0, 0];
  bytes.forEach((byte, at) => {
    if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = nuls;
  if (even + odd > bytes.length / 10) return odd > even ? "utf-16le" : "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

const textOf = (value: unknown) =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");

function linesOfJson(text: string): Record<string, unknown>[] {
  const rows = text.split("\n").flatMap((line) => {
    try {
      return [Object(JSON.parse(line)) as Record<string, unknown>];
    } catch {
      return [];
    }
  });
  return rows;
}

/** The rows below the header, by the delimiter that gives the columns that the service found. */
function rowsOfCsv(text: string, columns: readonly string[]): string[][] {
  for (const delimiter of DELIMITERS) {
    const rows = belowHeader(recordsOf(text, delimiter, MOST_ROWS), columns);
    if (rows.length > 0) return rows;
  }
  return [];
}

function belowHeader(rows: string[][], columns: readonly string[]) {
  const header = rows.slice(0, HEADER_WITHIN).findIndex((cells) => cells.length === columns.length);
  return header < 0 ? [] : rows.slice(header + 1);
}

async function rowsOf({ file, encoding, sheet }: Sent, { format }: Import, columns: string[]) {
  if (format === "xlsx") return belowHeader(await rowsOfWorkbook(file, sheet, MOST_ROWS), columns);
  const bytes = await file.slice(0, HEAD_BYTES).bytes();
  const decoded = new TextDecoder(encoding ?? encodingOf(bytes)).decode(bytes);
  const text = file.size < HEAD_BYTES ? `${decoded}\n` : decoded;
  return format === "ndjson"
    ? linesOfJson(text).map((row) => columns.map((column) => textOf(row[column])))
    : rowsOfCsv(text, columns);
}

/** The first values of each column that are not blank; null of a file that another tab has sent. */
export async function samplesOf(session: Session, one: Import): Promise<string[][] | null> {
  const [file, { columns }] = [sentOf(session).get(one.id), one];
  if (!file || !columns) return null;
  const rows = await rowsOf(file, one, columns);
  return columns.map((_, index) =>
    [...new Set(rows.map((row) => row[index]?.trim() ?? "").filter(Boolean))].slice(0, SAMPLES),
  );
}
