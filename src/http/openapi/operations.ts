import { isPage } from "../https";
import type { ToolKind } from "../tool-use";
import { componentName, isObject, type Json, parameterName, reference, refOf } from "./json";
import {
  BOOKMARK,
  errorResponse,
  IDEMPOTENCY_KEY,
  IF_MATCH,
  IF_NONE_MATCH,
  isError,
  withHeaders,
} from "./shared";

export type Parameter = { in: string; name: string; schema?: Json & { type?: string } };

export type Described = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: Json;
  responses: Record<string, Json>;
  security?: Json[];
  "x-abilities"?: string[];
  "x-ability-where"?: { ability: string; where: string };
  "x-audit"?: string;
  "x-tool"?: ToolKind;
  "x-destructive-with"?: string[];
  description?: string;
};

const TOOLS: Record<string, ToolKind> = { get: "read", put: "destructive", delete: "destructive" };

/**
 * Adds the members that operations of a kind share: errors, headers, and the abilities that they
 * demand.
 */
export function complete(path: string, method: string, operation: Described) {
  operation.parameters ??= [];
  for (const parameter of operation.parameters)
    if (parameter.in === "query" && parameter.schema?.type === "array") parameter.name += "[]";
  addConditions(method, operation);
  addErrors(path, method, operation);
  const isKeyed = takesKey(method, operation);
  const takesBody = operation.requestBody !== undefined && !isOpen(operation);
  const isTenants = operation.security === undefined;
  if (isKeyed) operation.parameters.push(IDEMPOTENCY_KEY);
  if (isTenants && method === "get") operation.parameters.push(BOOKMARK);
  addAbilities(operation);
  addAudit(operation);
  if (isTenants) operation["x-tool"] ??= TOOLS[method] ?? "write";
  for (const [status, response] of Object.entries(operation.responses)) {
    const isReplayed = isKeyed && status.startsWith("2");
    const isOfBody = takesBody && (status.startsWith("2") || status === "422");
    operation.responses[status] = withHeaders(
      response,
      "X-Request-Id",
      ...(isTenants && Number(status) < 300 ? (["Bookmark", "RateLimit-Policy"] as const) : []),
      ...(isOfBody ? (["X-Ignored-Members"] as const) : []),
      ...(isReplayed ? (["Idempotent-Replayed"] as const) : []),
    );
  }
}

/** Adds what requests on a resource that has an ETag can be conditional on. */
function addConditions(method: string, { parameters = [], responses }: Described) {
  if (!("ETag" in Object(responses[200]?.headers))) return;
  if (method === "get") {
    parameters.push(IF_NONE_MATCH);
    responses[304] = { description: "`If-None-Match` names the ETag. There is no body." };
  } else if (
    ["put", "patch"].includes(method) &&
    !parameters.some(({ name }) => name === IF_MATCH.name)
  ) {
    parameters.push(IF_MATCH);
    responses[412] = {};
  }
}

const takesJson = (requestBody?: Json) => "application/json" in Object(requestBody?.content);

const isOpen = ({ security }: Described) => security?.length === 0;

/** A POST that only reads can be repeated as it is. */
const takesKey = (method: string, operation: Described) =>
  method === "post" && !isOpen(operation) && operation["x-tool"] !== "read";

/** The statuses of the errors that an operation of the kind can answer. */
function errorsOf(path: string, method: string, operation: Described) {
  const { requestBody, parameters = [] } = operation;
  const isPublic = isOpen(operation);
  const isPost = method === "post";
  const isShortUrl = path.startsWith("/{");
  const has = (wanted: string) => parameters.some(({ in: place }) => place === wanted);
  const takesInput = isPost || (!isPublic && (requestBody !== undefined || has("query")));
  return [
    ...(isPublic ? [] : [401]),
    ...(isShortUrl || isPage(method, path) ? [] : [403]),
    ...(has("path") ? [404] : []),
    ...(requestBody ? [408] : []),
    ...(takesKey(method, operation) ? [409] : []),
    ...(method === "get" ? [] : [413]),
    ...(!isPublic && takesJson(requestBody) ? [415] : []),
    ...(takesInput ? [422] : []),
    ...(isPublic ? [] : [429]),
    "5XX" as const,
  ];
}

/** Adds the bodies of errors, also to those that the operation itself describes without one. */
function addErrors(path: string, method: string, operation: Described) {
  const described = Object.keys(operation.responses).filter(isError);
  for (const status of [...errorsOf(path, method, operation), ...described]) {
    const response = operation.responses[status];
    if (!response?.content) operation.responses[status] = errorResponse(status, response);
  }
}

function addAbilities(operation: Described) {
  const { "x-abilities": abilities, "x-ability-where": more } = operation;
  if (!abilities) return;
  const always = abilities.map((name) => `\`${name}\``).join(" and ");
  const sometimes = more ? `, and \`${more.ability}\` if ${more.where}` : "";
  addParagraph(operation, `Ability: ${always}${sometimes}.`);
}

function addAudit(operation: Described) {
  const { "x-audit": action } = operation;
  if (action) addParagraph(operation, `Audit log: \`${action}\`.`);
}

function addParagraph(operation: Described, text: string) {
  const { description } = operation;
  operation.description = description ? `${description}\n\n${text}` : text;
}

/** True if several operations have a parameter or an answer. */
function repeated(operations: Described[]) {
  const parts = operations.flatMap(({ parameters = [], responses }) => [
    ...parameters,
    ...Object.values(responses),
  ]);
  const counts = Map.groupBy(parts, (part) => JSON.stringify(part));
  return (part: unknown) => (counts.get(JSON.stringify(part)) ?? []).length > 1;
}

/** The name of an answer: that of its schema, or what its description begins with. */
function nameOf({ description, content }: Json) {
  const json = (content as Record<string, { schema?: Json }> | undefined)?.["application/json"];
  const body = refOf(json?.schema);
  if (body && !/Error$/.test(body)) return body;
  return componentName(
    String(description)
      .replaceAll("'", "")
      .split(/[,.:;]/)[0] ?? "",
  );
}

/**
 * Replaces what several operations have by references to components: the errors that all of them
 * share, other errors, parameters, and headers of answers. Returns the components. The first of
 * those that share a name becomes one.
 */
export function shareParts(operations: Described[], responses: Record<string, Json>) {
  const names = new Map(
    Object.entries(responses).map(([name, response]) => [JSON.stringify(response), name]),
  );
  const isRepeated = repeated(operations);
  const shared = { parameters: {} as Json, headers: {} as Json, responses };
  /** The reference to a part; itself where another has taken the name. */
  const share = (kind: keyof typeof shared, name: string, part: unknown): unknown => {
    shared[kind][name] ??= part;
    const isSame = JSON.stringify(shared[kind][name]) === JSON.stringify(part);
    return isSame ? reference(kind, name) : part;
  };
  for (const operation of operations) {
    operation.parameters = operation.parameters?.map((parameter) => {
      if (!isRepeated(parameter)) return parameter;
      // A reference takes the place of the parameter that it refers to.
      return share("parameters", parameterName(parameter), parameter) as Parameter;
    });
    for (const [status, response] of Object.entries(operation.responses)) {
      const name = names.get(JSON.stringify(response));
      if (name) operation.responses[status] = reference("responses", name);
      else if (isRepeated(response))
        operation.responses[status] = share("responses", nameOf(response), response) as Json;
      else
        response.headers = Object.fromEntries(
          Object.entries(response.headers as Json).map(([header, value]) => [
            header,
            isObject(value) && "$ref" in value ? value : share("headers", header, value),
          ]),
        );
    }
  }
  return shared;
}
