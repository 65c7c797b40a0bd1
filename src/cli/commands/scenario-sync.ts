import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import {
  ApiError,
  type Client,
  createScenario,
  each,
  getScenario,
  listScenarios,
  replaceScenario,
} from "../../client/index";
import { id as scenarioId } from "../arguments";
import { CliError, describe, exitCodes } from "../errors";
import { diffLines } from "../line-diff";
import { counted, note, plain, print, printJson, styled } from "../output";
import {
  fileNameOf,
  fileOf,
  idOf,
  inputOf,
  readScenario,
  type ScenarioFile,
  scenarioPaths,
  textOf,
  writeScenario,
} from "../scenario-file";
import { openSession } from "../session";

/** Calls with the `ETag` of the answer, which operations don't return. */
async function withEtag<T>(client: Client, call: () => Promise<T>) {
  let etag: string | null = null;
  const keep = (response: Response) => {
    etag = response.headers.get("ETag");
    return response;
  };
  client.interceptors.response.use(keep);
  try {
    return { answer: await call(), etag };
  } finally {
    client.interceptors.response.eject(keep);
  }
}

async function fetchScenario(client: Client, scenario: number) {
  const get = () => getScenario({ client, path: { scenario } });
  const { answer, etag } = await withEtag(client, get);
  return { scenario: answer.data, file: fileOf(answer.data, etag) };
}

/** The file that holds a scenario already, whatever it is called, or the one to make. */
async function pathOf(folder: string, scenario: Parameters<typeof fileNameOf>[0]) {
  const names = await readdir(folder);
  const known = names.find((name) => name.startsWith(`${scenario.id}-`) && name.endsWith(".json"));
  return join(folder, known ?? fileNameOf(scenario));
}

async function pull(ids: number[], options: { all?: boolean; dir: string }, command: Command) {
  const { client, json } = await openSession(command);
  const wanted = [...ids];
  if (options.all) for await (const { id } of each(listScenarios, { client })) wanted.push(id);
  if (wanted.length === 0) throw new CliError("Name scenarios, or say --all.", exitCodes.usage);
  await mkdir(options.dir, { recursive: true });
  const saved: string[] = [];
  for (const id of wanted) {
    const { scenario, file } = await fetchScenario(client, id);
    const path = await pathOf(options.dir, scenario);
    await writeScenario(path, file);
    saved.push(path);
  }
  if (json) printJson({ saved });
  else for (const path of saved) print(plain(path));
}

async function saveToService(client: Client, file: ScenarioFile, force: boolean) {
  const body = inputOf(file);
  if (file.id === undefined) return createScenario({ client, body });
  const headers = file.etag && !force ? { "If-Match": file.etag } : {};
  return replaceScenario({ client, path: { scenario: file.id }, body, headers });
}

async function pushFile(client: Client, path: string, force: boolean) {
  const file = await readScenario(path);
  const { answer, etag } = await withEtag(client, () => saveToService(client, file, force));
  await writeScenario(path, fileOf(answer.data, etag));
  return { path, id: answer.data.id, warnings: answer.warnings };
}

const HAS_CHANGED = "The scenario has changed since you pulled it. Pull it again, or --force.";

/** What is wrong with a file. Whatever else fails is thrown: it would with the next one, too. */
function refusedOf(path: string, error: unknown) {
  if (error instanceof CliError) return { path, message: error.message };
  const isOfFile = error instanceof ApiError && [404, 409, 412, 413, 422].includes(error.status);
  if (!isOfFile) throw error;
  return { path, message: error.status === 412 ? HAS_CHANGED : describe(error).message };
}

async function push(path: string, options: { force?: boolean }, command: Command) {
  const { client, json } = await openSession(command);
  const pushed = [];
  const refused = [];
  for (const each of await scenarioPaths(path))
    try {
      const done = await pushFile(client, each, options.force ?? false);
      pushed.push(done);
      if (json) continue;
      print(`${plain(each)}: scenario ${done.id}`);
      for (const { message } of done.warnings)
        note(`  ${styled("yellow", plain(message), process.stderr)}`);
    } catch (error) {
      const why = refusedOf(each, error);
      refused.push(why);
      note(`${plain(each)}: ${why.message}`);
    }
  if (json) printJson({ pushed, refused });
  if (refused.length > 0) throw new CliError(`Not pushed: ${counted(refused.length, "file")}.`);
}

const COLOURS: Record<string, Parameters<typeof styled>[0]> = { "-": "red", "+": "green" };

async function diff(path: string, _: object, command: Command) {
  const { client, json } = await openSession(command);
  const found = [];
  for (const each of await scenarioPaths(path)) {
    const mine = await readScenario(each);
    const { file } = await fetchScenario(client, idOf(each, mine));
    // The version is no content.
    const [theirs, own] = [fileOf({ ...file } as never, null), { ...mine }];
    delete theirs.etag;
    delete own.etag;
    const lines = diffLines(textOf(theirs), textOf(own));
    if (lines.length > 0) found.push({ path: each, lines });
  }
  if (json) printJson({ differences: found });
  else
    for (const { path: changed, lines } of found) {
      print(styled("bold", `${plain(changed)} (- service, + file)`));
      for (const line of lines) print(styled(COLOURS[line[0] ?? ""] ?? "dim", plain(line)));
    }
  if (found.length > 0) throw new CliError(`Different: ${counted(found.length, "scenario")}.`);
}

export function addSyncCommands(scenario: Command) {
  scenario
    .command("pull")
    .description("save scenarios as files")
    .argument("[id...]", "the scenarios", (value, ids: number[]) => [...ids, scenarioId(value)], [])
    .option("--all", "all of the workspace")
    .option("-d, --dir <folder>", "where to", "scenarios")
    .action(pull);
  scenario
    .command("push")
    .description("replace scenarios by files, or create those without an id")
    .argument("<file>", "a file, or a folder of them")
    .option("--force", "even if the scenario has changed since it was pulled")
    .action(push);
  scenario
    .command("diff")
    .description("show how files differ from the service; fails if they do")
    .argument("<file>", "a file, or a folder of them")
    .action(diff);
}
