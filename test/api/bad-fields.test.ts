import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, call } from "../support/api";
import {
  type BodySchema,
  optionsOf,
  pathOf,
  resolved,
  schemaOf,
  tokenFor,
  withBody,
} from "../support/bodies";
import { faults, type Route } from "../support/document";
import {
  isReference,
  kindsOf,
  type Resources,
  referringTo,
  resources,
  withNewValues,
} from "../support/examples";
import { setQuotas } from "../support/quotas";
import { rowsOf } from "../support/rows";

// Sends every field of every body in the document with every kind of JSON value. The answer must be
// a 422 that names the field, or a success that returns the value. Fields are sent together, as a
// 422 names all invalid ones; those that it does not name are then sent together again, until they
// are accepted. Fields that are neither named nor accepted are sent alone.

type Body = Record<string, unknown>;

let shared: Resources;

beforeAll(async () => {
  shared = await resources();
  await setQuotas(shared.client, { channels: 200 });
});

/**
 * A valid body with new unique values. For a nested field, one that has the outer member if any
 * example has.
 */
function validBody(route: Route, own: Resources, [member = "", ...inside]: string[] = []): Body {
  const examples = schemaOf(route).examples!;
  const example =
    examples.findLast((one) => inside.length > 0 && member in one) ?? examples.at(-1)!;
  return structuredClone(withNewValues(referringTo(example, own)));
}

/**
 * The paths of a schema's fields, also in objects, and of the first item of arrays and what is in
 * it, unless anything is allowed.
 */
function fieldsOf(schema: BodySchema, path: string[] = []): string[][] {
  const { properties, items } = resolved(schema);
  const options = optionsOf(schema);
  if (options.some((option) => Object.keys(option).length === 0)) return [];
  const members = Object.entries(properties ?? {}).flatMap(([name, member]) => [
    [...path, name],
    ...fieldsOf(member, [...path, name]),
  ]);
  const fields = [
    ...members,
    ...options.flatMap((option) => fieldsOf(option, path)),
    ...(items ? [[...path, "0"], ...fieldsOf(items, [...path, "0"])] : []),
  ];
  return [...new Map(fields.map((field) => [field.join("."), field])).values()];
}

/** A schema with all of its choices. */
const formsOf = (schema: BodySchema): BodySchema[] => [
  resolved(schema),
  ...optionsOf(schema).flatMap(formsOf),
];

/** The schema of the field at the path. */
const schemaAt = (schema: BodySchema, path: string[]): BodySchema =>
  path.reduce((inner, key) => {
    return formsOf(inner)
      .map(({ properties, items }) => properties?.[key] ?? (isBranch(key) ? items : undefined))
      .find(Boolean)!;
  }, schema);

const isBranch = (key: string | undefined) => key !== undefined && /^\d+$/.test(key);

/** The body's JSON text with another value at each of the paths. */
function withText(body: Body, paths: string[][], json: string) {
  const mark = "«here»";
  if (paths.some(([member]) => member === "nodes")) delete body.edges;
  for (const path of paths) {
    let target = body as Record<string, unknown>;
    path.slice(0, -1).forEach((key, depth) => {
      // A list may take texts or lists, of which the example has the former.
      if (typeof target[key] !== "object" || target[key] === null)
        target[key] = isBranch(path[depth + 1]) ? [{}] : {};
      target = target[key] as Body;
    });
    target[path.at(-1)!] = mark;
  }
  return JSON.stringify(body).replaceAll(JSON.stringify(mark), () => json);
}

const at = (value: unknown, path: string[]): unknown =>
  path.reduce((inner: unknown, key) => (inner as Body | undefined)?.[key], value);

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

/** A value of each kind. */
const values: Record<string, string> = {
  number: "7",
  "negative fraction": "-7.5",
  "text with quotes and wildcards": '"\'; drop table leads; -- %_\\"\\\\"',
  "empty string": '""',
  boolean: "true",
  array: "[]",
  "array of different kinds": '[7,{"a":1}]',
  object: "{}",
  "object with members":
    '{"a":{"b":[1,"x",null,true]},"constructor":{"prototype":{"admin":true}},"toString":1}',
  null: "null",
  "70,000 characters": JSON.stringify("x".repeat(70_000)),
  "lone surrogate": '"a\\ud800b"',
};

/** Further values, each of which one function takes or refuses for all operations. */
const furtherValues: Record<string, string> = {
  "-0": "-0",
  fraction: "7.5",
  "negative number": "-7",
  string: '"some text"',
  "array of numbers": "[7]",
  "array of objects": '[{"a":1}]',
  "70,000 emoji": JSON.stringify("🙂".repeat(70_000)),
  "lone low surrogate": '"\\udfff"',
  NUL: '"a\\u0000b"',
  "NUL inside": '{"a":["\\u0000"]}',
  "NUL in a key": '{"a\\u0000b":1}',
  __proto__: '{"__proto__":{"admin":true}}',
  "5,000 levels of objects": nested(5000),
  "5,000 levels of arrays": `${"[".repeat(5000)}${"]".repeat(5000)}`,
  "2^53 + 1": "9007199254740993",
  "-(2^53 + 1)": "-9007199254740993",
  "20 digits": "12345678901234567890",
  "2^53 + 1 inside": '{"a":9007199254740993}',
  "1e400": "1e400",
  "1e400 inside": '{"a":[1e400]}',
};
/** The operations that are sent the further values too. */
const TRIED = ["createLead", "updateLead", "createScenario", "sendMessage", "updateSettings"];

const valuesFor = ({ operation }: Route) =>
  Object.entries({
    ...values,
    ...(TRIED.includes(operation.operationId) && furtherValues),
  });

/**
 * The sent and returned values to compare: maps as a whole, of other objects only the declared
 * members.
 */
function kept(sent: unknown, schema: BodySchema, path: string[], back: unknown) {
  const declared = [resolved(schema), ...optionsOf(schema)].find(
    (option) => option.properties,
  )?.properties;
  // The members of `data` are merged into the stored ones.
  if (path[0] === "data" && sent?.constructor !== Array) {
    const members = Object.keys(sent as Body);
    return [sent, Object.fromEntries(members.map((name) => [name, (back as Body)[name]]))];
  }
  if (!declared || typeof sent !== "object" || Array.isArray(sent)) return [sent, back];
  return Object.keys(declared).flatMap((name) =>
    Object.hasOwn(sent!, name) ? [(sent as Body)[name], (back as Body)[name]] : [],
  );
}

async function stored(route: Route, { client, ids }: Resources, answer: Body, field: string) {
  if (field !== "data" && field !== "enrolled_at") return answer;
  const { body } = await call("GET", "/v1/leads/export", { token: client.token });
  return body.data.find(
    (lead: Body) =>
      lead.id === (route.operation.operationId === "updateLead" ? ids.lead : answer.id),
  );
}

const holds = (outer: string[], inner: string[]) =>
  inner.join(".").startsWith(`${outer.join(".")}.`);

/**
 * Groups the fields into sets that one body can hold with this value: no field contains another,
 * and the body is not too large.
 */
function setsOf(fields: string[][], json: string) {
  const most = Math.floor(900_000 / new TextEncoder().encode(json).length);
  const sets: string[][][] = [];
  for (const field of fields) {
    const set = sets.find(
      (set) =>
        set.length < most && !set.some((other) => holds(other, field) || holds(field, other)),
    );
    if (set) set.push(field);
    else sets.push([field]);
  }
  return sets;
}

type Errors = Record<string, string[]>;

/** True if an object that was made for this field alone lacks another member that it needs. */
const lacksOthers = (errors: Errors, path: string[]) =>
  Object.entries(errors).every(
    ([key, messages]) =>
      holds(key.split(".").slice(0, -1), path) &&
      !isOn(path, key) &&
      messages.every((message) => message.endsWith("field is required.")),
  );

/** A path without the places in lists: an item may be at fault because another is unlike it. */
const inLists = (path: string[]) => path.map((key) => (isBranch(key) ? "*" : key));

const isOn = (field: string[], key: string) => {
  const [own, named] = [inLists(field), inLists(key.split("."))];
  return named.join(".") === own.join(".") || holds(own, named);
};

/** A field that lacks only because others lack too may be accepted without them. */
const ONLY_WITHOUT_OTHERS = /required when|^One of /;

/**
 * True if the errors on a field, or inside it, name it in their messages, whatever the other fields
 * are.
 */
function isNamed(errors: Errors, field: string[]) {
  const named = Object.keys(errors).filter((key) => isOn(field, key));
  return (
    named.length > 0 &&
    named.every(
      (key) =>
        saysSo(errors, key) && !errors[key]?.some((message) => ONLY_WITHOUT_OTHERS.test(message)),
    )
  );
}

const saysSo = (errors: Errors, key: string) =>
  errors[key]!.every((message) =>
    message.includes(key.includes(".") ? key : key.replaceAll("_", " ")),
  );

/** Checks the answer to a body with a value of this kind in one field. */
async function checkAlone(
  route: Route,
  own: Resources,
  path: string[],
  kind: string,
  json: string,
  { status, body, text }: Answer,
) {
  const what = `${path.join(".")}: ${kind} answered ${status}: ${text.slice(0, 200)}`;
  // A token that would have more abilities than its creator's is refused with 403.
  if (status === 403) return;
  // A database is registered once, a workspace backed up and a file imported once at a time, a
  // workspace restored if it is gone, and a source connected if it is of Calendly.
  const once = [
    ...["registerDatabase", "createBackup", "restoreBackup", "startImport", "connectSource"],
  ];
  if (status === 409 && once.includes(route.operation.operationId)) return;
  // A draft is gone once it is published.
  if (status === 404 && route.operation.operationId === "publishScenarioDraft") return;
  if (status >= 300) {
    expect(status, what).toBe(422);
    if (lacksOthers(body.errors, path)) return;
    const named = Object.keys(body.errors).filter(
      (key) => isOn(path, key) || holds(key.split("."), path),
    );
    expect(named, what).not.toEqual([]);
    for (const key of named) expect(saysSo(body.errors, key), what).toBe(true);
    return;
  }
  await checkStored(route, own, path, json, body, what);
}

/** Checks of an accepted body that its field may have this value, and has kept it. */
async function checkStored(
  route: Route,
  own: Resources,
  path: string[],
  json: string,
  body: Answer["body"],
  what: string,
) {
  const back = at(await stored(route, own, body.data, path[0]!), path);
  const sent = JSON.parse(json);
  // A batch answers with the errors of each lead.
  if (sent === null && route.operation.operationId !== "writeLeads")
    expect(await faults(schemaAt(schemaOf(route), path), sent), what).toEqual([]);
  // An absent value leaves the default or the old value. Some fields, such as `lead_id`, are not
  // returned.
  if (sent === null || sent === "" || back === undefined) return;
  // A platform always has a default channel: false does not change that.
  if (path[0] === "is_default" && back === true) return;
  // A secret is shown to nobody who gives it.
  if (path[0] === "secret" && back === null) return;
  // A message keeps the first id that its provider reports.
  if (route.operation.operationId === "reportMessageStatus" && path[0] === "external_id") return;
  const [wanted, found] = kept(sent, schemaAt(schemaOf(route), path), path, back);
  expect(JSON.stringify(found), what).toBe(
    JSON.stringify(typeof found === "boolean" ? wanted === true || wanted === 1 : wanted),
  );
}

/** A new token is used after this many requests, as the rate limit is by token. */
const REQUESTS_OF_A_TOKEN = 500;

type Send = (fields: string[][], json: string) => Promise<Answer>;

function senderFor(route: Route, own: Resources): Send {
  const { client, ids } = own;
  let token: string;
  let requests = 0;
  return async (fields, json) => {
    if (requests++ % REQUESTS_OF_A_TOKEN === 0) token = await tokenFor(route, client);
    const [first = []] = fields;
    const isOfOne = fields.every(([outer]) => outer === first[0]);
    const raw = withText(validBody(route, own, isOfOne ? first : []), fields, json);
    // A workspace has few sources.
    if (route.operation.operationId === "createSource")
      await rowsOf("delete from sources where id <> ?", ids.source);
    return call(route.method, pathOf(route, ids), {
      token,
      raw,
      headers: { "Content-Type": "application/json" },
    });
  };
}

/**
 * Sends a set of fields together, and those that are not refused by name again, until they are
 * accepted. Returns those about which the answers say nothing.
 */
async function undecided(
  route: Route,
  own: Resources,
  set: string[][],
  json: string,
  send: Send,
): Promise<string[][]> {
  if (set.length < 2) return set;
  const { status, body, text } = await send(set, json);
  if (status < 300) {
    for (const field of set)
      await checkStored(route, own, field, json, body, `${field.join(".")}: ${text.slice(0, 200)}`);
    return [];
  }
  const unnamed = set.filter((field) => status !== 422 || !isNamed(body.errors, field));
  const parts = partsOf(unnamed, unnamed.length === set.length);
  if (parts.length === 0) return unnamed;
  const left = [];
  for (const part of parts) left.push(...(await undecided(route, own, part, json, send)));
  return left;
}

/** A set of no more fields is not halved: as many requests tell each one's case. */
const FEW = 4;

/**
 * The fields to send together next: those inside the same outer field, which no other may exclude,
 * and the others. Where none of these was named, halves of them, down to a few that go alone. A
 * reference is sent alone, as the row that it happens to name may take no further fields.
 */
function partsOf(fields: string[][], isStuck: boolean): string[][][] {
  const parts = Map.groupBy(fields, (field) => {
    if (isReference(field.at(-1)!)) return field.join(".");
    const [outer = "", ...inside] = field;
    return inside.length > 0 ? outer : "";
  });
  if (!isStuck || parts.size > 1) return [...parts.values()];
  if (fields.length <= FEW) return [];
  const half = fields.length / 2;
  return [fields.slice(0, half), fields.slice(half)];
}

describe("a field of a wrong kind", () => {
  it.each(withBody.map((route) => [route.operation.operationId, route] as const))(
    "%s refuses it by name, or stores it as it was sent",
    async (_, { ...route }) => {
      // A POST only adds rows; a PUT or PATCH changes them, so it gets resources of its own. So
      // does the POST that suspends the workspace.
      const isAdding =
        route.method === "POST" && route.operation.operationId !== "suspendWorkspace";
      const own = isAdding ? shared : await resources(kindsOf(route));
      const send = senderFor(route, own);
      for (const [kind, json] of valuesFor(route)) {
        for (const set of setsOf(fieldsOf(schemaOf(route)), json)) {
          for (const field of await undecided(route, own, set, json, send))
            await checkAlone(route, own, field, kind, json, await send([field], json));
        }
      }
    },
  );
});
