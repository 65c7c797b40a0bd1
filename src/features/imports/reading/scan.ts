const [LF, CR, QUOTE, EQUALS] = [10, 13, 34, 61];

/** The separators of records and cells. Without a delimiter quotes mean nothing (NDJSON). */
export type Separators = { width: number; low: number; delimiter: Uint8Array | null };

/**
 * Where a walk over a record is. `start`: where the record begins in the buffer, negative once its
 * beginning has been dropped. `at`: the next byte to look at. `line`: where the record's first line
 * ends, counted from the record's start, if it goes on behind it.
 */
export type Walk = { start: number; at: number; isQuoted: boolean; line: number | null };

export const newWalk = (start: number): Walk => ({ start, at: start, isQuoted: false, line: null });

/**
 * Walks on to the end of the record: where its text ends, and where the next record begins. Null if
 * the buffer ends before that. `isLast`: nothing follows the buffer.
 *
 * A quote opens a cell only as its first character, as in Excel, or behind the `=` of a text
 * formula (`="a,b"`). In a quoted cell `""` is a quote, and any other quote closes it.
 */
export function walkRecord(
  buffer: Uint8Array,
  walk: Walk,
  separators: Separators,
  isLast: boolean,
) {
  const { width, low, delimiter } = separators;
  const high = 1 - low;
  const length = buffer.length - (buffer.length % width);
  const unit = (at: number) =>
    width === 1 || buffer[at + high] === 0 ? buffer[at + (width === 1 ? 0 : low)] : -1;
  for (let at = walk.at; at < length; at += width) {
    const byte = unit(at);
    if (byte === undefined || byte > QUOTE || byte < LF) continue;
    if (byte === QUOTE && delimiter) {
      if (!walk.isQuoted) walk.isQuoted = opensCell(buffer, at, walk, separators);
      else if (at + width >= length && !isLast) return pause(walk, at);
      else if (unit(at + width) === QUOTE) at += width;
      else walk.isQuoted = false;
    } else if (byte === LF || byte === CR) {
      if (byte === CR && at + width >= length && !isLast) return pause(walk, at);
      const next = at + (byte === CR && unit(at + width) === LF ? 2 : 1) * width;
      if (!walk.isQuoted) return { end: at, next };
      walk.line ??= next - walk.start;
    }
  }
  return pause(walk, length);
}

function pause(walk: Walk, at: number) {
  walk.at = at;
  return null;
}

function opensCell(buffer: Uint8Array, at: number, walk: Walk, separators: Separators) {
  const { width, low } = separators;
  if (beginsCell(buffer, at, walk, separators)) return true;
  const before = at - width;
  const isEquals =
    width === 1
      ? buffer[before] === EQUALS
      : buffer[before + low] === EQUALS && buffer[before + 1 - low] === 0;
  return before >= walk.start && isEquals && beginsCell(buffer, before, walk, separators);
}

function beginsCell(buffer: Uint8Array, at: number, { start }: Walk, { delimiter }: Separators) {
  if (at === start) return true;
  const from = at - (delimiter?.length ?? 0);
  return (
    from >= Math.max(start, 0) && delimiter?.every((byte, n) => buffer[from + n] === byte) === true
  );
}
