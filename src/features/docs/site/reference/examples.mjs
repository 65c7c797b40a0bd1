import { resolve } from "./schemas.mjs";

const MAX_DEPTH = 6;

const firstOf = (schema) => schema.oneOf ?? schema.anyOf;

const membersOf = (document, properties, depth) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      exampleOf(document, property, depth + 1),
    ]),
  );

/** A value of a schema: its example, else one made of its parts. */
export function exampleOf(document, whole, depth = 0) {
  const schema = resolve(document, whole) ?? {};
  if (schema.example !== undefined) return schema.example;
  if (schema.examples?.length > 0) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (depth > MAX_DEPTH) return null;
  const own = schema.properties && membersOf(document, schema.properties, depth);
  const [first] = firstOf(schema) ?? [];
  if (first) return exampleOf(document, first, depth + 1);
  const type = [schema.type].flat()[0];
  if (own) return own;
  if (type === "array") return schema.items ? [exampleOf(document, schema.items, depth + 1)] : [];
  if (type === "object") return {};
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  if (type === "boolean") return true;
  if (type === "null") return null;
  if (schema.format === "date-time") return "2026-11-20T10:15:30.123Z";
  if (schema.format === "date") return "2026-11-20";
  if (schema.format === "uri") return "https://example.com/";
  return "…";
}

/** The example of a body: its own, else one made from its schema. */
export function exampleOfContent(document, content) {
  if (content.example !== undefined) return content.example;
  const [named] = Object.values(content.examples ?? {});
  return named ? resolve(document, named).value : exampleOf(document, content.schema);
}
