import { componentName, isObject, type Json, reference, refOf } from "./json";
import type { Described } from "./operations";

// Names for the schemas that have none.

/** The name of an answer: by the resource that is all of its `data`, else by its operation. */
function answerName({ properties }: Json, operationId: string) {
  const { data, ...others } = isObject(properties) ? properties : {};
  const names = Object.keys(others).join();
  const items = isObject(data) ? refOf(data.items) : undefined;
  if (items && names === "links,meta") return `${items}Page`;
  if (items && names === "") return `${items}List`;
  const resource = refOf(data);
  return resource && names === "" ? `${resource}Answer` : `${componentName(operationId)}Answer`;
}

/** Gives every answer in JSON a name. Returns the schemas of those that had none. */
export function nameAnswers(operations: Described[]) {
  const schemas: Record<string, Json> = {};
  for (const { operationId, responses } of operations) {
    for (const { content } of Object.values(responses)) {
      const json = (content as Record<string, { schema: Json }> | undefined)?.["application/json"];
      if (!json || refOf(json.schema)) continue;
      const name = answerName(json.schema, operationId);
      schemas[name] ??= json.schema;
      if (JSON.stringify(schemas[name]) !== JSON.stringify(json.schema))
        throw new Error(`Two answers are named ${name}.`);
      json.schema = reference("schemas", name);
    }
  }
  return schemas;
}

type Schemas = Record<string, Json>;

/** The name of what a list holds: `TrackedTags` are each a `TrackedTag`. */
const singular = (name: string) => (/[^s]s$/.test(name) ? name.slice(0, -1) : `${name}Item`);

/**
 * Gives the objects within schemas names: that of the schema, and that of the property. Equal
 * objects have one name. A description stays with the property.
 */
export function nameParts(schemas: Schemas): Schemas {
  const named: Schemas = {};
  const known = new Map<string, string>();

  const nameOf = (text: string, name: string) => {
    const own = known.get(text) ?? name;
    if (!known.has(text) && (own in named || own in schemas))
      throw new Error(`Two parts of schemas are named ${own}.`);
    known.set(text, own);
    return own;
  };
  const part = (schema: unknown, name: string): unknown => {
    if (!isObject(schema)) return schema;
    if (Array.isArray(schema.anyOf))
      return { ...schema, anyOf: schema.anyOf.map((option) => part(option, name)) };
    if ("items" in schema) return { ...schema, items: part(schema.items, singular(name)) };
    if (isObject(schema.additionalProperties) && "properties" in schema.additionalProperties)
      return { ...schema, additionalProperties: part(schema.additionalProperties, singular(name)) };
    if (!isObject(schema.properties)) return schema;
    const { description, ...object } = schema;
    const own = nameOf(JSON.stringify(object), name);
    named[own] ??= withParts(object, own);
    return { ...reference("schemas", own), ...(description !== undefined && { description }) };
  };
  const withParts = (schema: Json, name: string): Json =>
    isObject(schema.properties)
      ? {
          ...schema,
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([property, value]) => [
              property,
              part(value, name + componentName(property)),
            ]),
          ),
        }
      : schema;

  for (const [name, schema] of Object.entries(schemas)) named[name] = withParts(schema, name);
  return named;
}
