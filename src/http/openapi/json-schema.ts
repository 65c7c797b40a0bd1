import * as z from "zod";

/** A schema for hono-openapi. */
export const openapiSchema = (schema: z.ZodType, io: "input" | "output") => ({
  toOpenAPISchema: async () => render(schema, io),
});

function render(schema: z.ZodType, io: "input" | "output") {
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object({ root: schema }), {
    io,
    unrepresentable: "any",
    override: (context) => tidy(context, io),
  });
  const text = JSON.stringify({ schema: properties.root, components: { schemas: $defs } });
  return JSON.parse(text.replaceAll("#/$defs/", "#/components/schemas/"), (_, value) =>
    mergeNull(value),
  );
}

/** Members that stay beside a `jsonSchema`. */
const KEPT = new Set(["description", "examples", "default"]);

/**
 * Lets `jsonSchema` in a schema's metadata replace zod's rendering, and removes what only repeats
 * zod's defaults: the bounds of safe integers, and our ids.
 */
function tidy(
  {
    zodSchema,
    jsonSchema: rendered,
  }: { zodSchema: z.core.$ZodType; jsonSchema: Record<string, unknown> },
  io: "input" | "output",
) {
  const { jsonSchema } = rendered;
  // Zod leaves out the examples of inputs that it transforms; ours are all examples of inputs.
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (examples) rendered.examples = examples;
  if (jsonSchema) {
    for (const key of Object.keys(rendered)) if (!KEPT.has(key)) delete rendered[key];
    Object.assign(rendered, jsonSchema);
  }
  // An answer has all of its members.
  if (io === "output") delete rendered.default;
  if (rendered.minimum === Number.MIN_SAFE_INTEGER) delete rendered.minimum;
  if (rendered.maximum === Number.MAX_SAFE_INTEGER) delete rendered.maximum;
  if ("propertyNames" in rendered) delete rendered.propertyNames;
  // Answers may get new members: clients must not refuse those that they do not know.
  if (io === "output" && rendered.additionalProperties === false)
    delete rendered.additionalProperties;
  delete rendered.id;
}

/**
 * Writes the choice between a plain type and null as one type, once both are rendered: zod visits a
 * nullable schema before or after what it is made of.
 */
function mergeNull(rendered: unknown) {
  const { anyOf, ...own } = Object(rendered);
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== "null") return rendered;
  const [{ type, enum: values, ...others }] = anyOf;
  if (typeof type !== "string" || values !== undefined) return rendered;
  return { type: [type, "null"], ...others, ...own };
}
