import type { Client } from "../../../../client/index";
import { saveFile } from "../../../data/save-file";
import type { Filters } from "../filters";
import { type FileFormat, openStream } from "./stream";
import { startWork, type Work } from "./work";

const NEWLINE = 10;

function countOf(bytes: Uint8Array, wanted: number) {
  let count = 0;
  for (const byte of bytes) if (byte === wanted) count++;
  return count;
}

/** Downloads all leads that match, with all that there is of each. */
export function exportMatching(
  client: Client,
  filters: Filters,
  format: FileFormat,
  total: Work["total"],
) {
  const name = `leads.${format === "text/csv" ? "csv" : "ndjson"}`;
  return startWork({ kind: "export", about: name, total }, async (report, signal) => {
    const body = await openStream(client, "/v1/leads/export", filters, format, signal);
    const reader = body.getReader();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      report({ done: countOf(part.value, NEWLINE) });
    }
    saveFile(new Blob(parts, { type: format }), name);
  });
}
