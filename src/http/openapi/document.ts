import type { Hono } from "hono";
import type { z } from "zod";
import type { App } from "#env";
import { showExamples } from "./body-examples";
import { discriminate } from "./discriminate";
import type { Json } from "./json";
import { openapiSchema } from "./json-schema";
import { nameAnswers, nameParts } from "./naming";
import { complete, type Described, shareParts } from "./operations";
import { generate } from "./paths";
import { errorSchemas, HEADERS, sharedResponses } from "./shared";
import { describeValues, listSchemas, type NamedLists } from "./values";
import { type Posted, webhooksOf } from "./webhooks";

const SECURITY_SCHEMES = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "An API token of the workspace: `Authorization: Bearer lea_…`.",
  },
  operator: {
    type: "http",
    scheme: "bearer",
    description: "The operator's token, set when the service is deployed.",
  },
};

type Documentation = {
  info: Json;
  servers?: Json[];
  tags: Json[];
  /** The names of closed lists. */
  lists?: NamedLists;
  /** The bodies that the service posts to clients. */
  posted?: Posted;
  /** Schemas that the document shows in place of those that validate, by their names. */
  shown?: z.ZodType[];
};

/**
 * The OpenAPI 3.1 document of the app, from the schemas that validate and the descriptions of the
 * routes.
 */
export async function openapi(
  app: Hono<App>,
  { lists = {}, posted, shown = [], ...documentation }: Documentation,
) {
  const { paths, components, ...document } = await generate(app, documentation);
  const routes = describeValues(paths as Record<string, Record<string, Described>>, lists);
  for (const [path, item] of Object.entries(routes))
    for (const [method, operation] of Object.entries(item)) complete(path, method, operation);
  const operations = Object.values(routes).flatMap(Object.values<Described>);
  const answers = nameAnswers(operations);
  const shared = shareParts(operations, sharedResponses());
  const { webhooks, ...ofWebhooks } = posted ? await webhooksOf(posted) : NO_WEBHOOKS;
  const rendered: Record<string, Json> = Object.assign(
    {},
    components?.schemas,
    await errorSchemas(),
    ofWebhooks.schemas,
    ...(await Promise.all(shown.map(componentsOf))),
    answers,
  );
  const schemas = { ...listSchemas(lists), ...describeValues(rendered, lists) };
  showExamples(operations, schemas);
  return withoutUnused({
    ...document,
    paths: routes,
    ...(posted && { webhooks }),
    components: {
      schemas: discriminate(nameParts(schemas)),
      responses: { ...shared.responses, ...ofWebhooks.responses },
      parameters: { ...shared.parameters, ...ofWebhooks.parameters },
      headers: { ...HEADERS, ...shared.headers },
      securitySchemes: SECURITY_SCHEMES,
    },
    security: [{ bearer: [] }],
  });
}

/** Leaves out the components that nothing refers to. */
function withoutUnused<T extends { components: Record<string, Json> }>(document: T): T {
  const text = JSON.stringify(document);
  const isUsed = (kind: string, name: string) =>
    kind === "securitySchemes" || text.includes(`"#/components/${kind}/${name}"`);
  const used = Object.entries(document.components).map(([kind, parts]) => [
    kind,
    Object.fromEntries(Object.entries(parts).filter(([name]) => isUsed(kind, name))),
  ]);
  return { ...document, components: Object.fromEntries(used) };
}

const NO_WEBHOOKS = { webhooks: {}, schemas: {}, parameters: {}, responses: {} };

const componentsOf = async (schema: z.ZodType) =>
  (await openapiSchema(schema, "input").toOpenAPISchema()).components.schemas;
