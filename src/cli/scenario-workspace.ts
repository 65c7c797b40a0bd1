import {
  ApiError,
  checkGraph,
  checkScenario,
  each,
  getScenario,
  listScenarios,
  me,
  type Scenario,
  type ScenarioInput,
  withEtag,
} from "#client";
import { CliError } from "./errors";
import { plain } from "./output";
import { fileOf, inputOf, type ScenarioFile } from "./scenario-file";
import {
  type Called,
  keyOf,
  type Named,
  type NamedKind,
  namedKinds,
  namesIn,
  type Reference,
  withNames,
  withoutNames,
} from "./scenario-names";
import type { Session } from "./session";
import { type Item, type Names, namesOf, wordsOf } from "./workspace-names";

/** A workspace whose scenarios are files, too. */
export type Workspace = Session & {
  /** Its name in files: the host of the service, and its id there. */
  home: string;
  names: Names;
};

export async function openWorkspace(session: Session): Promise<Workspace> {
  const { data } = await me({ client: session.client });
  const home = `${new URL(session.url).host}/${data.workspace.id}`;
  return { ...session, home, names: namesOf(session.client) };
}

/** A scenario of the service, with the version that it was read as. */
export type Saved = { scenario: Scenario; etag: string };

export async function fetchScenario({ client }: Workspace, id: number): Promise<Saved> {
  const { data: scenario, etag } = await withEtag(getScenario, { client, path: { scenario: id } });
  return { scenario, etag };
}

/** True for a file from another workspace, whose ids mean nothing in this one. */
export const isForeign = ({ home }: Workspace, { workspace }: ScenarioFile) =>
  workspace !== undefined && workspace !== home;

/** The ids of all scenarios of a name and platform. */
export async function idsOf({ client }: Workspace, { name, platform }: ScenarioFile) {
  const ids: number[] = [];
  for await (const one of each(listScenarios, { client, query: { name: name.trim() } }))
    if (one.name === name.trim() && one.platform === platform) ids.push(one.id);
  return ids;
}

/** The scenario that a file is of: that of its id or, in another workspace, of its name. */
export async function findSaved(workspace: Workspace, file: ScenarioFile): Promise<Saved | null> {
  if (file.id !== undefined && !isForeign(workspace, file))
    return fetchScenario(workspace, file.id).catch((error) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      throw new CliError(
        `The workspace has no scenario ${file.id}. Without \`id\` and \`etag\` the file is of ` +
          "the scenario of its name, or of a new one.",
      );
    });
  const ids = await idsOf(workspace, file);
  if (ids.length > 1)
    throw new CliError(
      `${ids.length} scenarios are called “${plain(file.name)}”: ${ids.join(", ")}. ` +
        "Give each a name of its own.",
    );
  const [id] = ids;
  return id === undefined ? null : fetchScenario(workspace, id);
}

export type Resolved = {
  input: ScenarioInput;
  /** The names that no thing, or more than one, has, in words. */
  missing: string[];
  /** The names of things that will be there once they are pushed. */
  pending: Named[];
  /** By `keyOf` their names. */
  items: Map<string, Item & { kind: NamedKind }>;
};

/** A file as a workspace takes it, with ids for names. `isPlanned`: true for what will be there. */
export async function resolveFile(
  { names }: Workspace,
  file: ScenarioFile,
  isPlanned: (named: Named) => boolean = () => false,
): Promise<Resolved> {
  const items: Resolved["items"] = new Map();
  const missing: string[] = [];
  const pending: Named[] = [];
  for (const named of namesIn([file.nodes, file.triggers, file.tracked_tag_ids])) {
    const [item, ...others] = await names.calledSo(named);
    if (others.length > 0)
      missing.push(`More than one ${wordsOf(named)}: give each a name of its own.`);
    else if (item) items.set(keyOf(named), { ...item, kind: named.kind });
    else if (isPlanned(named)) pending.push(named);
    else missing.push(`The workspace has no ${wordsOf(named)}.`);
  }
  const input = withoutNames(inputOf(file), (named) => items.get(keyOf(named)));
  return { input, missing, pending, items };
}

/** The ids in a file of another workspace that stand for nothing here, in words. */
export async function foreignIds(
  workspace: Workspace,
  file: ScenarioFile,
  { input, items }: Resolved,
): Promise<string[]> {
  if (!isForeign(workspace, file)) return [];
  const references = await referencesOf(workspace, input);
  if (references === null) return ["It refers to too much to tell whose ids it holds."];
  const known = new Set<string>();
  for (const { kind, id, names } of items.values()) {
    known.add(`${kind} ${id}`);
    for (const name of names) known.add(`slug ${name.toLowerCase()}`);
  }
  const unknown = references.filter(({ kind, ref }) => !known.has(`${kind} ${ref}`));
  const tracked = (file.tracked_tag_ids ?? []).filter((tag) => typeof tag === "number");
  return [
    ...unknown.map(({ node_id: node, trigger_id: trigger, path, kind, ref }) =>
      plain(
        `${node ?? trigger}: ${path}: ${kind} ${ref} is of another workspace, and has no name ` +
          "here.",
      ),
    ),
    ...tracked.map((tag) => `tracked_tag_ids: tag ${tag} is of another workspace.`),
  ];
}

async function referencesOf(
  { client }: Workspace,
  { platform, nodes, edges, triggers }: ScenarioInput,
) {
  const body = { platform, nodes: nodes ?? [], edges: edges ?? [], triggers: triggers ?? [] };
  return (await checkGraph({ client, body })).data.references;
}

/** The name of a reference in files; undefined for what has none, such as a medium. */
async function callOf({ names }: Workspace, { kind, ref }: Reference) {
  const named = namedKinds.find((one) => one === (kind === "slug" ? "link" : kind));
  if (!named || (typeof ref === "string" && kind !== "slug")) return undefined;
  return names.nameOf(named, ref);
}

/** A file with names for the ids of the workspace. */
async function nameAll(workspace: Workspace, file: ScenarioFile, references: Reference[]) {
  const called = new Map<Reference, Called | undefined>();
  for (const reference of references) called.set(reference, await callOf(workspace, reference));
  const calledOf = (reference: Reference) => called.get(reference);
  return {
    ...file,
    nodes: withNames(file.nodes ?? [], "node_id", references, calledOf),
    ...(file.triggers && {
      triggers: withNames(file.triggers, "trigger_id", references, calledOf),
    }),
    ...(file.tracked_tag_ids && {
      tracked_tag_ids: await namedTags(workspace, file.tracked_tag_ids),
    }),
  };
}

/** Tags by their names, as a file has them. */
export async function namedTags({ names }: Workspace, ids: number[]): Promise<number[]> {
  const tags = ids.map(async (id) => {
    const called = typeof id === "number" ? await names.nameOf("tag", id) : undefined;
    return called ? { $tag: called.name } : id;
  });
  // In a file, an id may be a name.
  return (await Promise.all(tags)) as number[];
}

/** A scenario of the service as a file. */
export async function fileOfSaved(workspace: Workspace, { scenario, etag }: Saved) {
  const { client, home } = workspace;
  const { data } = await checkScenario({ client, path: { scenario: scenario.id } });
  return nameAll(workspace, fileOf(scenario, etag, home), data.references ?? []);
}

/** A file with names for all of its ids, where it refers to nothing that is missing. */
export async function named(workspace: Workspace, file: ScenarioFile): Promise<ScenarioFile> {
  const { input, missing } = await resolveFile(workspace, file);
  if (missing.length > 0) return file;
  const references = await referencesOf(workspace, input);
  return references ? nameAll(workspace, { ...file, ...input }, references) : file;
}
