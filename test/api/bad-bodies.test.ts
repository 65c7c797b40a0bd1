import { beforeAll, describe, expect, it } from "vitest";
import { isOperators } from "../support/acts";
import { type Client, call, newWorkspace, unique } from "../support/api";
import { pathOf, tokenFor, withBody } from "../support/bodies";
import { type Route, routes } from "../support/document";
import { testEnv } from "../support/env";
import { exampleOf, withNewValues } from "../support/examples";
import { newResources, prepareFor } from "../support/resources";
import { sharedResources } from "../support/shared-resources";

// Bodies that are not a JSON object, and valid JSON that clients rarely send.

let client: Client;
let ids: Record<string, number>;

beforeAll(async () => {
  client = await newWorkspace();
  ({ ids } = await newResources(client));
});

const all = await routes();
const headers = { "Content-Type": "application/json" };

describe("a body that is not a JSON object", () => {
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
    "invalid UTF-8": new Uint8Array([
      ...new TextEncoder().encode('{"label":"'),
      0xff,
      0xfe,
      ...new TextEncoder().encode('"}'),
    ]),
    "an overlong encoding": new Uint8Array([
      ...new TextEncoder().encode('{"label":"'),
      0xc0,
      0x80,
      ...new TextEncoder().encode('"}'),
    ]),
    "UTF-16": new Uint8Array(
      [...'{"label":"x"}'].flatMap((character) => [character.charCodeAt(0), 0]),
    ),
    "a raw NUL": '{"label":"a\0b"}',
    "300,000 levels": "[".repeat(300_000),
    "a form": "label=x",
    html: "<p>",
  };
  /** One function reads the bodies of all operations, so that one of them is sent all. */
  const TRIED = ["nothing", "half an object", "an array", "invalid UTF-8"];
  const bodiesFor = ({ operation }: Route) =>
    operation.operationId === "createLead"
      ? Object.entries(bodies)
      : TRIED.map((what) => [what, bodies[what]!] as const);

  it.each(withBody.map((route) => [route.operation.operationId, route] as const))(
    "is refused by %s with an error on `body`, except an empty one that the document calls optional",
    async (_, { ...route }) => {
      const token = await tokenFor(route, client);
      for (const [what, raw] of bodiesFor(route)) {
        const isTaken = raw === "" && !route.operation.requestBody!.required;
        if (isTaken) await prepareFor(route.operation.operationId, ids);
        const { status, body, text } = await call(route.method, pathOf(route, ids), {
          token,
          raw,
          headers,
        });
        const [success] = Object.keys(route.operation.responses);
        const expected = isTaken
          ? { status: Number(success), fields: [] }
          : { status: 422, fields: ["body"] };
        expect({ status, fields: Object.keys(body.errors ?? {}) }, `${what}: ${text}`).toEqual(
          expected,
        );
      }
    },
  );

  it.each([
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/json+x",
    "application/xml; charset=json",
    "application/octet-stream",
    "text/html",
    "image/png",
  ])("is refused as such with the content type %j", async (type) => {
    const { status, body } = await call("POST", "/v1/tags", {
      token: client.token,
      raw: '{"label":"x"}',
      headers: { "Content-Type": type },
    });
    expect({ status, body }).toEqual({
      status: 415,
      body: {
        message: `The body must be JSON, not ${type.split(";")[0]}.`,
        code: "unsupported_media_type",
      },
    });
  });

  it.each([
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/json;",
    " application/json ; charset=UTF-8",
    "application/merge-patch+json",
    "application/vnd.acme.v2+json",
    "text/json",
    "json",
    "text/plain",
    "text/plain;charset=UTF-8",
    "",
  ])("is not a body with the content type %j, which is accepted", async (type) => {
    const label = `Typed ${unique()}`;
    const { status, body } = await call("POST", "/v1/tags", {
      token: client.token,
      raw: JSON.stringify({ label }),
      headers: { "Content-Type": type },
    });
    expect({ status, label: body.data?.label }).toEqual({ status: 201, label });
  });

  it("may not be one that has a byte order mark before the object: that is accepted, and one inside a string is text", async () => {
    const raw = `\ufeff{"label":"a\ufeffb ${unique()}"}`;
    const { status, body } = await call("POST", "/v1/tags", { token: client.token, raw, headers });
    expect(status).toBe(201);
    expect(body.data.label).toContain("a\ufeffb");
  });

  it("takes the last of duplicate members, as JSON.parse does", async () => {
    const [first, last] = [`First ${unique()}`, `Last ${unique()}`];
    const { body } = await call("POST", "/v1/tags", {
      token: client.token,
      raw: `{"label":"${first}","label":"${last}"}`,
      headers,
    });
    expect(body.data.label).toBe(last);
  });

  it("refuses __proto__ as a member of the body, and takes other names of Object's as unknown members", async () => {
    const send = (raw: string) => call("POST", "/v1/tags", { token: client.token, raw, headers });
    expect(
      (await send(`{"label":"P ${unique()}","__proto__":{"description":"x"}}`)).body.errors,
    ).toEqual({
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

/** Operations whose answer to GET at the same path is the resource that they change. */
const changes = withBody.filter(
  ({ method, path, operation }) =>
    ["PUT", "PATCH"].includes(method) &&
    operation.operationId !== "replaceProfile" &&
    all.some((other) => other.method === "GET" && other.path === path),
);

describe("an unknown member of a body", () => {
  const shared = sharedResources();
  const tokenOf = (route: Route, { token }: Client) =>
    isOperators(route) ? testEnv.OPERATOR_TOKEN : token;
  const ignored = (answer: { headers: Headers }) => answer.headers.get("X-Ignored-Members");
  const newTag = (members: object) => client.post("/tags", { label: `T ${unique()}`, ...members });

  it.each(withBody.map((route) => [route.operation.operationId, route] as const))(
    "is ignored by %s, and named in its answer",
    async (_, { ...route }) => {
      const own = await shared.take();
      const path = pathOf(route, own.ids);
      const token = tokenOf(route, own.client);
      const send = (members: object) =>
        call(route.method, path, {
          token,
          json: { ...withNewValues(exampleOf(route, own) ?? {}), ...members },
        });
      await prepareFor(route.operation.operationId, own.ids);
      const answer = await send({ frist_name: 1, tagz: [{}] });
      expect(answer.status, answer.text).toBeLessThan(300);
      expect(ignored(answer)).toBe("frist_name, tagz");
      await prepareFor(route.operation.operationId, own.ids);
      const odd = await send({ "a,b\nSet-Cookie: é": 1, " ": { x: 1 } });
      expect(ignored(odd)).toBe("a%2Cb%0ASet-Cookie:%20%C3%A9, %20");
      shared.giveBack(own, route);
    },
  );

  it.each(changes.map((route) => [route.operation.operationId, route] as const))(
    "is none of %s that is a member of the resource",
    async (_, { ...route }) => {
      const own = await shared.take();
      const path = pathOf(route, own.ids);
      const token = tokenOf(route, own.client);
      const { data } = (await call("GET", path, { token })).body;
      const answer = await call(route.method, path, { token, json: { ...data, extra: 1 } });
      expect(ignored(answer)).toBe("extra");
      shared.giveBack(own, route);
    },
  );

  it("is named by its path where it is nested, and not where anything is kept", async () => {
    const nested = await client.post(`/leads/${ids.lead}/messages`, {
      type: "buttons",
      text: "Tuesday?",
      buttons: [{ title: "Yes" }, { title: "No", titel: "No", colour: 1 }],
    });
    expect(ignored(nested)).toBe("buttons.1.titel, buttons.1.colour");
    const graph = await client.post("/scenarios", {
      name: "Kept",
      platform: "whatsapp",
      nodes: [{ id: "a", type: "start", position: { x: 1 }, data: { any: { thing: 1 } } }],
      edges: [{ source: "a", target: "a", label: "x" }],
    });
    expect({ status: graph.status, ignored: ignored(graph) }).toEqual({
      status: 201,
      ignored: null,
    });
    const maps = { data: { x: { y: 1 } }, variables: { z: 1 } };
    expect(ignored(await client.post("/leads", { first_name: "A", ...maps }))).toBeNull();
  });

  it("is one of at most 20 names of at most 100 characters", async () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`x${at}`, at]));
    expect(ignored(await newTag(many))?.split(", ")).toHaveLength(20);
    expect(ignored(await newTag({ ["y".repeat(100_000)]: 1 }))).toBe("y".repeat(100));
    expect(ignored(await newTag({ ["🙂".repeat(1_000)]: 1 }))).toBe("%F0%9F%99%82".repeat(8));
  });

  it("is named beside errors and in replays", async () => {
    const refused = await client.post("/tags", { lable: "x" });
    expect({ status: refused.status, ignored: ignored(refused) }).toEqual({
      status: 422,
      ignored: "lable",
    });
    const json = { label: `Replayed ${unique()}`, lable: "x" };
    const key = { headers: { "Idempotency-Key": `ignored-${unique()}` } };
    for (const replayed of [null, "true"]) {
      const answer = await client.post("/tags", json, key);
      expect(answer.headers.get("Idempotent-Replayed")).toBe(replayed);
      expect(ignored(answer)).toBe("lable");
    }
    expect(ignored(await newTag({ description: "x" }))).toBeNull();
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

describe("values that can't be kept, below a key of 100,000 characters", () => {
  it("are named, without the key each time", async () => {
    const values = Array.from({ length: 10_000 }, (_, index) => `"${index}":1e999`);
    const raw = `{"first_name":"x","data":{"${"k".repeat(100_000)}":{${values}}}}`;
    const { status, body, text } = await client.post("/leads", undefined, { raw, headers });
    expect(status).toBe(422);
    expect(body.errors).toHaveProperty([`data.${"k".repeat(255)}.0`]);
    expect(text.length).toBeLessThan(300_000);
  });

  it("is refused where only that is wrong", async () => {
    const raw = `{"label":"x","${"k".repeat(200_000)}":1e999}`;
    expect((await client.post("/tags", undefined, { raw, headers })).status).toBe(422);
  });
});

describe("keys with a backslash", () => {
  const sendRaw = (raw: string) =>
    client.post("/leads", undefined, { raw, headers: { "Content-Type": "application/json" } });

  it.each([
    '{"first_name":"A","variables":{"ville":"x","\\\\u00":1}}',
    '{"first_name":"A","variables":{"a\\u005Cb":1}}',
    '{"\\\\":1}',
  ])("are refused: %s", async (raw) => {
    expect((await sendRaw(raw)).body.errors).toEqual({
      body: ["A key must not contain a backslash."],
    });
  });

  it("never change the keys of later requests", async () => {
    await sendRaw('{"first_name":"A","variables":{"cité":"x","\\\\u00":1}}');
    await client.get(`/leads?cursor=${btoa('{"bourg":"x","\\\\u00":1}').replaceAll("=", "")}`);
    for (const town of ["cité", "bourg"]) {
      const { body } = await sendRaw(
        `{"first_name":"B","variables":{"${town}":"Paris","\\u00e9tat":1}}`,
      );
      expect(body.data.variables).toEqual({ [town]: "Paris", état: 1 });
    }
  });

  it("are looked for in one pass, whatever the text", async () => {
    for (const hostile of ['\\"'.repeat(500_000), '"'.repeat(1_000_000), '"":'.repeat(300_000)]) {
      expect((await sendRaw(`"\\\\${hostile}`)).body.errors).toEqual({
        body: ["The body must be valid JSON in UTF-8."],
      });
    }
  });

  it("are no matter in values, nor are other escapes in keys", async () => {
    const { body } = await sendRaw(
      '{"first_name":"C:\\\\dir","variables":{"a\\n\\u00e9\\"":"\\\\ \\\\"}}',
    );
    expect(body.data).toMatchObject({ first_name: "C:\\dir", variables: { 'a\né"': "\\ \\" } });
  });
});
