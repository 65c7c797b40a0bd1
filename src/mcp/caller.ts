import type { Bindings } from "#env";
import type { Api } from "./api";
import type { Operations, ToolSchemas } from "./surface";

/** The caller whose request a server answers, and what the answer takes. */
export type Caller = {
  env: Bindings;
  abilities: string[];
  bearer: string;
  api: Api;
  operations: Operations;
  schemas: Record<string, ToolSchemas>;
};
