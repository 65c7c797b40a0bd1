import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import {
  checkGraph,
  checkScenario,
  type GraphCheck,
  type ScenarioInput,
  type Simulation,
  type SimulationInput,
  simulateGraph,
} from "#client";
import { id } from "../arguments";
import { CliError, exitCodes, fileFaultOf } from "../errors";
import { counted, plain, print, printJson, styled, table } from "../output";
import { parseJson, readScenario, type ScenarioFile, scenarioPaths } from "../scenario-file";
import { type Named, namesIn } from "../scenario-names";
import {
  findSaved,
  foreignIds,
  openWorkspace,
  resolveFile,
  type Saved,
  type Workspace,
} from "../scenario-workspace";
import { openSession } from "../session";
import { warningText } from "../warning-text";
import { Refusals } from "./refused";

type Read = { path: string; file: ScenarioFile };
type Checked = Pick<GraphCheck, "is_runnable" | "warnings"> & { path: string; missing: string[] };

/** Checks a graph in place of the one that is saved, or as that of a new scenario. */
async function checkGraphOf(
  { client }: Workspace,
  { platform, nodes = [], edges = [], triggers }: ScenarioInput,
  saved: Saved | null,
) {
  const graph = { nodes, edges, ...(triggers && { triggers }) };
  // A scenario's platform does not change: a push refuses such a file.
  if (saved?.scenario.platform !== platform)
    return (await checkGraph({ client, body: { platform, ...graph } })).data;
  return (await checkScenario({ client, path: { scenario: saved.scenario.id }, body: graph })).data;
}

/** Checks a file as it would be once all of them are pushed. */
async function checkFile(workspace: Workspace, { path, file }: Read, all: Read[]) {
  const isPlanned = ({ kind, name }: Named) =>
    kind === "scenario" && all.some((one) => one.file.name.trim() === name);
  const resolved = await resolveFile(workspace, file, isPlanned);
  const data = await checkGraphOf(workspace, resolved.input, await findSaved(workspace, file));
  const missing = [...resolved.missing, ...(await foreignIds(workspace, file, resolved))];
  // Names that stay are missing, which is an error already, or come with another file.
  const { nodes, triggers } = resolved.input;
  const [ofNodes, ofTriggers] = [idsWithNames(nodes ?? []), idsWithNames(triggers ?? [])];
  const warnings = data.warnings.filter(({ code, node_id: node, trigger_id: trigger }) =>
    code === "invalid_setting"
      ? !ofNodes.has(node)
      : code !== "invalid_trigger" || !ofTriggers.has(trigger),
  );
  return { path, is_runnable: data.is_runnable, warnings, missing };
}

/** A pause of a channel is no fault of the file. */
const isOfFile = ({ code }: GraphCheck["warnings"][number]) => code !== "channel_paused";

/** The ids of the nodes or triggers that have names in place of ids. */
const idsWithNames = (parts: { id: string }[]): Set<string | undefined> =>
  new Set(parts.filter((part) => namesIn(part).length > 0).map(({ id }) => id));

function showChecked({ path, is_runnable: isRunnable, warnings, missing }: Checked) {
  const runs = isRunnable && missing.length === 0;
  print(`${plain(path)}: ${runs ? styled("green", "runs") : styled("red", "does not run")}`);
  for (const warning of warnings) print(`  ${warningText(warning)}`);
  for (const message of missing) print(`  ${message}`);
}

async function check(path: string, options: { strict?: boolean }, command: Command) {
  const paths = await scenarioPaths(path);
  const workspace = await openWorkspace(await openSession(command));
  const checked: Checked[] = [];
  const refusals = new Refusals();
  const read: Read[] = [];
  for (const each of paths)
    await refusals.attempt(each, async () => {
      read.push({ path: each, file: await readScenario(each) });
    });
  for (const each of read)
    await refusals.attempt(each.path, async () => {
      checked.push(await checkFile(workspace, each, read));
    });
  if (workspace.json) printJson({ checked, refused: refusals.list });
  else for (const each of checked) showChecked(each);
  refusals.show();
  const isBad = ({ is_runnable: isRunnable, warnings, missing }: Checked) =>
    !isRunnable || missing.length > 0 || (options.strict && warnings.some(isOfFile));
  const bad = checked.filter(isBad).length + refusals.list.length;
  if (bad > 0) throw new CliError(`Not all is well: ${counted(bad, "file")}.`);
}

const SYNTHETIC_LEAD = { first_name: "Ada" };

async function readInput(file: string | undefined): Promise<SimulationInput> {
  if (!file) return {};
  try {
    const input = parseJson(await readFile(file, "utf8"));
    if (typeof input !== "object" || input === null) throw new Error("it must hold a list");
    return Array.isArray(input) ? { events: input } : input;
  } catch (error) {
    if (fileFaultOf(error)) throw error;
    throw new CliError(`${file}: ${(error as Error).message}`, exitCodes.usage);
  }
}

const rowOf = ({ at, node_id, type, outcome, message }: Simulation["trail"][number]) => ({
  at,
  node: node_id,
  type,
  outcome: outcome ?? "waits",
  message: message?.text ?? "",
});

type Options = { lead?: number; message?: string; events?: string };

/** The start of a simulation by triggers; undefined where the lead is enrolled. */
function startText({ start }: Simulation) {
  if (!start) return undefined;
  const { trigger_id: trigger, outcome, candidates } = start;
  if (trigger !== null) return `Started by the trigger ${plain(trigger)}`;
  const fitting = candidates.map((one) => `${plain(one.trigger_id)} (${one.outcome})`);
  return fitting.length > 0
    ? `Nothing starts. Triggers that fit: ${fitting.join(", ")}`
    : `Nothing starts: ${outcome ?? "no trigger fits"}`;
}

async function simulate(path: string, { lead, message, events }: Options, command: Command) {
  const file = await readScenario(path);
  const workspace = await openWorkspace(await openSession(command));
  const { input: graph, missing } = await resolveFile(workspace, file);
  if (missing.length > 0) throw new CliError(`${plain(path)}: ${missing.join("\n  ")}`);
  const { platform, nodes, edges, triggers } = graph;
  const input = await readInput(events);
  const { lead_id = lead } = input;
  const who = lead_id ? { lead_id } : { lead: input.lead ?? SYNTHETIC_LEAD };
  const own = { platform, nodes: nodes ?? [], edges: edges ?? [], triggers: triggers ?? [] };
  const cause =
    message === undefined ? {} : { started_by: { type: "message", text: message } as const };
  const body = { ...input, ...who, ...own, ...cause };
  const { data } = await simulateGraph({ client: workspace.client, body });
  if (workspace.json) return void printJson(data);
  const start = startText(data);
  if (start) print(start);
  if (data.state === "not_started") return;
  print(table(data.trail.map(rowOf)));
  print();
  print(data.end_reason ? `Ended: ${plain(data.end_reason)}` : `Waits at ${plain(data.node_id)}`);
}

export function addTrialCommands(scenario: Command) {
  scenario
    .command("check")
    .description("say what is wrong with files, as saving would; fails if one would not run")
    .argument("<file>", "a file, or a folder of them")
    .option("--strict", "fail for any warning")
    .action(check);
  scenario
    .command("simulate")
    .description("play a file with a made-up lead, or one of yours; nothing is sent")
    .argument("<file>")
    .option("--lead <id>", "play a copy of this lead", id)
    .option("--message <text>", "have the lead write this, and the triggers start it")
    .option("--events <file>", "what happens, as JSON: see the reference of `simulateGraph`")
    .action(simulate);
}
