import type { Import, ImportEncoding } from "../../../client/index";
import { recordsOf } from "./records";

// The API shows no rows of a file before it is tried. The tab that has sent it shows its first ones.

const HEAD_BYTES = 65_536;
const SAMPLES = 3;
const DELIMITERS = [",", ";", "\t", "|"];
/** The header may follow a line such as `sep=;`. */
const HEADER_WITHIN = 3;

const heads = new Map<number, { head: Blob; encoding: ImportEncoding | undefined }>();

export const keepHead = (id: number, file: Blob, encoding: ImportEncoding | undefined) =>
  heads.set(id, { head: file.slice(0, HEAD_BYTES), encoding });

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

/** The rows below the header, by the delimiter that makes the columns which the service has found. */
function rowsOfCsv(text: string, columns: readonly string[]): string[][] {
  for (const delimiter of DELIMITERS) {
    const records = recordsOf(text, delimiter, SAMPLES + HEADER_WITHIN + 10);
    const header = records
      .slice(0, HEADER_WITHIN)
      .findIndex((cells) => cells.length === columns.length);
    if (header >= 0) return records.slice(header + 1);
  }
  return [];
}

/** The first values of each column that are not blank; null of a file that this tab has not sent. */
export async function samplesOf({ id, format, columns }: Import): Promise<string[][] | null> {
  const kept = heads.get(id);
  if (!kept || !columns || format === "xlsx") return null;
  const bytes = await kept.head.bytes();
  const decoded = new TextDecoder(kept.encoding ?? encodingOf(bytes)).decode(bytes);
  const text = kept.head.size < HEAD_BYTES ? `${decoded}\n` : decoded;
  const rows =
    format === "ndjson"
      ? linesOfJson(text).map((row) => columns.map((column) => textOf(row[column])))
      : rowsOfCsv(text, columns);
  return columns.map((_, index) =>
    [...new Set(rows.map((row) => row[index]?.trim() ?? "").filter(Boolean))].slice(0, SAMPLES),
  );
}
