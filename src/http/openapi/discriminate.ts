import { isObject, type Json, refOf, rewrite } from "./json";

/** The value of a schema's `type` if it has but one. */
function typeOf(schema: unknown) {
  const properties = isObject(schema) ? schema.properties : undefined;
  const type = isObject(properties) ? properties.type : undefined;
  return isObject(type) && typeof type.const === "string" ? type.const : undefined;
}

/** Adds the discriminator to a union of schemas that differ by `type`. */
export function discriminate(schemas: Record<string, Json>) {
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
