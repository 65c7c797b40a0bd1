import { saveFile } from "#console/data/save-file";
import type { Session } from "#console/session/session";
import type { Filters } from "../filters";
import { type FileFormat, openStream } from "./stream";
import { startWork, type Work } from "./work";

const NEWLINE = 10;
const QUOTE = 34;

/** Counts the rows of a file as it comes. A cell of a CSV may have line breaks within quotes. */
function rowCounter(format: FileFormat) {
  let isQuoted = false;
  let skipped = format === "text/csv" ? 1 : 0;
  return (bytes: Uint8Array) => {
    let count = 0;
    for (const byte of bytes) {
      if (byte === QUOTE && format === "text/csv") isQuoted = !isQuoted;
      else if (byte === NEWLINE && !isQuoted) count++;
    }
    const heads = Math.min(skipped, count);
    skipped -= heads;
    return count - heads;
  };
}

const MAX_NAME_CHARACTERS = 80;

/** `leads-stage-qualified-2026-11-20.csv`, by words on what the file holds. */
export function fileNameOf(words: string[], day: string, format: FileFormat) {
  const plain = words
    .join(" ")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  const about = [...plain]
    .slice(0, MAX_NAME_CHARACTERS)
    .join("")
    .replace(/^-+|-+$/g, "");
  const ending = format === "text/csv" ? "csv" : "ndjson";
  return `${["leads", about, day].filter(Boolean).join("-")}.${ending}`;
}

/** Downloads all leads that match: `columns` of them, or all that there is of each. */
export function exportMatching(
  session: Session,
  { filters, words, total }: { filters: Filters; words: string[]; total: Work["total"] },
  format: FileFormat,
  columns?: string[],
) {
  const name = fileNameOf(words, new Date().toISOString().slice(0, 10), format);
  return startWork(session, { kind: "export", about: name, total }, async (report, signal) => {
    const body = await openStream(
      session.client,
      "/v1/leads/export",
      filters,
      format,
      signal,
      columns,
    );
    const reader = body.getReader();
    const countRows = rowCounter(format);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      report({ done: countRows(part.value) });
    }
    saveFile(new Blob(parts, { type: format }), name);
  });
}
