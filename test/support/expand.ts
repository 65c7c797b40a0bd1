// The document as tests check answers against it: every shared part in its place, and closed.

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The members of a schema whose own members are values, not schemas. */
const VALUES = new Set(["example", "examples", "default", "const", "enum"]);
/** The members whose own members have names of their own. */
const MAPS = new Set(["properties", "responses"]);

const copy = (value: unknown, change: (object: Json) => Json, isMap = false): unknown => {
  if (Array.isArray(value)) return value.map((item) => copy(item, change));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, member]) => [
    key,
    !isMap && VALUES.has(key) ? member : copy(member, change, !isMap && MAPS.has(key)),
  ]);
  return isMap ? Object.fromEntries(entries) : change(Object.fromEntries(entries));
};

/**
 * Puts shared parameters, headers and answers in their places, and closes answers and what the
 * service posts: they have no members but those that are described, while clients must expect
 * others.
 */
export function expand<T extends object>(document: T): T {
  const at = (pointer: string) =>
    pointer
      .split("/")
      .slice(1)
      .reduce<unknown>((node, key) => (node as Json)[key], document) as Json;
  const inPlace = (object: Json): Json => {
    const { $ref } = object;
    return typeof $ref === "string" && !$ref.startsWith("#/components/schemas/")
      ? (copy(at($ref), inPlace) as Json)
      : object;
  };
  const placed = copy(document, inPlace) as T & { components: { schemas: Record<string, Json> } };
  const { schemas } = placed.components;

  /** A schema whose objects have no other members, by copies of what it refers to. */
  const closed = (schema: unknown) =>
    copy(schema, (object) => {
      if (typeof object.$ref === "string") {
        const name = object.$ref.split("/").at(-1)!;
        const closedName = `${name}.closed`;
        if (!(closedName in schemas)) {
          schemas[closedName] = {};
          schemas[closedName] = closed(schemas[name]) as Json;
        }
        return { ...object, $ref: `#/components/schemas/${closedName}` };
      }
      return "properties" in object && !("additionalProperties" in object)
        ? { ...object, additionalProperties: false }
        : object;
    });

  const { paths, webhooks = {} } = placed as unknown as Record<
    string,
    Record<string, Record<string, { responses: Record<string, Json>; requestBody?: Json }>>
  >;
  for (const operation of Object.values(paths!).flatMap(Object.values))
    for (const response of Object.values<Json>(operation.responses))
      response.content = closed(response.content);
  for (const { post } of Object.values(webhooks))
    post!.requestBody = closed(post!.requestBody) as Json;
  return placed;
}
