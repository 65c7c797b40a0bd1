import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Scenario, ScenarioInput } from "#client";
import { CliError, exitCodes } from "./errors";
import { note, plain } from "./output";
import { replaceFile } from "./replace-file";
import { isObject } from "./scenario-names";

/**
 * A scenario as a file in git: what an author writes, and which scenario it is. Where an id is
 * expected, it may have a name: see scenario-names.ts.
 */
export type ScenarioFile = ScenarioInput & {
  id?: number;
  /** The workspace of `id` and `etag`, such as `engage.example.com/3`. */
  workspace?: string;
  /** The version that the file was made from. A push refuses to replace another one. */
  etag?: string;
};

/** An ETag without what follows its dot, which changes where the scenario's input does not. */
const versionOf = (etag: string) => etag.replace(/\.[^"]*/, "");

/** A scenario without what the service keeps for itself. */
export function contentOf({
  id: _,
  created_at: __,
  updated_at: ___,
  has_draft: ____,
  ...content
}: Scenario) {
  return content;
}

export const fileOf = (scenario: Scenario, etag: string, workspace: string): ScenarioFile => ({
  ...{ id: scenario.id, workspace },
  ...(etag && { etag: versionOf(etag) }),
  ...contentOf(scenario),
});

/** A file without which scenario and version it is. */
export function inputOf({
  id: _,
  workspace: __,
  etag: ___,
  ...input
}: ScenarioFile): ScenarioInput {
  return input;
}

const MAX_NAME = 60;

/** `12-welcome-back.json`: the id keeps names apart, and finds the file again after a new name. */
export function fileNameOf({ id, name }: Scenario) {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, MAX_NAME);
  return `${id}-${words || "scenario"}.json`;
}

export const textOf = (file: ScenarioFile) => `${JSON.stringify(file, null, 2)}\n`;

/** Parses JSON. Some editors of Windows begin a file with a byte order mark. */
export const parseJson = (text: string): unknown => JSON.parse(text.replace(/^\ufeff/, ""));

export async function readScenario(path: string): Promise<ScenarioFile> {
  const text = await readFile(path, "utf8");
  const refuse = (why: string) =>
    new CliError(`${plain(path)} is no scenario: ${plain(why)}`, exitCodes.usage);
  let file: unknown;
  try {
    file = parseJson(text);
  } catch (error) {
    throw refuse((error as Error).message);
  }
  if (!isScenario(file)) throw refuse("it must hold a JSON object.");
  if (file.id !== undefined && !(Number.isSafeInteger(file.id) && file.id > 0))
    throw refuse("`id` must be that of a scenario, or not be there.");
  if (file.workspace !== undefined && typeof file.workspace !== "string")
    throw refuse("`workspace` must be as it was pulled, or not be there.");
  if (file.etag !== undefined && !/^[\x21-\x7e]+$/.test(file.etag))
    throw refuse("`etag` must be as it was pulled, or not be there.");
  if (typeof file.name !== "string" || file.name.trim() === "") throw refuse("it has no `name`.");
  return file;
}

const isScenario = (file: unknown): file is ScenarioFile => isObject(file);

export const writeScenario = (path: string, file: ScenarioFile) => replaceFile(path, textOf(file));

/** The files that a path means: itself, or all of a folder. */
export async function scenarioPaths(path: string): Promise<string[]> {
  const found = await stat(path);
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => name.endsWith(".json"));
  if (names.length === 0) note(`${plain(path)} has no files of scenarios.`);
  return names.toSorted().map((name) => join(path, name));
}
