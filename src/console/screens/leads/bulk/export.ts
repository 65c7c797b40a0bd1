import type { Client } from "../../../../client/index";
import { saveFile } from "../../../data/save-file";
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

/** Downloads all leads that match, with all that there is of each. */
export function exportMatching(
  client: Client,
  filters: Filters,
  format: FileFormat,
  total: Work["total"],
) {
  const today = new Date().toISOString().slice(0, 10);
  const name = `leads-${today}.${format === "text/csv" ? "csv" : "ndjson"}`;
  return startWork({ kind: "export", about: name, total }, async (report, signal) => {
    const body = await openStream(client, "/v1/leads/export", filters, format, signal);
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
