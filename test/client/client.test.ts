import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  ApiError,
  type Client,
  createClient,
  createLead,
  createTag,
  deleteTag,
  each,
  getLead,
  listTags,
  me,
  replaceTag,
  updateLead,
  uploadMedium,
  withEtag,
} from "#client";
import {
  type Client as Caller,
  newLead,
  newWorkspace,
  ORIGIN,
  withAbilities,
} from "../support/api";
import { rowsOf } from "../support/rows";
import { serve } from "../support/serve";

let owner: Caller;

beforeAll(async () => {
  owner = await newWorkspace();
});

/** A client of the service whose requests go through `fetch`, and the requests that it has made. */
function connect(fetch = (request: Request) => serve(request), options: object = {}) {
  const requests: Request[] = [];
  const client = createClient({
    baseUrl: ORIGIN,
    token: owner.token,
    fetch: (request) => {
      requests.push(request as Request);
      return fetch(request as Request);
    },
    ...options,
  });
  return { client, requests };
}

/** Answers `failures` in turn, and only then asks the service. */
const failing = (...failures: (Response | "lost" | "refused")[]) =>
  connect(async (request) => {
    const failure = failures.shift();
    if (failure instanceof Response) return failure;
    if (failure === "lost") await serve(request);
    if (failure) throw new TypeError("fetch failed");
    return serve(request);
  });

const problem = (status: number, headers: HeadersInit = {}) =>
  Response.json({ message: "Not now." }, { status, headers });

const soon = { "Retry-After": "0" };

const labels = async (client: Client) => {
  const found = [];
  for await (const { label } of each(listTags, { client })) found.push(label);
  return found;
};

const errorOf = async (answer: Promise<unknown>): Promise<ApiError> => {
  const error = await answer.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error;
};

describe("the client", () => {
  it("answers with the body, as the token that it was given", async () => {
    const { client } = connect();
    const { data } = await me({ client });
    expect(data.workspace.id).toBe(owner.workspaceId);
  });

  it("goes through all pages of a list, and stops asking when its reader stops", async () => {
    const caller = await newWorkspace();
    const wanted = Array.from({ length: 23 }, (_, index) => `Tag ${index}`);
    for (const label of wanted) await caller.post("/tags", { label });
    const { client, requests } = connect(undefined, { token: caller.token });
    const found = [];
    for await (const tag of each(listTags, { client, query: { per_page: 10 } }))
      found.push(tag.label);
    expect(found.toSorted()).toEqual(wanted.toSorted());
    expect(requests.length).toBe(3);
    for await (const _ of each(listTags, { client, query: { per_page: 10 } })) break;
    expect(requests.length).toBe(4);
  });

  it("throws what the API says is wrong, by field, with the request's id", async () => {
    const { client } = connect();
    const tooLong = { first_name: "Zoé".repeat(200) };
    const invalid = await errorOf(createLead({ client, body: tooLong }));
    expect(invalid).toMatchObject({ name: "ApiError", status: 422, retryAfter: null });
    expect(invalid.errors.first_name?.length).toBe(1);
    expect(invalid.requestId).toMatch(/^[\w=-]+$/);
    const lead = await newLead(owner, { email: "zoe@example.com" });
    const taken = await errorOf(
      createLead({ client, body: { first_name: "Zoé", email: "zoe@example.com" } }),
    );
    expect(taken.conflicts).toEqual({ email: lead.id });
    const missing = await errorOf(getLead({ client, path: { lead: 999_999_999 } }));
    expect(missing).toMatchObject({ status: 404, message: "Not found.", errors: {} });
  });

  it("throws what it gets from something else than the API", async () => {
    const { client } = connect(async () => new Response("<h1>Hm</h1>", { status: 418 }));
    expect(await errorOf(me({ client }))).toMatchObject({ status: 418, requestId: null });
  });

  it.each([
    ["a page", new Response("<h1>Sign in</h1>", { headers: { "Content-Type": "text/html" } }), 200],
    [
      "a redirect",
      new Response(null, { status: 302, headers: { Location: "https://b.example" } }),
      302,
    ],
    [
      "JSON of another form",
      Response.json({ message: {}, errors: { a: 1 } }, { status: 400 }),
      400,
    ],
    ["a text", new Response("null", { status: 404 }), 404],
  ])("throws %s of something between it and the API", async (_, answer, status) => {
    const { client, requests } = connect(async () => answer);
    const error = await errorOf(createTag({ client, body: { label: "Nowhere" } }));
    expect(error).toMatchObject({ status, errors: {}, conflicts: {}, requestId: null });
    expect(error.message).not.toBe("");
    expect(requests.map(({ redirect }) => redirect)).toEqual(["manual"]);
  });

  it("gives the error instead of throwing it, where that is wanted", async () => {
    const { client } = connect();
    const options = { client, throwOnError: false } as const;
    const { data, error } = await getLead({ ...options, path: { lead: 999_999_999 } });
    expect([data, error]).toEqual([undefined, expect.any(ApiError)]);
    const away = connect(async () => Promise.reject(new TypeError("No route.")), { retries: 0 });
    expect((await me({ ...options, client: away.client })).error?.message).toBe("No route.");
    const right = await me(options);
    expect([right.data?.workspace.id, right.error]).toEqual([owner.workspaceId, undefined]);
  });

  it("answers with the ETag, so that only what was read is changed", async () => {
    const { client } = failing("refused");
    const leads = [await newLead(owner), await newLead(owner)];
    const read = await Promise.all(
      leads.map(({ id: lead }) => withEtag(getLead, { client, path: { lead } })),
    );
    for (const { data, etag } of read) {
      const path = { lead: data.id };
      const change = { client, path, headers: { "If-Match": etag } };
      const changed = await withEtag(updateLead, { ...change, body: { first_name: "Ana" } });
      expect(changed.etag).not.toBe(etag);
      const error = await errorOf(updateLead({ ...change, body: { first_name: "Eva" } }));
      expect(error.code).toBe("stale");
    }
  });

  it("makes requests of what each runtime takes for one: Deno has a `client` of its own", async () => {
    const own = Request;
    const given: object[] = [];
    class Watched extends own {
      constructor(input: string | URL | Request, init?: RequestInit<CfProperties>) {
        super(input, init);
        if (init) given.push(init);
      }
    }
    vi.stubGlobal("Request", Watched);
    const { client } = connect();
    const options = { client, meta: {}, cache: "no-store", query: { upsert: 1 } } as const;
    const call = createLead({ ...options, body: { ext_id: "deno" } });
    await call.finally(() => vi.unstubAllGlobals());
    const members = ["body", "cache", "headers", "method", "redirect"];
    expect(Object.keys(given[0] ?? {}).toSorted()).toEqual(members);
  });

  it("says what a token may not do", async () => {
    const { token } = await withAbilities(owner, "tags:read");
    const { client } = connect(undefined, { token });
    expect((await errorOf(createTag({ client, body: { label: "No" } }))).status).toBe(403);
  });
});

describe("a request that fails for a while", () => {
  it.each([
    ["too many requests", problem(429, soon)],
    ["an unavailable database", problem(503, soon)],
    ["a gateway", problem(502)],
    ["a date to come back at", problem(503, { "Retry-After": new Date(0).toUTCString() })],
    ["a request of the same key that still runs", problem(409, soon)],
    ["a connection that is refused", "refused" as const],
  ])("is repeated after %s", async (_, failure) => {
    const { client, requests } = failing(failure);
    expect((await me({ client })).data.workspace.id).toBe(owner.workspaceId);
    expect(requests.length).toBe(2);
  });

  it("is carried out once, if its answer was lost", async () => {
    const { client, requests } = failing("lost");
    const { data } = await createTag({ client, body: { label: "Once" } });
    expect((await labels(client)).filter((label) => label === "Once")).toEqual(["Once"]);
    const keys = requests.slice(0, 2).map(({ headers }) => headers.get("Idempotency-Key"));
    expect(new Set(keys).size).toBe(1);
    expect(data.label).toBe("Once");
    const own = await rowsOf("select key from idempotency_keys where key = ?", keys[0]);
    expect(own.length).toBe(1);
  });

  it("keeps the key that the caller has chosen", async () => {
    const { client, requests } = failing("lost");
    const headers = { "Idempotency-Key": "tag-of-june" };
    await createTag({ client, body: { label: "June" }, headers });
    expect(requests.map((request) => request.headers.get("Idempotency-Key"))).toEqual([
      "tag-of-june",
      "tag-of-june",
    ]);
  });

  it("is not repeated more often than wanted, nor after a longer wait", async () => {
    const { client, requests } = connect(async () => problem(503, soon), { retries: 2 });
    expect(await errorOf(me({ client }))).toMatchObject({ status: 503, retryAfter: 0 });
    expect(requests.length).toBe(3);
    const slow = connect(async () => problem(429, { "Retry-After": "61" }));
    expect((await errorOf(me({ client: slow.client }))).retryAfter).toBe(61);
    expect(slow.requests.length).toBe(1);
    const tomorrow = new Date(Date.now() + 86_400_000).toUTCString();
    const later = connect(async () => problem(503, { "Retry-After": tomorrow }));
    const { retryAfter } = await errorOf(me({ client: later.client }));
    expect(Math.abs((retryAfter ?? 0) - 86_400)).toBeLessThan(60);
    expect(later.requests.length).toBe(1);
  });

  it("is a 409 to come back to, while the first one of its key runs", async () => {
    const headers = { "Idempotency-Key": "two-at-once" };
    const create = () => owner.post("/tags", { label: "Twice" }, { headers });
    const answers = await Promise.all(Array.from({ length: 4 }, create));
    const waits = answers.map((answer) => [answer.status, answer.headers.get("Retry-After")]);
    const isRight = ([status, wait]: (typeof waits)[number]) =>
      status === 201 || (status === 409 && wait === "1");
    expect(waits.filter((one) => !isRight(one))).toEqual([]);
  });

  it("is not repeated if nobody knows whether it would harm", async () => {
    const lead = await newLead(owner);
    const patch = { path: { lead: lead.id }, body: { first_name: "Ana" } };
    const lost = failing("lost");
    await expect(updateLead({ client: lost.client, ...patch })).rejects.toThrow("fetch failed");
    expect(lost.requests.length).toBe(1);
    const limited = failing(problem(429, soon));
    await updateLead({ client: limited.client, ...patch });
    expect(limited.requests.length).toBe(2);
    const { data: tag } = await createTag({ client: limited.client, body: { label: "Version 1" } });
    const versioned = failing("lost");
    const put = {
      ...{ path: { tag: tag.id }, body: { label: "Version 2" }, headers: { "If-Match": "*" } },
    };
    await expect(replaceTag({ client: versioned.client, ...put })).rejects.toThrow("fetch failed");
    expect(versioned.requests.length).toBe(1);
  });

  it("is not repeated if it is wrong", async () => {
    const { client, requests } = connect();
    await errorOf(deleteTag({ client, path: { tag: 999_999_999 } }));
    expect(requests.length).toBe(1);
  });

  it("ends when its caller gives up", async () => {
    const controller = new AbortController();
    const { client, requests } = connect(async () => {
      controller.abort(new Error("I have left."));
      return problem(503, { "Retry-After": "30" });
    });
    await expect(me({ client, signal: controller.signal })).rejects.toThrow("I have left.");
    expect(requests.length).toBe(1);
  });
});

describe("reads of one client", () => {
  it("carry the bookmark of its last answer, writes do not", async () => {
    const { client, requests } = connect();
    const { data } = await createLead({ client, body: { first_name: "Mia" } });
    await getLead({ client, path: { lead: data.id } });
    await createTag({ client, body: { label: "Bookmarked" } });
    const bookmarks = requests.map(({ headers }) => headers.get("Bookmark"));
    expect(bookmarks).toEqual([null, expect.stringMatching(/^(DB|primary)/), null]);
  });

  it("carry the freshest bookmark, in whatever order answers come", async () => {
    const given = ["DB:0.00000002-a", "DB:0.00000001-a", "DB:1.00000000-a", "primary", "DB:1.0"];
    const bookmarks = [...given];
    const { client, requests } = connect(async () =>
      Response.json({ data: {} }, { headers: { Bookmark: bookmarks.shift() ?? "" } }),
    );
    for (const _ of [...given, "and one more"]) await me({ client });
    expect(requests.map(({ headers }) => headers.get("Bookmark"))).toEqual([
      null,
      "DB:0.00000002-a",
      "DB:0.00000002-a",
      "DB:1.00000000-a",
      "primary",
      "DB:1.0",
    ]);
  });
});

describe("a file", () => {
  it("is sent with its own type, or as bytes of none", async () => {
    const { client, requests } = connect();
    const types = ["image/png", "", "text/plain"];
    const media = types.map(async (type) => {
      const query = { filename: "a", kind: "document" } as const;
      const headers = type === "text/plain" ? { "Content-Type": "text/csv" } : {};
      const body = new Blob(["a"], { type });
      return (await uploadMedium({ client, body, headers, query })).data.mime_type;
    });
    const expected = ["image/png", "application/octet-stream", "text/csv"];
    expect(await Promise.all(media)).toEqual(expected);
    expect(requests.map(({ headers }) => headers.get("Content-Type"))).toEqual(expected);
  });
});
