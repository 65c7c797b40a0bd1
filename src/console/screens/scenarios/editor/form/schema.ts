import { nodeTypes, type Schema } from "virtual:node-types";

const REFERENCE = "#/components/schemas/";

const isNull = ({ type }: Schema) => type === "null";

/**
 * A schema with its references resolved. `null`, which means the same as a setting left out, is
 * gone.
 */
export function resolve(schema: Schema): Schema {
  const { $ref, ...own } = schema;
  let merged: Schema = own;
  if ($ref) merged = { ...resolve(nodeTypes.schemas[$ref.slice(REFERENCE.length)] ?? {}), ...own };
  if (Array.isArray(merged.type)) {
    const [type] = merged.type.filter((one) => one !== "null");
    merged = { ...merged, ...(type && { type }) };
  }
  if (!merged.anyOf) return merged;
  const { anyOf, ...rest } = merged;
  const variants = anyOf
    .filter((one) => !isNull(one))
    .flatMap((one) => {
      const variant = resolve(one);
      return variant.anyOf ?? [variant];
    });
  const [only] = variants;
  return variants.length === 1 && only ? { ...only, ...rest } : { ...rest, anyOf: variants };
}

function dataOf(name: string | undefined): Schema {
  const data = name && nodeTypes.schemas[name]?.properties?.data;
  return data ? resolve(data) : {};
}

/** The schema of the settings of a type of node. */
export const settingsSchema = (type: string) => dataOf(nodeTypes.types[type]);

/** The schema of the settings of a type of trigger. */
export const triggerSchema = (type: string) => dataOf(nodeTypes.triggers[type]);

export const typeOf = ({ type }: Schema) => (Array.isArray(type) ? type[0] : type);

/** True if a setting can have one value only. */
export const isFixed = ({ const: only, type }: Schema) => only !== undefined || type === "null";

/** True if a value may be of this variant of a schema. */
export function fits(schema: Schema, value: unknown): boolean {
  const { enum: values, properties, required } = schema;
  if (values) return values.includes(value);
  if (typeOf(schema) === "array") return Array.isArray(value);
  if (properties)
    return (
      typeof value === "object" &&
      value !== null &&
      (required ?? []).every((name) => Object.hasOwn(value, name))
    );
  return typeof value === typeOf(schema);
}

/** The first value of a new setting. */
export function initialOf(schema: Schema): unknown {
  const { default: initial, enum: values, anyOf, properties, required } = schema;
  if (initial !== undefined) return initial;
  if (values) return values[0];
  if (anyOf?.[0]) return initialOf(anyOf[0]);
  if (properties)
    return Object.fromEntries(
      (required ?? []).map((name) => [name, initialOf(resolve(properties[name] ?? {}))]),
    );
  switch (typeOf(schema)) {
    case "array":
      return (schema.minItems ?? 0) > 0 && schema.items ? [initialOf(resolve(schema.items))] : [];
    case "object":
      return {};
    case "boolean":
      return true;
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 0, 0);
    default:
      return "";
  }
}
