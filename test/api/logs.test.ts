import { afterEach, describe, expect, it, vi } from "vitest";
import { call, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { serve } from "../support/serve";

afterEach(() => {
  vi.restoreAllMocks();
});

const json = { "Content-Type": "application/json" };
/** Sends a request to a path that is not in the document. */
const send = (path: string, init?: RequestInit) =>
  serve(new Request(`http://localhost${path}`, init));

describe("logs", () => {
  const SECRETS = [
    "Zoé",
    "Quirin",
    "zoe.quirin@example.com",
    "+33698765432",
    "698765432",
    "hush-hush",
    "Whispered",
  ];

  function listen() {
    const lines: string[] = [];
    for (const level of ["log", "info", "warn", "error", "debug"] as const)
      vi.spyOn(console, level).mockImplementation(
        (...args) => void lines.push(args.map(String).join(" ")),
      );
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
      for (const secret of [
        ...SECRETS,
        token,
        token.slice(4, 20),
        encodeURIComponent("zoe.quirin@example.com"),
        "lea_",
      ])
        expect(line).not.toContain(secret);
    }
  }

  it("are one line of JSON for each request, with its id, route and status, and none of its content", async () => {
    const own = await newWorkspace();
    const lines = listen();
    const { body } = await own.post("/leads", personal, { headers });
    await own.post("/leads", personal, { headers });
    await own.get(`/leads?${query}`, undefined, { headers });
    await own.get(`/leads?${query}&per_page=Whispered`, undefined, { headers });
    await own.post("/leads", undefined, {
      raw: '{"first_name":"Whispered"',
      headers: { ...json, ...headers },
    });
    await own.post(
      "/tokens",
      { name: "Whispered" },
      { headers: { ...headers, "Idempotency-Key": "Whispered" } },
    );
    await call("GET", "/v1/me", { token: "lea_hush-hush", headers });
    await send("/v1/hush-hush", { headers });
    expect(
      lines
        .map((line) => JSON.parse(line))
        .map(({ method, route, status }) => [method, route, status]),
    ).toEqual([
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

  /** Errors of D1, of Drizzle and of the service, each with a caller's data in its text. */
  const failures: Record<string, () => Error> = {
    "an error": () => new Error("no such thing: zoe.quirin@example.com"),
    "one of several lines": () =>
      new Error("first\n    at Quirin (Whispered)\n    at zoe.quirin@example.com"),
    "a type error of D1": () =>
      new Error("D1_TYPE_ERROR: Type 'object' not supported for value 'zoe.quirin@example.com'"),
    "a syntax error": () => new SyntaxError(`Unexpected token 'W', "Whispered" is not valid JSON`),
    "an error with a cause": () =>
      new Error("outer Quirin", { cause: new Error("D1_ERROR: Whispered: SQLITE_BUSY") }),
    "an error by another name": () => Object.assign(new Error("hush-hush"), { name: "TypeError" }),
  };

  it.each(Object.entries(failures))(
    "say where the service failed, without the text of %s",
    async (_, failure) => {
      const own = await newWorkspace();
      await own.get("/me");
      const lines = listen();
      const broken = () => {
        throw failure();
      };
      const DB = new Proxy(testEnv.DB, {
        get: (db, name) =>
          name === "batch" || name === "prepare" ? broken : Reflect.get(db, name),
      });
      const fetcher = (request: Request) => serve(request, { DB });
      for (const answer of [
        await own.post("/leads", personal, { headers, fetcher }),
        await own.get(`/leads?${query}`, undefined, { headers, fetcher }),
        await own.get("/tags/1", undefined, { headers, fetcher }),
      ]) {
        expect([answer.status, answer.text]).toEqual([
          500,
          '{"message":"Server error.","code":"server_error"}',
        ]);
        expect(answer.headers.get("X-Request-Id")).toBe("0b6f4f0e-6d0c-4a39-8f0e-1d2c3b4a5968");
      }
      const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === "error");
      expect(errors).toHaveLength(3);
      for (const { at } of errors) expect(at.join()).toMatch(/\w+\.ts|\w+\.js/);
      check(lines, own.token);
    },
  );

  it("keep D1's own messages, which contain no data", async () => {
    const own = await newWorkspace();
    await own.get("/me");
    const lines = listen();
    const DB = new Proxy(testEnv.DB, {
      get: () => () => {
        throw new Error(
          "D1_ERROR: NOT NULL constraint failed: leads.seq: SQLITE_CONSTRAINT_NOTNULL (extended: Whispered)",
        );
      },
    });
    const fetcher = (request: Request) => serve(request, { DB });
    await own.post("/leads", personal, { headers, fetcher });
    const { detail } = lines.map((line) => JSON.parse(line)).find(({ level }) => level === "error");
    expect(detail).toBe("D1_ERROR NOT NULL constraint failed: leads.seq SQLITE_CONSTRAINT_NOTNULL");
    check(lines, own.token);
  });
});
