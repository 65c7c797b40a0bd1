import { beforeAll, describe, expect, it, vi } from "vitest";
import { databasesOf } from "#db/placement/databases";
import { freeze } from "#db/placement/freeze";
import { scopeIn } from "#db/scope/scope";
import { principals } from "#features/access/tokens/principals";
import { RemovalQueue } from "#features/operations/chunks/removals";
import { dropFences } from "#features/operations/moves/fences";
import { openMove } from "#features/operations/moves/phases";
import type { Progress } from "#features/operations/moves/progress";
import { step } from "#features/operations/moves/steps";
import { startMove } from "#features/operations/moves/store";
import { type Client, call, newLead, newShortLink, newWorkspace } from "../support/api";
import { click, counterOf, flushClicks } from "../support/clicks";
import { testEnv, twoDatabases } from "../support/env";
import { eventually } from "../support/eventually";
import { bindObject } from "../support/objects";
import { OFFLINE_MOVER } from "../support/offline-workers";
import { rowsOf } from "../support/rows";
import { directoryDb } from "../support/scope";
import { openSecond, secondDb, serveTwo } from "../support/second-database";
import { serve } from "../support/serve";
import { newReceiver } from "../support/webhooks";

const databases = databasesOf(twoDatabases);

beforeAll(async () => {
  await openSecond();
  await directoryDb
    .prepare("insert or ignore into databases (name, created_at) values ('DB', 1), ('DB_1', 1)")
    .run();
});

const operator = scopeIn(twoDatabases, { workspaceId: 0, database: "DB" });

/** Begins a move, which no object makes. Returns its id. */
const begin = async ({ workspaceId }: Client, to: string) =>
  (await startMove(operator, workspaceId, to)).id;

/** Makes a move by steps, as its object does: to its end, or until it is in a phase. */
async function makeMove(id: number, until?: string) {
  let progress: Progress | undefined;
  for (let steps = 0; steps < 1_000; steps++) {
    const move = await openMove(databases, id);
    if (!move || move.phase === until) return principals.clear();
    const known = progress?.phase === move.phase ? progress : null;
    const now = () => Date.now() + (move.phase === "settling" ? 10_000 : 0);
    progress = (await step({ env: twoDatabases, databases, move, now }, known)).next;
  }
  throw new Error("The move does not end.");
}

const fencesLeft = () => rowsOf("select name from sqlite_master where name like 'frozen%'");

it("keeps the keys of requests that have made tokens", async () => {
  const client = await newWorkspace();
  const headers = { "Idempotency-Key": "made-once" };
  const create = () =>
    client.post("/tokens", { name: "Other", abilities: ["*"] }, { headers, fetcher: serveTwo() });
  const { text } = await create();
  for (const to of ["DB_1", "DB"]) {
    await makeMove(await begin(client, to));
    expect([to, (await create()).text]).toEqual([to, text]);
  }
  expect((await client.get("/tokens")).body.data).toHaveLength(2);
});

it("takes a workspace out of the directory's own database, whose row of it stays", async () => {
  const client = await newWorkspace();
  const lead = await newLead(client);
  await client.patch("/settings", { retention_clicks_days: 365 });
  const id = await begin(client, "DB_1");
  await makeMove(id);
  expect(await rowsOf("select phase, reason from moves where id = ?", id)).toEqual([
    { phase: "finished", reason: null },
  ]);
  const own = "select database, settings from workspaces where id = ?";
  expect(await rowsOf(own, client.workspaceId)).toEqual([{ database: "DB_1", settings: "{}" }]);
  expect(await rowsOf("select id from leads where id = ?", lead.id)).toEqual([]);
  const moved = await secondDb
    .prepare("select id from leads where id = ?")
    .bind(lead.id)
    .first("id");
  expect(moved).toBe(lead.id);
  // Late writes are refused for an hour, but nothing that is meant for the directory.
  const insert =
    "insert into tags (workspace_id, label, created_at, updated_at) values (?, 'x', 1, 1)";
  const late = () => rowsOf(insert, client.workspaceId);
  await expect(late()).rejects.toThrow("workspace_being_moved");
  const headers = { "Idempotency-Key": "token" };
  const input = { name: "Other", abilities: ["*"] };
  expect((await client.post("/tokens", input, { headers })).status).toBe(201);
  expect((await client.get("/me")).status).toBe(200);
  await dropFences(databases, databases.open("DB"));
  await expect(late()).rejects.toThrow("workspace_being_moved");
  await dropFences(databases, databases.open("DB"), Date.now() + 3_600_001);
  expect(await fencesLeft()).toEqual([]);
});

describe("the operator", () => {
  const token = testEnv.OPERATOR_TOKEN;
  // The object has one database only.
  const fetcher = (request: Request) => serve(request, { WORKSPACE_MOVER: OFFLINE_MOVER });
  const act = async ({ workspaceId }: Client, name: string, json?: object) =>
    (await call("POST", `/v1/workspaces/${workspaceId}/${name}`, { token, json, fetcher })).status;
  const actsOf = async ({ workspaceId }: Client) => {
    const { body } = await call("GET", `/v1/workspaces/${workspaceId}/audit-log`, { token });
    return body.data.map(({ action }: { action: string }) => action);
  };

  it("acts for a workspace in each phase, and all acts stay in its log", async () => {
    const client = await newWorkspace();
    const made = await actsOf(client);
    let acts: string[] = [];
    const suspendAndResume = async () => {
      expect(await act(client, "suspend", { reason: "For a while." })).toBe(200);
      expect(await act(client, "resume")).toBe(200);
      acts = ["workspace.resumed", "workspace.suspended", ...acts];
    };
    const abandon = async (to: string) => {
      const id = await begin(client, to);
      await makeMove(id, "comparing");
      expect((await client.post("/leads", { first_name: "Ada" })).status).toBe(503);
      expect(await act(client, "move/abandon")).toBe(202);
      acts = ["workspace.move_abandoned", ...acts];
      await makeMove(id);
      expect((await client.post("/leads", { first_name: "Ada" })).status).toBe(201);
    };
    for (const to of ["DB_1", "DB"]) {
      await abandon(to);
      const id = await begin(client, to);
      for (const phase of ["copying", "comparing", "settling", "removing", undefined]) {
        await makeMove(id, phase);
        await suspendAndResume();
      }
    }
    expect(await actsOf(client)).toEqual([...acts, ...made]);
  });

  it("resumes a workspace that is moved: its webhooks go on at the end", async () => {
    const client = await newWorkspace();
    const endpoint = await newReceiver(client);
    expect(await act(client, "suspend", { reason: "For a while." })).toBe(200);
    // As its sender leaves it while the workspace is suspended.
    const later = Date.now() + 3_600_000;
    await rowsOf("update webhook_endpoints set next_at = ? where id = ?", later, endpoint.id);
    const id = await begin(client, "DB_1");
    await makeMove(id, "comparing");
    expect(await act(client, "resume")).toBe(200);
    await makeMove(id);
    const next = "select next_at from webhook_endpoints where id = ?";
    expect(await secondDb.prepare(next).bind(endpoint.id).first("next_at")).toBe(0);
  });
});

describe("a workspace that can't be written", () => {
  it("does not keep the chunks of others waiting", async () => {
    const [frozen, other] = [await newWorkspace(), await newWorkspace()];
    const leaveTombstones = ({ workspaceId }: Client) =>
      rowsOf(
        "insert into removals (kind, parent_id, workspace_id) values ('tag', ?1, ?1)",
        workspaceId,
      );
    for (const one of [frozen, other]) await leaveTombstones(one);
    await freeze(databases.open("DB"), frozen.workspaceId);
    const queue = new RemovalQueue(testEnv, "DB");
    while (await queue.workNext());
    const left = "select workspace_id as id from removals";
    expect(await rowsOf(left)).toEqual([{ id: frozen.workspaceId }]);
    await dropFences(databases, databases.open("DB"));
    while (await queue.workNext());
    expect(await rowsOf(left)).toEqual([]);
  });

  it("keeps its clicks while a flush reaches its old database too late", async () => {
    const client = await newWorkspace();
    const link = await newShortLink(client);
    await click(link.template_variable_url);
    const counter = counterOf(link.id);
    const batch = async (statements: D1PreparedStatement[]) => {
      await makeMove(await begin(client, "DB_1"));
      // Without the steps' own waiting, this is when everybody knows.
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
      return testEnv.DB.batch(statements);
    };
    await bindObject(counter, {
      ...twoDatabases,
      DB: { prepare: (query: string) => testEnv.DB.prepare(query), batch },
    });
    await flushClicks(link.id);
    await bindObject(counter, twoDatabases);
    await eventually(async () => {
      await flushClicks(link.id);
      const { body } = await client.get(`/short-links/${link.id}`);
      expect(body.data.base_clicks_count).toBe(1);
    });
  });
});
