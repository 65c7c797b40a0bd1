import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { each, listScenarios } from "#client";
import { id as scenarioId } from "../arguments";
import { CliError, exitCodes } from "../errors";
import { diffLines } from "../line-diff";
import { counted, note, plain, print, printJson, styled } from "../output";
import {
  fileNameOf,
  inputOf,
  readScenario,
  type ScenarioFile,
  scenarioPaths,
  textOf,
  writeScenario,
} from "../scenario-file";
import {
  fetchScenario,
  fileOfSaved,
  findSaved,
  isForeign,
  named,
  openWorkspace,
  type Workspace,
} from "../scenario-workspace";
import { openSession } from "../session";
import { Refusals } from "./refused";

/** The file that holds a scenario already, whatever it is called, or the one to make. */
async function pathOf(
  workspace: Workspace,
  folder: string,
  scenario: Parameters<typeof fileNameOf>[0],
) {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${scenario.id}-`) || !name.endsWith(".json")) continue;
    const path = join(folder, name);
    const file = await readScenario(path).catch(() => null);
    if (file && !isForeign(workspace, file)) return path;
  }
  return join(folder, fileNameOf(scenario));
}

type PullOptions = { all?: boolean; dir: string };

async function pull(ids: number[], { all = false, dir }: PullOptions, command: Command) {
  if (ids.length === 0 && !all)
    throw new CliError("Name scenarios, or say --all.", exitCodes.usage);
  const workspace = await openWorkspace(await openSession(command));
  const { client, json } = workspace;
  const wanted = [...ids];
  if (all) for await (const { id } of each(listScenarios, { client })) wanted.push(id);
  await mkdir(dir, { recursive: true });
  const saved: string[] = [];
  for (const id of wanted) {
    const found = await fetchScenario(workspace, id);
    const path = await pathOf(workspace, dir, found.scenario);
    await writeScenario(path, await fileOfSaved(workspace, found));
    saved.push(path);
  }
  if (json) return void printJson({ saved });
  if (saved.length === 0) note("The workspace has no scenarios.");
  for (const path of saved) print(plain(path));
}

const DEFAULTS: Record<string, unknown> = {
  provider: null,
  nodes: [],
  edges: [],
  is_active: false,
};
const KEPT = ["tracked_tag_ids", "triggers", "webhook_url"];

/** The text that a push of the file would leave, in the order of the service's own members. */
function pushedText(file: ScenarioFile, theirs: ScenarioFile) {
  const own: Record<string, unknown> = inputOf(file);
  const members = Object.entries(inputOf(theirs)).map(([name, value]) => [
    name,
    own[name] ?? (KEPT.includes(name) && !(name in own) ? value : (DEFAULTS[name] ?? null)),
  ]);
  return textOf({ ...Object.fromEntries(members), ...own });
}

async function diffOf(workspace: Workspace, path: string) {
  const file = await readScenario(path);
  const saved = await findSaved(workspace, file);
  if (!saved)
    return textOf(inputOf(file))
      .trimEnd()
      .split("\n")
      .map((line) => `+ ${line}`);
  const theirs = await fileOfSaved(workspace, saved);
  const mine = pushedText(await named(workspace, file), theirs);
  return diffLines(textOf(inputOf(theirs)), mine);
}

const COLOURS: Record<string, Parameters<typeof styled>[0]> = { "-": "red", "+": "green" };

async function diff(path: string, _: object, command: Command) {
  const paths = await scenarioPaths(path);
  const workspace = await openWorkspace(await openSession(command));
  const differences: { path: string; lines: string[] }[] = [];
  const refusals = new Refusals();
  for (const each of paths)
    await refusals.attempt(each, async () => {
      const lines = await diffOf(workspace, each);
      if (lines.length > 0) differences.push({ path: each, lines });
    });
  if (workspace.json) printJson({ differences, refused: refusals.list });
  else
    for (const { path: changed, lines } of differences) {
      print(styled("bold", `${plain(changed)} (- service, + file)`));
      for (const line of lines) print(styled(COLOURS[line[0] ?? ""] ?? "dim", plain(line)));
    }
  refusals.show();
  const wrong = differences.length + refusals.list.length;
  if (wrong > 0) throw new CliError(`Different: ${counted(wrong, "scenario")}.`);
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
    .command("diff")
    .description("show how files differ from the service; fails if they do")
    .argument("<file>", "a file, or a folder of them")
    .action(diff);
}
