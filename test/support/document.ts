import { type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";
import { serve } from "./serve";

type Content = Record<string, { schema: Schema; example?: unknown }>;
type Parameter = { in: string; name: string; required?: boolean; schema: Schema };

export type Operation = {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content; headers?: Record<string, unknown> }>;
  security?: Record<string, unknown>[];
  "x-abilities"?: string[];
  tags: string[];
  summary: string;
};

export type Document = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, { type: string; scheme: string }> };
  tags: { name: string }[];
};

let loading: Promise<Document> | undefined;

/** The service's OpenAPI document, as it serves it. */
export const openapi = () => {
  loading ??= serve(new Request("http://localhost/openapi.json")).then((response) => response.json<Document>());
  return loading;
};

export type Route = { method: string; path: string; operation: Operation };

/** Every operation of the document. */
export const routes = async (): Promise<Route[]> =>
  Object.entries((await openapi()).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** The operation that a request is for, literal segments before parameters; HEAD is GET's. */
export async function routeOf(method: string, pathname: string) {
  const wanted = method === "HEAD" ? "GET" : method;
  const isApi = (path: string) => /^\/v1(\/|$)/.test(path);
  const fits = (await routes()).filter(
    ({ path }) => isApi(path) === isApi(pathname) && new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
  );
  const [best] = fits.sort((a, b) => parametersIn(a.path) - parametersIn(b.path));
  const bestFits = fits.filter(({ path }) => path === best?.path);
  return bestFits.find((route) => route.method === wanted);
}

const parametersIn = (path: string) => path.split("{").length;

const validators = new Map<Schema, Validator>();

/** What is wrong with a value by a schema of the document; empty when nothing is. */
export async function faults(schema: Schema, value: unknown): Promise<OutputUnit[]> {
  const { components } = await openapi();
  if (!validators.has(schema)) validators.set(schema, new Validator({ ...schema, components } as Schema, "2020-12", false));
  return validators.get(schema)!.validate(value).errors;
}
