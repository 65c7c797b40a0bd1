import { type Json, reference, rewrite } from "./json";

/** Closed lists of values by the name that each has in the document. */
export type NamedLists = Record<string, readonly (string | number)[]>;

/** Ids, also that of an event which others come after, and sizes. */
const isLong = (name: string) => /(^|_)(ids?|bytes)(\[\])?$|^after$/.test(name);

const isInteger = ({ type }: Json) => [type].flat().includes("integer");

/**
 * These are longer than 32 bits, which generators take for the size of integers, and begin at 1 or
 * 0: for tools that make up answers the least number of 64 bits is as good as any.
 */
function withFormat(schema: Json, name: string) {
  if (!isInteger(schema) || !isLong(name)) return schema;
  const minimum = /(^|_)ids?(\[\])?$/.test(name) ? 1 : 0;
  return { ...schema, format: "int64", minimum: schema.minimum ?? minimum };
}

/** Refers to a closed list by its name, unless that is the schema's own. */
function withNamedList(schema: Json, name: string, lists: Map<string, string>) {
  const list = lists.get(JSON.stringify(schema.enum));
  if (!list || list === name) return schema;
  const { type: _, enum: __, ...others } = schema;
  return { ...reference("schemas", list), ...others };
}

/** Names the closed lists and marks the ids of a part of the document. */
export function describeValues<T>(part: T, lists: NamedLists): T {
  const names = new Map(
    Object.entries(lists).map(([name, values]) => [JSON.stringify(values), name]),
  );
  return rewrite(part, (schema, name) => withNamedList(withFormat(schema, name), name, names));
}

/** The schemas of the closed lists. */
export const listSchemas = (lists: NamedLists) =>
  Object.fromEntries(
    Object.entries(lists).map(([name, values]) => [
      name,
      { type: typeof values[0] === "string" ? "string" : "integer", enum: values },
    ]),
  );
