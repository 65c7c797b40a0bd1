import { beforeAll, describe, expect, it } from "vitest";
import { type Client, call, newWorkspace, unique } from "../support/api";
import { pathOf, tokenFor, withBody } from "../support/bodies";
import { newResources } from "../support/resources";

// Bodies that are not a JSON object, and valid JSON that clients rarely send.

let client: Client;
let ids: Record<string, number>;

beforeAll(async () => {
  client = await newWorkspace();
  ({ ids } = await newResources(client));
});

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

  it.each(withBody.map((route) => [route.operation.operationId, route] as const))(
    "is refused by %s with an error on `body`, except an empty one that the document calls optional",
    async (_, { ...route }) => {
      const token = await tokenFor(route, client);
      for (const [what, raw] of Object.entries(bodies)) {
        const { status, body, text } = await call(route.method, pathOf(route, ids), {
          token,
          raw,
          headers,
        });
        const isTaken = raw === "" && !route.operation.requestBody!.required;
        const expected = isTaken ? { status: 200, fields: [] } : { status: 422, fields: ["body"] };
        expect({ status, fields: Object.keys(body.errors ?? {}) }, `${what}: ${text}`).toEqual(
          expected,
        );
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
