import { beforeAll, describe, expect, it, vi } from "vitest";
import { principals } from "#features/access/tokens/principals";
import { type Client, call, clientOf, type Options, unique } from "../support/api";
import { testEnv } from "../support/env";
import { serveReplicated } from "../support/replica";
import { directoryDb } from "../support/scope";

let service: Awaited<ReturnType<typeof serveReplicated>>;
let client: Client;

beforeAll(async () => {
  service = await serveReplicated();
  client = await newWorkspace();
});

/** A workspace whose token is known, so that no request need ask for it. */
async function newWorkspace(): Promise<Client> {
  const { fetcher } = service;
  const token = testEnv.OPERATOR_TOKEN;
  const { body } = await call("POST", "/v1/workspaces", { token, json: { name: "Near" }, fetcher });
  const made = clientOf(body.data.token, body.data.id);
  await made.get("/me", undefined, { fetcher });
  return made;
}

type Sent = Options & { bookmark?: string; as?: Client };
type Verb = "get" | "post" | "put" | "patch" | "delete";

/**
 * Calls the service that has a replica. Returns the answer, its bookmark, and where it was read.
 */
async function ask(method: Verb, path: string, sent: Sent = {}) {
  const { bookmark, as = client, json, headers, ...options } = sent;
  const answer = await as[method](path, json, {
    ...options,
    fetcher: service.fetcher,
    headers: { ...(bookmark !== undefined && { Bookmark: bookmark }), ...headers },
  });
  const { status, body } = answer;
  const given = answer.headers.get("Bookmark") ?? "";
  return { status, body, headers: answer.headers, bookmark: given, trips: { ...service.trips } };
}

async function newLead(input: object = {}) {
  const { body, bookmark } = await ask("post", "/leads", {
    json: { first_name: `Near ${unique()}`, ...input },
  });
  return { path: `/leads/${body.data.id}`, id: body.data.id, bookmark };
}

const PRIMARY = { primary: 1, replica: 0 };
const REPLICA = { primary: 0, replica: 1 };
/** A lead that is not found may have been merged. */
const MISSED = { primary: 0, replica: 2 };

describe("a read, while the replica is behind,", () => {
  it("goes to the primary without a bookmark, and with that of a write", async () => {
    const { path, bookmark } = await newLead();
    expect(bookmark).toMatch(/^DB-0\./);
    expect(await ask("get", path)).toMatchObject({ status: 200, trips: PRIMARY });
    expect(await ask("get", path, { bookmark })).toMatchObject({ status: 200, trips: PRIMARY });
  });

  it("does not find near what was just made", async () => {
    const { path } = await newLead();
    const near = await ask("get", path, { bookmark: "nearest" });
    expect(near).toMatchObject({ status: 404, trips: MISSED });
    const head = {
      token: client.token,
      fetcher: service.fetcher,
      headers: { Bookmark: "nearest" },
    };
    expect((await call("HEAD", `/v1${path}`, head)).status).toBe(404);
  });

  it("goes to the primary with what is no bookmark of the workspace's database", async () => {
    const { path, bookmark } = await newLead();
    const ofD1 = bookmark.slice("DB-0.".length);
    await service.catchUp();
    expect(await ask("get", path, { bookmark })).toMatchObject({ trips: REPLICA });
    const foreign = [`DB_1-0.${ofD1}`, `DB-1.${ofD1}`, `DB.${ofD1}`, ofD1, `DB-0.${ofD1}0`];
    const malformed = ["", "primary", "NEAREST", "DB-0.", "DB-0.first-unconstrained", "'; --"];
    const long = [`DB-0.${"0".repeat(4_000)}`, bookmark.repeat(50)];
    for (const wrong of [...foreign, ...malformed, ...long])
      expect(await ask("get", path, { bookmark: wrong }), wrong).toMatchObject({
        status: 200,
        trips: PRIMARY,
      });
  });
});

describe("a read, once the replica has caught up,", () => {
  it("goes to the replica, with lists and searches, and never to the primary", async () => {
    const name = `Zoé${unique()}`;
    const { path, id, bookmark } = await newLead({ first_name: name });
    const lists = [`/leads?name=${name}`, `/leads?name=${name}&is_optout=0`];
    await service.catchUp();
    for (const from of [bookmark, "nearest"]) {
      const one = await ask("get", path, { bookmark: from });
      expect(one).toMatchObject({ status: 200, body: { data: { id } }, trips: REPLICA });
      for (const list of lists) {
        const { body, trips } = await ask("get", list, { bookmark: from });
        expect(body.data.map((lead: { id: number }) => lead.id)).toEqual([id]);
        expect(trips.primary).toBe(0);
      }
    }
  });

  it("sees in a chain of requests what each of them wrote, however late the replica is", async () => {
    const { path, bookmark: first } = await newLead();
    let bookmark = first;
    const seen = { primary: 0, replica: 0 };
    for (let warmth = 0; warmth < 6; warmth++) {
      const first_name = `Name ${warmth}`;
      ({ bookmark } = await ask("patch", path, { bookmark, json: { first_name } }));
      if (warmth % 2) await service.catchUp();
      const read = await ask("get", path, { bookmark });
      expect(read.body.data.first_name).toBe(first_name);
      seen.primary += read.trips.primary;
      seen.replica += read.trips.replica;
      ({ bookmark } = read);
    }
    expect(seen).toEqual({ primary: 3, replica: 3 });
  });

  it("does not go back in time with the bookmark of a read near by", async () => {
    await service.catchUp();
    const { path } = await newLead();
    const near = await ask("get", path, { bookmark: "nearest" });
    const again = await ask("get", path, { bookmark: near.bookmark });
    expect([near.status, again.status, again.trips]).toEqual([404, 404, MISSED]);
    await service.catchUp();
    const later = await ask("get", path, { bookmark: "nearest" });
    expect(later.status).toBe(200);
    expect(later.bookmark > near.bookmark).toBe(true);
  });
});

describe("a write", () => {
  it("finds at the primary what it needs, whatever the bookmark", async () => {
    const made = await ask("post", "/scenarios", {
      bookmark: "nearest",
      json: { name: "Near", platform: "whatsapp" },
    });
    const path = `/scenarios/${made.body.data.id}`;
    const rename = (version: string, name: string) =>
      ask("put", path, {
        bookmark: "nearest",
        headers: { "If-Match": version },
        json: { ...made.body.data, name },
      });
    const version = made.headers.get("ETag") ?? "";
    const changed = await rename(version, "First");
    expect(changed).toMatchObject({ status: 200, trips: { replica: 0 } });
    const late = await rename(version, "Late");
    expect(late).toMatchObject({ status: 412, trips: { replica: 0 } });
    const { bookmark } = late;
    expect((await ask("get", path, { bookmark })).body.data.name).toBe("First");
    const { id } = await newLead();
    const lead = { bookmark: "nearest", json: { lead_id: id } };
    expect(await ask("post", `${path}/leads`, lead)).toMatchObject({ trips: { replica: 0 } });
    expect((await ask("delete", path, { bookmark: "nearest" })).status).toBe(200);
  });

  it("is repeated by its Idempotency-Key", async () => {
    const headers = { "Idempotency-Key": "near-1" };
    const once = { bookmark: "nearest", json: { label: "Once" }, headers };
    const [one, other] = [await ask("post", "/tags", once), await ask("post", "/tags", once)];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(other.headers.get("Idempotent-Replayed")).toBe("true");
    expect(other.body).toEqual(one.body);
    const read = await ask("get", `/tags/${one.body.data.id}`, { bookmark: other.bookmark });
    expect(read.status).toBe(200);
  });
});

describe("an answer", () => {
  it("carries a bookmark once the token is known, also if it is an error", async () => {
    const { bookmark } = await newLead();
    const answers = [
      await ask("get", `/leads/${2 ** 40}`),
      await ask("get", "/leads?unknown=1", { bookmark }),
      await ask("post", "/leads", { json: { email: 7 } }),
      await ask("get", "/me", { bookmark }),
      await ask("get", "/tokens"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 422, 422, 200, 200]);
    const [missing, unread, , me, tokens] = answers;
    expect(missing?.bookmark).toMatch(/^DB-0\./);
    expect([unread?.bookmark, me?.bookmark]).toEqual([bookmark, bookmark]);
    expect(tokens?.bookmark).toBe("primary");
  });

  it("carries none to the operator, to strangers and to visitors", async () => {
    const { fetcher } = service;
    const destination_url = "https://example.com/";
    const link = await ask("post", "/short-links", { json: { destination_url } });
    const headers = { Bookmark: link.bookmark };
    for (const answer of [
      await call("GET", "/v1/workspaces", { token: testEnv.OPERATOR_TOKEN, fetcher, headers }),
      await call("GET", "/v1/leads", { token: `lea_${"x".repeat(43)}`, fetcher, headers }),
      await call("GET", `/${link.body.data.slug}`, { fetcher, headers }),
    ])
      expect([answer.status, answer.headers.get("Bookmark")]).toEqual([expect.any(Number), null]);
  });
});

describe("a bookmark", () => {
  it("of another workspace in the same database shows nothing of it", async () => {
    const { path, bookmark } = await newLead();
    const other = await newWorkspace();
    for (const from of [bookmark, "nearest"])
      expect((await ask("get", path, { as: other, bookmark: from })).status).toBe(404);
    await service.catchUp();
    const { body, trips } = await ask("get", "/leads", { as: other, bookmark });
    expect([body.data, trips.primary]).toEqual([[], 0]);
  });

  it("of before a move means nothing after it", async () => {
    const mover = await newWorkspace();
    const { bookmark } = await ask("post", "/tags", { as: mover, json: { label: "Moved" } });
    await service.catchUp();
    const read = () => ask("get", "/tags", { as: mover, bookmark });
    expect(await read()).toMatchObject({ trips: REPLICA });
    await directoryDb
      .prepare("update workspaces set moves = moves + 1 where id = ?")
      .bind(mover.workspaceId)
      .run();
    principals.clear();
    await ask("get", "/me", { as: mover });
    const after = await read();
    expect(after).toMatchObject({ status: 200, trips: PRIMARY });
    expect(after.bookmark).toMatch(/^DB-1\./);
    await service.catchUp();
    const again = await ask("get", "/tags", { as: mover, bookmark: after.bookmark });
    expect(again).toMatchObject({ trips: REPLICA });
  });

  it("does not keep a revoked token at work", async () => {
    const own = await newWorkspace();
    const { body } = await ask("post", "/tokens", {
      as: own,
      json: { name: "Reader", abilities: ["tags:read"] },
    });
    const reader = clientOf(body.data.token, own.workspaceId);
    await service.catchUp();
    const read = (bookmark: string) => ask("get", "/tags", { as: reader, bookmark });
    const { status, bookmark } = await read("nearest");
    expect(status).toBe(200);
    await ask("delete", `/tokens/${body.data.id}`, { as: own });
    vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ["Date"] });
    expect([(await read("nearest")).status, (await read(bookmark)).status]).toEqual([401, 401]);
  });
});
