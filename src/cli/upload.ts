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
} from "#client";
import { CliError, exitCodes } from "./errors";
import { showProgress } from "./output";
import { sleep } from "./session";

const PART_BYTES = 50_000_000;
const ASK_EVERY_MS = 500;

type Part = { body: Blob; percent: number };

/** The parts of a file, from the disk. */
async function* partsOfFile(file: string): AsyncGenerator<Part> {
  if (!(await stat(file)).isFile()) throw new CliError(`${file} is no file.`, exitCodes.usage);
  const blob = await openAsBlob(file);
  let from = 0;
  do {
    const body = blob.slice(from, from + PART_BYTES);
    yield { body, percent: (from / blob.size) * 100 };
    from += PART_BYTES;
  } while (from < blob.size);
}

/** The parts of what comes in, of which nobody knows how much it is. */
async function* partsOfInput(): AsyncGenerator<Part> {
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    for (let from = 0; from < chunk.length; ) {
      const piece = chunk.subarray(from, from + PART_BYTES - size);
      chunks.push(piece);
      size += piece.length;
      from += piece.length;
      if (size < PART_BYTES) continue;
      yield { body: new Blob(chunks), percent: 0 };
      [chunks, size] = [[], 0];
    }
  }
  yield { body: new Blob(chunks), percent: 0 };
}

/** Sends a file in parts; `-` is standard input. */
async function upload(client: Client, file: string): Promise<Import> {
  const isInput = file === "-";
  const query = { name: isInput ? "standard-input" : basename(file) };
  let id: number | undefined;
  let part = 1;
  for await (const { body, percent } of isInput ? partsOfInput() : partsOfFile(file)) {
    showProgress(percent, "sending");
    if (id === undefined) id = (await createImport({ client, query, body })).data.id;
    // Nothing came after a whole part.
    else if (body.size > 0) await replaceImportPart({ client, path: { import: id, part }, body });
    part++;
  }
  if (id === undefined) throw new CliError(`${file} has no rows.`);
  return (await getImport({ client, path: { import: id } })).data;
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
