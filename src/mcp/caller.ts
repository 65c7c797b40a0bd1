import type { Bindings } from "#env";
import type { Api } from "./api";
import type { Operations, ToolSchemas } from "./surface";

/** Whose request a server answers, and what it takes to do so. */
export type Caller = {
  env: Bindings;
  abilities: string[];
  bearer: string;
  api: Api;
  operations: Operations;
  schemas: Record<string, ToolSchemas>;
};
