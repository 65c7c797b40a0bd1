import { beforeAll, describe, expect, it } from "vitest";
import { type Client, call, clientOf, withAbilities } from "./support/api";
import { holdWorkers } from "./support/chunks";
import { faults, type Operation, openapi, type Route, routes } from "./support/document";
import { testEnv } from "./support/env";
import {
  type Body,
  bodySchemaOf,
  exampleOf,
  fileFor,
  isForeignKey,
  isList,
  isReadOnly,
  isReference,
  isTagList,
  kindOf,
  kindsOf,
  pathOf,
  type Resources,
  referringTo,
  resources,
  type Schema,
  withNewValues,
} from "./support/examples";
import { sendDue } from "./support/messaging";
import { idsFor, names, prepareFor } from "./support/resources";
import { rowsOf } from "./support/rows";
import { sharedResources } from "./support/shared-resources";

// Generated from the OpenAPI document, so that new operations are tested without being named here.
// A path parameter of a new kind needs a line in `newResources`; a new kind of reference in a body
// needs one in `isReference`.

const { components, paths } = await openapi();
const all = await routes();
const named = (list: Route[]) => list.map((route) => [route.operation.operationId, route] as const);
const isPublic = ({ operation }: Route) => operation.security?.length === 0;
const isOperators = ({ operation }: Route) =>
  operation.security?.some((scheme) => "operator" in scheme) ?? false;
const parametersOf = ({ operation }: Route, place: string) =>
  operation.parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);

const guarded = all.filter((route) => !isPublic(route));
const tenants = guarded.filter((route) => !isOperators(route));
const withPathIds = tenants.filter((route) => parametersOf(route, "path").length > 0);

const withBody = tenants.filter(bodySchemaOf);

/** A body in which every member has a wrong type. */
async function wrongBody(route: Route) {
  const wrong: Body = {};
  for (const [field, schema] of Object.entries(bodySchemaOf(route)?.properties ?? {})) {
    wrong[field] = (await faults(schema, "text")).length > 0 ? "text" : {};
  }
  return wrong;
}

/** A valid call of the operation, and invalid ones. */
async function calls(route: Route, own: Resources, ids: Record<string, number | string>) {
  const path = pathOf(route, ids);
  if (bodySchemaOf(route))
    return [
      { path, json: exampleOf(route, own) },
      { path: `${path}?unknown=1`, json: exampleOf(route, own) },
      { path, json: await wrongBody(route) },
      { path, raw: "{" },
    ];
  return [{ path }, { path: `${path}?unknown=1&per_page=1` }];
}

/** Sends all queued messages, and drops what webhook senders and analyses still have to do. */
async function finishSending() {
  const query = (text: string) => testEnv.DB.prepare(text);
  const [queued] = await testEnv.DB.batch<{ id: number }>([
    query("select distinct channel_id as id from messages where next_attempt_at is not null"),
    query(
      `update webhook_deliveries set status = 'failed', next_attempt_at = null
       where next_attempt_at is not null`,
    ),
    query(
      `update webhook_endpoints set next_event_id = null, next_at = null
       where next_at is not null`,
    ),
    query("update analyses set next_at = null where next_at is not null"),
  ]);
  for (const { id } of queued!.results) await sendDue(id);
}

/** A function of D1's takes 32 arguments at most. */
const MOST_ARGUMENTS = 30;

/** A row's columns as text. */
function textOf(columns: string[]): string {
  const quoted = columns.slice(0, MOST_ARGUMENTS).map((column) => `quote(${column})`);
  const text = `concat_ws(', ', ${quoted})`;
  const others = columns.slice(MOST_ARGUMENTS);
  return others.length > 0 ? `${text} || ', ' || ${textOf(others)}` : text;
}

/**
 * The rows of the shared workspaces in every table, without what may change by itself; of all
 * workspaces together, how many rows each table has.
 */
async function everything() {
  await finishSending();
  const ids = JSON.stringify([ours, theirs].map(({ client }) => client.workspaceId));
  const texts = tables.map(
    ({ name, owner, columns }) =>
      `(select count(*) from ${name}) || char(10) || coalesce((
         select group_concat(${textOf(columns)}, char(10))
         from ${name} where ${owner} in (select value from json_each(?1))), '') as ${name}`,
  );
  return testEnv.DB.prepare(`select ${texts}`).bind(ids).first<Record<string, string>>();
}

/** The number of all rows that were written. */
const writes = async () => (await rowsOf<{ n: number }>("select total_changes() as n"))[0]?.n;

type Compared = { rows: Awaited<ReturnType<typeof everything>>; writes: number | undefined };

/** The rows as the last test left them, and how many writes there had been. */
let compared: Compared | undefined;

/** Begins to compare `everything`. What this returns expects that nothing has changed. */
async function comparing() {
  const before = compared ?? { rows: await everything(), writes: await writes() };
  compared = undefined;
  return async () => {
    if ((await writes()) !== before.writes) expect(await everything()).toEqual(before.rows);
    compared = { rows: before.rows, writes: await writes() };
  };
}

const abilitiesIn = () => {
  const { enum: abilities } = components.schemas.Ability as { enum: string[] };
  return abilities.filter((ability) => ability !== "*");
};

/** The clients with certain abilities, by workspace and abilities: a workspace has few tokens. */
const limited = new Map<string, Promise<Client>>();

function limitedTo(client: Client, abilities: string[]): Promise<Client> {
  const name = `${client.workspaceId} ${abilities}`;
  const known = limited.get(name);
  if (known) return known;
  compared = undefined;
  const made = withAbilities(client, ...abilities);
  limited.set(name, made);
  return made;
}

let ours: Resources;
let theirs: Resources;
/** Every table, and what says whose its rows are: in some, all rows are read. */
let tables: { name: string; owner: string; columns: string[] }[];
/**
 * They record that requests were made, and count what earlier ones have stored once something else
 * is counted.
 */
const LATER = [
  "last_used_at",
  "api_requests",
  ...["stored_bytes", "day_bytes", "month_bytes", "year_bytes", "events_to", "acts_to"],
];

beforeAll(async () => {
  // Work that one operation leaves them would change what the next one is compared by.
  await holdWorkers();
  const rows = await rowsOf<{ name: string; columns: string }>(
    `select tables.name, json_group_array(columns.name) as columns
     from sqlite_master as tables, pragma_table_info(tables.name) as columns
     where tables.type = 'table' and tables.name not like '%\\_search%' escape '\\'
       and tables.name not like '_cf%' and tables.name not like 'sqlite%'
     group by tables.name`,
  );
  tables = rows.map(({ name, columns }) => ({
    name,
    columns: JSON.parse(columns).filter((column: string) => !LATER.includes(column)),
    owner: columns.includes('"workspace_id"')
      ? "workspace_id"
      : name === "workspaces"
        ? "id"
        : "json_extract(?1, '$[0]')",
  }));
  ours = await resources();
  theirs = await resources();
});

describe("the document", () => {
  it.each([
    "GET /v1/short-links",
    "POST /v1/short-links",
    "PUT /v1/short-links/{shortLink}",
    "GET /v1/leads",
    "PATCH /v1/leads/{lead}",
    "POST /v1/scenarios/{scenario}/leads",
    "GET /v1/scenarios/{scenario}/leads",
    "DELETE /v1/scenarios/{scenario}/leads",
    "PUT /v1/scenarios/{scenario}",
    "GET /v1/tags/{tag}",
  ])("has %s of the specification", (operation) => {
    const [method, path] = operation.split(" ") as [string, string];
    expect(paths[path]?.[method.toLowerCase()]).toBeDefined();
  });

  it("names the abilities of every operation, except of /me and the operator's", () => {
    const without = guarded
      .filter(({ operation }) => !operation["x-abilities"]?.length)
      .map(({ operation }) => operation.operationId);
    const operators = all.filter(isOperators).map(({ operation }) => operation.operationId);
    expect(without.sort()).toEqual([...operators, "me"].sort());
    for (const ability of tenants.flatMap(({ operation }) => operation["x-abilities"] ?? []))
      expect(abilitiesIn()).toContain(ability);
  });

  it("requires a read ability for reads, and a write ability for changes and their previews", () => {
    for (const route of tenants) {
      const { operation } = route;
      const needed = operation["x-abilities"] ?? [];
      if (isReadOnly(route) && !operation.operationId.startsWith("preview"))
        for (const ability of needed) expect(ability, operation.operationId).toMatch(/:read$/);
      else expect(needed.join(), operation.operationId).toMatch(/:write\b/);
    }
  });

  it("requires a token everywhere but on short links, signed URLs, preferences, platform webhooks and /healthz", () => {
    const open = all.filter(isPublic).map(({ method, path }) => `${method} ${path}`);
    expect(open).toEqual([
      "GET /v1/backup-files/{signature}/{name}",
      "GET /v1/media-files/{signature}/{name}",
      "GET /v1/export-files/{signature}/{name}",
      "GET /webhooks/whatsapp/{channel}",
      "POST /webhooks/whatsapp/{channel}",
      "GET /webhooks/instagram/{channel}",
      "POST /webhooks/instagram/{channel}",
      "POST /in/{key}",
      "GET /healthz",
      "GET /u/{token}",
      "POST /u/{token}",
      "GET /{slug}",
      "GET /{slug}/{token}",
    ]);
  });

  it("names every reference of a body in a form that these tests recognise", () => {
    const fields = guarded.flatMap((route) => Object.keys(bodySchemaOf(route)?.properties ?? {}));
    const unknown = fields.filter(
      (field) => /_ids?$/.test(field) && !isReference(field) && !isForeignKey(field),
    );
    expect(unknown).toEqual([]);
  });
});

describe("401", () => {
  const unauthenticated = {
    status: 401,
    body: { message: "Unauthenticated.", code: "unauthenticated" },
  };
  /** One function reads the tokens of all operations: they are sent the first three. */
  const TRIED = ["me", "listWorkspaces"];
  const refused: Record<string, string | undefined> = {
    "without a token": undefined,
    "with a revoked one": undefined,
    "with an expired one": undefined,
    "with an empty one": "",
    "with a malformed one": "lea_short",
    "with one in another alphabet": `lea_${"é".repeat(43)}`,
    "with an unknown one": `lea_${"A".repeat(43)}`,
  };

  beforeAll(async () => {
    const make = async (input: object) =>
      (await ours.client.post("/tokens", { name: "Refused", ...input })).body.data;
    const revoked = await make({});
    expect((await clientOf(revoked.token, 0).get("/me")).status).toBe(200);
    await ours.client.delete(`/tokens/${revoked.id}`);
    refused["with a revoked one"] = revoked.token;
    refused["with an expired one"] = (await make({ expires_at: "2020-01-01T00:00:00Z" })).token;
  });

  it("tries every kind of token on an operation of a workspace, and on one of the operator's", () => {
    const tried = guarded.filter(({ operation }) => TRIED.includes(operation.operationId));
    expect(tried.map(isOperators).sort()).toEqual([false, true]);
  });

  it.each(named(guarded))(
    "%s answers 401 without a valid token, and changes nothing",
    async (operationId, route) => {
      const expectNoChange = await comparing();
      const path = pathOf(route, ours.ids);
      const json = bodySchemaOf(route) && exampleOf(route, ours);
      const wrongPlane = isOperators(route) ? ours.client.token : testEnv.OPERATOR_TOKEN;
      const tokens = Object.entries(refused).slice(0, TRIED.includes(operationId) ? undefined : 3);
      for (const [how, token] of [...tokens, ["of the other plane", wrongPlane]]) {
        const headers = token?.includes("é")
          ? { Authorization: `Bearer ${encodeURI(token)}` }
          : undefined;
        const answer = await call(
          route.method,
          path,
          headers ? { json, headers } : { json, token },
        );
        expect(answer, how).toMatchObject(unauthenticated);
      }
      const headers = { Authorization: `Basic ${btoa(`api:${ours.client.token}`)}` };
      expect(await call(route.method, path, { json, headers })).toMatchObject(unauthenticated);
      await expectNoChange();
    },
  );
});

describe("403", () => {
  const shared = sharedResources();

  it.each(named(tenants))(
    "%s answers 403 without its abilities, whatever the others, and succeeds with only those",
    async (_, { ...route }) => {
      const needed = route.operation["x-abilities"] ?? [];
      const lacking =
        needed.length > 1
          ? [...needed.map((ability) => [ability]), needed]
          : needed.map((ability) => [ability]);
      const refused: [string[], Client][] = [];
      for (const missing of lacking) {
        const others = abilitiesIn().filter((ability) => !missing.includes(ability));
        refused.push([missing, await limitedTo(ours.client, others)]);
      }
      const expectNoChange = await comparing();
      for (const [missing, { token }] of refused) {
        for (const { path, ...input } of await calls(route, ours, ours.ids)) {
          const { status, body } = await call(route.method, path, { token, ...input });
          expect({ status, body }, `without ${missing}`).toEqual({
            status: 403,
            body: {
              message: "This action is unauthorized.",
              code: "missing_ability",
              ability: needed.find((ability) => missing.includes(ability)),
            },
          });
        }
      }
      await expectNoChange();
      const own = isReadOnly(route) ? ours : await shared.take();
      const where = route.operation["x-ability-where"]?.ability;
      const all = where ? [...needed, where] : needed;
      const client = await limitedTo(own.client, all.length > 0 ? all : ["tags:read"]);
      // A token can't grant the example's abilities, which it does not have.
      const example =
        route.operation.operationId === "createToken" ? { name: "Copy" } : exampleOf(route, own);
      const json = example && withNewValues(example);
      const path = pathOf(route, idsFor(route.operation.operationId, own.ids));
      await prepareFor(route.operation.operationId, own.ids);
      const { status, text } = await call(route.method, path, {
        ...{ token: client.token, json },
        ...fileFor(route),
      });
      expect(status, text).toBeLessThan(300);
      if (compared?.writes !== (await writes())) compared = undefined;
      if (own !== ours) shared.giveBack(own, route);
    },
  );
});

describe("404", () => {
  const notFound = { status: 404, body: { message: "Not found.", code: "not_found" } };
  /** One function reads the ids of all operations: they are sent the first three. */
  const TRIED = "getLead";
  const MALFORMED = [
    "abc",
    "9007199254740993",
    "%",
    "0",
    "-1",
    "01",
    "1.5",
    "1e3",
    "+1",
    "99999999999999999999",
    "%00",
    "%31%20",
  ];

  let asking: Client;

  beforeAll(async () => {
    compared = undefined;
    asking = await limitedTo(theirs.client, abilitiesIn());
  });

  it.each(named(withPathIds))(
    "%s answers 404 to another workspace's id and to a malformed one, whatever the rest of the request",
    async (operationId, { ...route }) => {
      const expectNoChange = await comparing();
      const malformed = MALFORMED.slice(0, operationId === TRIED ? undefined : 3);
      for (const name of parametersOf(route, "path").filter((one) => !(one in names))) {
        const unknown = 4_000_000_000;
        for (const id of [ours.ids[name]!, unknown, ...malformed]) {
          const all = await calls(route, theirs, { ...theirs.ids, [name]: id });
          const isLikeAnother = typeof id === "string" && id !== MALFORMED[0];
          for (const { path, ...input } of isLikeAnother ? all.slice(0, 1) : all) {
            const { status, body } = await call(route.method, path, {
              token: asking.token,
              ...input,
            });
            expect({ status, body }, `${route.method} ${path} ${JSON.stringify(input)}`).toEqual(
              notFound,
            );
          }
        }
      }
      for (const { path, ...input } of await calls(route, theirs, ours.ids)) {
        expect(
          await call(route.method, path, { token: asking.token, ...input }),
          path,
        ).toMatchObject(notFound);
      }
      await expectNoChange();
    },
  );
});

describe("422", () => {
  const invalid = {
    status: 422,
    body: { message: "The given data was invalid.", code: "validation_failed" },
  };

  it.each(named(guarded.filter(bodySchemaOf)))(
    "%s answers 422 to an invalid body and names every field",
    async (_, route) => {
      const expectNoChange = await comparing();
      const token = isOperators(route) ? testEnv.OPERATOR_TOKEN : ours.client.token;
      const json = await wrongBody(route);
      const answer = await call(route.method, pathOf(route, ours.ids), { token, json });
      expect(answer).toMatchObject(invalid);
      expect(Object.keys(answer.body.errors)).toEqual(expect.arrayContaining(Object.keys(json)));
      await expectNoChange();
    },
  );

  const references = (route: Route) =>
    Object.keys(bodySchemaOf(route)?.properties ?? {}).filter(isReference);

  it.each(named(withBody.filter((route) => references(route).length > 0)))(
    "%s answers 422 to a reference to another workspace's row, on its field",
    async (_, route) => {
      const expectNoChange = await comparing();
      for (const field of references(route)) {
        for (const [index, example] of (bodySchemaOf(route)?.examples ?? []).entries()) {
          // A lead that is enrolled by id has no attributes in the body.
          if ("lead_id" in example && isTagList(field)) continue;
          // Bodies with `filter` or `lead` can't have ids of leads as well.
          if ("filter" in example || "lead" in example) continue;
          // An explanation of a start is of a message, or of a lead.
          if ((field === "message_id") !== "message_id" in example) continue;
          for (const foreign of [ours.ids[kindOf(field)], 4_000_000_000]) {
            const json = {
              ...exampleOf(route, theirs, index),
              [field]: isList(field) ? [theirs.ids[kindOf(field)], foreign] : foreign,
            };
            if (field === "detach_tag_ids") delete (json as Body).attach_tag_ids;
            const { status, body } = await call(route.method, pathOf(route, theirs.ids), {
              token: theirs.client.token,
              json,
            });
            const key = isList(field) ? `${field}.1` : field;
            const message = `The selected ${isList(field) ? key : field.replaceAll("_", " ")} is invalid.`;
            expect({ status, errors: body.errors }, field).toEqual({
              status: 422,
              errors: { [key]: [message] },
            });
          }
        }
      }
      await expectNoChange();
    },
  );

  const tagFilters = (route: Route) =>
    parametersOf(route, "query").filter((name) => name.endsWith("tag_ids[]"));

  it("finds filters by tag to try", () => {
    const filtered = tenants
      .filter((route) => tagFilters(route).length > 0)
      .map(({ operation }) => operation.operationId);
    expect(filtered).toEqual(expect.arrayContaining(["listLeads", "listScenarioLeads"]));
  });

  it.each(named(tenants.filter((route) => tagFilters(route).length > 0)))(
    "%s answers 422 to a filter by another workspace's tag",
    async (_, route) => {
      for (const name of tagFilters(route)) {
        const path = `${pathOf(route, theirs.ids)}?${name}=${theirs.ids.tag}&${name}=${ours.ids.tag}`;
        const { body } = await call(route.method, path, { token: theirs.client.token });
        const key = name.replace("[]", ".1");
        expect(body.errors).toEqual({ [key]: [`The selected ${key} is invalid.`] });
      }
    },
  );
});

describe("examples", () => {
  it.each(named(guarded.filter(bodySchemaOf)))(
    "of %s are valid by their schema, and are accepted",
    async (_, route) => {
      const schema = bodySchemaOf(route)!;
      expect(schema.examples?.length).toBeGreaterThan(0);
      const { example: shown } = route.operation.requestBody!.content["application/json"]!;
      expect(shown).toEqual(schema.examples![0]);
      const own = await resources(kindsOf(route));
      for (const example of schema.examples!) {
        expect(await faults(schema, example)).toEqual([]);
        const token = isOperators(route) ? testEnv.OPERATOR_TOKEN : own.client.token;
        await prepareFor(route.operation.operationId, own.ids);
        const path = pathOf(route, idsFor(route.operation.operationId, own.ids));
        const { status, body, text } = await call(route.method, path, {
          token,
          json: referringTo(example, own),
        });
        const isConflict = Object.values(body.errors ?? {}).every((messages) =>
          /has already been taken\.$/.test(String(messages)),
        );
        expect(status < 300 || (status === 422 && isConflict), text).toBe(true);
      }
    },
  );

  it("of the components are valid by their schemas", async () => {
    for (const [name, schema] of Object.entries(components.schemas as Record<string, Schema>)) {
      for (const example of schema.examples ?? [])
        expect(await faults(schema, example), name).toEqual([]);
    }
  });

  it("of the errors are valid by their schemas", async () => {
    const contents = all.flatMap(({ operation }: { operation: Operation }) =>
      Object.values(operation.responses).flatMap(({ content }) => Object.values(content ?? {})),
    );
    for (const { schema, example } of contents)
      if (example !== undefined) expect(await faults(schema, example)).toEqual([]);
  });
});
