import { beforeAll, describe, expect, it } from "vitest";
import { type Client, call } from "../support/api";
import { noDay } from "../support/choices";
import { type Route, routes } from "../support/document";
import { testEnv } from "../support/env";
import { exampleOf, pathOf, type Resources, resources } from "../support/examples";

let own: Resources;
let client: Client;

beforeAll(async () => {
  own = await resources();
  client = own.client;
});

/** All but the URLs that browsers follow. */
const operations = (await routes()).filter(
  ({ path, operation }) => path.startsWith("/v1/") && operation.security?.length !== 0,
);
const isOperators = ({ operation }: Route) =>
  operation.security?.some((scheme) => "operator" in scheme) ?? false;

/** The names of an operation's parameters, without brackets. */
const parametersOf = ({ operation }: Route) =>
  operation.parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name }) => name.replace("[]", ""));

/** The name with two of its letters swapped. */
const misspelt = (name: string) => name.replace(/(\w)(?!\1)(\w)/, "$2$1");

/** Sends a valid request of the operation, but for its query. Returns the errors. */
async function errorsOf(route: Route, query: string) {
  const token = isOperators(route) ? testEnv.OPERATOR_TOKEN : client.token;
  const { status, body, text } = await call(route.method, `${pathOf(route, own.ids)}?${query}`, {
    token,
    json: exampleOf(route, own),
  });
  expect(status, text).toBe(422);
  return body.errors as Record<string, string[]>;
}

describe("an unknown parameter", () => {
  it.each(operations.map((route) => [route.operation.operationId, route] as const))(
    "is refused by %s, with the nearest that it knows",
    async (_, { ...route }) => {
      expect(Object.keys(await errorsOf(route, "frobnicate[]=1"))).toEqual(["frobnicate"]);
      const names = parametersOf(route);
      for (let start = 0; start < names.length; start += 20) {
        const asked = names.slice(start, start + 20);
        const errors = await errorsOf(route, asked.map((name) => `${misspelt(name)}=1`).join("&"));
        for (const name of asked)
          expect(errors[misspelt(name)]?.[0]).toMatch(`Did you mean ${name}?`);
      }
    },
  );

  it("is known in every form of an array", async () => {
    const { tag } = own.ids;
    for (const name of ["tag_ids[]", "tag_ids[0]", "tag_ids%5B%5D", "tag_ids%5b7%5D"])
      expect((await client.get(`/leads?${name}=${tag}`)).body.data).toHaveLength(1);
  });

  it("comes after a missing row of any id, also on the operator's plane", async () => {
    const theirs = await resources();
    const paths: [path: string, token: string][] = [
      [`/leads/${theirs.ids.lead}/tags/${own.ids.tag}`, client.token],
      [`/leads/${own.ids.lead}/tags/${theirs.ids.tag}`, client.token],
      [`/workspaces/${own.ids.workspace}/tokens/${theirs.ids.token}`, testEnv.OPERATOR_TOKEN],
    ];
    for (const [path, token] of paths)
      expect((await call("DELETE", `/v1${path}?unknown=1`, { token })).status).toBe(404);
    const path = `/v1/workspaces/${own.ids.workspace}/tokens/${own.ids.token}?unknown=1`;
    const answer = await call("DELETE", path, { token: testEnv.OPERATOR_TOKEN });
    expect(answer.status).toBe(422);
  });

  it("changes nothing", async () => {
    expect((await client.delete(`/leads/${own.ids.lead}?force=1`)).status).toBe(422);
    expect((await client.get(`/leads/${own.ids.lead}`)).status).toBe(200);
  });
});

describe("an invalid query", () => {
  const asked: [query: string, field: string][] = [
    ["per_page=abc", "per_page"],
    ["per_page=9", "per_page"],
    ["per_page=101", "per_page"],
    ["per_page=25.0", "per_page"],
    ["per_page=025", "per_page"],
    ["per_page=%2B25", "per_page"],
    ["per_page=2e1", "per_page"],
    ["per_page=99999999999999999999", "per_page"],
    ["per_page=25&per_page=25", "per_page"],
    ["per_page[]=25", "per_page"],
    ["per_page[a]=25", "per_page"],
    ["name=a&name=b", "name"],
    ["name[]=a", "name"],
    ["name=%00", "name"],
    ["name=a%00b", "name"],
    [`name=${"x".repeat(256)}`, "name"],
    [`name=${encodeURIComponent("🙂".repeat(256))}`, "name"],
    [`email=${"x".repeat(12_000)}`, "email"],
    ["source=limbo", "source"],
    ["source[]=api", "source"],
    ["is_optout=true", "is_optout"],
    ["is_lost=2", "is_lost"],
    ["age_min=-1", "age_min"],
    ["age_min=1e400", "age_min"],
    ["age_max=9007199254740993", "age_max"],
    ["age_min=5&age_max=4", "age_max"],
    ["created_from=2026-02-30", "created_from"],
    ["created_from=2026-1-1", "created_from"],
    ["created_to=yesterday", "created_to"],
    ["created_from=2026-02-02&created_to=2026-02-01", "created_to"],
    ["last_inbound_from=2026-01", "last_inbound_from"],
    ["profile_extracted_to=2026-01-01T25:00:00Z", "profile_extracted_to"],
    ["tag_ids=1,2", "tag_ids"],
    ["tag_ids=1", "tag_ids"],
    ["tag_ids[a]=1", "tag_ids"],
    ["tag_ids[0][0]=1", "tag_ids"],
    ["tag_ids[]=abc", "tag_ids.0"],
    ["tag_ids[]=1.5", "tag_ids.0"],
    ["tag_ids[]=", "tag_ids.0"],
    ["tag_ids[]=1,2", "tag_ids.0"],
    ["tag_ids[]=9007199254740993", "tag_ids.0"],
    ["tag_ids[]=0", "tag_ids.0"],
    ["tag_ids[]=-1", "tag_ids.0"],
    [Array.from({ length: 101 }, (_, index) => `tag_ids[]=${index + 1}`).join("&"), "tag_ids"],
    ["cursor=%00", "cursor"],
    ["cursor=a&cursor=b", "cursor"],
  ];

  it.each(asked.map(([query, field]) => [query.slice(0, 60), field, query] as const))(
    "is refused: ?%s on %s",
    async (_, field, query) => {
      for (const path of ["/leads", "/leads/export"]) {
        const { status, body, text } = await client.get(`${path}?${query}`);
        expect(status, text).toBe(422);
        expect(Object.keys(body.errors)).toEqual([field]);
        for (const message of body.errors[field])
          expect(message).toContain(field.includes(".") ? field : field.replaceAll("_", " "));
      }
    },
  );

  it.each([
    "name=%ff",
    "name=%",
    "name=%E0%A4%A",
    "&&&",
    "name",
    "name=%ED%A0%80",
    "per_page=",
    "tag_ids",
    "p%65r_page=10",
  ])("is none when it is only odd: ?%s", async (query) => {
    expect((await client.get(`/leads?${query}`)).status).toBe(200);
  });

  it.each([
    ["__proto__=1", "__proto__"],
    ["__proto__[]=1", "__proto__"],
    ["constructor=1", "constructor"],
    ["constructor[]=1", "constructor"],
    ["unknown=1&unknown=2", "unknown"],
    ["unknown", "unknown"],
    ["unknown[a][b]=", "unknown"],
    ["a.b=1", "a.b"],
    ["Name=Ann", "Name"],
    ["[]=1", "[]"],
    ["=1", "query"],
    ["%ff=1", "\ufffd"],
    [`${"🙂".repeat(200)}=1`, "🙂".repeat(100)],
  ])("is one with an unknown parameter: ?%s", async (query, field) => {
    const { status, body, text } = await client.get(`/leads?${query}`);
    expect(status, text).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it("names the nearest parameter, or all where none is near", async () => {
    const errors = async (path: string) => (await client.get(path)).body.errors;
    expect(await errors("/leads?warmht=hot&tag[]=1")).toEqual({
      warmht: ["The warmht parameter is unknown. Did you mean warmth?"],
      tag: ["The tag parameter is unknown. Did you mean tag_ids?"],
    });
    expect(await errors("/tags?frobnicate=1")).toEqual({
      frobnicate: [
        "The frobnicate parameter is unknown. Choose one of: cursor, per_page, bom, label, exact_label.",
      ],
    });
    expect(await errors("/settings?per_page=10")).toEqual({
      per_page: ["The per page parameter is unknown: this operation takes none."],
    });
  });

  it("names unknown parameters beside invalid values, and 20 of them at most", async () => {
    const { body } = await client.get("/leads?warmht=hot&per_page=9&tag_ids[]=a");
    expect(Object.keys(body.errors).sort()).toEqual(["per_page", "tag_ids.0", "warmht"]);
    const many = Array.from({ length: 500 }, (_, index) => `x${index}=`).join("&");
    const { errors } = (await client.get(`/leads?${many}`)).body;
    expect(Object.keys(errors)).toHaveLength(20);
  });

  it.each([
    ["lead_id=abc", "lead_id"],
    ["lead_id=0", "lead_id"],
    ["lead_id[]=1", "lead_id"],
    ["channel_id=-1", "channel_id"],
    ["channel_id=1.5", "channel_id"],
    ["channel_id=9007199254740993", "channel_id"],
    ["platform=limbo", "platform"],
    ["platform=WhatsApp", "platform"],
    ["platform[]=whatsapp", "platform"],
    ["last_inbound_from=2026-01", "last_inbound_from"],
    ["last_inbound_to=now", "last_inbound_to"],
    [
      "last_inbound_from=2026-02-02T00:00:00Z&last_inbound_to=2026-02-01T23:59:59Z",
      "last_inbound_to",
    ],
    ["per_page=9", "per_page"],
    ["cursor=abc", "cursor"],
  ])("is refused of conversations: ?%s on %s", async (query, field) => {
    const { status, body, text } = await client.get(`/conversations?${query}`);
    expect({ status, fields: Object.keys(body.errors ?? {}) }, text).toEqual({
      status: 422,
      fields: [field],
    });
  });

  it("names every field of a query for conversations at once", async () => {
    const { body } = await client.get(
      "/conversations?lead_id=a&channel_id=b&platform=c&last_inbound_from=d&last_inbound_to=e&per_page=f",
    );
    const fields = [
      "lead_id",
      "channel_id",
      "platform",
      "last_inbound_from",
      "last_inbound_to",
      "per_page",
    ];
    expect(Object.keys(body.errors).sort()).toEqual(fields.sort());
  });

  it.each([
    ["type=lead.created", "type"],
    ["type[]=lead.born", "type.0"],
    ["type[]=lead.created&type[]=lead", "type.1"],
    ["type[]=LEAD.*", "type.0"],
    ["type[]=*.created", "type.0"],
    ["type[]=lead.*&type[]=lead.*", "type.1"],
    ["type[]=", "type.0"],
    ["lead_id=0", "lead_id"],
    ["lead_id[]=1", "lead_id"],
    ["scenario_id=abc", "scenario_id"],
    ["created_from=2026-01-32", "created_from"],
    ["created_to=now", "created_to"],
    ["created_from=2026-02-02T00:00:00Z&created_to=2026-02-01T23:59:59Z", "created_to"],
    ["after=-1", "after"],
    ["after=evt_1795169730123000", "after"],
    ["order=oldest", "order"],
    ["order=ASC", "order"],
    ["per_page=9", "per_page"],
    ["cursor=abc", "cursor"],
  ])("is refused of events: ?%s on %s", async (query, field) => {
    const { status, body, text } = await client.get(`/events?${query}`);
    expect({ status, fields: Object.keys(body.errors ?? {}) }, text).toEqual({
      status: 422,
      fields: [field],
    });
  });

  it("names every field of a query for events at once", async () => {
    const { body } = await client.get(
      "/events?type=a&lead_id=b&scenario_id=c&created_from=d&created_to=e&after=f&order=g&per_page=h",
    );
    const fields = [
      "type",
      "lead_id",
      "scenario_id",
      "created_from",
      "created_to",
      "after",
      "order",
      "per_page",
    ];
    expect(Object.keys(body.errors).sort()).toEqual(fields.sort());
  });
});

describe("a range of times", () => {
  const bounds = operations
    .map((route) => ({
      route,
      names: parametersOf(route).filter((name) => /_(from|to)$/.test(name)),
    }))
    .filter(({ names }) => names.length > 0);

  it("is a filter of many lists", () => {
    expect(bounds.length).toBeGreaterThan(8);
  });

  it.each(bounds.map(({ route, names }) => [route.operation.operationId, route, names] as const))(
    "of %s takes days and times, and refuses what is neither",
    async (_, { ...route }, names) => {
      const token = isOperators(route) ? testEnv.OPERATOR_TOKEN : client.token;
      const errors = await errorsOf(route, names.map((name) => `${name}=now`).join("&"));
      for (const name of names)
        expect(errors[name], name).toEqual([noDay(name.replaceAll("_", " "))]);
      if (route.method !== "GET") return;
      const written = ["2026-11-29", "2026-11-29T10:15:00Z", "2026-11-29T10:15:00.5%2B02:00"];
      for (const time of written) {
        const query = names.map((name) => `${name}=${time}`).join("&");
        const answer = await call("GET", `${pathOf(route, own.ids)}?${query}`, { token });
        expect(answer.status, answer.text).toBe(200);
      }
    },
  );

  it("has all of the day that ends it, and a moment as one", async () => {
    const { created_at: at } = (await client.get(`/leads/${own.ids.lead}`)).body.data;
    const day = at.slice(0, 10);
    const found = async (query: string) => (await client.get(`/leads?${query}`)).body.data.length;
    for (const time of [day, at])
      expect(await found(`created_from=${time}&created_to=${time}`), time).toBeGreaterThan(0);
    const later = new Date(Date.parse(at) + 86_400_000).toISOString();
    expect(await found(`created_from=${later}`)).toBe(0);
  });
});
