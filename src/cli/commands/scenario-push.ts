import { isDeepStrictEqual } from "node:util";
import type { Command } from "commander";
import {
  createScenario,
  deleteScenario,
  replaceScenario,
  type Scenario,
  type ScenarioInput,
  type ScenarioWarning,
  withEtag,
} from "#client";
import { CliError } from "../errors";
import { counted, note, plain, print, printJson, styled } from "../output";
import {
  contentOf,
  fileOf,
  readScenario,
  type ScenarioFile,
  scenarioPaths,
  writeScenario,
} from "../scenario-file";
import { type Named, withNames } from "../scenario-names";
import {
  findSaved,
  foreignIds,
  idsOf,
  isForeign,
  namedTags,
  openWorkspace,
  resolveFile,
  type Saved,
  type Workspace,
} from "../scenario-workspace";
import { openSession } from "../session";
import { warningText } from "../warning-text";
import { Refusals } from "./refused";

/** A file and the scenario that it replaces: null if it makes a new one. */
type Plan = { path: string; file: ScenarioFile; saved: Saved | null };

const IS_THERE =
  "There is another scenario of this name. Pull it, or --force to replace it by this file.";
const WAS_MADE = "Another push has made the scenario meanwhile: push again.";

/** True if a replacement by the input would change nothing. */
function isUnchanged(input: ScenarioInput, scenario: Scenario) {
  const saved = contentOf(scenario);
  const { nodes, edges, provider, is_active, tracked_tag_ids, ...rest } = input;
  const wanted = {
    ...{ webhook_url: saved.webhook_url, triggers: saved.triggers },
    ...rest,
    name: rest.name.trim(),
    ...{ provider: provider ?? null, is_active: is_active ?? false },
    ...{ nodes: nodes ?? [], edges: edges ?? [] },
    tracked_tag_ids: (tracked_tag_ids ?? saved.tracked_tag_ids).toSorted(),
  };
  return isDeepStrictEqual(wanted, {
    ...saved,
    tracked_tag_ids: saved.tracked_tag_ids.toSorted(),
  });
}

/** Creates a scenario. Of two pushes that do so at once, the first one's stays. */
async function create(workspace: Workspace, file: ScenarioFile, body: ScenarioInput) {
  const { client } = workspace;
  const created = await withEtag(createScenario, { client, body });
  const { id } = created.data;
  if (Math.min(...(await idsOf(workspace, file))) >= id) return created;
  await deleteScenario({ client, path: { scenario: id } });
  throw new CliError(WAS_MADE);
}

function replace(
  { client }: Workspace,
  { scenario }: Saved,
  body: ScenarioInput,
  version: string | undefined,
) {
  const headers = version ? { "If-Match": version } : {};
  const path = { scenario: scenario.id };
  return withEtag(replaceScenario, { client, path, body, headers });
}

/** The version that a push may replace; undefined for any. */
function versionFor(workspace: Workspace, { file, saved }: Plan, force: boolean) {
  if (isForeign(workspace, file)) return saved?.etag;
  if (force) return undefined;
  if (file.id !== undefined) return file.etag;
  // So a push that died has left what others start.
  if (saved && !saved.scenario.is_active && saved.scenario.nodes.length === 0) return saved.etag;
  throw new CliError(IS_THERE);
}

type Result = "created" | "replaced" | "unchanged";
type Done = { result: Result; warnings: ScenarioWarning[] };

async function save(workspace: Workspace, plan: Plan, force: boolean): Promise<Saved & Done> {
  const { file, saved } = plan;
  const { input } = await resolveFile(workspace, file);
  if (saved && isUnchanged(input, saved.scenario))
    return { ...saved, result: "unchanged", warnings: [] };
  const { data, etag, warnings } = saved
    ? await replace(workspace, saved, input, versionFor(workspace, plan, force))
    : await create(workspace, file, input);
  const result = saved ? "replaced" : "created";
  return { scenario: data, etag, result, warnings };
}

/** Writes into a file which scenario and version it is now. One of another workspace stays. */
async function keep(workspace: Workspace, { path, file }: Plan, { scenario, etag }: Saved) {
  if (isForeign(workspace, file)) return;
  const { nodes = [], edges = [], tracked_tag_ids: tags } = file;
  const saved = fileOf(scenario, etag, workspace.home);
  const tracked_tag_ids = tags ?? (await namedTags(workspace, scenario.tracked_tag_ids));
  const triggers = file.triggers ?? withNames(scenario.triggers, "trigger_id", [], () => undefined);
  const kept = { ...saved, nodes, edges, triggers, tracked_tag_ids };
  if (!isDeepStrictEqual(kept, file)) await writeScenario(path, kept);
}

const isOf = ({ file, saved }: Plan, named: Named) =>
  saved === null && named.kind === "scenario" && named.name === file.name.trim();

/** The plans of a push, and those that others start. Refuses wrong files. Writes nothing. */
async function planPush(workspace: Workspace, paths: string[], refusals: Refusals) {
  const plans: Plan[] = [];
  for (const path of paths)
    await refusals.attempt(path, async () => {
      const file = await readScenario(path);
      const saved = await findSaved(workspace, file);
      const target = (plan: Plan) =>
        plan.saved?.scenario.id ?? `${plan.file.platform} ${plan.file.name.trim()}`;
      const plan = { path, file, saved };
      const other = plans.find((one) => target(one) === target(plan));
      if (other) throw new CliError(`It is the same scenario as ${plain(other.path)}.`);
      plans.push(plan);
    });
  const started: Plan[] = [];
  for (const { path, file } of plans)
    await refusals.attempt(path, async () => {
      const isPlanned = (named: Named) => plans.some((plan) => isOf(plan, named));
      const resolved = await resolveFile(workspace, file, isPlanned);
      const missing = [...resolved.missing, ...(await foreignIds(workspace, file, resolved))];
      if (missing.length > 0) throw new CliError(missing.join("\n  "));
      started.push(...plans.filter((plan) => resolved.pending.some((name) => isOf(plan, name))));
    });
  return { plans, started: [...new Set(started)] };
}

/** Creates what others start, paused and empty, so that it has an id. */
async function createEmpty(workspace: Workspace, plan: Plan) {
  const { name, platform } = plan.file;
  const { data: scenario, etag } = await create(workspace, plan.file, { name, platform });
  workspace.names.forget({ kind: "scenario", name: name.trim() });
  plan.saved = { scenario, etag };
}

type Pushed = Done & { path: string; id: number };

async function pushPlanned(workspace: Workspace, plan: Plan, force: boolean): Promise<Pushed> {
  const done = await save(workspace, plan, force);
  await keep(workspace, plan, done);
  const { result, warnings, scenario } = done;
  return { path: plan.path, id: scenario.id, result, warnings };
}

function show({ path, id, result, warnings }: Pushed) {
  print(`${plain(path)}: scenario ${id} ${result}`);
  for (const warning of warnings)
    note(styled("yellow", `${plain(path)}: ${warningText(warning)}`, process.stderr));
}

async function push(path: string, options: { force?: boolean }, command: Command) {
  const paths = await scenarioPaths(path);
  const workspace = await openWorkspace(await openSession(command));
  const { json } = workspace;
  const refusals = new Refusals();
  const refused = refusals.list;
  const { plans, started } = await planPush(workspace, paths, refusals);
  const pushed: Pushed[] = [];
  const isReady = refused.length === 0;
  if (isReady) for (const plan of started) await createEmpty(workspace, plan);
  for (const plan of isReady ? plans : [])
    await refusals.attempt(plan.path, async () => {
      const done = await pushPlanned(workspace, plan, options.force ?? false);
      pushed.push(done);
      if (!json) show(done);
    });
  if (json) printJson({ pushed, refused });
  refusals.show();
  const what = isReady ? "Not pushed" : "Nothing is pushed. Wrong";
  if (refused.length > 0) throw new CliError(`${what}: ${counted(refused.length, "file")}.`);
}

export function addPushCommand(scenario: Command) {
  scenario
    .command("push")
    .description("replace scenarios by files, or create those that are not there")
    .argument("<file>", "a file, or a folder of them")
    .option("--force", "even if the scenario has changed since it was pulled")
    .action(push);
}
