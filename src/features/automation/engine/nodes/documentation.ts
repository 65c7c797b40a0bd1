import type { z } from "zod";

/** The documentation of a type of node in the OpenAPI document. */
export type NodeDocumentation = {
  summary: string;
  /** The schema of `data`; none for a node without settings. */
  data?: z.ZodType;
};

export const documentSettings = (
  schema: z.ZodType,
  name: string,
  types: string,
  ...examples: object[]
) => schema.meta({ id: `${name}NodeData`, description: `\`data\` of ${types}.`, examples });
