import { isObject, type Json, refOf } from "./json";
import type { Described } from "./operations";

type Content = Record<string, Json & { schema?: unknown }>;

/**
 * Shows the first example of a body's schema beside the schema, too. Tools that make requests from
 * the document read it there, and otherwise make bodies up from the types of their members.
 */
export function showExamples(operations: Described[], schemas: Record<string, Json>) {
  for (const { requestBody } of operations) {
    const content = requestBody?.content as Content | undefined;
    const json = content?.["application/json"];
    const schema = schemas[refOf(json?.schema) ?? ""];
    if (!json || !isObject(schema) || !Array.isArray(schema.examples)) continue;
    json.example = schema.examples[0];
  }
}
