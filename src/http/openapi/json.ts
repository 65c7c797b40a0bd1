export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The members of a schema whose own members are values, not schemas. */
const VALUES = new Set(["example", "examples", "default", "const", "enum"]);
/** The members of a schema that say more about the same value. */
const SAME = new Set(["items", "anyOf", "oneOf"]);

/**
 * Rewrites every object of a part of the document, inner ones first, values such as examples aside.
 * `name` is the property or parameter that an object describes, itself or by its items or options.
 */
export function rewrite<T>(part: T, change: (object: Json, name: string) => Json): T {
  const walk = (value: unknown, name: string, isMap: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, name, false));
    if (!isObject(value)) return value;
    const own = typeof value.name === "string" && "in" in value ? value.name : name;
    const entries = Object.entries(value).map(([key, member]) => {
      if (!isMap && VALUES.has(key)) return [key, member];
      const inner = isMap || !(SAME.has(key) || key === "schema") ? key : own;
      return [key, walk(member, inner, !isMap && key === "properties")];
    });
    const rewritten = Object.fromEntries(entries);
    return isMap ? rewritten : change(rewritten, name);
  };
  // The shape stays; only what schemas say of it changes.
  return walk(part, "", false) as T;
}

export const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** The name of the schema that a schema is a reference to. */
export const refOf = (schema: unknown) =>
  isObject(schema) && typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;

/** The name of a parameter as a component. No schema has such a name: `LeadPath`, `LeadIdQuery`. */
export const parameterName = ({ in: place, name }: { in: string; name: string }) =>
  componentName(place === "header" ? name : `${name}.${place}`);

/** `run.handed_off`, `Idempotency-Key` and `shortLink` as a name of a component: `RunHandedOff`. */
export const componentName = (text: string) =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]|$)/g, (_, letter: string) => letter.toUpperCase());
