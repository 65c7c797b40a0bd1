import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { Command } from "commander";
import {
  type Client,
  createExport,
  type Export,
  type ExportFile,
  each,
  getExport,
  listExportFiles,
} from "../../client/index";
import { CliError } from "../errors";
import { endProgress, print, printJson, showProgress } from "../output";
import { openSession, sleep } from "../session";

const ASK_EVERY_MS = 500;

async function exported(client: Client): Promise<Export> {
  const { data: begun } = await createExport({ client });
  for (;;) {
    const { data } = await getExport({ client, path: { export: begun.id } });
    if (data.state === "completed") return data;
    if (data.state === "failed") throw new CliError(`The export has failed: ${data.reason}.`);
    showProgress(0, `${data.bytes} bytes written`);
    await sleep(ASK_EVERY_MS);
  }
}

/** Saves a file under its name once all of it has come and is what it should be. */
async function download({ name, url, sha256 }: ExportFile, folder: string) {
  const response = await fetch(url);
  if (!response.ok || !response.body)
    throw new CliError(`${name} can't be downloaded (${response.status}).`);
  const hash = createHash("sha256");
  const hashed = new Transform({
    transform(chunk, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const draft = join(folder, `${name}.part`);
  const source = Readable.fromWeb(response.body as unknown as ReadableStream);
  await pipeline(source, hashed, createWriteStream(draft));
  if (hash.digest("hex") !== sha256)
    throw new CliError(`${name} has come damaged: run the command again.`);
  await rename(draft, join(folder, name));
}

/** The digest of a saved file. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

async function backup(folder: string, _: object, command: Command) {
  const { client, json } = await openSession(command);
  const done = await exported(client).finally(endProgress);
  await mkdir(folder, { recursive: true });
  const path = { export: done.id };
  const saved: string[] = [];
  let bytes = 0;
  for await (const file of each(listExportFiles, { client, path })) {
    showProgress((bytes / done.bytes) * 100, file.name);
    await download(file, folder);
    saved.push(file.name);
    bytes += file.bytes;
  }
  endProgress();
  if (json) printJson({ export: done, folder, files: saved });
  else print(`Saved ${saved.length} files, ${bytes} bytes, in ${folder}.`);
}

export function addBackupCommand(program: Command) {
  program
    .command("backup")
    .description("save all that the workspace has as files of JSON lines")
    .argument("<folder>")
    .action(backup);
}
