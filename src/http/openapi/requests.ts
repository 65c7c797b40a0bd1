import type { Render } from "../description";
import { openapiSchema } from "./json-schema";

// The names of schemas in requests. A member that has a default may be left out of a request, but
// is always in an answer. A schema with such members that stands in both is two in the document:
// the name of the one for requests ends in `Input`.

const MARK = "__request";
const MARKED = new RegExp(`(\\w+?)${MARK}"`, "g");
const REFERENCES = /"#\/components\/schemas\/\w+/g;

type Schemas = Record<string, unknown>;

async function asRequest(rendering: ReturnType<typeof openapiSchema>) {
  const { schema, components } = await rendering.toOpenAPISchema();
  const schemas = Object.entries<unknown>(components.schemas);
  const marked = Object.fromEntries(schemas.map(([name, one]) => [name + MARK, one]));
  const text = JSON.stringify({ schema, components: { schemas: marked } });
  return JSON.parse(text.replace(REFERENCES, (reference) => reference + MARK));
}

/** Renders a schema; where it is one of a request, the names in it are marked. */
export const withMarks = ((schema, io) => {
  const rendering = openapiSchema(schema, io);
  return io === "input" ? { toOpenAPISchema: () => asRequest(rendering) } : rendering;
}) satisfies Render;

/** Gives a document whose names are marked those that it is to have. */
export function nameRequests<Document extends { components?: { schemas?: Schemas } }>(
  document: Document,
): Document {
  const schemas = document.components?.schemas ?? {};
  const different = new Set<string>();
  const named = (part: unknown) =>
    JSON.stringify(part).replace(MARKED, (_, name: string) =>
      different.has(name) ? `${name}Input"` : `${name}"`,
    );
  const differs = (name: string) =>
    !different.has(name) &&
    name + MARK in schemas &&
    named(schemas[name + MARK]) !== JSON.stringify(schemas[name]);
  const inAnswers = Object.keys(schemas).filter((name) => !name.endsWith(MARK));
  // One that differs makes those differ that refer to it.
  for (let found = inAnswers; found.length > 0; ) {
    found = inAnswers.filter(differs);
    for (const name of found) different.add(name);
  }
  const inTheWay = [...different].find((name) => `${name}Input` in schemas);
  if (inTheWay) throw new Error(`Two schemas are named ${inTheWay}Input.`);
  return JSON.parse(named(document));
}
