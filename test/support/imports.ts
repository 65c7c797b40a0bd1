import { type Hints, readLayout } from "#features/imports/reading/layout";
import type { Place, Source } from "#features/imports/reading/records";
import { type Row, readRows } from "#features/imports/reading/rows";

/** A file as R2 streams it, in chunks of a size. */
export const sourceOf =
  (file: Uint8Array | string, chunkBytes = 65_536): Source =>
  async (offset) => {
    const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
    let at = offset;
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(at, at + chunkBytes));
        at += chunkBytes;
      },
    });
  };

export type Reading = { hints?: Hints; chunkBytes?: number; maxBytes?: number; from?: Place };

/** The rows of a file with their places. */
export async function readFile(file: Uint8Array | string, reading: Reading = {}) {
  const open = sourceOf(file, reading.chunkBytes);
  const layout = await readLayout(open, reading.hints);
  const rows: Row[] = [];
  const from = reading.from ?? layout.start;
  for await (const row of readRows(open, layout, from, reading.maxBytes)) rows.push(row);
  return { layout, rows };
}

/** A row in short: its cells, or its error with its number. */
const inShort = ({ row, values, error }: Row) =>
  error ? `${row}: ${error}` : Object.values(values ?? {});

/** The cells of a file, its columns first. */
export async function readCells(file: Uint8Array | string, reading: Reading = {}) {
  const { layout, rows } = await readFile(file, reading);
  return [layout.format === "csv" ? layout.columns : [], ...rows.map(inShort)];
}

/** A text in UTF-16; by default little-endian with its mark. */
export function utf16(text: string, { isBig = false, mark = "\ufeff" } = {}) {
  const all = mark + text;
  const bytes = new DataView(new ArrayBuffer(all.length * 2));
  for (let at = 0; at < all.length; at++) bytes.setUint16(at * 2, all.charCodeAt(at), !isBig);
  return new Uint8Array(bytes.buffer);
}

const WINDOWS_1252 = new TextDecoder("windows-1252").decode(
  Uint8Array.from({ length: 256 }, (_, at) => at),
);

/** A text in Windows-1252, as Excel in western Europe writes CSV. */
export const windows1252 = (text: string) =>
  Uint8Array.from(text, (character) => WINDOWS_1252.indexOf(character));
