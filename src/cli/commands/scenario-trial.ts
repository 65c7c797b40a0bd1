import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import {
  checkScenario,
  type Simulation,
  type SimulationInput,
  simulateScenario,
} from "../../client/index";
import { id } from "../arguments";
import { CliError, exitCodes } from "../errors";
import { plain, print, printJson, styled, table } from "../output";
import { idOf, readScenario, scenarioPaths } from "../scenario-file";
import { openSession } from "../session";

async function check(path: string, options: { strict?: boolean }, command: Command) {
  const { client, json } = await openSession(command);
  const checked = [];
  for (const each of await scenarioPaths(path)) {
    const file = await readScenario(each);
    const { nodes = [], edges = [], platform } = file;
    const scenario = idOf(each, file);
    const body = { nodes, edges, platform };
    const { data } = await checkScenario({ client, path: { scenario }, body });
    checked.push({ path: each, ...data });
  }
  if (json) printJson({ checked });
  else
    for (const { path: file, is_runnable: isRunnable, warnings } of checked) {
      print(
        `${plain(file)}: ${isRunnable ? styled("green", "runs") : styled("red", "does not run")}`,
      );
      for (const { node_id: node, message } of warnings)
        print(`  ${node ? `${plain(node)}: ` : ""}${plain(message)}`);
    }
  const isBad = checked.some(
    ({ is_runnable: isRunnable, warnings }) =>
      !isRunnable || (options.strict && warnings.length > 0),
  );
  if (isBad) throw new CliError("Not all is well.");
}

const SYNTHETIC_LEAD = { first_name: "Ada" };

async function readInput(file: string | undefined): Promise<SimulationInput> {
  if (!file) return {};
  try {
    const input = JSON.parse(await readFile(file, "utf8"));
    if (typeof input !== "object" || input === null) throw new Error("it must hold a list");
    return Array.isArray(input) ? { events: input } : input;
  } catch (error) {
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

type Options = { lead?: number; events?: string };

async function simulate(path: string, { lead, events }: Options, command: Command) {
  const { client, json } = await openSession(command);
  const file = await readScenario(path);
  const { nodes = [], edges = [] } = file;
  const input = await readInput(events);
  const { lead_id = lead } = input;
  const who = lead_id ? { lead_id } : { lead: input.lead ?? SYNTHETIC_LEAD };
  const body = { ...input, ...who, nodes, edges };
  const { data } = await simulateScenario({ client, path: { scenario: idOf(path, file) }, body });
  if (json) return void printJson(data);
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
    .option("--events <file>", "what happens, as JSON: see the reference of `simulateScenario`")
    .action(simulate);
}
