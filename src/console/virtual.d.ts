declare module "virtual:node-types" {
  /** JSON Schema, as OpenAPI 3.1 has it. */
  export type Schema = {
    $ref?: string;
    type?: string | string[];
    const?: unknown;
    enum?: unknown[];
    anyOf?: Schema[];
    properties?: Record<string, Schema>;
    required?: string[];
    items?: Schema;
    additionalProperties?: boolean | Schema;
    description?: string;
    examples?: unknown[];
    default?: unknown;
    minimum?: number;
    maximum?: number;
    minLength?: number;
    maxLength?: number;
    minItems?: number;
    maxItems?: number;
    pattern?: string;
    format?: string;
  };
  /** The name of each type's schema, and the schemas with all that they refer to. */
  export const nodeTypes: { types: Record<string, string>; schemas: Record<string, Schema> };
}
