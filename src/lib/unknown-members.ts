import type { z } from "zod";

type Schema = z.core.$ZodType;

/** A member that no schema has. `path` ends in its name; `known`: the names that belong there. */
export type UnknownMember = { path: string[]; known: string[] };

/**
 * The members of a JSON value that none of the schemas has, also in nested objects and lists: at
 * most `max` of them. The value may be invalid. Maps and objects that keep further members have no
 * unknown ones.
 */
export function unknownMembers(schemas: Schema[], value: unknown, max: number): UnknownMember[] {
  const found: UnknownMember[] = [];
  const walk = (options: Schema[], inner: unknown, path: string[]) => {
    const isLeaf = typeof inner !== "object" || inner === null;
    if (isLeaf || options.length === 0 || found.length === max) return;
    const defs = options.map(defOf);
    if (defs.some(({ type }) => TAKES_ANY.has(type))) return;
    if (Array.isArray(inner)) {
      const items = defs.flatMap((def) => (def.type === "array" ? optionsOf(def.element) : []));
      for (const [index, item] of inner.entries())
        if (typeof item === "object") walk(items, item, [...path, String(index)]);
      return;
    }
    const objects = defs.filter((def) => def.type === "object");
    if (objects.length === 0) return;
    const isClosed = objects.every(({ catchall }) => !catchall || defOf(catchall).type === "never");
    for (const name of Object.keys(inner)) {
      if (found.length === max) return;
      const own = objects.flatMap(({ shape }) =>
        Object.hasOwn(shape, name) && shape[name] ? optionsOf(shape[name]) : [],
      );
      if (own.length > 0) walk(own, (inner as Record<string, unknown>)[name], [...path, name]);
      else if (isClosed) found.push({ path: [...path, name], known: namesOf(objects) });
    }
  };
  walk(schemas.flatMap(optionsOf), value, []);
  return found;
}

/** The names of the members of an object's schema. */
export const memberNames = (schema: Schema): string[] => namesOf(objectsIn(schema));

/** The schemas of one member of an object's schema. */
export const memberSchemas = (schema: Schema, name: string): Schema[] =>
  objectsIn(schema).flatMap(({ shape }) => shape[name] ?? []);

/** The names of the members that all items of a list's schema have. */
export const itemMemberNames = (list: Schema): string[] => [
  ...new Set(
    optionsOf(list)
      .map(defOf)
      .flatMap((def) => (def.type === "array" ? objectsIn(def.element) : []))
      .flatMap(({ shape }) =>
        Object.entries(shape).flatMap(([name, member]) =>
          defOf(member).type === "optional" ? [] : [name],
        ),
      ),
  ),
];

const objectsIn = (schema: Schema) =>
  optionsOf(schema)
    .map(defOf)
    .filter((def) => def.type === "object");

const namesOf = (objects: z.core.$ZodObjectDef[]) => [
  ...new Set(objects.flatMap(({ shape }) => Object.keys(shape))),
];

/** Kinds of schemas that take an object whatever its members. */
const TAKES_ANY = new Set(["unknown", "any", "record", "map", "custom", "transform"]);

// Zod's classic and core types share these definitions.
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

const unwrapped = new WeakMap<Schema, Schema[]>();

/** The alternatives that a schema stands for, without what only wraps them. */
function optionsOf(schema: Schema): Schema[] {
  const options = unwrapped.get(schema) ?? unwrap(schema);
  unwrapped.set(schema, options);
  return options;
}

function unwrap(schema: Schema): Schema[] {
  const def = defOf(schema);
  switch (def.type) {
    case "union":
      return def.options.flatMap(optionsOf);
    case "pipe":
      // A preprocessed value is described by what follows, a transformed one by what comes first.
      return optionsOf(defOf(def.in).type === "transform" ? def.out : def.in);
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return optionsOf(def.innerType);
    default:
      return [schema];
  }
}
