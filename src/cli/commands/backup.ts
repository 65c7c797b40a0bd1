import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import {
  type Client,
  createExport,
  deleteExport,
  type Export,
  type ExportFile,
  each,
  getExport,
  listExportFiles,
} from "#client";
import { CliError, isLost } from "../errors";
import { counted, endProgress, note, print, printJson, showProgress } from "../output";
import { replaceFile, streamOf } from "../replace-file";
import { openSession, sleep } from "../session";

const ASK_EVERY_MS = 500;
/** The most attempts to download a file. */
const MAX_ATTEMPTS = 3;

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

/** Passes a file on, and fails at its end if it is not what it should be. */
function checked({ name, sha256 }: ExportFile) {
  const hash = createHash("sha256");
  return new Transform({
    transform(chunk, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      const isWhole = hash.digest("hex") === sha256;
      done(isWhole ? null : new CliError(`${name} has come damaged: run the command again.`));
    },
  });
}

/** Saves a file under its name once all of it has come and is what it should be. */
async function download(file: ExportFile, folder: string, attempt = 1): Promise<void> {
  try {
    const response = await fetch(file.url);
    if (!response.ok || !response.body)
      throw new CliError(`${file.name} can't be downloaded (${response.status}).`);
    const path = join(folder, basename(file.name));
    await replaceFile(path, streamOf(response.body), { isPrivate: true, through: checked(file) });
  } catch (error) {
    if (!isLost(error) || attempt >= MAX_ATTEMPTS) throw error;
    await sleep(ASK_EVERY_MS * 2 ** attempt);
    await download(file, folder, attempt + 1);
  }
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
  await mkdir(folder, { recursive: true, mode: 0o700 });
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
  // It holds personal data, which the backup has now.
  await deleteExport({ client, path }).catch(() => note(`The export ${done.id} was not deleted.`));
  if (json) printJson({ export: done, folder, files: saved });
  else print(`Saved ${counted(saved.length, "file")}, ${bytes} bytes, in ${folder}.`);
}

export function addBackupCommand(program: Command) {
  program
    .command("backup")
    .description("save all that the workspace has as files of JSON lines")
    .argument("<folder>")
    .action(backup);
}
