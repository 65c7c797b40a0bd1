import type { Client } from "./api";
import { openapi, type Route, routes } from "./document";
import { testEnv } from "./env";
import { idsFor, names } from "./resources";

// The document's operations with a request body, except those that Meta calls.

type Body = Record<string, unknown>;
export type BodySchema = {
  $ref?: string;
  properties?: Record<string, BodySchema>;
  anyOf?: BodySchema[];
  discriminator?: object;
  items?: BodySchema;
  examples?: Body[];
};

const { components } = await openapi();

export const withBody = (await routes()).filter(
  ({ operation }) =>
    operation.requestBody?.content["application/json"] && operation.security?.length !== 0,
);

export const resolved = (schema: BodySchema): BodySchema =>
  schema.$ref ? (components.schemas[schema.$ref.split("/").at(-1)!] as BodySchema) : schema;

/**
 * The options of a schema. Of those that differ by type the last, which takes what the others do
 * not.
 */
export const optionsOf = (schema: BodySchema): BodySchema[] => {
  const { anyOf = [], discriminator } = resolved(schema);
  return (discriminator ? anyOf.slice(-1) : anyOf).map(resolved);
};

export const schemaOf = ({ operation }: Route) =>
  resolved(operation.requestBody!.content["application/json"]!.schema as BodySchema);

/** A token that may call the operation: the operator's, or else a new one of the workspace. */
export async function tokenFor({ operation }: Route, client: Client): Promise<string> {
  if (operation.security?.some((scheme) => "operator" in scheme)) return testEnv.OPERATOR_TOKEN;
  return (await client.post("/tokens", { name: "Own" })).body.data.token;
}

/** The operation's path with the ids of these resources. */
export const pathOf = ({ path, operation }: Route, ids: Record<string, number>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(idsFor(operation.operationId, ids)[name] ?? names[name]),
  );
