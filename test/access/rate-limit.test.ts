import { beforeAll, describe, expect, it } from "vitest";
import { type Client, call, make, newWorkspace, withAbilities } from "../support/api";
import { testEnv } from "../support/env";
import { serve } from "../support/serve";

let client: Client;

/** Answers with the limiter of tokens that is bound, not with the one of other tests. */
const limiting = (request: Request) => serve(request, { RATE_LIMITER: testEnv.RATE_LIMITER });

beforeAll(async () => {
  client = await newWorkspace();
});

describe("the rate limit", () => {
  it("answers 429 with Retry-After after 600 requests of one token in a minute, and leaves other tokens alone", async () => {
    const { token } = await make(client, "/tokens", { name: "Busy" });
    const statuses: number[] = [];
    // The window is a calendar minute: requests that straddle two of them can be more.
    for (let i = 0; i < 1250 && statuses.at(-1) !== 429; i++)
      statuses.push((await call("GET", "/v1/me", { token, fetcher: limiting })).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.length).toBeGreaterThan(600);
    const refused = await call("GET", "/v1/me", { token, fetcher: limiting });
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({ message: "Too many attempts.", code: "rate_limited" });
    expect(refused.headers.get("RateLimit")).toBe(`"token";r=0;t=60`);
    const policy = `"token";q=600;w=60, "workspace";q=1200;w=60`;
    expect(refused.headers.get("RateLimit-Policy")).toBe(policy);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await client.get("/me", undefined, { fetcher: limiting })).status).toBe(200);
  });

  it("answers 429 to every token of a workspace that is over its own, but counts no refused token", async () => {
    const second = await withAbilities(client, "*");
    const other = await newWorkspace();
    const limiterOf = (isWithin: (key: string) => boolean) => {
      const keys: string[] = [];
      const limit = async ({ key }: RateLimitOptions) => {
        keys.push(key);
        return { success: isWithin(key) };
      };
      return { limit, keys };
    };
    const tokens = limiterOf((key) => key !== `token:${tokenIds[1]}`);
    const workspaces = limiterOf((key) => key !== `workspace:${client.workspaceId}`);
    const tokenIds: number[] = [];
    for (const { get } of [client, second]) tokenIds.push((await get("/me")).body.data.token.id);
    const options = {
      fetcher: (request: Request) =>
        serve(request, { RATE_LIMITER: tokens, WORKSPACE_RATE_LIMITER: workspaces }),
    };
    const answers = [];
    for (const { get, post } of [client, second, other])
      answers.push(
        (await get("/me", undefined, options)).status,
        (await post("/tags", { label: "x" }, options)).status,
      );
    expect(answers).toEqual([429, 429, 429, 429, 200, 201]);
    expect(tokens.keys).toHaveLength(6);
    expect(workspaces.keys).toEqual([
      ...Array(2).fill(`workspace:${client.workspaceId}`),
      ...Array(2).fill(`workspace:${other.workspaceId}`),
    ]);
    expect((await client.get("/tags")).body.data).toEqual([]);
  });
});
