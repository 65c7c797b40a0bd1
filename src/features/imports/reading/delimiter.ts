import * as z from "zod";
import { cellsOf } from "./cells";

const DELIMITERS = [",", ";", "\t", "|"] as const;
const MAX_RECORDS = 20;

/** A delimiter that a client names. */
export const Delimiter = z
  .string()
  .regex(/^[^"\r\n\0\p{Surrogate}]$/u, "The delimiter must be one character, and no quote.");

/** The delimiter that a first line such as `sep=;` names, which Excel obeys and doesn't show. */
export const namedDelimiter = (line: string) => /^"?sep=([^"\r\n])"?$/i.exec(line.trimEnd())?.[1];

/**
 * The delimiter that cuts the first records of a text into the most cells, and as many in each. A
 * comma if none cuts the first record.
 */
export function detectDelimiter(head: string): string {
  const scored = DELIMITERS.map((delimiter) => ({ delimiter, score: scoreOf(head, delimiter) }));
  return scored.reduce((best, other) => (other.score > best.score ? other : best)).delimiter;
}

function scoreOf(head: string, delimiter: string) {
  const [first = 0, ...others] = recordsOf(head, delimiter).map(
    (record) => cellsOf(record, delimiter, 1_000).length,
  );
  if (first < 2) return 0;
  const same = others.filter((count) => count === first).length;
  return first * (others.length === 0 ? 1 : (1 + same) / (1 + others.length));
}

/** The first records, without blank ones; of a text that is cut off, without the last. */
function recordsOf(head: string, delimiter: string) {
  const records: string[] = [];
  let [start, isQuoted] = [0, false];
  for (let at = 0; at < head.length && records.length < MAX_RECORDS; at++) {
    const character = head[at];
    if (character === '"') {
      if (isQuoted) isQuoted = false;
      else isQuoted = opensCell(head, at, start, delimiter);
    } else if (!isQuoted && (character === "\n" || character === "\r")) {
      if (at > start) records.push(head.slice(start, at));
      start = at + 1;
    }
  }
  if (records.length === 0) records.push(head.slice(start));
  return records;
}

const opensCell = (head: string, at: number, start: number, delimiter: string): boolean =>
  at === start ||
  head[at - 1] === delimiter ||
  head[at - 1] === '"' ||
  (head[at - 1] === "=" && (at - 1 === start || head[at - 2] === delimiter));
