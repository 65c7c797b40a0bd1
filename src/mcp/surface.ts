import type { Bindings } from "#env";

/** The call of an operation of the API. Its arguments are flat: those of path, query and body. */
export type Operation = {
  method: string;
  path: string;
  kind: "read" | "write" | "destructive";
  /** Members of the body with which a `write` is destructive. */
  destructiveWith?: string[];
  abilities: string[];
  /** Parameters of the path, by the names of the arguments. */
  params: Record<string, string>;
  query: string[];
  /** Those of the query that are arrays. */
  arrays: string[];
  /** The members of the body; null without one. */
  body: string[] | null;
};
export type Operations = Record<string, Operation>;

export type InputSchema = {
  type: "object";
  properties: Record<string, object>;
  required?: string[];
};

/** The top level of what a tool answers. An error has another form. */
export type OutputSchema = { type: "object"; properties: Record<string, object> };
export type ToolSchemas = { input: InputSchema; output: OutputSchema };

/** An operation or a type of node as the search finds it. */
export type Found = { summary: string; area: string; description: string; input: object };
export type Described = {
  operations: Record<string, Found>;
  nodes: Record<string, { description: string; data?: object; examples: unknown[] }>;
};

/** The value under a name; undefined for names that every object has, such as `constructor`. */
export const named = <Value>(all: Record<string, Value>, name: string) =>
  Object.hasOwn(all, name) ? all[name] : undefined;

const kept = new Map<string, Promise<unknown>>();

/** A file that src/mcp/build makes of the OpenAPI document, kept in the isolate. */
function read<Content>(env: Bindings, name: string): Promise<Content> {
  const known = kept.get(name) as Promise<Content> | undefined;
  if (known) return known;
  const reading = findText(env, `/mcp/${name}.json`).then((text) => JSON.parse(text ?? "{}"));
  kept.set(name, reading);
  reading.catch(() => kept.delete(name));
  return reading;
}

/** The text of an asset; undefined if there is none. */
export async function findText({ ASSETS }: Bindings, path: string) {
  const found = await ASSETS.fetch(new URL(path, "http://assets.local"));
  if (found.status === 404) return undefined;
  if (!found.ok) throw new Error(`The asset ${path} was answered with ${found.status}.`);
  return found.text();
}

export const operationsOf = (env: Bindings) => read<Operations>(env, "operations");
export const toolSchemasOf = (env: Bindings) => read<Record<string, ToolSchemas>>(env, "tools");
export const describedOf = (env: Bindings) => read<Described>(env, "described");
