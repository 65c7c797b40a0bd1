import { dereference, type OutputUnit, type Schema, validate } from "@cfworker/json-schema";
import { expand } from "./expand";
import { serve } from "./serve";

type Content = Record<string, { schema: Schema; example?: unknown }>;
type Parameter = { in: string; name: string; required?: boolean; schema: Schema };

export type Operation = {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<
    string,
    {
      description: string;
      content?: Content;
      "x-other-content"?: Content;
      headers?: Record<string, { required?: boolean }>;
    }
  >;
  security?: Record<string, unknown>[];
  "x-abilities"?: string[];
  "x-audit"?: string;
  "x-tool"?: string;
  "x-ability-where"?: { ability: string; where: string };
  tags: string[];
  summary: string;
};

export type Document = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    headers: object;
    parameters: object;
    responses: object;
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, { type: string; scheme: string }>;
  };
  tags: { name: string; description: string }[];
  servers: { url: string }[];
  /** The webhooks that clients receive, by event type. */
  webhooks: Record<string, { post: Operation & { description?: string } }>;
};

let loading: Promise<Document> | undefined;

/** The OpenAPI document that the service serves. */
export const served = () => {
  loading ??= serve(new Request("http://localhost/openapi.json")).then((response) =>
    response.json<Document>(),
  );
  return loading;
};

let expanding: Promise<Document> | undefined;

/** The document with its shared parts in their places, and its answers closed. */
export const openapi = () => {
  expanding ??= served().then(expand).then(withAnyHandle);
  return expanding;
};

/** Lets an edge come back with whatever it was sent with. */
function withAnyHandle(document: Document) {
  const edge = document.components.schemas["ScenarioEdge.closed"] as Schema & {
    properties: object;
  };
  edge.properties = { ...edge.properties, source_handle: {} };
  return document;
}

export type Route = { method: string; path: string; operation: Operation };

/** Every operation of the document. */
export const routes = async (): Promise<Route[]> =>
  Object.entries((await openapi()).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

const isApi = (path: string) => /^\/v1(\/|$)/.test(path);
const parametersIn = (path: string) => path.split("{").length;

const segmentsOf = (path: string) => path.split("/").length;

let patterns: Promise<Map<number, { path: string; pattern: RegExp }[]>> | undefined;

/** The document's paths as patterns, by their segments, those with fewer parameters first. */
async function readPatterns() {
  const paths = Object.keys((await openapi()).paths).sort(
    (a, b) => parametersIn(a) - parametersIn(b),
  );
  return Map.groupBy(
    paths.map((path) => ({
      path,
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
    })),
    ({ path }) => segmentsOf(path),
  );
}

/** The operation that answers a request. HEAD belongs to GET. */
export async function routeOf(
  method: string,
  pathname: string,
): Promise<Omit<Route, "method"> | undefined> {
  patterns ??= readPatterns();
  const best = (await patterns)
    .get(segmentsOf(pathname))
    ?.find(({ path, pattern }) => pattern.test(pathname) && isApi(path) === isApi(pathname));
  const operation =
    best && (await openapi()).paths[best.path]![method === "HEAD" ? "get" : method.toLowerCase()];
  return operation && { path: best.path, operation };
}

/** The document's components and the schemas that were checked so far, by their URIs. */
let places: Record<string, Schema | boolean> | undefined;
const placed = new Set<Schema>();

/** The faults of a value by a schema of the document; none where it is valid. */
export async function faults(schema: Schema, value: unknown): Promise<OutputUnit[]> {
  const { components } = await openapi();
  places ??= dereference({ components } as Schema);
  if (!placed.has(schema)) dereference(schema, places, undefined, `/asked/${placed.size}`);
  placed.add(schema);
  // A union of many schemas is far faster to check when each stops at its first error.
  if (validate(value, schema, "2020-12", places, true).valid) return [];
  return validate(value, schema, "2020-12", places, false).errors;
}
