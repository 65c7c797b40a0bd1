import { afterEach, describe, expect, it, vi } from "vitest";
import { call, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { serve } from "../support/serve";

afterEach(() => {
  vi.restoreAllMocks();
});

/** A service whose D1 fails with this error. */
const failingWith = (error: Error) => (request: Request) => {
  const fail = () => {
    throw error;
  };
  const DB = new Proxy(testEnv.DB, {
    get: (db, name) => (name === "batch" || name === "prepare" ? fail : Reflect.get(db, name)),
  });
  return serve(request, { DB });
};

// https://developers.cloudflare.com/d1/observability/debug-d1/
const TRANSIENT = [
  "D1_ERROR: D1 DB is overloaded. Too many requests queued.",
  "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
  "D1_ERROR: Network connection lost.",
  "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
  "D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.",
  "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
  "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
  "D1_ERROR: D1 DB reset because its code was updated.",
  "D1_ERROR: D1 DB exceeded its CPU time limit and was reset.",
];

describe("a database that can't be reached", () => {
  it.each(TRANSIENT)("answers 503 with Retry-After: %j", async (text) => {
    const client = await newWorkspace();
    await client.get("/me");
    for (const error of [new Error(text), new Error("Failed query", { cause: new Error(text) })]) {
      const fetcher = failingWith(error);
      for (const answer of [
        await client.get("/tags", undefined, { fetcher }),
        await client.post("/tags", { label: "Lost" }, { fetcher }),
        await call("GET", "/v1/workspaces", { token: testEnv.OPERATOR_TOKEN, fetcher }),
        await call("GET", "/v1/me", { token: `lea_${"x".repeat(43)}`, fetcher }),
      ]) {
        expect([answer.status, answer.text, answer.headers.get("Retry-After")]).toEqual([
          503,
          '{"message":"Temporarily unavailable.","code":"unavailable"}',
          "5",
        ]);
      }
    }
    expect((await client.get("/tags")).body.data).toEqual([]);
  });

  it("is told in the log by its own words", async () => {
    const client = await newWorkspace();
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    await client.get("/tags", undefined, { fetcher: failingWith(new Error(TRANSIENT[0])) });
    expect(error.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
      { message: "database unavailable", detail: "D1_ERROR overloaded Too many requests queued" },
    ]);
  });

  it("is not what a caller's text says", async () => {
    const client = await newWorkspace();
    const error = new Error("D1_ERROR: no such thing: Network connection lost.");
    const { status } = await client.get("/tags", undefined, { fetcher: failingWith(error) });
    expect(status).toBe(500);
  });
});
