import type { Client, LeadListItem } from "#client";
import { type Filters, queryOf } from "../filters";

export type FileFormat = "text/csv" | "application/x-ndjson";

/** All leads that match, as the file that a list of the API is, read as it comes. */
export const openStream = (
  client: Client,
  path: "/v1/leads" | "/v1/leads/export",
  filters: Filters,
  format: FileFormat,
  signal: AbortSignal,
  columns?: string[],
) =>
  client.get<ReadableStream<Uint8Array<ArrayBuffer>>, unknown, true, "data">({
    url: path,
    // Excel reads a CSV without a mark in the character set of the machine.
    query: {
      ...queryOf(filters),
      ...(format === "text/csv" && { bom: 1 }),
      ...(columns && { "columns[]": columns }),
    },
    headers: { Accept: format },
    security: [{ key: "bearer", scheme: "bearer", type: "http" }],
    parseAs: "stream",
    signal,
  });

/** All leads that match, some at a time. The service waits while they are worked on. */
export async function* matching(
  client: Client,
  filters: Filters,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<LeadListItem[]> {
  const body = await openStream(client, "/v1/leads", filters, "application/x-ndjson", signal);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let leads: LeadListItem[] = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line !== "") leads.push(JSON.parse(line));
      if (leads.length < size) continue;
      yield leads;
      leads = [];
    }
  }
  if (rest !== "") leads.push(JSON.parse(rest));
  if (leads.length > 0) yield leads;
}
