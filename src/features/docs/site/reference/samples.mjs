import { exampleOfContent } from "./examples.mjs";
import { resolve } from "./schemas.mjs";

/** The origin of examples, which the page replaces with that of its own service. */
export const ORIGIN = "http://localhost:8787";

export const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The token that an operation takes: a workspace's, the operator's, or none. */
export const planeOf = ({ security }) =>
  security === undefined ? "bearer" : (Object.keys(security[0] ?? {})[0] ?? "open");

/** The example of an operation's body; undefined if it has none, or is no JSON. */
export function exampleOf(document, { operation }) {
  const content = resolve(document, operation.requestBody)?.content?.["application/json"];
  return content && exampleOfContent(document, content);
}

/** The `curl` command of an operation with its example. */
export function curlOf(document, described) {
  const { method, path, parameters, operation } = described;
  const body = exampleOf(document, described);
  const url = `${ORIGIN}${path.replace(/\{(\w+)\}/g, (_, name) => `$${name.toUpperCase()}`)}`;
  const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  const query = required.map(({ name }) => `${name}=…`).join("&");
  const isOpen = planeOf(operation) === "open";
  const lines = [
    `curl ${method === "GET" || (method === "POST" && body !== undefined) ? "" : `-X ${method} `}` +
      `"${url}${query && `?${query}`}"`,
    ...(isOpen ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
        ]),
  ];
  return lines.join(" \\\n  ");
}

/** A value as TypeScript: names of members that need no quotes have none. */
const literalOf = (value) =>
  JSON.stringify(value, null, 2).replace(/^( *)"([A-Za-z_]\w*)":/gm, "$1$2:");

function exampleValue(document, schema) {
  const { type, enum: choices, examples } = resolve(document, schema) ?? {};
  return examples?.[0] ?? choices?.[0] ?? (type === "integer" ? 1 : "…");
}

/**
 * The call of an operation by the typed client, with its example. A `file` is sent as it is. What
 * takes no token is called by others than clients: undefined.
 */
export function typescriptOf(document, described) {
  const { parameters, operation } = described;
  if (planeOf(operation) === "open") return undefined;
  const required = (place) => {
    const some = parameters.filter((one) => one.in === place && one.required);
    const values = some.map(({ name, schema }) => [name, exampleValue(document, schema)]);
    return values.length > 0 ? { [place]: Object.fromEntries(values) } : {};
  };
  const body = exampleOf(document, described);
  const options = {
    ...required("path"),
    ...required("query"),
    ...(body !== undefined && { body }),
  };
  const isFile = operation.requestBody && body === undefined;
  const lines = [
    "client,",
    ...Object.entries(options).map(([name, value]) => `${name}: ${literalOf(value)},`),
    ...(isFile ? ["body: file,"] : []),
  ];
  const text = lines.join("\n").replace(/^/gm, "  ");
  return lines.length === 1
    ? `const answer = await ${operation.operationId}({ client });`
    : `const answer = await ${operation.operationId}({\n${text}\n});`;
}
