import { beforeEach, describe, expect, it, vi } from "vitest";
import type { BulkOutcome } from "#features/leads/bulk/schema";
import { type Client, newWorkspace, unique } from "../support/api";
import { testEnv } from "../support/env";
import { meterOf, serveWith } from "../support/meter";

let client: Client;
let headers: { "Idempotency-Key": string };

beforeEach(async () => {
  client = await newWorkspace();
  headers = { "Idempotency-Key": `key-${unique()}` };
});

const later = () => vi.spyOn(Date, "now").mockReturnValue(Date.now() + 120_000);
const people = Array.from({ length: 250 }, (_, n) => ({ ext_id: `x${n}`, tags: ["A"] }));
const bare = (leads: { ext_id: string }[]) => leads.map(({ ext_id }) => ({ ext_id }));
const body = { mode: "upsert", create_tags: true, leads: [...people, { ext_id: "x0" }, {}] };

/** A database of which the n-th batch that writes leads, from 1, is the last call that succeeds. */
function dying(n: number) {
  let written = 0;
  let isDead = false;
  const isWrite = (statements: unknown[]) => statements.length > 6;
  return new Proxy(testEnv.DB, {
    get(object, name) {
      if (isDead) throw new Error("the process died");
      const value = Reflect.get(object, name);
      if (name !== "batch") return typeof value === "function" ? value.bind(object) : value;
      return async (statements: D1PreparedStatement[]) => {
        if (isDead) throw new Error("the process died");
        const results = await object.batch(statements);
        isDead = isWrite(statements) && ++written === n;
        return results;
      };
    },
  });
}

const count = async () => {
  const row = await testEnv.DB.prepare(
    "select count(*) as n, count(distinct ext_id) as ids from leads where workspace_id = ?",
  )
    .bind((await client.get("/me")).body.data.workspace.id)
    .first<{ n: number; ids: number }>();
  return row;
};

describe("a batch of leads that breaks off", () => {
  it("goes on where it ended when it is repeated with its key", async () => {
    for (const n of [1, 2]) {
      client = await newWorkspace();
      const broken = await client.post("/leads/batch", body, {
        headers,
        fetcher: serveWith(dying(n)),
      });
      expect(broken.status).toBeGreaterThanOrEqual(500);
      expect(await count()).toEqual({ n: 100 * n, ids: 100 * n });
      const early = await client.post("/leads/batch", body, { headers });
      expect(early.status).toBe(409);
      expect(early.body.message).toContain("still running");
      later();
      const [one, other] = await Promise.all([
        client.post("/leads/batch", body, { headers }),
        client.post("/leads/batch", body, { headers }),
      ]);
      vi.restoreAllMocks();
      expect([one.status, other.status]).toContain(200);
      const again = await client.post("/leads/batch", body, { headers });
      expect(again.headers.get("Idempotent-Replayed")).toBe("true");
      expect(again.body.meta.counts).toMatchObject({ created: 250, unchanged: 1, invalid: 1 });
      expect(await count()).toEqual({ n: 250, ids: 250 });
      const { data } = (await client.get("/leads?per_page=100")).body;
      const ids = again.body.data.map(({ id }: BulkOutcome) => id);
      expect(new Set(ids).size).toBe(251);
      expect(ids[0]).toBe(ids[250]);
      for (const { id, ext_id } of data) expect(ids[Number(ext_id.slice(1))]).toBe(id);
    }
  });

  it("refuses its key to another request, and without a key is simply repeated", async () => {
    await client.post("/leads/batch", body, { headers, fetcher: serveWith(dying(1)) });
    later();
    const other = await client.post("/leads/batch", { ...body, mode: "create" }, { headers });
    vi.restoreAllMocks();
    expect(other.status).toBe(422);
    const { meta } = (await client.post("/leads/batch", body)).body;
    expect(meta.counts).toMatchObject({ created: 150, unchanged: 101 });
  });
});

describe("the bounds of a batch of leads", () => {
  it("are 1,000 leads, 4 MiB and the workspace's quotas", async () => {
    const many = (n: number, more = {}) =>
      client.post("/leads/batch", {
        mode: "create",
        leads: Array.from({ length: n }, (_, i) => ({ ext_id: `${i}`, ...more })),
      });
    expect((await many(1_001)).body.errors).toEqual({
      leads: ["The leads field must not have more than 1000 items."],
    });
    expect((await many(0)).status).toBe(422);
    expect((await many(70, { data: { x: "x".repeat(62_000) } })).status).toBe(413);
    expect((await many(60, { data: { x: "x".repeat(62_000) } })).body.meta.counts.created).toBe(60);
  });

  it("read what they change, however many leads the workspace has", async () => {
    await client.post("/leads/batch", { ...body, leads: people });
    const leads = bare(people.slice(-5));
    const read = (name: string) => {
      const some = leads.map((lead) => ({ ...lead, first_name: name }));
      return meterOf((fetcher) =>
        client.post("/leads/batch", { mode: "upsert", leads: some }, { fetcher }),
      );
    };
    expect((await read("Ada")).rowsRead).toBeLessThanOrEqual(400);
    expect((await read("Ada")).rowsRead).toBeLessThanOrEqual(60);
  });

  it("answers a quota that is reached half-way with each lead's own error", async () => {
    const { id } = (await client.get("/me")).body.data.workspace;
    await testEnv.DB.prepare("update workspaces set quotas = ? where id = ?")
      .bind(JSON.stringify({ leads: 150 }), id)
      .run();
    const { status, body: answer } = await client.post("/leads/batch", body);
    expect(status).toBe(200);
    expect(answer.meta.counts).toMatchObject({ created: 200, invalid: 52 });
    expect(answer.data[249].errors.quota[0]).toContain("150");
    expect((await client.post("/leads/batch", { ...body, mode: "create" })).status).toBe(200);
    const none = { mode: "create", leads: [{ ext_id: "y" }] };
    expect((await client.post("/leads/batch", none)).body.errors).toHaveProperty("quota");
  });

  it("answers the same again where a quota has kept out a chunk between two others", async () => {
    await testEnv.DB.prepare("update workspaces set quotas = ? where id = ?")
      .bind(JSON.stringify({ leads: 100 }), client.workspaceId)
      .run();
    const leads = [...people.slice(0, 200), ...people.slice(0, 10)];
    const send = () =>
      client.post("/leads/batch", { mode: "upsert", leads: bare(leads) }, { headers });
    const first = await send();
    expect(first.body.meta.counts).toMatchObject({ created: 100, invalid: 100, unchanged: 10 });
    await testEnv.DB.prepare("update idempotency_keys set answer = null where key = ?")
      .bind(headers["Idempotency-Key"])
      .run();
    later();
    const again = await send();
    vi.restoreAllMocks();
    expect(again.body).toEqual(first.body);
  });

  it("needs the ability to write tags where it creates some", async () => {
    const { token } = (
      await client.post("/tokens", { name: "Leads", abilities: ["leads:write", "leads:read"] })
    ).body.data;
    const send = (more: object) =>
      client.post(
        "/leads/batch",
        { mode: "create", leads: [{ first_name: "A" }], ...more },
        { token },
      );
    expect((await send({ create_tags: true })).status).toBe(403);
    expect((await send({})).status).toBe(200);
  });
});
