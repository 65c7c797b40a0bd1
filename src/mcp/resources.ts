import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { Bindings } from "#env";
import { describedOf, findText, named } from "./surface";

const ORIGIN = "lead-engagement://";
const MARKDOWN = "text/markdown";
const JSON_TYPE = "application/json";

export const listResources = [
  {
    uri: `${ORIGIN}node-types`,
    name: "node-types",
    title: "Types of scenario nodes",
    description: "What each type does, its handles, and an example.",
    mimeType: JSON_TYPE,
  },
  {
    uri: `${ORIGIN}glossary`,
    name: "glossary",
    title: "Glossary",
    description: "The words of the API.",
    mimeType: MARKDOWN,
  },
  {
    uri: `${ORIGIN}guides`,
    name: "guides",
    title: "Guides",
    description: "The list of all guides.",
    mimeType: MARKDOWN,
  },
];

export const resourceTemplates = [
  {
    uriTemplate: `${ORIGIN}node-types/{type}`,
    name: "node-type",
    description: "The settings of a type of node.",
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: `${ORIGIN}guides/{name}`,
    name: "guide",
    description: "A guide, such as scenarios.",
    mimeType: MARKDOWN,
  },
];

/** Reads a resource. Throws if there is none of that URI. */
export async function readResource(env: Bindings, uri: string) {
  const [kind, name] = uri.startsWith(ORIGIN) ? uri.slice(ORIGIN.length).split("/") : [];
  const text =
    kind === "node-types" ? await nodeTypes(env, name) : await findText(env, pathOf(kind, name));
  if (text === undefined) throw new ResourceNotFoundError(uri);
  return { uri, text, mimeType: kind === "node-types" ? JSON_TYPE : MARKDOWN };
}

function pathOf(kind = "", name = "") {
  if (kind === "glossary") return "/docs/concepts.md";
  if (kind === "guides" && name === "") return "/llms.txt";
  return kind === "guides" && /^[a-z-]+$/.test(name) ? `/docs/${name}.md` : "/none";
}

async function nodeTypes(env: Bindings, type?: string) {
  const { nodes } = await describedOf(env);
  if (type) return JSON.stringify(named(nodes, type));
  const rows = Object.entries(nodes).map(([name, { description, examples }]) => ({
    type: name,
    description,
    example: examples[0],
  }));
  return JSON.stringify(rows);
}
