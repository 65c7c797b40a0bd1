import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import {
  type Client,
  createImport,
  getImport,
  type Import,
  type ImportStart,
  replaceImportPart,
  startImport,
} from "../client/index";
import { CliError, exitCodes } from "./errors";
import { showProgress } from "./output";
import { sleep } from "./session";

const PART_BYTES = 50_000_000;
const ASK_EVERY_MS = 500;

/** Sends a file in parts, from the disk. */
async function upload(client: Client, file: string): Promise<Import> {
  const found = await stat(file).catch((error: Error) => {
    throw new CliError(error.message, exitCodes.usage);
  });
  if (!found.isFile()) throw new CliError(`${file} is no file.`, exitCodes.usage);
  const blob = await openAsBlob(file);
  const query = { name: basename(file) };
  showProgress(0, "sending");
  const { data } = await createImport({ client, query, body: blob.slice(0, PART_BYTES) });
  for (let from = PART_BYTES, part = 2; from < blob.size; from += PART_BYTES, part++) {
    showProgress((from / blob.size) * 100, "sending");
    const body = blob.slice(from, from + PART_BYTES);
    await replaceImportPart({ client, path: { import: data.id, part }, body });
  }
  return (await getImport({ client, path: { import: data.id } })).data;
}

const OVER = ["checked", "completed", "failed", "cancelled"];

async function untilOver(client: Client, id: number): Promise<Import> {
  for (;;) {
    const { data } = await getImport({ client, path: { import: id } });
    if (OVER.includes(data.state)) return data;
    const left = data.seconds_left === null ? "" : `, ${data.seconds_left} s left`;
    showProgress(data.progress, `${data.rows} rows${left}`);
    await sleep(ASK_EVERY_MS);
  }
}

/**
 * Imports a file, and returns what has become of it. The mapping adds to the one that the service
 * suggests. Throws if the import fails, or somebody cancels it.
 */
export async function importFile(
  client: Client,
  file: string,
  { mapping, ...start }: Omit<ImportStart, "mapping"> & { mapping?: Record<string, string> },
): Promise<Import> {
  const sent = await upload(client, file);
  const whole = { ...sent.mapping, ...mapping } as NonNullable<ImportStart["mapping"]>;
  const body = { ...start, ...(sent.columns && { mapping: whole }) };
  await startImport({ client, path: { import: sent.id }, body });
  const done = await untilOver(client, sent.id);
  if (done.state === "failed" || done.state === "cancelled")
    throw new CliError(`The import has ${done.state}: ${done.reason ?? "no reason was given"}.`);
  return done;
}
