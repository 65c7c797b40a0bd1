import { Hono } from "hono";
import { requestId } from "hono/request-id";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { App, Bindings } from "../../src/env";
import { misconfigurations } from "../../src/http/configured";
import { type Client, call, newLead, newTag, newWorkspace, unique, withAbilities } from "../support/api";
import { routes } from "../support/document";
import { testEnv } from "../support/env";
import { serve } from "../support/serve";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const all = await routes();
const MEBIBYTE = 1_048_576;
const json = { "Content-Type": "application/json" };
/** A request to a path that the document does not have. */
const send = (path: string, init?: RequestInit) => serve(new Request(`http://localhost${path}`, init));
const cursorOf = (link: string) => new URL(link).searchParams.get("cursor");

describe("lists", () => {
  const ROWS = 63;
  let lister: Client;
  let tagIds: number[];

  beforeAll(async () => {
    const owner = await newWorkspace();
    const rows = Array.from({ length: ROWS }, (_, index) => `('Label ${index}', 'label ${index}', ${owner.workspaceId}, 1, 1)`);
    const tags = await testEnv.DB.prepare(
      `insert into tags (label, label_key, workspace_id, created_at, updated_at) values ${rows.join()} returning id`,
    ).all<{ id: number }>();
    tagIds = tags.results.map(({ id }) => id).sort((a, b) => b - a);
    await Promise.all(Array.from({ length: 12 }, () => newLead(owner, { last_name: "Listed", tag_ids: tagIds.slice(0, 2) })));
    lister = await withAbilities(owner, "tags:read", "leads:read");
  });

  const page = async (path: string) => {
    const { status, body, text } = await lister.get(path);
    expect(status, text).toBe(200);
    return body;
  };
  const follow = (link: string) => page(link.replace(/^http:\/\/localhost\/v1/, ""));

  it.each([10, 25, 100])("in pages of %i: walked forward to the last, and back over exactly the same pages", async (perPage) => {
    const forward = [await page(`/tags?per_page=${perPage}`)];
    while (forward.at(-1).links.next) forward.push(await follow(forward.at(-1).links.next));
    const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);
    expect(forward.flatMap(idsOf)).toEqual(tagIds);
    expect(forward.map(({ data }) => data.length)).toEqual(
      [...Array(Math.floor(ROWS / perPage)).fill(perPage), ROWS % perPage].filter(Boolean),
    );
    expect(forward[0].links.prev).toBeNull();
    expect(forward[0].meta.prev_cursor).toBeNull();
    expect(forward.at(-1).meta.next_cursor).toBeNull();
    const backward = [forward.at(-1)];
    while (backward[0].links.prev) backward.unshift(await follow(backward[0].links.prev));
    expect(backward.map(idsOf)).toEqual(forward.map(idsOf));
    for (const { links, meta } of [...forward, ...backward]) {
      expect([links.first, links.last]).toEqual([null, null]);
      expect(meta).toMatchObject({ path: "http://localhost/v1/tags", per_page: perPage });
      expect(links.next && cursorOf(links.next)).toBe(meta.next_cursor);
      expect(links.prev && cursorOf(links.prev)).toBe(meta.prev_cursor);
      for (const cursor of [meta.next_cursor, meta.prev_cursor].filter(Boolean)) expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    }
  });

  it("hold 25 rows a page unless asked for more or less", async () => {
    const { data, meta } = await page("/tags");
    expect([data.length, meta.per_page]).toEqual([25, 25]);
  });

  it("that fit exactly on a page have no next", async () => {
    expect((await page("/tags?label=Label 6&per_page=10")).links).toEqual({ first: null, last: null, prev: null, next: null });
    const exact = await page("/tags?label=Label 1&per_page=11");
    expect(exact.data).toHaveLength(11);
    expect(exact.links.next).toBeNull();
  });

  it("that are empty are empty arrays", async () => {
    expect(await page("/tags?label=nowhere")).toMatchObject({
      data: [],
      links: { prev: null, next: null },
      meta: { next_cursor: null, prev_cursor: null },
    });
  });

  it("keep every parameter of the query in their links, arrays re-emitted, with the cursor last and once", async () => {
    const [a, b] = tagIds;
    const query = `name=listed%20%26%20?&tag_ids[]=${a}&tag_ids[]=${b}&exclude_tag_ids%5B0%5D=${tagIds[5]}&per_page=10&unknown=x+y&source=api`;
    const first = await page(`/leads?${query.replace("%20%26%20?", "")}`);
    const next = new URL(first.links.next);
    expect([...next.searchParams]).toEqual([
      ["name", "listed"],
      ["tag_ids[]", String(a)],
      ["tag_ids[]", String(b)],
      ["exclude_tag_ids[0]", String(tagIds[5])],
      ["per_page", "10"],
      ["unknown", "x y"],
      ["source", "api"],
      ["cursor", first.meta.next_cursor],
    ]);
    const second = await follow(first.links.next);
    expect(second.data).toHaveLength(2);
    expect(new URL(second.links.prev).searchParams.getAll("cursor")).toEqual([second.meta.prev_cursor]);
    expect((await follow(second.links.prev)).data).toEqual(first.data);
  });

  it("take the cursor by itself too, as clients that keep only that send it", async () => {
    const first = await page("/tags?per_page=10");
    const second = await page(`/tags?cursor=${first.meta.next_cursor}&per_page=10`);
    expect(second.data.map(({ id }: { id: number }) => id)).toEqual(tagIds.slice(10, 20));
    expect((await page("/tags?cursor=&per_page=10")).data).toEqual(first.data);
  });

  it("go on in the right place when rows come and go", async () => {
    const own = await newWorkspace();
    const ids: number[] = [];
    for (let i = 0; i < 12; i++) ids.unshift((await newTag(own)).id);
    const first = (await own.get("/tags?per_page=10")).body;
    await newTag(own);
    await own.delete(`/tags/${ids[9]}`);
    const second = (await own.get(`/tags?per_page=10&cursor=${first.meta.next_cursor}`)).body;
    expect(second.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(10));
  });

  const encode = (value: unknown) => btoa(JSON.stringify(value)).replaceAll("=", "");
  it.each([
    "x",
    "abc",
    "..",
    "a b",
    "eyJ",
    "null",
    encode(null),
    encode({}),
    encode([]),
    encode(["1", "next"]),
    encode([1]),
    encode([1, "sideways"]),
    encode([0, "next"]),
    encode([-1, "next"]),
    encode([1.5, "next"]),
    btoa('[9007199254740993,"next"]').replaceAll("=", ""),
    encode([1, "next", "more"]),
    encode([1e3, "next"]).replace(/.$/, "!"),
    btoa('[ 1, "next" ]').replaceAll("=", ""),
    `${encode([1, "next"])}%3D`,
    `${encode([1, "next"])}A`,
    "é",
    "🙂",
    "x".repeat(300),
  ])("refuse the cursor %s", async (cursor) => {
    const { status, body } = await lister.get(`/tags?cursor=${cursor}`);
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: { cursor: ["The cursor field format is invalid."] } });
  });
});

describe("arrays in a query", () => {
  let reader: Client;
  let tags: number[];
  let tagged: number[];

  beforeAll(async () => {
    reader = await newWorkspace();
    tags = [(await newTag(reader)).id, (await newTag(reader)).id, (await newTag(reader)).id];
    for (const tag of tags) await newLead(reader, { tag_ids: [tag] });
    tagged = (await reader.get("/leads")).body.data.map(({ id }: { id: number }) => id);
  });

  it.each([
    "tag_ids[]=A&tag_ids[]=B",
    "tag_ids[0]=A&tag_ids[1]=B",
    "tag_ids[1]=B&tag_ids[0]=A",
    "tag_ids[7]=A&tag_ids[3]=B",
    "tag_ids[]=A&tag_ids[1]=B",
    "tag_ids%5B%5D=A&tag_ids%5B%5D=B",
    "tag_ids%5b0%5d=A&tag_ids%5b1%5d=B",
    "tag_ids%5B%5D=A&tag_ids[]=B",
    "tag%5Fids[]=A&tag_ids[]=B",
    "tag_ids[]=%20A%20&tag_ids[]=B",
  ])("are read from %s", async (spelling) => {
    const { status, body, text } = await reader.get(
      `/leads?${spelling.replaceAll("A", String(tags[0])).replace(/(?<!%5)B/g, String(tags[1]))}`,
    );
    expect(status, text).toBe(200);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(tagged.slice(1));
  });

  it("are read from one value too", async () => {
    expect((await reader.get(`/leads?tag_ids[]=${tags[2]}`)).body.data).toHaveLength(1);
    expect((await reader.get(`/leads?tag_ids[9]=${tags[2]}`)).body.data).toHaveLength(1);
  });

  it("are refused on the field when they are no arrays, and on the item when one is a duplicate", async () => {
    const errors = async (query: string) => (await reader.get(`/leads?${query}`)).body.errors;
    const [a, b] = tags;
    for (const query of [`tag_ids=${a},${b}`, `tag_ids=${a}`, `tag_ids[x]=${a}`, `tag_ids[x]=${a}&tag_ids[y]=${b}`])
      expect(await errors(query)).toEqual({ tag_ids: ["The tag ids field must be an array."] });
    expect(await errors(`tag_ids[]=${a}&tag_ids[]=${a}`)).toEqual({ "tag_ids.1": ["The tag_ids.1 field has a duplicate value."] });
  });
});

describe("methods", () => {
  const paths = [...new Set(all.map(({ path }) => path))];
  const methodsOf = (path: string) => all.filter((route) => route.path === path).map(({ method }) => method);
  const exampleOf = (path: string) => path.replace("{slug}", "some-slug").replace(/\{\w+\}/g, "4000000000");

  it.each(paths)("that %s has not answer 405 with Allow, before anything is asked of the caller", async (path) => {
    const allowed = methodsOf(path);
    const withHead = allowed.includes("GET") ? [...allowed, "HEAD"] : allowed;
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"].filter((name) => !withHead.includes(name))) {
      const raw = ["POST", "PUT", "PATCH"].includes(method) ? { raw: "{" } : {};
      const response = await send(exampleOf(path), { method, body: raw.raw });
      expect(response.status, method).toBe(405);
      expect(response.headers.get("Allow")?.split(", ").sort(), method).toEqual([...withHead].sort());
      expect(response.headers.get("X-Request-Id")).toMatch(/./);
      expect(await response.text()).toBe(method === "HEAD" ? "" : '{"message":"Method not allowed."}');
    }
  });

  it.each(all.filter(({ method, path }) => method === "GET" && path.startsWith("/v1/")).map(({ path }) => path))(
    "HEAD %s answers as GET does, without a body",
    async (path) => {
      const tag = path.includes("{tag}") ? (await newTag(client)).id : 4_000_000_000;
      const token = path === "/v1/workspaces" ? testEnv.OPERATOR_TOKEN : client.token;
      const url = path.replace(/\{\w+\}/g, String(tag));
      const [get, head] = [await call("GET", url, { token }), await call("HEAD", url, { token })];
      expect([head.status, head.text]).toEqual([get.status, ""]);
      expect(head.headers.get("Content-Type")).toBe(get.headers.get("Content-Type"));
      expect((await call("HEAD", url)).status).toBe(401);
    },
  );

  it.each(["/v1", "/v1/", "/v1/nothing", "/v1/tags/1/2/3", "/v1/tags/", "/v1//tags", "/v1/Tags", "/v1/leads/1/tag", "/v2/tags/x/y"])(
    "on the unknown path %s answer 404 in JSON, with and without a token",
    async (path) => {
      for (const token of [undefined, client.token]) {
        for (const method of ["GET", "POST", "DELETE"]) {
          const response = await send(path, { method, headers: { Authorization: `Bearer ${token}` } });
          expect([response.status, await response.json()]).toEqual([404, { message: "Not found." }]);
          expect(response.headers.get("Content-Type")).toContain("application/json");
        }
      }
    },
  );
});

describe("a body", () => {
  /** A valid tag whose JSON has this many bytes. */
  const tagOf = (bytes: number) => {
    const start = `{"label":"Large ${unique()}","filler":"`;
    return `${start}${"x".repeat(bytes - start.length - 2)}"}`;
  };
  const chunked = (text: string) =>
    new ReadableStream({
      start(controller) {
        const bytes = new TextEncoder().encode(text);
        for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.slice(at, at + 65_536));
        controller.close();
      },
    });
  const tooLarge = { status: 413, body: { message: "The request body is too large." } };

  it("of exactly 1 MiB is read, with its length told and without", async () => {
    expect((await client.post("/tags", undefined, { raw: tagOf(MEBIBYTE), headers: json })).status).toBe(201);
    expect((await client.post("/tags", undefined, { raw: chunked(tagOf(MEBIBYTE)), headers: json })).status).toBe(201);
    expect((await client.post("/tags", undefined, { raw: tagOf(MEBIBYTE).replace('"label"', '"Label"'), headers: json })).status).toBe(422);
  });

  it("of one byte more answers 413, with its length told and without, and is not stored", async () => {
    const before = (await client.get("/tags?per_page=100")).text;
    expect(await client.post("/tags", undefined, { raw: tagOf(MEBIBYTE + 1), headers: json })).toMatchObject(tooLarge);
    expect(await client.post("/tags", undefined, { raw: chunked(tagOf(MEBIBYTE + 1)), headers: json })).toMatchObject(tooLarge);
    expect((await client.get("/tags?per_page=100")).text).toBe(before);
  });

  it("that is too large answers 413 wherever a body can be sent", async () => {
    for (const { method, path } of all.filter(({ method, path }) => method !== "GET" && path.startsWith("/v1/"))) {
      const token = path === "/v1/workspaces" ? testEnv.OPERATOR_TOKEN : client.token;
      const raw = "x".repeat(MEBIBYTE + 1);
      expect(await call(method, path.replace(/\{\w+\}/g, "1"), { token, raw, headers: json }), `${method} ${path}`).toMatchObject(tooLarge);
    }
  });
});

describe("request ids", () => {
  it("are made for every answer, and are the caller's where it sends one", async () => {
    const ids = [await client.get("/me"), await client.get("/me"), await client.get("/tags/0"), await call("GET", "/v1/me")].map(
      ({ headers }) => headers.get("X-Request-Id"),
    );
    expect(new Set(ids).size).toBe(4);
    for (const path of ["/me", "/tags/0", "/tags?per_page=1"]) {
      const { headers } = await client.get(path, undefined, { headers: { "X-Request-Id": "5f2b7c1e-0d4a-4b7e-9a55-3c1d2e4f6a7b" } });
      expect(headers.get("X-Request-Id")).toBe("5f2b7c1e-0d4a-4b7e-9a55-3c1d2e4f6a7b");
    }
    const { headers } = await send("/v1/nothing", { headers: { "X-Request-Id": "5f2b7c1e-0d4a-4b7e-9a55-3c1d2e4f6a7b" } });
    expect(headers.get("X-Request-Id")).toBe("5f2b7c1e-0d4a-4b7e-9a55-3c1d2e4f6a7b");
  });

  it.each(["<script>alert(1)</script>", "33639980101", "lea_demo-token-of-atelier-horizon-0123456789abc"])(
    "are made anew where the caller sends %s",
    async (sent) => {
      const { headers } = await client.get("/me", undefined, { headers: { "X-Request-Id": sent } });
      expect(headers.get("X-Request-Id")).toMatch(/^[\da-f-]{36}$/);
    },
  );
});

describe("errors", () => {
  it("have exactly the documented bodies", async () => {
    const { token } = await withAbilities(client, "tags:read");
    const answers: [number, unknown, Promise<{ status: number; body: unknown }>][] = [
      [401, { message: "Unauthenticated." }, call("GET", "/v1/me")],
      [403, { message: "This action is unauthorized." }, call("GET", "/v1/leads", { token })],
      [404, { message: "Not found." }, client.get("/tags/4000000000")],
      [405, { message: "Method not allowed." }, client.patch("/tags", {})],
      [413, { message: "The request body is too large." }, client.post("/tags", { label: "x".repeat(MEBIBYTE) })],
      [
        422,
        {
          message: "The given data was invalid.",
          errors: { label: ["The label field is required."], pipeline_stage: ["The selected pipeline stage is invalid."] },
        },
        client.post("/tags", { pipeline_stage: "x" }),
      ],
    ];
    for (const [expected, wanted, answer] of answers) {
      const { status, body } = await answer;
      expect({ status, body }).toEqual({ status: expected, body: wanted });
    }
  });

  it("are worded as the contract lists", async () => {
    const errors = async (path: string, body: unknown) => (await client.post(path, body)).body.errors;
    await newTag(client, { label: "Taken" });
    const tag = await newTag(client);
    expect(await errors("/tags", { label: "taken" })).toEqual({ label: ["The label has already been taken."] });
    expect(
      await errors("/leads", {
        first_name: 7,
        image: "nowhere",
        enrolled_at: "soon",
        whatsapp_phone_number_id: "7",
        variables: [],
        tag_ids: "1",
        source: "limbo",
        last_name: "x".repeat(256),
      }),
    ).toEqual({
      first_name: ["The first name field must be a string."],
      image: ["The image field must be a valid URL."],
      enrolled_at: ["The enrolled at field must be a valid date."],
      whatsapp_phone_number_id: ["The whatsapp phone number id field must be an integer."],
      variables: ["The variables field must be an object."],
      tag_ids: ["The tag ids field must be an array."],
      source: ["The selected source is invalid."],
      last_name: ["The last name field must not be greater than 255 characters."],
    });
    expect(await errors("/leads", { first_name: "x", tag_ids: [tag.id, tag.id] })).toEqual({
      "tag_ids.1": ["The tag_ids.1 field has a duplicate value."],
    });
    expect(await errors("/scenarios", { name: "x", platform: "whatsapp", is_active: "yes", nodes: [{ type: "start" }, {}] })).toEqual({
      is_active: ["The is active field must be true or false."],
      "nodes.0.id": ["The nodes.0.id field is required."],
      "nodes.1.id": expect.arrayContaining(["The nodes.1.id field is required."]),
      "nodes.1.type": ["The nodes.1.type field is required."],
    });
    expect((await client.get("/tags?per_page=9")).body.errors).toEqual({ per_page: ["The per page field must be at least 10."] });
    expect((await client.get("/tags?per_page=101")).body.errors).toEqual({
      per_page: ["The per page field must not be greater than 100."],
    });
  });
});

describe("logs", () => {
  const SECRETS = ["Zoé", "Quirin", "zoe.quirin@example.com", "+33698765432", "698765432", "hush-hush", "Whispered"];

  function listen() {
    const lines: string[] = [];
    for (const level of ["log", "info", "warn", "error", "debug"] as const)
      vi.spyOn(console, level).mockImplementation((...args) => void lines.push(args.map(String).join(" ")));
    return lines;
  }

  const personal = {
    first_name: "Zoé",
    last_name: "Quirin",
    email: "zoe.quirin@example.com",
    phone: "+33698765432",
    data: { note: "hush-hush" },
  };
  const query = "name=Quirin&email=zoe.quirin%40example.com&phone=%2B33698765432";
  const headers = { "X-Request-Id": "0b6f4f0e-6d0c-4a39-8f0e-1d2c3b4a5968" };

  function check(lines: string[], token: string) {
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({
        level: expect.stringMatching(/^(info|warn|error)$/),
        message: expect.any(String),
        request_id: "0b6f4f0e-6d0c-4a39-8f0e-1d2c3b4a5968",
      });
      for (const secret of [...SECRETS, token, token.slice(4, 20), encodeURIComponent("zoe.quirin@example.com"), "lea_"])
        expect(line).not.toContain(secret);
    }
  }

  it("are one line of JSON for each request, with its id, route and status, and nothing of what it said", async () => {
    const own = await newWorkspace();
    const lines = listen();
    const { body } = await own.post("/leads", personal, { headers });
    await own.post("/leads", personal, { headers });
    await own.get(`/leads?${query}`, undefined, { headers });
    await own.get(`/leads?${query}&per_page=Whispered`, undefined, { headers });
    await own.post("/leads", undefined, { raw: '{"first_name":"Whispered"', headers: { ...json, ...headers } });
    await own.post("/tokens", { name: "Whispered" }, { headers: { ...headers, "Idempotency-Key": "Whispered" } });
    await call("GET", "/v1/me", { token: "lea_hush-hush", headers });
    await send("/v1/hush-hush", { headers });
    expect(lines.map((line) => JSON.parse(line)).map(({ method, route, status }) => [method, route, status])).toEqual([
      ["POST", "/v1/leads", 201],
      ["POST", "/v1/leads", 422],
      ["GET", "/v1/leads", 200],
      ["GET", "/v1/leads", 422],
      ["POST", "/v1/leads", 422],
      ["POST", "/v1/tokens", 201],
      ["GET", "/v1/me", 401],
      ["GET", undefined, 404],
    ]);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      workspace_id: own.workspaceId,
      token_id: expect.any(Number),
      duration_ms: expect.any(Number),
    });
    expect(body.data.id).toBeGreaterThan(0);
    check(lines, own.token);
  });

  /** Errors as they come from D1, from Drizzle and from our own code, each with a caller's data in its text. */
  const failures: Record<string, () => Error> = {
    "an error": () => new Error("no such thing: zoe.quirin@example.com"),
    "one of several lines": () => new Error("first\n    at Quirin (Whispered)\n    at zoe.quirin@example.com"),
    "a type error of D1": () => new Error("D1_TYPE_ERROR: Type 'object' not supported for value 'zoe.quirin@example.com'"),
    "a syntax error": () => new SyntaxError(`Unexpected token 'W', "Whispered" is not valid JSON`),
    "an error with a cause": () => new Error("outer Quirin", { cause: new Error("D1_ERROR: Whispered: SQLITE_BUSY") }),
    "an error by another name": () => Object.assign(new Error("hush-hush"), { name: "TypeError" }),
  };

  it.each(Object.entries(failures))("say where the service failed, and nothing of the text of %s", async (_, failure) => {
    const own = await newWorkspace();
    await own.get("/me");
    const lines = listen();
    const broken = () => {
      throw failure();
    };
    const DB = new Proxy(testEnv.DB, { get: (db, name) => (name === "batch" || name === "prepare" ? broken : Reflect.get(db, name)) });
    const fetcher = (request: Request) => serve(request, { DB });
    for (const answer of [
      await own.post("/leads", personal, { headers, fetcher }),
      await own.get(`/leads?${query}`, undefined, { headers, fetcher }),
      await own.get("/tags/1", undefined, { headers, fetcher }),
    ]) {
      expect([answer.status, answer.text]).toEqual([500, '{"message":"Server error."}']);
      expect(answer.headers.get("X-Request-Id")).toBe("0b6f4f0e-6d0c-4a39-8f0e-1d2c3b4a5968");
    }
    const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === "error");
    expect(errors).toHaveLength(3);
    for (const { at } of errors) expect(at.join()).toMatch(/\w+\.ts|\w+\.js/);
    check(lines, own.token);
  });

  it("keep D1's own words, which hold no data", async () => {
    const own = await newWorkspace();
    await own.get("/me");
    const lines = listen();
    const DB = new Proxy(testEnv.DB, {
      get: () => () => {
        throw new Error("D1_ERROR: NOT NULL constraint failed: leads.seq: SQLITE_CONSTRAINT_NOTNULL (extended: Whispered)");
      },
    });
    const fetcher = (request: Request) => serve(request, { DB });
    await own.post("/leads", personal, { headers, fetcher });
    const { detail } = lines.map((line) => JSON.parse(line)).find(({ level }) => level === "error");
    expect(detail).toBe("D1_ERROR NOT NULL constraint failed: leads.seq SQLITE_CONSTRAINT_NOTNULL");
    check(lines, own.token);
  });
});

describe("the configuration", () => {
  const right = { APP_KEY: "k".repeat(32), SHORT_URL_BASE: "https://go.example.com" };
  const wrongWith = (settings: object, url = "https://api.example.com/v1/me") =>
    misconfigurations({ ...testEnv, ...right, ...settings } as Bindings, url);

  it("is fine with a key and an origin, here or in public", () => {
    expect(wrongWith({})).toEqual([]);
    for (const SHORT_URL_BASE of ["http://localhost:8787", "http://127.0.0.1:8787"])
      expect(wrongWith({ SHORT_URL_BASE }, "http://localhost:8787/v1/me")).toEqual([]);
  });

  it.each([undefined, "", "short", "k".repeat(31)])("is refused with the APP_KEY %j, by name and with what to do", (APP_KEY) => {
    expect(wrongWith({ APP_KEY })).toEqual([expect.stringMatching(/^APP_KEY .*wrangler secret put APP_KEY$/)]);
  });

  it.each([
    undefined,
    "",
    "go.example.com",
    "https://go.example.com/",
    "https://go.example.com/x",
    "https://user@go.example.com",
    "//go.example.com",
  ])("is refused with the SHORT_URL_BASE %j", (SHORT_URL_BASE) => {
    expect(wrongWith({ SHORT_URL_BASE })).toEqual([expect.stringContaining("SHORT_URL_BASE")]);
  });

  it("is refused where short links of a public service would point at the visitor's own machine", () => {
    expect(wrongWith({ SHORT_URL_BASE: "http://localhost:8787" })).toEqual([expect.stringContaining("SHORT_URL_BASE")]);
  });

  it("answers 500 on every path while it is wrong, and says in the log what is missing, without values", async () => {
    vi.resetModules();
    const { configured } = await import("../../src/http/configured");
    const app = new Hono<App>().use(requestId(), configured).get("*", (c) => c.text("served"));
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const broken = { ...testEnv, ...right, APP_KEY: "hush-hush" };
    for (let i = 1; i <= 2; i++) {
      const response = await app.request("/v1/me", { headers: { "X-Request-Id": "trace-conf" } }, broken);
      expect([response.status, await response.text()]).toEqual([500, '{"message":"Server error."}']);
      expect(log).toHaveBeenCalledTimes(i);
    }
    const line = log.mock.calls[0]![0];
    expect(JSON.parse(line)).toMatchObject({ level: "error", request_id: "trace-conf", wrong: [expect.stringContaining("APP_KEY")] });
    expect(line).not.toContain("hush-hush");
    expect(await (await app.request("/v1/me", {}, { ...testEnv, ...right })).text()).toBe("served");
  });
});
