import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { databasesOf } from "#db/placement/databases";
import { repairDirectory } from "#db/placement/outbox";
import { redirectCache } from "#features/links/redirect-cache";
import { applyLinkChange } from "#features/links/slugs/apply";
import { repairClaims } from "#features/links/slugs/repair";
import { type Client, call, newShortLink, newWorkspace, unique } from "../support/api";
import { testEnv, twoDatabases } from "../support/env";
import { brokenDatabase, metered } from "../support/meter";
import { directoryDb } from "../support/scope";
import { newWorkspaceInSecond, openSecond, serveTwo } from "../support/second-database";

let first: Client;
let second: Client;
let slug: string;

beforeAll(async () => {
  await openSecond();
  [first, second] = [await newWorkspace(), await newWorkspaceInSecond()];
});

beforeEach(() => {
  slug = `slug-${unique()}`;
});

afterEach(() => {
  vi.restoreAllMocks();
});

const TO_A = "https://example.com/a";
const TO_B = "https://example.com/b";
const TAKEN = { slug: ["The slug has already been taken."] };

/** A service that does `most` calls of D1 for a request of a known token, and then dies. */
function dyingAfter(most: number) {
  let calls = 0;
  const dying = (database: D1Database): D1Database =>
    new Proxy(database, {
      get: (target, name) => {
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...args: unknown[]) => {
          if (calls >= most) throw new Error("the process died");
          if (name === "batch") calls++;
          const result = member.apply(target, args);
          return name === "withSession" ? dying(result) : result;
        };
      },
    });
  const { DIRECTORY } = testEnv;
  return serveTwo({
    DB: dying(testEnv.DB),
    DB_1: dying(testEnv.SECOND),
    ...(DIRECTORY && { DIRECTORY: dying(DIRECTORY) }),
  });
}

const keyed = (name: string) => ({ headers: { "Idempotency-Key": name } });
const create = (client: Client, destination_url: string, options: object = {}) =>
  client.post("/short-links", { slug, destination_url }, { fetcher: serveTwo(), ...options });

/** Where a slug leads in an isolate that does not know it; the status if it is no redirect. */
async function leadsTo(name = slug) {
  redirectCache.clear();
  const { status, headers } = await call("GET", `/${name}`, { fetcher: serveTwo() });
  return headers.get("Location") ?? status;
}

async function repair() {
  const databases = databasesOf(twoDatabases);
  for (const name of databases.names)
    await repairDirectory(databases, databases.open(name), { short_link: applyLinkChange }, 100);
  await repairClaims(databases);
}

/** Lets eleven minutes pass for a claim. */
const age = () =>
  directoryDb
    .prepare("update slugs set claimed_at = claimed_at - 660000 where slug_key = ?")
    .bind(slug)
    .run();

describe("a slug", () => {
  it("goes to one of two workspaces in two databases that ask for it at once", async () => {
    const answers = await Promise.all([create(first, TO_A), create(second, TO_B)]);
    const [winner] = answers.filter(({ status }) => status === 201);
    const [loser] = answers.filter(({ status }) => status === 422);
    expect(loser?.body.errors).toEqual(TAKEN);
    expect(await leadsTo()).toBe(winner?.body.data.destination_url);
  });

  it("is taken, and free again, over databases", async () => {
    const { id } = (await create(second, TO_B)).body.data;
    expect((await create(first, TO_A)).body.errors).toEqual(TAKEN);
    const fetcher = serveTwo();
    const own = await newShortLink(first);
    const wanted = { slug: slug.toUpperCase(), destination_url: TO_A };
    const rename = () => first.put(`/short-links/${own.id}`, wanted, { fetcher });
    expect((await rename()).body.errors).toEqual(TAKEN);
    expect((await second.delete(`/short-links/${id}`, undefined, { fetcher })).status).toBe(200);
    expect(await leadsTo()).toBe(404);
    expect((await rename()).status).toBe(200);
    expect([await leadsTo(), await leadsTo(own.slug)]).toEqual([TO_A, 404]);
  });

  it("is free at once when its workspace is deleted, whose late changes do not count", async () => {
    const gone = await newWorkspaceInSecond();
    const { id } = (await create(gone, TO_B)).body.data;
    const change = (to: string) =>
      testEnv.SECOND.prepare("update short_links set destination_url = ? where id = ?")
        .bind(to, id)
        .run();
    await change("https://example.com/late");
    await directoryDb
      .prepare(
        `insert into workspace_removals (workspace_id, name, requested_at, next_at)
         values (?, 'Gone', 1, ?)`,
      )
      .bind(gone.workspaceId, Number.MAX_SAFE_INTEGER)
      .run();
    expect(await leadsTo()).toBe(404);
    expect((await create(first, TO_A)).status).toBe(201);
    await change("https://example.com/later");
    await repair();
    expect(await leadsTo()).toBe(TO_A);
  });

  it("is free after a lost claim, also while another database can't be reached", async () => {
    const claim = (client: Client, name: string) =>
      directoryDb
        .prepare(
          "insert into slugs (slug_key, workspace_id, claim, claimed_at) values (?, ?, 'x', 1)",
        )
        .bind(name, client.workspaceId)
        .run();
    await claim(second, `${slug}-second`);
    await claim(first, slug);
    const down = { ...twoDatabases, DB_1: brokenDatabase() };
    await repairClaims(databasesOf(down));
    expect((await create(first, TO_A)).status).toBe(201);
    await repair();
  });

  it("is not claimed by a request that is refused", async () => {
    const full = await newWorkspace();
    const path = `/v1/workspaces/${full.workspaceId}`;
    const json = { quotas: { short_links: 0 } };
    await call("PATCH", path, { token: testEnv.OPERATOR_TOKEN, json });
    expect((await create(full, TO_A)).status).toBe(409);
    expect((await create(second, TO_B)).status).toBe(201);
  });
});

describe("a request that dies", () => {
  beforeEach(async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const client of [first, second])
      await client.get("/tags", undefined, { fetcher: serveTwo() });
  });

  const later = () => vi.spyOn(Date, "now").mockReturnValue(Date.now() + 61_000);

  it("after its claim blocks the slug for some minutes only", async () => {
    expect((await create(second, TO_B, { fetcher: dyingAfter(1) })).status).toBe(500);
    expect(await leadsTo()).toBe(404);
    await repair();
    for (const client of [first, second])
      expect((await create(client, TO_A)).body.errors).toEqual(TAKEN);
    await age();
    await repair();
    expect((await create(first, TO_A)).status).toBe(201);
  });

  it("after its claim is repeated with its Idempotency-Key", async () => {
    const options = keyed(slug);
    const dead = await create(second, TO_B, { ...options, fetcher: dyingAfter(1) });
    expect(dead.status).toBe(500);
    expect((await create(second, TO_B, keyed("another"))).body.errors).toEqual(TAKEN);
    expect((await create(second, TO_B, options)).status).toBe(201);
    expect(await leadsTo()).toBe(TO_B);
  });

  it.each([
    ["its write", 2, 404],
    ["the directory knew of its write", 3, TO_B],
  ])("after %s has created its link", async (_, calls, seen) => {
    const options = keyed(slug);
    await create(second, TO_B, { ...options, fetcher: dyingAfter(calls) });
    expect(await leadsTo()).toBe(seen);
    expect((await create(second, TO_B)).body.errors).toEqual(TAKEN);
    expect((await create(second, TO_B, options)).status).toBe(409);
    later();
    const again = await create(second, TO_B, options);
    vi.restoreAllMocks();
    expect([again.status, again.body.data?.slug]).toEqual([201, slug]);
    await age();
    await repair();
    expect(await leadsTo()).toBe(TO_B);
    expect((await create(first, TO_A)).body.errors).toEqual(TAKEN);
  });

  it("after a change or deletion tells the directory when it is repeated", async () => {
    const { id } = (await create(second, TO_B)).body.data;
    const path = `/short-links/${id}`;
    const renamed = { slug: `${slug}-new`, destination_url: TO_A };
    const fetcher = serveTwo();
    await second.put(path, renamed, { fetcher: dyingAfter(3) });
    expect([await leadsTo(), await leadsTo(renamed.slug)]).toEqual([TO_B, 404]);
    expect((await second.put(path, renamed, { fetcher })).status).toBe(200);
    expect([await leadsTo(), await leadsTo(renamed.slug)]).toEqual([404, TO_A]);
    await second.delete(path, undefined, { fetcher: dyingAfter(1) });
    expect(await leadsTo(renamed.slug)).toBe(TO_A);
    expect((await second.delete(path, undefined, { fetcher })).status).toBe(404);
    expect(await leadsTo(renamed.slug)).toBe(404);
  });
});

describe("a replacement", () => {
  it("asks the directory only for what a redirect depends on", async () => {
    const link = (await create(second, TO_B)).body.data;
    const trips = async (input: object) => {
      const { meter, database } = metered(directoryDb);
      const other = testEnv.DIRECTORY ? { DIRECTORY: database } : { DB: database };
      const replaced = { slug, destination_url: TO_B, ...input };
      const options = { fetcher: serveTwo(other) };
      const { status } = await second.put(`/short-links/${link.id}`, replaced, options);
      expect(status).toBe(200);
      return meter.trips;
    };
    await trips({});
    expect(await trips({ label: "New", slug: slug.toUpperCase() })).toBe(0);
    expect(await trips({ is_active: false })).toBe(1);
    expect(await trips({ destination_url: TO_A })).toBe(1);
    expect(await trips({ slug: `${slug}-other` })).toBe(2);
  });
});
