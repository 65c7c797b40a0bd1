import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, call, newWorkspace, unique } from "../support/api";
import { openapi, type Route, routes } from "../support/document";
import { testEnv } from "../support/env";
import { idsFor, newResources } from "../support/resources";

// Every field of every body of the document, with values of every kind that JSON can hold. What is answered is a 422 that names
// the field, or a success that gives back what was sent.

type Body = Record<string, unknown>;
type Schema = { $ref?: string; properties?: Record<string, Schema>; anyOf?: Schema[]; items?: Schema; examples?: Body[] };

const { components } = await openapi();
const resolve = (schema: Schema): Schema => (schema.$ref ? (components.schemas[schema.$ref.split("/").at(-1)!] as Schema) : schema);
const withBody = (await routes()).filter(({ operation }) => operation.requestBody);
const schemaOf = ({ operation }: Route) => resolve(operation.requestBody!.content["application/json"]!.schema as Schema);

let client: Client;
let ids: Record<string, number>;

beforeAll(async () => {
  client = await newWorkspace();
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Fresh rows for every operation. */
async function prepare() {
  client = await newWorkspace();
  ({ ids } = await newResources(client));
}

/** A token of its own, so that no test is rate limited. */
async function tokenFor({ operation }: Route): Promise<string> {
  if (operation.security?.some((scheme) => "operator" in scheme)) return testEnv.OPERATOR_TOKEN;
  return (await client.post("/tokens", { name: "Own" })).body.data.token;
}

const pathOf = ({ path, operation }: Route) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(idsFor(operation.operationId, ids)[name]));

/** A valid body of which nothing is taken yet; for what stands inside a member, one with the member where an example has it. */
function validBody(route: Route, [member = "", ...inside]: string[] = []): Body {
  const examples = schemaOf(route).examples!;
  const body: Body = structuredClone(examples.findLast((example) => inside.length > 0 && member in example) ?? examples.at(-1)!);
  for (const field of Object.keys(body)) {
    if (/tag_ids$/.test(field)) body[field] = [ids.tag];
    if (field === "lead_id" || field === "channel_id") body[field] = ids[field.replace("_id", "")];
    if (["label", "slug", "ext_id"].includes(field)) body[field] = `new-${unique()}`;
    if (field === "external_id") body[field] = String(unique());
    if (field === "email") body[field] = `new-${unique()}@example.com`;
    if (field === "phone") body[field] = `+3361${String(unique()).padStart(7, "0")}`;
  }
  return body;
}

/** The paths of a schema's fields, those in objects and in the first item of arrays included. */
function fieldsOf(schema: Schema, path: string[] = []): string[][] {
  const { properties, anyOf, items } = resolve(schema);
  const members = Object.entries(properties ?? {}).flatMap(([name, member]) => [[...path, name], ...fieldsOf(member, [...path, name])]);
  return [...members, ...(anyOf ?? []).flatMap((option) => fieldsOf(option, path)), ...(items ? fieldsOf(items, [...path, "0"]) : [])];
}

/** The schema of the field at the path. */
const schemaAt = (schema: Schema, path: string[]): Schema =>
  path.reduce((inner, key) => {
    const options = [resolve(inner), ...(resolve(inner).anyOf ?? []).map(resolve)];
    return options.map(({ properties, items }) => properties?.[key] ?? (isBranch(key) ? items : undefined)).find(Boolean)!;
  }, schema);

const isBranch = (key: string | undefined) => key !== undefined && /^\d+$/.test(key);

/** The body's JSON text with another value at the path. */
function withText(body: Body, path: string[], json: string) {
  const mark = "«here»";
  if (path[0] === "nodes") delete body.edges;
  let target = body as Record<string, unknown>;
  path.slice(0, -1).forEach((key, depth) => {
    target[key] ??= isBranch(path[depth + 1]) ? [{}] : {};
    target = target[key] as Body;
  });
  target[path.at(-1)!] = mark;
  return JSON.stringify(body).replace(JSON.stringify(mark), () => json);
}

const at = (value: unknown, path: string[]): unknown => path.reduce((inner: unknown, key) => (inner as Body | undefined)?.[key], value);

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

const values: Record<string, string> = {
  number: "7",
  fraction: "7.5",
  "negative number": "-7",
  string: '"some text"',
  "empty string": '""',
  boolean: "true",
  array: "[]",
  "array of numbers": "[7]",
  "array of objects": '[{"a":1}]',
  object: "{}",
  "object with members": '{"a":{"b":[1,"x",null,true]}}',
  null: "null",
  "70,000 characters": JSON.stringify("x".repeat(70_000)),
  "70,000 emoji": JSON.stringify("🙂".repeat(70_000)),
  "lone surrogate": '"a\\ud800b"',
  "lone low surrogate": '"\\udfff"',
  NUL: '"a\\u0000b"',
  "NUL inside": '{"a":["\\u0000"]}',
  "NUL in a key": '{"a\\u0000b":1}',
  __proto__: '{"__proto__":{"admin":true}}',
  constructor: '{"constructor":{"prototype":{"admin":true}},"toString":1}',
  "5,000 levels of objects": nested(5000),
  "5,000 levels of arrays": `${"[".repeat(5000)}${"]".repeat(5000)}`,
  "2^53 + 1": "9007199254740993",
  "-(2^53 + 1)": "-9007199254740993",
  "20 digits": "12345678901234567890",
  "2^53 + 1 inside": '{"a":9007199254740993}',
  "1e400": "1e400",
  "1e400 inside": '{"a":[1e400]}',
  "-0": "-0",
  "quotes and wildcards": '"\'; drop table leads; -- %_\\"\\\\"',
};

/** What of the sent value a field keeps: a map all of it, an object with declared members only those. */
function kept(sent: unknown, schema: Schema, path: string[], back: unknown) {
  const { properties, anyOf } = resolve(schema);
  const declared = properties ?? anyOf?.map(resolve).find((option) => option.properties)?.properties;
  // What is sent as `data` is merged into what is there.
  if (path[0] === "data" && sent?.constructor !== Array) {
    const members = Object.keys(sent as Body);
    return [sent, Object.fromEntries(members.map((name) => [name, (back as Body)[name]]))];
  }
  if (!declared || typeof sent !== "object" || Array.isArray(sent)) return [sent, back];
  return Object.keys(declared).flatMap((name) => (Object.hasOwn(sent!, name) ? [(sent as Body)[name], (back as Body)[name]] : []));
}

async function stored(route: Route, answer: Body, field: string) {
  if (field !== "data" && field !== "enrolled_at") return answer;
  const { body } = await call("GET", "/v1/leads/export", { token: client.token });
  return body.data.find((lead: Body) => lead.id === (route.operation.operationId === "updateLead" ? ids.lead : answer.id));
}

describe("a field of a wrong kind", () => {
  it.each(withBody.map((route) => [route.operation.operationId, route] as const))(
    "%s refuses by name, or stores as it was sent",
    async (_, { ...route }) => {
      await prepare();
      for (const path of fieldsOf(schemaOf(route))) {
        const token = await tokenFor(route);
        for (const [kind, json] of Object.entries(values)) {
          const raw = withText(validBody(route, path), path, json);
          const headers = { "Content-Type": "application/json" };
          const { status, body, text } = await call(route.method, pathOf(route), { token, raw, headers });
          const what = `${path.join(".")}: ${kind} answered ${status}: ${text.slice(0, 200)}`;
          // A reference that is not there, or a token that would outgrow the one that asks, is refused for what it says.
          if (status === 403) continue;
          if (status >= 300) {
            expect(status, what).toBe(422);
            const named = Object.keys(body.errors).filter(
              (key) => key === path.join(".") || key.startsWith(`${path.join(".")}.`) || path.join(".").startsWith(key),
            );
            expect(named, what).not.toEqual([]);
            for (const key of named)
              for (const message of body.errors[key]) expect(message, what).toContain(key.includes(".") ? key : key.replaceAll("_", " "));
            continue;
          }
          const back = at(await stored(route, body.data, path[0]!), path);
          const sent = JSON.parse(json);
          // Nothing was said: the field's default, or what it was. Some fields, such as `lead_id`, don't come back.
          if (sent === null || sent === "" || back === undefined) continue;
          // A platform always has a default: false does not undo it.
          if (path[0] === "is_default" && back === true) continue;
          // A message's id is its provider's first word on it.
          if (route.operation.operationId === "reportMessageStatus" && path[0] === "external_id") continue;
          const [wanted, found] = kept(sent, schemaAt(schemaOf(route), path), path, back);
          expect(JSON.stringify(found), what).toBe(JSON.stringify(typeof found === "boolean" ? wanted === true || wanted === 1 : wanted));
        }
      }
    },
  );
});

const headers = { "Content-Type": "application/json" };

describe("a body that is no JSON object", () => {
  const bodies: Record<string, BodyInit> = {
    nothing: "",
    spaces: "  \n",
    "half an object": '{"label":"x"',
    "a trailing comma": '{"label":"x",}',
    "two objects": "{}{}",
    "single quotes": "{'label':'x'}",
    NaN: '{"label":NaN}',
    "an array": '[{"label":"x"}]',
    "a string": '"label"',
    "a number": "7",
    null: "null",
    true: "true",
    "invalid UTF-8": new Uint8Array([...new TextEncoder().encode('{"label":"'), 0xff, 0xfe, ...new TextEncoder().encode('"}')]),
    "an overlong encoding": new Uint8Array([...new TextEncoder().encode('{"label":"'), 0xc0, 0x80, ...new TextEncoder().encode('"}')]),
    "UTF-16": new Uint8Array([...'{"label":"x"}'].flatMap((character) => [character.charCodeAt(0), 0])),
    "a raw NUL": '{"label":"a\0b"}',
    "300,000 levels": "[".repeat(300_000),
    "a form": "label=x",
    html: "<p>",
  };

  it.each(withBody.map((route) => [route.operation.operationId, route] as const))(
    "%s refuses, with the error on `body`",
    async (_, { ...route }) => {
      await prepare();
      for (const [what, raw] of Object.entries(bodies)) {
        const { status, body, text } = await call(route.method, pathOf(route), { token: await tokenFor(route), raw, headers });
        expect({ status, fields: Object.keys(body.errors ?? {}) }, `${what}: ${text}`).toEqual({ status: 422, fields: ["body"] });
      }
    },
  );

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "text/json",
    "application/json+x",
    "json",
    "",
  ])("refuses the content type %j", async (type) => {
    const { status, body } = await call("POST", "/v1/tags", {
      token: client.token,
      raw: '{"label":"x"}',
      headers: { "Content-Type": type },
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ body: ["The Content-Type header must be application/json."] });
  });

  it.each([
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/json;",
    " application/json ; charset=UTF-8",
    "application/merge-patch+json",
    "application/vnd.acme.v2+json",
  ])("takes the content type %j, body and all", async (type) => {
    const label = `Typed ${unique()}`;
    const { status, body } = await call("POST", "/v1/tags", {
      token: client.token,
      raw: JSON.stringify({ label }),
      headers: { "Content-Type": type },
    });
    expect({ status, label: body.data?.label }).toEqual({ status: 201, label });
  });

  it("takes a byte order mark before the object, and one inside a string as text", async () => {
    const raw = `\ufeff{"label":"a\ufeffb ${unique()}"}`;
    const { status, body } = await call("POST", "/v1/tags", { token: client.token, raw, headers });
    expect(status).toBe(201);
    expect(body.data.label).toContain("a\ufeffb");
  });

  it("takes the last of duplicate members, as JSON.parse does", async () => {
    const [first, last] = [`First ${unique()}`, `Last ${unique()}`];
    const { body } = await call("POST", "/v1/tags", { token: client.token, raw: `{"label":"${first}","label":"${last}"}`, headers });
    expect(body.data.label).toBe(last);
  });

  it("refuses __proto__ as a member of the body, and takes other names of Object's as unknown members", async () => {
    const send = (raw: string) => call("POST", "/v1/tags", { token: client.token, raw, headers });
    expect((await send(`{"label":"P ${unique()}","__proto__":{"description":"x"}}`)).body.errors).toEqual({
      body: ["The body field format is invalid."],
    });
    const { status, body } = await send(
      `{"label":"P ${unique()}","constructor":{"prototype":1},"hasOwnProperty":1,"toString":null,"valueOf":[]}`,
    );
    expect(status).toBe(201);
    expect(Object.hasOwn(body.data, "hasOwnProperty")).toBe(false);
    expect((await send('{"__proto__":{"label":"x"}}')).status).toBe(422);
  });

  it("gives maps back exactly as they were sent", async () => {
    const variables = {
      "": "empty key",
      constructor: { prototype: [] },
      "a.b": 1,
      "ключ 🙂": "\u2028\u2029 e\u0301",
      deep: { "0": [[[]], -0.5, 1e-7, 9007199254740991] },
      " kept ": " kept ",
    };
    const lead = await client.post("/leads", { first_name: "Map", variables, data: variables });
    expect(lead.status).toBe(201);
    expect(lead.body.data.variables).toEqual(variables);
    const { body } = await client.get("/leads/export?name=Map");
    expect(body.data[0].data).toEqual(variables);
  });
});

describe("a list of 130,000 items", () => {
  it.each([
    ["distinct", (index: number) => index + 1],
    ["wrong", () => "a"],
    ["equal", () => 1],
  ])("is refused with a bounded answer when they are %s", async (_, item) => {
    const list = Array.from({ length: 130_000 }, (_, index) => item(index));
    const { status, text } = await client.patch(`/leads/${ids.lead}`, undefined, {
      raw: JSON.stringify({ attach_tag_ids: list, detach_tag_ids: [1] }),
      headers,
    });
    expect(status).toBe(422);
    expect(text.length).toBeLessThan(200_000);
  });
});

describe("keys with a backslash", () => {
  const sendRaw = (raw: string) => client.post("/leads", undefined, { raw, headers: { "Content-Type": "application/json" } });

  it.each(['{"first_name":"A","variables":{"ville":"x","\\\\u00":1}}', '{"first_name":"A","variables":{"a\\u005Cb":1}}', '{"\\\\":1}'])(
    "are refused: %s",
    async (raw) => {
      expect((await sendRaw(raw)).body.errors).toEqual({ body: ["A key must not contain a backslash."] });
    },
  );

  it("never change the keys of anybody's later request", async () => {
    await sendRaw('{"first_name":"A","variables":{"cité":"x","\\\\u00":1}}');
    await client.get(`/leads?cursor=${btoa('{"bourg":"x","\\\\u00":1}').replaceAll("=", "")}`);
    for (const town of ["cité", "bourg"]) {
      const { body } = await sendRaw(`{"first_name":"B","variables":{"${town}":"Paris","\\u00e9tat":1}}`);
      expect(body.data.variables).toEqual({ [town]: "Paris", état: 1 });
    }
  });

  it("are looked for in one pass, whatever the text", async () => {
    for (const hostile of ['\\"'.repeat(500_000), '"'.repeat(1_000_000), '"":'.repeat(300_000)]) {
      expect((await sendRaw(`"\\\\${hostile}`)).body.errors).toEqual({ body: ["The body must be valid JSON in UTF-8."] });
    }
  });

  it("are no matter in values, nor are other escapes in keys", async () => {
    const { body } = await sendRaw('{"first_name":"C:\\\\dir","variables":{"a\\n\\u00e9\\"":"\\\\ \\\\"}}');
    expect(body.data).toMatchObject({ first_name: "C:\\dir", variables: { 'a\né"': "\\ \\" } });
  });
});
