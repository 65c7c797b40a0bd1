import { isObject, type Json, reference, refOf, rewrite } from "./json";

// How schemas of the document relate: by what they are one of, and by what they have in common.

type Schemas = Record<string, Json>;

/** The value of a schema's `type` if it has but one. */
function typeOf(schema: unknown) {
  const properties = isObject(schema) ? schema.properties : undefined;
  const type = isObject(properties) ? properties.type : undefined;
  return isObject(type) && typeof type.const === "string" ? type.const : undefined;
}

/** Adds the discriminator to a union of schemas that differ by `type`. */
export function discriminate(schemas: Schemas) {
  return rewrite(schemas, (schema) => {
    const { anyOf, ...others } = schema;
    const names = Array.isArray(anyOf) ? anyOf.map((option) => refOf(option) ?? "") : [];
    const types = names.map((name) => typeOf(schemas[name]));
    if (types.length < 2 || types.includes(undefined)) return schema;
    const mapping = Object.fromEntries(
      types.map((type, index) => [type, `#/components/schemas/${names[index]}`]),
    );
    return { oneOf: anyOf, discriminator: { propertyName: "type", mapping }, ...others };
  });
}

/** By the name of a base, the names of the schemas that extend it, or what these names match. */
export type Families = Record<string, readonly string[] | RegExp>;

type ObjectSchema = Json & { properties: Json; required?: string[] };

const isRequired = ({ required }: ObjectSchema, name: string) => required?.includes(name) ?? false;

/** Whether two objects describe a member alike. */
const isCommon = (one: ObjectSchema, other: ObjectSchema, name: string) =>
  JSON.stringify(one.properties[name]) === JSON.stringify(other.properties[name]) &&
  isRequired(one, name) === isRequired(other, name);

/** The members of an object for which the condition holds. */
function withMembers(schema: ObjectSchema, isKept: (name: string) => boolean) {
  const { properties, required = [] } = schema;
  const kept = required.filter(isKept);
  return {
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isKept(name))),
    ...(kept.length > 0 && { required: kept }),
  };
}

/**
 * Lets schemas extend a base in place of the members that they share with it. A base that is no
 * schema yet has the members that all of them have in common.
 */
export function inherit(schemas: Schemas, families: Families): Schemas {
  const related = { ...schemas };
  for (const [base, family] of Object.entries(families)) {
    const isMember = (name: string) =>
      family instanceof RegExp && family.test(name) && name !== base;
    const names = family instanceof RegExp ? Object.keys(schemas).filter(isMember) : family;
    const objects = names.map((name) => related[name] as ObjectSchema);
    const [first] = objects;
    if (!first) continue;
    related[base] ??= {
      type: "object",
      ...withMembers(first, (name) => objects.every((object) => isCommon(first, object, name))),
    };
    const shared = related[base] as ObjectSchema;
    for (const [index, object] of objects.entries()) {
      const lacking = Object.keys(shared.properties).filter(
        (name) => !isCommon(shared, object, name),
      );
      if (lacking.length > 0) throw new Error(`${names[index]} lacks ${lacking} of ${base}.`);
      const { type: _, properties: __, required: ___, allOf = [], ...others } = object;
      related[names[index] ?? ""] = {
        allOf: [reference("schemas", base), ...(allOf as Json[])],
        ...withMembers(object, (name) => !(name in shared.properties)),
        ...others,
      };
    }
  }
  return related;
}
