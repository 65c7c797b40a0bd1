import { type Command, Option } from "commander";
import {
  BulkMode,
  type Client,
  type Import,
  type ImportRow,
  type ImportStart,
  listImportRows,
} from "#client";
import { addTo } from "../arguments";
import { CliError, exitCodes } from "../errors";
import { counted, endProgress, note, plain, print, printJson, table } from "../output";
import { replaceFile, streamOf } from "../replace-file";
import { openSession } from "../session";
import { importFile } from "../upload";

const MAX_SHOWN = 20;

type Options = {
  dryRun?: boolean;
  mode: ImportStart["mode"];
  map: Record<string, string>;
  createTags?: boolean;
  tag: string[];
  ignoreConsentColumns?: boolean;
  notify: boolean;
  rejected?: string;
  strict?: boolean;
};

/** `Column=field`, gathered into one mapping. */
function addMapping(value: string, before: Record<string, string>) {
  const at = value.lastIndexOf("=");
  if (at < 1) throw new CliError(`--map ${value}: write Column=field.`, exitCodes.usage);
  return { ...before, [value.slice(0, at)]: value.slice(at + 1) };
}

/** A dry run has no id for a lead that it would create. */
const whose = (lead: number | null) =>
  lead === null ? "that of a lead of the same file" : `lead ${lead}'s`;

const whyNamed = ({ errors, conflicts, warnings = [] }: ImportRow) =>
  [
    ...Object.entries(errors).map(([field, messages]) => `${field}: ${messages.join(" ")}`),
    ...Object.entries(conflicts ?? {}).map(([field, lead]) => `${field}: is ${whose(lead)}`),
    ...warnings.map(({ field, column, message }) => `${column ?? field}: ${message}`),
  ].join("; ");

/** The first rows of these statuses, in the order of the file. */
async function firstRows(client: Client, id: number, statuses: ImportRow["status"][]) {
  const rows: ImportRow[] = [];
  for (const status of statuses) {
    const path = { import: id };
    const query = { status, per_page: MAX_SHOWN };
    rows.push(...(await listImportRows({ client, path, query })).data);
  }
  return rows.toSorted((one, other) => one.row - other.row).slice(0, MAX_SHOWN);
}

/** The rejected rows as a CSV that can be mended and imported. */
async function saveRejected(client: Client, id: number, file: string) {
  const csv = await listImportRows({
    client,
    path: { import: id },
    headers: { Accept: "text/csv" } as Record<string, string>,
    // A text would lose its byte order mark.
    parseAs: "stream",
  });
  await replaceFile(file, streamOf(csv));
}

const rejectedIn = ({ counts }: Import) => counts.invalid + counts.conflict;

/** Shows rows of which there are `all`. `hint`: where the others are. */
function showRows(rows: ImportRow[], all: number, hint: string) {
  if (rows.length === 0) return;
  const shown = rows.map((row) => ({ row: row.row, status: row.status, why: whyNamed(row) }));
  print(`\n${table(shown)}`);
  if (all > rows.length) print(`… and ${all - rows.length} more${hint}`);
}

function report(done: Import, rejected: ImportRow[], warned: ImportRow[]) {
  const columns = Object.entries(done.mapping ?? {});
  const mapped = columns.map(([column, field]) => `${plain(column)} → ${field}`);
  if (mapped.length > 0) note(`Columns: ${mapped.join(", ")}`);
  const counts = Object.entries(done.counts).filter(([, count]) => count > 0);
  const became = counts.map(([what, count]) => `${count} ${what}`).join(", ");
  const all = done.warned > 0 ? `${became}, ${done.warned} with warnings` : became;
  print(`${counted(done.rows, "row")}${done.is_dry_run ? ", nothing written" : ""}: ${all}`);
  if (done.opted_out > 0) print(`Unsubscribed: ${done.opted_out}, also if the import is undone.`);
  showRows(rejected, rejectedIn(done), ": --rejected <file> saves all of them");
  showRows(warned, done.warned, "");
}

async function importLeads(file: string, options: Options, command: Command) {
  const { client, json } = await openSession(command);
  const done = await importFile(client, file, {
    mode: options.mode,
    create_tags: options.createTags ?? false,
    tags: options.tag,
    ignore_consent_columns: options.ignoreConsentColumns ?? false,
    notify: options.notify,
    dry_run: options.dryRun ?? false,
    mapping: options.map,
  }).finally(endProgress);
  const rejected =
    rejectedIn(done) > 0 ? await firstRows(client, done.id, ["conflict", "invalid"]) : [];
  const warned = done.warned > 0 ? await firstRows(client, done.id, ["warned"]) : [];
  if (options.rejected) await saveRejected(client, done.id, options.rejected);
  if (json) printJson({ import: done, rejected, ...(warned.length > 0 && { warned }) });
  else report(done, rejected, warned);
  if (options.strict && rejectedIn(done) > 0)
    throw new CliError(`Rejected: ${counted(rejectedIn(done), "row")}.`);
}

export function addImportCommand(leads: Command) {
  leads
    .command("import")
    .description("import leads from a CSV, NDJSON or XLSX file")
    .argument("<file>", "or - for standard input")
    .option("--dry-run", "count what would become of the rows, and write nothing")
    .addOption(
      new Option("--mode <mode>", "what rows may do")
        .choices(Object.values(BulkMode))
        .default("upsert"),
    )
    .option("--map <column=field>", "what a column is, unless its name says it", addMapping, {})
    .option("--create-tags", "create tags that don't exist yet")
    .option("--tag <label>", "add a tag to each lead", addTo<string>, [])
    .option(
      "--ignore-consent-columns",
      "leave out columns that may say who has unsubscribed, unless they are mapped",
    )
    .option("--no-notify", "send no webhooks about it, and start no runs")
    .option("--rejected <file>", "save the rejected rows as CSV")
    .option("--strict", "fail if a row is rejected")
    .action(importLeads);
}
