import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { sources, stages } from "#domain/leads";
import { type Client, call, newTag, newWorkspace, unique, withAbilities } from "../support/api";
import { notOneOf } from "../support/choices";
import { routes } from "../support/document";
import { testEnv } from "../support/env";
import { fileFor } from "../support/examples";
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
/** Sends a request to a path that is not in the document. */
const send = (path: string, init?: RequestInit) =>
  serve(new Request(`http://localhost${path}`, init));

describe("methods", () => {
  // A link of before may have the slug of the door, and keeps its visits.
  const paths = [...new Set(all.map(({ path }) => path))].filter((path) => path !== "/in/{key}");
  const methodsOf = (path: string) =>
    all.filter((route) => route.path === path).map(({ method }) => method);
  const exampleOf = (path: string) =>
    path.replace("{slug}", "some-slug").replace(/\{\w+\}/g, "4000000000");

  it.each(paths)(
    "that %s does not have answer 405 with Allow, even without a token",
    async (path) => {
      const allowed = methodsOf(path);
      const withHead = allowed.includes("GET") ? [...allowed, "HEAD"] : allowed;
      for (const method of [
        "GET",
        "HEAD",
        "POST",
        "PUT",
        "PATCH",
        "DELETE",
        "OPTIONS",
        "PURGE",
      ].filter((name) => !withHead.includes(name))) {
        const raw = ["POST", "PUT", "PATCH"].includes(method) ? { raw: "{" } : {};
        const response = await send(exampleOf(path), { method, body: raw.raw });
        expect(response.status, method).toBe(405);
        expect(response.headers.get("Allow")?.split(", ").sort(), method).toEqual(
          [...withHead].sort(),
        );
        expect(response.headers.get("X-Request-Id")).toMatch(/./);
        expect(await response.text()).toBe(
          method === "HEAD" ? "" : '{"message":"Method not allowed.","code":"method_not_allowed"}',
        );
      }
    },
  );

  it.each(
    all
      .filter(({ method, path }) => method === "GET" && path.startsWith("/v1/"))
      .map(({ path }) => path),
  )("HEAD %s answers as GET does, without a body", async (path) => {
    const tag = path.includes("{tag}") ? (await newTag(client)).id : 4_000_000_000;
    const token = /^\/v1\/(workspaces|databases|backups)/.test(path)
      ? testEnv.OPERATOR_TOKEN
      : client.token;
    const url = path.replace(/\{\w+\}/g, String(tag));
    // A stream is opened by a GET only: both are refused the same.
    const asked = { token, headers: { Upgrade: "" } };
    const [get, head] = [await call("GET", url, asked), await call("HEAD", url, asked)];
    expect([head.status, head.text]).toEqual([get.status, ""]);
    expect(head.headers.get("Content-Type")).toBe(get.headers.get("Content-Type"));
    const isSigned = /^\/v1\/(backup|export|media)-files\//.test(path);
    expect((await call("HEAD", url)).status).toBe(isSigned ? 403 : 401);
  });

  it.each([
    "/v1",
    "/v1/",
    "/v1/nothing",
    "/v1/tags/1/2/3",
    "/v1/tags/",
    "/v1//tags",
    "/v1/Tags",
    "/v1/leads/1/tag",
    "/v2/tags/x/y",
  ])("on the unknown path %s answer 404 in JSON, with and without a token", async (path) => {
    for (const token of [undefined, client.token]) {
      for (const method of ["GET", "POST", "DELETE"]) {
        const response = await send(path, {
          method,
          headers: { Authorization: `Bearer ${token}` },
        });
        expect([response.status, await response.json()]).toEqual([
          404,
          { message: "Not found.", code: "not_found" },
        ]);
        expect(response.headers.get("Content-Type")).toContain("application/json");
      }
    }
  });
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
        for (let at = 0; at < bytes.length; at += 65_536)
          controller.enqueue(bytes.slice(at, at + 65_536));
        controller.close();
      },
    });
  const tooLarge = {
    status: 413,
    body: { message: "The request body is too large.", code: "too_large" },
  };

  it("of exactly 1 MiB is read, with and without Content-Length", async () => {
    expect(
      (await client.post("/tags", undefined, { raw: tagOf(MEBIBYTE), headers: json })).status,
    ).toBe(201);
    expect(
      (await client.post("/tags", undefined, { raw: chunked(tagOf(MEBIBYTE)), headers: json }))
        .status,
    ).toBe(201);
    expect(
      (
        await client.post("/tags", undefined, {
          raw: tagOf(MEBIBYTE).replace('"label"', '"Label"'),
          headers: json,
        })
      ).status,
    ).toBe(422);
  });

  it("of one byte more answers 413, with and without Content-Length, and is not stored", async () => {
    const before = (await client.get("/tags?per_page=100")).text;
    expect(
      await client.post("/tags", undefined, { raw: tagOf(MEBIBYTE + 1), headers: json }),
    ).toMatchObject(tooLarge);
    expect(
      await client.post("/tags", undefined, { raw: chunked(tagOf(MEBIBYTE + 1)), headers: json }),
    ).toMatchObject(tooLarge);
    expect((await client.get("/tags?per_page=100")).text).toBe(before);
  });

  it.each([
    [4, 4],
    [100, 8],
  ])(
    "of %i MiB without Content-Length is read up to %i MiB before it answers 413",
    async (size, most) => {
      let [sent, isCancelled] = [0, false];
      const raw = new ReadableStream(
        {
          pull(controller) {
            if (sent >= size * MEBIBYTE) return controller.close();
            controller.enqueue(new Uint8Array(65_536).fill(120));
            sent += 65_536;
          },
          cancel() {
            isCancelled = true;
          },
        },
        { highWaterMark: 0 },
      );
      expect(await client.post("/tags", undefined, { raw, headers: json })).toMatchObject(tooLarge);
      expect(Math.floor(sent / MEBIBYTE)).toBe(most);
      expect(isCancelled).toBe(size > most);
    },
  );

  it("that is too large answers 413 wherever a body can be sent", async () => {
    const taking = all.filter(
      (route) =>
        route.method !== "GET" && route.path.startsWith("/v1/") && fileFor(route).raw === undefined,
    );
    for (const { method, path } of taking) {
      const token = /^\/v1\/(workspaces|databases|backups)/.test(path)
        ? testEnv.OPERATOR_TOKEN
        : client.token;
      const raw = "x".repeat((path === "/v1/leads/batch" ? 4 : 1) * MEBIBYTE + 1);
      expect(
        await call(method, path.replace(/\{\w+\}/g, "1"), { token, raw, headers: json }),
        `${method} ${path}`,
      ).toMatchObject(tooLarge);
    }
  });
});

describe("request ids", () => {
  it("are in every answer, and are the caller's when it sends one", async () => {
    const ids = [
      await client.get("/me"),
      await client.get("/me"),
      await client.get("/tags/0"),
      await call("GET", "/v1/me"),
    ].map(({ headers }) => headers.get("X-Request-Id"));
    expect(new Set(ids).size).toBe(4);
    for (const path of ["/me", "/tags/0", "/tags?per_page=1"]) {
      const { headers } = await client.get(path, undefined, {
        headers: { "X-Request-Id": "5f2b7c1e-0d4a-4b7e-9a55-3c1d2e4f6a7b" },
      });
      expect(headers.get("X-Request-Id")).toBe("5f2b7c1e-0d4a-4b7e-9a55-3c1d2e4f6a7b");
    }
    const { headers } = await send("/v1/nothing", {
      headers: { "X-Request-Id": "5f2b7c1e-0d4a-4b7e-9a55-3c1d2e4f6a7b" },
    });
    expect(headers.get("X-Request-Id")).toBe("5f2b7c1e-0d4a-4b7e-9a55-3c1d2e4f6a7b");
  });

  it.each([
    "<script>alert(1)</script>",
    "33639980101",
    "lea_demo-token-of-atelier-horizon-0123456789abc",
  ])("are generated when the caller sends %s", async (sent) => {
    const { headers } = await client.get("/me", undefined, { headers: { "X-Request-Id": sent } });
    expect(headers.get("X-Request-Id")).toMatch(/^[\da-f]{32}$/);
  });
});

describe("errors", () => {
  it("have exactly the documented bodies", async () => {
    const { token } = await withAbilities(client, "tags:read");
    const answers: [number, unknown, Promise<{ status: number; body: unknown }>][] = [
      [401, { message: "Unauthenticated.", code: "unauthenticated" }, call("GET", "/v1/me")],
      [
        403,
        {
          message: "This action is unauthorized.",
          code: "missing_ability",
          ability: "leads:read",
        },
        call("GET", "/v1/leads", { token }),
      ],
      [404, { message: "Not found.", code: "not_found" }, client.get("/tags/4000000000")],
      [
        405,
        { message: "Method not allowed.", code: "method_not_allowed" },
        client.patch("/tags", {}),
      ],
      [
        413,
        { message: "The request body is too large.", code: "too_large" },
        client.post("/tags", { label: "x".repeat(MEBIBYTE) }),
      ],
      [
        422,
        {
          message: "The given data was invalid.",
          code: "validation_failed",
          errors: {
            label: ["The label field is required."],
            pipeline_stage: notOneOf("pipeline stage", stages),
          },
          codes: { label: ["required"], pipeline_stage: ["selected_of"] },
          params: { pipeline_stage: [{ choices: [...stages] }] },
        },
        client.post("/tags", { pipeline_stage: "x" }),
      ],
    ];
    for (const [expected, wanted, answer] of answers) {
      const { status, body } = await answer;
      expect({ status, body }).toEqual({ status: expected, body: wanted });
    }
  });

  it("are worded as in the contract", async () => {
    const errors = async (path: string, body: unknown) =>
      (await client.post(path, body)).body.errors;
    await newTag(client, { label: "Taken" });
    const tag = await newTag(client);
    expect(await errors("/tags", { label: "taken" })).toEqual({
      label: ["The label has already been taken."],
    });
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
      source: notOneOf("source", sources),
      last_name: ["The last name field must not be greater than 255 characters."],
    });
    expect(await errors("/leads", { first_name: "x", tag_ids: [tag.id, tag.id] })).toEqual({
      "tag_ids.1": ["The tag_ids.1 field has a duplicate value."],
    });
    expect(
      await errors("/scenarios", {
        name: "x",
        platform: "whatsapp",
        is_active: "yes",
        nodes: [{ type: "start" }, {}],
      }),
    ).toEqual({
      is_active: ["The is active field must be true or false."],
      "nodes.0.id": ["The nodes.0.id field is required."],
      "nodes.1.id": expect.arrayContaining(["The nodes.1.id field is required."]),
      "nodes.1.type": ["The nodes.1.type field is required."],
    });
    expect((await client.get("/tags?per_page=9")).body.errors).toEqual({
      per_page: ["The per page field must be at least 10."],
    });
    expect((await client.get("/tags?per_page=101")).body.errors).toEqual({
      per_page: ["The per page field must not be greater than 100."],
    });
  });
});
