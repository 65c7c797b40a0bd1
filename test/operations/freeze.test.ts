import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FROZEN, freeze, unfreeze } from "#db/placement/freeze";
import { type Client, newLead, newWorkspace } from "../support/api";
import { rowsOf } from "../support/rows";
import { databaseOf } from "../support/scope";

const db = databaseOf();
let client: Client;
let other: Client;
let lead: { id: number };

beforeAll(async () => {
  [client, other] = [await newWorkspace(), await newWorkspace()];
  lead = await newLead(client);
  await freeze(db, client.workspaceId);
  await freeze(db, client.workspaceId);
});

afterAll(() => unfreeze(db, client.workspaceId));

it("knows every table with rows of workspaces", async () => {
  const tables = await rowsOf<{ name: string }>(
    `select name from sqlite_master where type = 'table' and name not like 'leads_search%' and name not like 'messages_search%'
       and name not like '\\_cf%' escape '\\' and name not like 'sqlite%'`,
  );
  const others = [
    ...["workspaces", "outbox", "tokens", "slugs", "channel_owners", "source_keys", "databases"],
  ];
  const notOfOne = [
    "ranges",
    "moves",
    "backups",
    "erasures",
    "restored",
    "workspace_removals",
    "clean_ups",
    "spent_ids",
    "d1_migrations",
  ];
  expect(tables.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(FROZEN), ...others, ...notOfOne].toSorted(),
  );
});

describe("a frozen workspace", () => {
  it("is read, and answers 503 to writes, which change nothing", async () => {
    const { status, body, headers } = await client.post("/leads", { first_name: "Late" });
    expect({ status, body }).toEqual({
      status: 503,
      body: {
        message: "The workspace is being moved. Try again in some seconds.",
        code: "unavailable",
      },
    });
    expect(headers.get("Retry-After")).toBe("5");
    expect((await client.patch(`/leads/${lead.id}`, { first_name: "Late" })).status).toBe(503);
    expect((await client.delete(`/leads/${lead.id}`)).status).toBe(503);
    expect((await client.patch("/settings", { analysis_enabled: false })).status).toBe(503);
    expect((await client.get("/leads")).body.data).toHaveLength(1);
  });

  it("does not keep others from writing", async () => {
    expect((await other.post("/leads", { first_name: "Ada" })).status).toBe(201);
  });

  it("goes on once it is unfrozen, with the same Idempotency-Key", async () => {
    const post = () =>
      client.post("/leads", { first_name: "Late" }, { headers: { "Idempotency-Key": "late" } });
    expect((await post()).status).toBe(503);
    await unfreeze(db, client.workspaceId);
    expect((await post()).status).toBe(201);
    const left = "select name from sqlite_master where name like 'frozen%'";
    expect(await rowsOf(left)).toEqual([]);
  });
});
