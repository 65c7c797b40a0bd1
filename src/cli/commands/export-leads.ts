import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Command, Option } from "commander";
import { exportLeads, listLeads } from "#client";
import { CliError, exitCodes } from "../errors";
import { note, printJson } from "../output";
import { replaceFile, streamOf } from "../replace-file";
import { openSession } from "../session";

const TYPES = { csv: "text/csv", ndjson: "application/x-ndjson" };
type Format = keyof typeof TYPES;

type Options = {
  filter: Record<string, string | string[]>;
  columns?: string;
  format?: Format;
  output?: string;
};

/** `name=value`; a name that ends with [] may be given more than once. */
function addFilter(value: string, before: Record<string, string | string[]>) {
  const at = value.indexOf("=");
  if (at < 1) throw new CliError(`--filter ${value}: write name=value.`, exitCodes.usage);
  const [name, wanted] = [value.slice(0, at), value.slice(at + 1)];
  const known = before[name];
  return { ...before, [name]: name.endsWith("[]") ? [known ?? [], wanted].flat() : wanted };
}

async function exportAll({ filter, columns, format: wanted, output }: Options, command: Command) {
  const { client, json } = await openSession(command);
  const isJson = json && !output;
  if (isJson && wanted === "csv")
    throw new CliError("--json answers in JSON lines: save CSV by -o.", exitCodes.usage);
  const format = wanted ?? (isJson ? "ndjson" : "csv");
  if (columns && format !== "csv")
    throw new CliError("--columns are those of a CSV.", exitCodes.usage);
  // The operation of the file; as JSON lines it is that of the list.
  const operation = format === "csv" ? exportLeads : listLeads;
  const body = await operation({
    client,
    query: { ...filter, ...(columns && { "columns[]": columns.split(",") }) } as never,
    headers: { Accept: TYPES[format] } as never,
    parseAs: "stream",
  });
  const source = streamOf(body);
  if (!output) return pipeline(Readable.fromWeb(source), process.stdout, { end: false });
  await replaceFile(output, source);
  if (json) printJson({ saved: output, format });
  else note(`Saved ${output}.`);
}

export function addExportCommand(leads: Command) {
  leads
    .command("export")
    .description("export leads as they come, with the filters of the list")
    .option("--filter <name=value>", "a filter of the list, such as warmth=hot", addFilter, {})
    .option("--columns <names>", "those of a CSV in their order, such as phone,variables.city")
    .addOption(new Option("--format <format>", "csv unless set").choices(Object.keys(TYPES)))
    .option("-o, --output <file>", "a file, instead of standard output")
    .action(exportAll);
}
