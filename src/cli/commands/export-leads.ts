import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { Command } from "commander";
import { exportLeads, listLeads } from "../../client/index";
import { CliError, exitCodes } from "../errors";
import { note } from "../output";
import { openSession } from "../session";

type Options = { filter: Record<string, string | string[]>; format: string; output?: string };

/** `name=value`; a name that ends with [] may be given more than once. */
function addFilter(value: string, before: Record<string, string | string[]>) {
  const at = value.indexOf("=");
  if (at < 1) throw new CliError(`--filter ${value}: write name=value.`, exitCodes.usage);
  const [name, wanted] = [value.slice(0, at), value.slice(at + 1)];
  const known = before[name];
  return { ...before, [name]: name.endsWith("[]") ? [known ?? [], wanted].flat() : wanted };
}

const TYPES: Record<string, string> = { csv: "text/csv", ndjson: "application/x-ndjson" };

async function exportAll({ filter, format, output }: Options, command: Command) {
  const { client } = await openSession(command);
  const type = TYPES[format];
  if (!type) throw new CliError("--format is csv or ndjson.", exitCodes.usage);
  // The operation of the file; as JSON lines it is that of the list.
  const operation = format === "csv" ? exportLeads : listLeads;
  const body = await operation({
    client,
    query: filter as never,
    headers: { Accept: type } as never,
    parseAs: "stream",
  });
  const source = Readable.fromWeb(body as unknown as ReadableStream);
  if (output) await pipeline(source, createWriteStream(output));
  else await pipeline(source, process.stdout, { end: false });
  if (output) note(`Saved ${output}.`);
}

export function addExportCommand(leads: Command) {
  leads
    .command("export")
    .description("export leads as they come, with the filters of the list")
    .option("--filter <name=value>", "a filter of the list, such as warmth=hot", addFilter, {})
    .option("--format <format>", "csv or ndjson", "csv")
    .option("-o, --output <file>", "a file, instead of standard output")
    .action(exportAll);
}
