import type { z } from "zod";

/** What the OpenAPI document says about a type of node. Types that share one object share a row. */
export type NodeDocumentation = {
  /** What a run does at the node. */
  summary: string;
  /** The handles that it leaves by. */
  handles: string;
  /** The schema of `data`; none for a node without settings. */
  data?: z.ZodType;
};

export const documentSettings = (
  schema: z.ZodType,
  name: string,
  types: string,
  ...examples: object[]
) => schema.meta({ id: `${name}NodeData`, description: `\`data\` of ${types}.`, examples });
