import { describe, expect, it } from "vitest";
import { eventTypes } from "#domain/events";
import { nodeDefinitions } from "#features/automation/engine/nodes/registry";
import { faults, type Operation, type Route, routes, served } from "../support/document";

const document = await served();
const all = await routes();
const named = all.map(
  ({ method, path, operation }) => [operation.operationId, { method, path, operation }] as const,
);
const hasPath = (path: string) => all.some((route) => route.path === path);

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

type Discriminated = {
  oneOf: { $ref: string }[];
  discriminator: { propertyName: string; mapping: Record<string, string> };
};

/** Every object in the document with its JSON pointer, except examples. */
function* nodes(value: unknown, pointer = "#"): Generator<[string, Node]> {
  if (!isNode(value)) return;
  yield [pointer, value];
  for (const [key, member] of Object.entries(value))
    if (key !== "example" && key !== "examples") yield* nodes(member, `${pointer}/${key}`);
}

const everything = [...nodes(document)];
const inSchemas = everything.filter(([pointer]) =>
  /\/schema(\/|$)|#\/components\/schemas\/[^/]+(\/|$)/.test(pointer),
);
/** The objects that are schemas, without maps of schemas by property name. */
const schemas = inSchemas.filter(
  ([pointer]) => !/\/(properties|default|discriminator.*)$/.test(pointer),
);
const refersTo = ({ $ref }: { $ref?: string }) => $ref?.split("/").at(-1) ?? "";

const KEYWORDS = new Set(
  "$ref type enum const anyOf oneOf discriminator not properties required additionalProperties items prefixItems minItems maxItems uniqueItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format description title default examples readOnly writeOnly deprecated".split(
    " ",
  ),
);

describe("the document", () => {
  it("is OpenAPI 3.1 with the promised version and title", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: "Lead Engagement API", version: "1.0.0" });
    const members = [
      "components",
      "info",
      "openapi",
      "paths",
      "security",
      "servers",
      "tags",
      "webhooks",
    ];
    expect(Object.keys(document).sort()).toEqual(members);
    expect(Object.keys(document.components).sort()).toEqual([
      "headers",
      "parameters",
      "responses",
      "schemas",
      "securitySchemes",
    ]);
  });

  it("names the server that it comes from", () => {
    expect(document.servers.map(({ url }) => url)).toEqual(["http://localhost"]);
  });

  it("requires a bearer token everywhere, unless an operation says otherwise", () => {
    const { securitySchemes } = document.components;
    for (const scheme of Object.values(securitySchemes))
      expect(scheme).toMatchObject({ type: "http", scheme: "bearer" });
    expect((document as unknown as { security: unknown }).security).toEqual([{ bearer: [] }]);
    for (const { operation } of all) {
      for (const scheme of (operation.security ?? []).flatMap(Object.keys))
        expect(securitySchemes).toHaveProperty(scheme);
    }
  });

  it("describes every tag, and uses it", () => {
    for (const tag of document.tags)
      expect(tag).toMatchObject({
        name: expect.any(String),
        description: expect.stringMatching(/\w{3}/),
      });
    expect(new Set(all.flatMap(({ operation }) => operation.tags))).toEqual(
      new Set(document.tags.map(({ name }) => name)),
    );
  });

  it("gives each operation a unique id that a generator can use", () => {
    const names = all.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z0-9]+$/);
  });

  it("is of at most 3.5 kB for each operation, those of webhooks included", () => {
    const operations = [document.paths, document.webhooks]
      .flatMap(Object.values)
      .flatMap(Object.values);
    const bytes = new TextEncoder().encode(JSON.stringify(document)).length;
    expect(bytes / operations.length).toBeLessThan(3_500);
  });

  it("resolves every reference, and has no unused component", () => {
    const references = everything.flatMap(([, node]) =>
      typeof node.$ref === "string" ? [node.$ref] : [],
    );
    for (const reference of references) {
      const target = reference
        .split("/")
        .slice(1)
        .reduce<unknown>((node, key) => (node as Node)?.[key], document);
      expect(isNode(target), reference).toBe(true);
    }
    const { securitySchemes, ...shared } = document.components;
    for (const [kind, parts] of Object.entries(shared))
      for (const name of Object.keys(parts))
        expect(references, name).toContain(`#/components/${kind}/${name}`);
  });
});

/** The schemas that a part of the document leads to. */
function* within(part: unknown, seen = new Set<string>()): Generator<Node> {
  for (const [, node] of nodes(part)) {
    yield node;
    const name = refersTo(node);
    if (name === "" || seen.has(name)) continue;
    seen.add(name);
    yield* within((document.components.schemas as Node)[name], seen);
  }
}

describe("its schemas", () => {
  it("let requests leave out what has a default, and have it in every answer", () => {
    const bodies = [...within(all.map(({ operation }) => operation.requestBody))];
    const hasDefault = (member: unknown) => isNode(member) && "default" in member;
    const defaultsOf = ({ properties }: Node) =>
      Object.keys(Object(properties)).filter((name) => hasDefault(Object(properties)[name]));
    const demanded = bodies.flatMap((node) =>
      defaultsOf(node).filter((name) => Object(node.required).includes?.(name)),
    );
    expect(bodies.flatMap(defaultsOf).length).toBeGreaterThan(30);
    expect(demanded).toEqual([]);
    const answers = [...within(all.map(({ operation }) => operation.responses))];
    expect(answers.flatMap(defaultsOf)).toEqual([]);
    const { HmacVerification: shown, HmacVerificationInput: taken } = document.components.schemas;
    expect(Object(shown).required).toContain("encoding");
    expect(Object(taken).required).toEqual(["scheme", "header"]);
  });

  it("use only JSON Schema's keywords: none of OpenAPI 3.0's, none of their own", () => {
    const unknown = schemas.flatMap(([pointer, node]) =>
      Object.keys(node)
        .filter((key) => !KEYWORDS.has(key) && !/\/(required|enum|type|anyOf|oneOf)$/.test(pointer))
        .map((key) => `${pointer}/${key}`),
    );
    expect(unknown).toEqual([]);
  });

  it("have a type, a choice or a reference unless they are empty", () => {
    for (const [pointer, node] of schemas) {
      if (Array.isArray(node) || Object.keys(node).length === 0) continue;
      expect(
        ["type", "$ref", "anyOf", "oneOf"].some((key) => key in node),
        pointer,
      ).toBe(true);
      const types = [node.type ?? []].flat() as string[];
      for (const type of types)
        expect(
          ["string", "integer", "number", "boolean", "array", "object", "null"],
          pointer,
        ).toContain(type);
      if (types.includes("array")) expect(node.items, pointer).toBeDefined();
      if (node.enum)
        expect(new Set(node.enum as unknown[]).size, pointer).toBe((node.enum as unknown[]).length);
      for (const name of (node.required as string[] | undefined) ?? [])
        expect(Object.keys(node.properties as Node), pointer).toContain(name);
    }
  });

  it("put no pattern on a string that has a maxLength", () => {
    expect(
      schemas
        .filter(([, node]) => "pattern" in node && "maxLength" in node)
        .map(([pointer]) => pointer),
    ).toEqual([]);
  });

  it("describe a boolean as in JSON, not as in a query", () => {
    const isBoolean = ({ type, anyOf = [] }: Node): boolean =>
      [type].flat().includes("boolean") || (anyOf as Node[]).some(isBoolean);
    const booleans = schemas.filter(([, node]) => isBoolean(node));
    expect(booleans.length).toBeGreaterThan(20);
    expect(
      booleans
        .filter(([, { description }]) => /`[01]`/.test(String(description)))
        .map(([pointer]) => pointer),
    ).toEqual([]);
  });

  it("don't bound integers by the limits of JavaScript", () => {
    const bounds = schemas.flatMap(([pointer, node]) =>
      [node.minimum, node.maximum]
        .filter((bound) => Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER)
        .map(() => pointer),
    );
    expect(bounds).toEqual([]);
  });

  it("are open to members that are not described, but tests hold answers to those that are", async () => {
    const closed = schemas.filter(([, node]) => node.additionalProperties === false);
    // Without a filter that is not known, more leads would be found than are meant.
    expect(closed.map(([pointer]) => pointer).toSorted()).toEqual([
      "#/components/schemas/LeadFilter",
      "#/components/schemas/SegmentFilterInput",
    ]);
    const tag = all.find(({ operation }) => operation.operationId === "getTag")!.operation;
    const { schema } = tag.responses[200]!.content!["application/json"]!;
    const example = (document.components.schemas.Tag as { examples: object[] }).examples[0]!;
    expect(await faults(schema, { data: example })).toEqual([]);
    expect(await faults(schema, { data: { ...example, color: "red" } })).not.toEqual([]);
    expect(await faults(schema, { data: example, color: "red" })).not.toEqual([]);
  });

  it("of bodies have examples", () => {
    for (const { operation } of all) {
      const body = operation.requestBody?.content["application/json"]?.schema;
      if (!body) continue;
      const schema = document.components.schemas[refersTo(body)] as Node;
      expect((schema.examples as unknown[])?.length, operation.operationId).toBeGreaterThan(0);
    }
  });

  it("have names: lists of values, objects, and whole bodies", () => {
    const isComponent = (pointer: string) => /^#\/components\/schemas\/[^/]+$/.test(pointer);
    const inline = schemas.filter(
      ([pointer, node]) => !isComponent(pointer) && ("properties" in node || "enum" in node),
    );
    expect(inline.map(([pointer]) => pointer)).toEqual([]);
    const bodies = everything.filter(([pointer]) => pointer.endsWith("/application/json/schema"));
    expect(bodies.length).toBeGreaterThan(100);
    for (const [pointer, node] of bodies) expect(Object.keys(node), pointer).toEqual(["$ref"]);
  });

  it("say of ids, which may be longer than 32 bits, that they are, and where they begin", () => {
    for (const [pointer, node] of schemas) {
      const isId = /\/((\w+_)?ids?)(\/items)?$/.test(pointer);
      if (isId && [node.type].flat().includes("integer"))
        expect(node, pointer).toMatchObject({ format: "int64", minimum: expect.any(Number) });
    }
  });

  it("tell the nodes of a scenario, and events, by their type", () => {
    // The type of schemas has no discriminator.
    const { KnownNode, Event, ScenarioNode } = document.components.schemas as unknown as Record<
      string,
      Discriminated
    >;
    expect(Object.keys(KnownNode!.discriminator.mapping)).toEqual(Object.keys(nodeDefinitions));
    expect(Object.keys(Event!.discriminator.mapping)).toEqual(eventTypes);
    expect(ScenarioNode).toMatchObject({
      anyOf: ["KnownNode", "OtherNode"].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    });
  });

  it("that a discriminator tells apart have the property themselves, of one value", () => {
    const unions = schemas.flatMap(([, { oneOf, discriminator }]) =>
      discriminator ? [{ oneOf, discriminator } as Discriminated] : [],
    );
    expect(unions.length).toBeGreaterThan(1);
    for (const { oneOf, discriminator } of unions) {
      const { mapping, propertyName } = discriminator;
      expect(oneOf.map(({ $ref }) => $ref)).toEqual(Object.values(mapping));
      for (const [value, reference] of Object.entries(mapping)) {
        const option = document.components.schemas[reference.split("/").at(-1)!] as Node;
        expect(option.properties).toMatchObject({ [propertyName]: { const: value } });
        expect(option, reference).not.toHaveProperty("allOf");
      }
    }
  });

  it("have component names that a generator can use", () => {
    for (const name of Object.keys(document.components.schemas))
      expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
  });
});

const isWebhook = (path: string) => path.startsWith("/webhooks/");
const isPage = (path: string) => path.startsWith("/u/");
const isDoor = (path: string) => path.startsWith("/in/");
const isOfApi = (path: string) => !isWebhook(path) && !isPage(path) && !isDoor(path);

describe("each operation", () => {
  it.each(named)("%s is described", (_, { operation, path }) => {
    expect(operation.summary).toMatch(/^[A-Z].{5,}[^.]$/);
    expect(operation.tags).toHaveLength(1);
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
    expect(inPath.map(({ name }) => name)).toEqual(placeholders);
    for (const parameter of inPath) expect(parameter.required).toBe(true);
    const names = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(named)("%s describes its answers", (_, { operation, method, path }) => {
    const { responses } = operation;
    const successes = Object.entries(responses).filter(([status]) => Number(status) < 300);
    const isHandshake = isWebhook(path) && method === "GET";
    const isText = isHandshake || path === "/metrics";
    const isDownload = /^\/v1\/(backup|media|export)-files\//.test(path);
    const binary = path.startsWith("/v1/media-files/") ? "*/*" : "application/octet-stream";
    const text = isText ? "text/plain" : "application/json";
    const shown = isPage(path) ? "text/html" : text;
    const type = isDownload ? binary : shown;
    for (const [, response] of successes) {
      expect(response.content?.[type]?.schema).toBeDefined();
      // A generator of clients makes one type of all content.
      expect(Object.keys(response.content!)).toEqual([type]);
    }
    for (const response of Object.values(responses)) {
      expect(response.description).toMatch(/\w/);
      expect(response.headers).toHaveProperty("X-Request-Id");
    }
    const isPublic = operation.security?.length === 0;
    if (isHandshake)
      return expect(Object.keys(responses)).toEqual(["200", "403", "404", "429", "5XX"]);
    if (isWebhook(path))
      return expect(Object.keys(responses)).toEqual([
        "200",
        "401",
        "403",
        "404",
        "408",
        "413",
        "422",
        "429",
        "5XX",
      ]);
    if (isDoor(path))
      return expect(Object.keys(responses)).toEqual(
        expect.arrayContaining(["202", "401", "403", "404", "413", "415", "422", "429", "5XX"]),
      );
    if (isDownload)
      return expect(Object.keys(responses)).toEqual(
        expect.arrayContaining(["200", "206", "403", "404", "416", "422", "5XX"]),
      );
    if (path === "/healthz")
      return expect(Object.keys(responses)).toEqual(["200", "301", "503", "5XX"]);
    if (isPage(path))
      return expect(Object.keys(responses)).toEqual(
        expect.arrayContaining(["200", "404", "429", "503", "5XX"]),
      );
    if (isPublic)
      return expect(Object.keys(responses)).toEqual(
        expect.arrayContaining(["302", "404", "410", "503", "5XX"]),
      );
    expect(successes.length).toBeGreaterThan(0);
    const operators = operation.security?.some((scheme) => "operator" in scheme) ?? false;
    const wanted: [status: number | string, when: boolean][] = [
      [401, true],
      [403, true],
      [404, path.includes("{") || operators],
      [408, operation.requestBody !== undefined],
      [413, method !== "GET"],
      [415, "application/json" in (operation.requestBody?.content ?? {})],
      [422, path.startsWith("/v1/")],
      [429, true],
      ["5XX", true],
    ];
    for (const [status, when] of wanted) expect(status in responses, `${status}`).toBe(when);
    expect(responses[429]?.headers ?? { "Retry-After": 1 }).toHaveProperty("Retry-After");
    expect(responses).not.toHaveProperty("400");
    // The value of a contact must not stand in a URL, which is logged.
    if (operation.operationId === "deleteSuppressedContact") return;
    if (method === "GET" || method === "DELETE") expect(operation.requestBody).toBeUndefined();
  });

  it.each(named)("%s names its query parameters as the service reads them", (_, { operation }) => {
    for (const { name, schema } of operation.parameters.filter(
      (parameter) => parameter.in === "query",
    )) {
      expect(name.endsWith("[]"), name).toBe((schema as Node).type === "array");
    }
  });

  it("that lists takes a cursor and 10 to 100 results per page", () => {
    const lists = all.filter(({ operation }) => {
      const schema = operation.responses[200]?.content?.["application/json"]?.schema;
      return schema && /(Page|LeadExportAnswer)\.closed$/.test(refersTo(schema));
    });
    expect(lists.length).toBeGreaterThan(8);
    for (const { operation } of lists) {
      const parameter = (name: string) =>
        (operation as Operation).parameters.find((one) => one.in === "query" && one.name === name)
          ?.schema;
      expect(parameter("per_page"), operation.operationId).toMatchObject({
        type: "integer",
        minimum: 10,
        maximum: 100,
        default: 25,
      });
      expect(parameter("cursor"), operation.operationId).toMatchObject({ type: "string" });
      const others = operation.responses[200]!["x-other-content"] ?? {};
      expect(Object.keys(others)).toEqual(["text/csv", "application/x-ndjson"]);
    }
  });

  /** A POST of the API that writes. */
  const isKeyed = ({ operation, method, path }: Route) =>
    method === "POST" && isOfApi(path) && operation["x-tool"] !== "read";

  it("takes an Idempotency-Key if it is a POST that writes, and only then", () => {
    for (const route of all) {
      const { operationId, parameters } = route.operation;
      const takes = parameters.some(({ name }) => name === "Idempotency-Key");
      expect(takes, operationId).toBe(isKeyed(route));
    }
  });

  it("takes a Bookmark if it is a GET of a tenant, and gives one to tenants", () => {
    for (const { operation, method } of all) {
      const isTenants = operation.security === undefined;
      const { operationId, parameters, responses } = operation;
      const takes = parameters.some(({ name }) => name === "Bookmark");
      expect(takes, operationId).toBe(isTenants && method === "GET");
      for (const [status, { headers }] of Object.entries(responses))
        expect("Bookmark" in headers!, operationId).toBe(isTenants && Number(status) < 300);
    }
  });

  it("documents the optional headers: of repeated answers, ignored members and a 503", () => {
    for (const route of all) {
      const { operation, path } = route;
      for (const [status, { headers }] of Object.entries(operation.responses)) {
        const optional = Object.entries(headers!).flatMap(([name, { required }]) =>
          required ? [] : [name],
        );
        const isReplayed = isKeyed(route) && Number(status) < 300;
        const isOfBody =
          operation.requestBody && isOfApi(path) && (Number(status) < 300 || status === "422");
        expect(optional, `${operation.operationId} ${status}`).toEqual([
          ...(status === "5XX" ? ["Retry-After"] : []),
          ...(status === "200" && operation.operationId === "getUsage" ? ["RateLimit"] : []),
          ...(status === "429" && operation.security?.length !== 0 ? ["RateLimit"] : []),
          ...(isOfBody ? ["X-Ignored-Members"] : []),
          ...(isReplayed ? ["Idempotent-Replayed"] : []),
        ]);
      }
    }
  });

  it("requires its body, unless it says that the body is optional", () => {
    const optional = all.filter(
      ({ operation }) => operation.requestBody && !operation.requestBody.required,
    );
    expect(optional.map(({ operation }) => operation.operationId)).toEqual([
      "recoverBackups",
      "createBackup",
      "restoreBackup",
      "createImport",
      "optOutLead",
      "optInLead",
      "copyScenario",
      "checkScenario",
      "publishScenarioDraft",
    ]);
    for (const { operation } of optional)
      expect(operation).toMatchObject({ description: expect.stringContaining("Without a body") });
  });

  it("that Meta calls says what a call must contain", () => {
    for (const { operation, method } of all.filter(({ path }) => isWebhook(path))) {
      const required = operation.parameters
        .filter((parameter) => parameter.required && parameter.in !== "path")
        .map(({ name }) => name);
      expect(required).toEqual(
        method === "GET"
          ? ["hub.mode", "hub.verify_token", "hub.challenge"]
          : ["X-Hub-Signature-256"],
      );
      expect(operation.requestBody?.required).toBe(method === "GET" ? undefined : true);
    }
  });

  it("exists for every kind of resource", () => {
    for (const path of [
      "tags",
      "leads",
      "scenarios",
      "channels",
      "conversations",
      "short-links",
      "events",
      "tokens",
      "workspaces",
      "me",
    ])
      expect(hasPath(`/v1/${path}`)).toBe(true);
  });
});
