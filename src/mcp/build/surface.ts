// The files that the server reads, made of the OpenAPI document by assets.mjs.
import type { Described, InputSchema, Operation, OutputSchema } from "../surface";
import { tools } from "../tools/all";
import { operationTools } from "../tools/operations";
import { IDEMPOTENCY_KEY, type Shape, type Tool } from "../tools/tool";
import { compact, type Json, mapped, resolve } from "./schemas";

const TOOL = { depth: 1, words: 110 };
/** Members that need no words: they are the same everywhere, or their names and values say all. */
const PLAIN = /_id$|_to$|^(cursor|per_page|source|warmth|pipeline_stage|state)$/;
const FOUND = { depth: 2, words: 160, bounds: true };
const METHODS = ["get", "post", "put", "patch", "delete"];
const CONFIRMATION = { type: "string" };
const CURSOR = { type: "string" };

/** The argument for a parameter of a path: `shortLink` is `short_link_id`. */
const argumentOf = (place: string) =>
  place === "version"
    ? place
    : `${place.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_id`;

type Listed = {
  operation: Operation;
  schemas: Record<string, Json>;
  required: string[];
  spec: Json;
};

/** An operation of tenants that takes and answers JSON; undefined for others. */
function listed(document: Json, method: string, path: string, item: Json): Listed | undefined {
  const spec: Json = item[method];
  const sent = spec.requestBody && resolve(document, spec.requestBody).content;
  if (!spec["x-tool"] || (sent && !sent["application/json"])) return;
  const answers = Object.keys(spec.responses);
  if (answers.includes("101") || answers.includes("426")) return;
  const parameters: Json[] = [...(item.parameters ?? []), ...(spec.parameters ?? [])]
    .map((parameter) => resolve(document, parameter))
    .filter(({ in: place, name }) => place !== "header" && name !== "bom");
  const inPath = parameters.filter(({ in: place }) => place === "path");
  const inQuery = parameters.filter(({ in: place }) => place === "query");
  const bare = ({ name }: Json) => name.replace("[]", "");
  const body = sent && resolve(document, sent["application/json"].schema);
  const withWords = ({ schema, description }: Json) => ({ ...schema, description });
  return {
    spec,
    operation: {
      method: method.toUpperCase(),
      path,
      kind: spec["x-tool"],
      ...(spec["x-destructive-with"] && { destructiveWith: spec["x-destructive-with"] }),
      abilities: spec["x-abilities"] ?? [],
      params: Object.fromEntries(inPath.map(({ name }) => [argumentOf(name), name])),
      query: inQuery.map(bare),
      arrays: inQuery.filter(({ name }) => name.endsWith("[]")).map(bare),
      body: body ? Object.keys(body.properties ?? {}) : null,
    },
    schemas: {
      ...body?.properties,
      ...Object.fromEntries(inQuery.map((each) => [bare(each), withWords(each)])),
      ...Object.fromEntries(inPath.map((each) => [argumentOf(each.name), withWords(each)])),
    },
    required: [
      ...inPath.map(({ name }) => argumentOf(name)),
      ...inQuery.filter(({ required }) => required).map(bare),
      ...(body?.required ?? []),
    ],
  };
}

function operationsIn(document: Json) {
  const all = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) =>
      listed(document, method, path, item),
    ),
  );
  return Object.fromEntries(
    all.filter((one) => one !== undefined).map((one) => [one.spec.operationId as string, one]),
  );
}

/** The input of a tool: members of its operations, as small as can be, and its own. */
function inputOf(document: Json, all: Record<string, Listed>, tool: Tool): InputSchema {
  const of = [...tool.operations, ...(tool.extras ?? [])].map((name) => {
    const found = all[name];
    if (!found) throw new Error(`${tool.name}: there is no operation ${name} for agents`);
    return found;
  });
  const picked = (tool.input ?? []).map((name) => {
    const schema = of.map(({ schemas }) => schemas[name]).find(Boolean);
    if (!schema) throw new Error(`${tool.name}: its operations have no ${name}`);
    return [name, compact(document, schema, PLAIN.test(name) ? { ...TOOL, words: 0 } : TOOL)];
  });
  const isRead = of.every(({ operation }) => operation.kind === "read");
  const own = {
    ...tool.own,
    ...(isRead && !picked.some(([name]) => name === "cursor") && { cursor: CURSOR }),
    ...(!isRead && !tool.preview && { idempotency_key: IDEMPOTENCY_KEY }),
    ...(tool.preview && { confirmation: CONFIRMATION }),
  };
  const required =
    tool.required ?? of[0]?.required.filter((name) => tool.input?.includes(name)) ?? [];
  return {
    type: "object",
    properties: { ...Object.fromEntries(picked), ...own },
    ...(required.length > 0 && { required }),
  };
}

/** The members of an operation's answers, by whether they are objects or arrays. */
function answerOf(document: Json, { spec }: Listed): Record<string, Shape> {
  const answers = Object.entries<Json>(spec.responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, answer]) => resolve(document, answer).content?.["application/json"]?.schema);
  const members = answers
    .filter(Boolean)
    .flatMap((schema) => Object.entries<Json>(resolve(document, schema).properties ?? {}));
  const shown = members.filter(([name]) => name !== "links" && name !== "meta");
  return Object.fromEntries(
    shown.map(([name, member]) => {
      const { type } = resolve(document, member);
      return [name, type === "object" || type === "array" ? type : "any"];
    }),
  );
}

/** The answer of a tool: members of its first operation, or its own. */
function outputOf(document: Json, all: Record<string, Listed>, tool: Tool): OutputSchema {
  const first = all[tool.operations[0] ?? ""];
  const answer: Record<string, Shape> = tool.answer ?? (first ? answerOf(document, first) : {});
  const text = { type: "string" };
  const goesOn = [...(tool.input ?? []), ...Object.keys(tool.own ?? {})].includes("cursor");
  return {
    type: "object",
    properties: {
      ...mapped(answer, (type) => (type === "any" ? {} : { type })),
      ...(goesOn && { next_cursor: text }),
      ...(tool.preview && { would: { type: "object" }, next: text, confirmation: text }),
      ...(!tool.isOwn && { note: text }),
    },
  };
}

/** The types of nodes that the document has, by the schemas of their own. */
function nodesIn(document: Json): Described["nodes"] {
  const nodes = Object.values<Json>(document.components.schemas).filter(
    ({ properties }) =>
      properties?.id && properties.type?.const && properties.type.type === "string",
  );
  return Object.fromEntries(
    nodes.map(({ properties: { type, data }, description }) => {
      const whole = data && resolve(document, data);
      return [
        type.const,
        {
          description,
          ...(data && { data: compact(document, data, { ...FOUND, depth: 3 }) }),
          examples: whole?.examples ?? [],
        },
      ];
    }),
  );
}

/** The files by their names. */
export function surfaceOf(document: Json) {
  const all = operationsIn(document);
  const everyTool = [...tools, ...operationTools({} as never, {})];
  const described: Described = {
    operations: mapped(all, ({ spec, schemas, required }) => ({
      summary: spec.summary,
      area: spec.tags[0],
      description: spec.description ?? "",
      input: {
        properties: mapped(schemas, (schema) => compact(document, schema, FOUND)),
        required,
      },
    })),
    nodes: nodesIn(document),
  };
  return {
    operations: mapped(all, ({ operation }) => operation),
    tools: Object.fromEntries(
      everyTool.map((tool) => [
        tool.name,
        { input: inputOf(document, all, tool), output: outputOf(document, all, tool) },
      ]),
    ),
    described,
  };
}
