import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { identities } from "#features/access/settings/public-identity";
import {
  type Client,
  call,
  newShortLink,
  newWorkspace,
  type Options,
  unique,
} from "../support/api";
import { testEnv } from "../support/env";
import { brokenDatabase, metered, serveWith } from "../support/meter";
import { directoryDb } from "../support/scope";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Answers with another directory. */
const serveDirectory = (database: D1Database) =>
  testEnv.DIRECTORY ? serveWith(testEnv.DB, { DIRECTORY: database }) : serveWith(database);

const visit = (path: string, options: Options = {}) => call("GET", path, options);

/** A slug that is in no cache. */
const newSlug = () => `Cold-${unique()}`;
const newLink = (input: object = {}) => newShortLink(client, { slug: newSlug(), ...input });

describe("a redirect", () => {
  it("asks D1 once for a cold slug, and never for a warm or a known unknown one", async () => {
    const { slug } = await newLink({ destination_url: "https://example.com/{{first_name}}" });
    for (const [path, status] of [
      [`/${slug}`, 302],
      [`/${newSlug()}`, 404],
    ] as const) {
      const { meter, database } = metered(directoryDb);
      const fetcher = serveDirectory(database);
      for (const again of [path, path.toUpperCase(), `${path}/token`, `${path}?a=1`])
        expect((await visit(again, { fetcher })).status).toBe(status);
      expect(meter.trips).toBe(1);
      expect(meter.rowsRead).toBeLessThanOrEqual(1);
    }
  });

  it("asks D1 once for whose an inactive link is, and never for a warm one", async () => {
    const { slug } = await newLink({ is_active: false });
    const { meter, database } = metered(testEnv.DB);
    const fetcher = serveWith(database);
    identities.clear();
    for (const path of [`/${slug}`, `/${slug}`, `/${slug}/token`])
      expect((await visit(path, { fetcher })).status).toBe(410);
    expect(meter.trips).toBeLessThanOrEqual(testEnv.DIRECTORY ? 1 : 2);
    expect(meter.rowsRead).toBeLessThanOrEqual(3);
  });

  it("asks D1 once when many visit a cold slug at once", async () => {
    const { slug } = await newLink();
    const { meter, database } = metered(directoryDb);
    const fetcher = serveDirectory(database);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => visit(`/${slug}`, { fetcher })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(302));
    expect(meter.trips).toBe(1);
  });

  it("works on a warm slug while D1 is down, and answers with Retry-After on a cold one", async () => {
    const [warm, cold] = [await newLink(), await newLink()];
    await visit(`/${warm.slug}`);
    const fetcher = serveDirectory(brokenDatabase());
    expect((await visit(`/${warm.slug}`, { fetcher })).status).toBe(302);
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    for (const slug of [cold.slug, newSlug()]) {
      const answer = await visit(`/${slug}`, { fetcher });
      expect(answer.status).toBe(503);
      expect(answer.headers.get("Content-Type")).toContain("text/html");
      expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
      expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    }
    expect(JSON.parse(error.mock.calls[0]![0])).toMatchObject({
      level: "error",
      request_id: expect.any(String),
    });
    expect((await visit(`/${cold.slug}`)).status).toBe(302);
  });

  it("neither waits for its click to be counted nor fails with it", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    let calls = 0;
    const failsTwice = (failure: () => unknown) => ({
      getByName: () => ({ record: () => (++calls % 3 === 0 ? Promise.resolve() : failure()) }),
    });
    const failures = [
      () => Promise.reject(new Error("overloaded")),
      () => {
        throw new Error("no such object");
      },
    ];
    for (const failure of failures) {
      const { slug } = await newLink();
      const fetcher = serveWith(testEnv.DB, { LINK_COUNTER: failsTwice(failure) as never });
      expect((await visit(`/${slug}`, { fetcher })).status).toBe(302);
    }
    expect(calls).toBe(6);
    expect(error).not.toHaveBeenCalled();
  });
});
