import { decoderOf, type Encoding, encoded, unitOf } from "./encoding";
import { newWalk, type Separators, type Walk, walkRecord } from "./scan";
import type { RowError } from "./unreadable";

export const MAX_RECORD_BYTES = 1_048_576;

/** Opens the file's bytes from an offset on. */
export type Source = (offset: number) => Promise<ReadableStream<Uint8Array>>;

/** A file up to an offset, as if nothing came behind it. */
export const endingAt =
  (open: Source, end: number): Source =>
  async (offset) => {
    const reader = (await open(offset)).getReader();
    let left = end - offset;
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value } = left > 0 ? await reader.read() : {};
        if (!value) {
          await reader.cancel().catch(() => undefined);
          return controller.close();
        }
        controller.enqueue(value.subarray(0, left));
        left -= value.length;
      },
      cancel: () => reader.cancel(),
    });
  };

/** Where a record begins: the number of its row, and its place in the file in bytes. */
export type Place = { row: number; offset: number };

/** A record of a text file: its text, or what is wrong with it. `offset` is the place behind it. */
export type TextRecord = { row: number; offset: number; text?: string; error?: RowError };

/** Without a delimiter, each line is a record (NDJSON). */
export type RecordFormat = { encoding: Encoding; delimiter: string | null };

/** The bytes of a record that is too long that are kept: the longest delimiter, and `=`. */
const LOOK_BEHIND_BYTES = 6;

/**
 * Cuts bytes into records, however they come in chunks. A record of more than `maxBytes` is an
 * error; it is passed over to its end, and not held.
 */
export class RecordCutter {
  #buffer: Uint8Array = new Uint8Array();
  #walk: Walk = newWalk(0);
  /** The offset, in the file, of the buffer. */
  #base: number;
  /** The offset of the record that is being read. */
  #recordOffset: number;
  #row: number;
  readonly #separators: Separators;
  readonly #decode: (bytes: Uint8Array) => string | undefined;

  constructor(
    { encoding, delimiter }: RecordFormat,
    from: Place,
    readonly maxBytes: number,
  ) {
    this.#base = this.#recordOffset = from.offset;
    this.#row = from.row;
    this.#decode = decoderOf(encoding);
    const bytes = delimiter === null ? null : encoded(delimiter, encoding);
    this.#separators = { ...unitOf(encoding), delimiter: bytes ?? null };
  }

  /** The records that end in the chunk. */
  *push(chunk: Uint8Array): Generator<TextRecord> {
    this.#buffer = joined(this.#buffer, chunk);
    yield* this.#whole(false);
    this.#drop();
  }

  /** The records that are left at the end of the file. */
  *end(): Generator<TextRecord> {
    yield* this.#whole(true);
    const offset = this.#base + this.#buffer.length;
    const { start, isQuoted, line } = this.#walk;
    if (offset === this.#recordOffset) return;
    const behindLine = line === null ? offset : this.#recordOffset + line;
    if (isQuoted) yield { row: this.#row, offset: behindLine, error: "open_quote" };
    else yield this.#record(start, this.#buffer.length, offset);
  }

  *#whole(isLast: boolean): Generator<TextRecord> {
    for (;;) {
      const found = walkRecord(this.#buffer, this.#walk, this.#separators, isLast);
      if (!found) return;
      const record = this.#record(this.#walk.start, found.end, this.#base + found.next);
      this.#walk = newWalk(found.next);
      yield record;
    }
  }

  #record(start: number, end: number, offset: number): TextRecord {
    const row = this.#row++;
    this.#recordOffset = offset;
    if (start < 0 || end - start > this.maxBytes) return { row, offset, error: "too_long" };
    const text = this.#decode(this.#buffer.subarray(start, end));
    return text === undefined ? { row, offset, error: "unreadable" } : { row, offset, text };
  }

  /** Drops what is no longer needed: the records before, and most of one that is too long. */
  #drop() {
    const { start, at } = this.#walk;
    const isHeld = at - start <= this.maxBytes;
    const dropped = isHeld ? start : Math.max(at - LOOK_BEHIND_BYTES, 0);
    this.#buffer = this.#buffer.subarray(dropped);
    this.#base += dropped;
    this.#walk.at -= dropped;
    this.#walk.start -= dropped;
  }
}

function joined(one: Uint8Array, two: Uint8Array) {
  if (one.length === 0) return two;
  const both = new Uint8Array(one.length + two.length);
  both.set(one);
  both.set(two, one.length);
  return both;
}

/**
 * Reads a file's records from a place on, as rows. A quote that is never closed makes an error of
 * its line, and reading goes on behind that line; since any later quote would have closed it, a
 * file has at most one.
 */
export async function* readRecords<Row>(
  open: Source,
  format: RecordFormat,
  from: Place,
  toRow: (record: TextRecord) => Row | undefined,
  maxBytes = MAX_RECORD_BYTES,
): AsyncGenerator<Row> {
  let place: Place | null = from;
  while (place) {
    const cutter = new RecordCutter(format, place, maxBytes);
    const stream: ReadableStream<Uint8Array> = await open(place.offset);
    const reader = stream.getReader();
    place = null;
    try {
      for (let isLast = false; !isLast; ) {
        const { value, done } = await reader.read();
        isLast = done;
        for (const record of value ? cutter.push(value) : cutter.end()) {
          if (record.error === "open_quote") place = { row: record.row + 1, offset: record.offset };
          const row = toRow(record);
          if (row !== undefined) yield row;
        }
      }
    } finally {
      // Whoever stops reading closes the file; whether that works no longer matters.
      await reader.cancel().catch(() => undefined);
    }
  }
}
