import { createScheduledController } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { databasesOf } from "#db/placement/databases";
import { freeze, unfreeze } from "#db/placement/freeze";
import { takeRange } from "#db/placement/ranges";
import { checkIds } from "#features/operations/databases/ids";
import worker from "../../src/index";
import {
  call,
  clientOf,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newTag,
  newWorkspace,
} from "../support/api";
import { testEnv, twoDatabases } from "../support/env";
import { migrateSecond, offerSecond, registerSecond, secondDb } from "../support/second-database";
import { serve } from "../support/serve";

const token = testEnv.OPERATOR_TOKEN;
const operator = (method: string, path: string, json?: object, headers = {}) =>
  call(method, `/v1${path}`, { token, headers, ...(json && { json }) });
const register = (json: object) => operator("POST", "/databases", json);
const list = async () => (await operator("GET", "/databases")).body.data;
const create = (json: object = {}, headers = {}) =>
  operator("POST", "/workspaces", { name: "Placed", ...json }, headers);

const startOf = (range: number) => range * 2 ** 36;
const run = (db: D1Database, query: string, ...values: unknown[]) =>
  db.prepare(query).bind(...values);
const cron = (pattern: string) =>
  worker.scheduled(createScheduledController({ cron: pattern }), twoDatabases);

/** The ids that the second database counts on from. */
const sequences = async () =>
  (
    await run(
      secondDb,
      `select name, seq from sqlite_sequence where name <> 'workspaces' and seq > 0
       union all select table_name, id from spent_ids order by name`,
    ).all<{ name: string; seq: number }>()
  ).results;

// Where objects have a second database, too, that is in use from the start.
describe.skipIf(testEnv.DB_1)("before a second database is registered", () => {
  it("the first one is there, with range 0", async () => {
    await newWorkspace();
    expect(await list()).toEqual([
      {
        name: "DB",
        jurisdiction: null,
        is_open: true,
        size_bytes: expect.any(Number),
        measured_at: expect.any(String),
        workspaces: 1,
        range: 0,
        created_at: expect.any(String),
      },
    ]);
    expect(await register({ name: "DB" })).toMatchObject({
      status: 409,
      body: { message: "DB is registered already.", code: "already_taken" },
    });
  });

  it("a database without binding, tables or with strangers' workspaces is refused", async () => {
    const errors = async (name: string) => (await register({ name })).body.errors.name[0];
    expect(await errors("DB_7")).toContain("must be a binding");
    expect(await errors("DIRECTORY")).toContain("must be a binding");
    expect(await errors("DB_1")).toContain("Run `npm run deploy`");
    await migrateSecond();
    await run(
      secondDb,
      "insert into workspaces (id, name, created_at, updated_at) values (?, 'Strange', 1, 1)",
      4e9,
    ).run();
    expect(await errors("DB_1")).toContain("has workspaces that are not known here");
    await run(secondDb, "delete from workspaces").run();
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(["DB"]);
  });
});

describe.skipIf(testEnv.DB_1)("a registered database", () => {
  let range: number;

  beforeAll(async () => {
    const { status, body, text } = await registerSecond();
    expect(status, text).toBe(201);
    expect(body.data).toMatchObject({ name: "DB_1", is_open: true, workspaces: 0 });
    range = body.data.range;
  });

  it("is listed, and can't be registered again", async () => {
    expect(range).toBeGreaterThan(0);
    expect((await list()).at(-1)).toMatchObject({ name: "DB_1", range });
    expect((await registerSecond()).status).toBe(409);
  });

  it("can't be registered under another name, nor can the directory", async () => {
    for (const [DB_2, name] of [
      [secondDb, "DB_1"],
      [testEnv.DB, "the directory"],
    ] as const) {
      const { status, body } = await call("POST", "/v1/databases", {
        token,
        json: { name: "DB_2" },
        fetcher: (request) => serve(request, { DB_2 } as Partial<typeof testEnv>),
      });
      expect([status, body.errors?.name?.[0]]).toEqual([
        422,
        expect.stringContaining(`DB_2 and ${name} `),
      ]);
    }
  });

  it("counts on from its range, in every table that counts", async () => {
    const { results } = await run(
      secondDb,
      `select name from sqlite_master where sql like '%AUTOINCREMENT%'
         and name not in ('workspaces', 'tokens', 'ranges', 'backups')
       union all select value from json_each('["messages", "link_clicks"]') order by name`,
    ).all<{ name: string }>();
    expect(await sequences()).toEqual(results.map(({ name }) => ({ name, seq: startOf(range) })));
  });

  it("may be registered while another one refuses the writes of a workspace", async () => {
    const { workspaceId } = await newWorkspace();
    const db = databasesOf(twoDatabases).open("DB");
    await offerSecond();
    await freeze(db, workspaceId);
    expect((await registerSecond()).status).toBe(201);
    await unfreeze(db, workspaceId);
  });

  it("takes a registration that died half-way where it stopped", async () => {
    const before = await sequences();
    await offerSecond();
    expect((await registerSecond()).body.data.range).toBe(range);
    await offerSecond();
    // It died before the sequences were set.
    await run(secondDb, "delete from sqlite_sequence").run();
    await run(secondDb, "delete from spent_ids").run();
    expect((await registerSecond()).body.data.range).toBe(range);
    expect(await sequences()).toEqual(before);
  });

  it("gives all ids of its workspaces, but not those of workspaces and tokens", async () => {
    const { status, body, text } = await create({ database: "DB_1" });
    expect([status, body.data?.database], text).toEqual([201, "DB_1"]);
    const client = clientOf(body.data.token, body.data.id);
    expect(client.workspaceId).toBeLessThan(1e10);
    const lead = await newLead(client);
    const channel = await newChannel(client);
    const message = await newInbound(client, channel.id, lead.id);
    const made = [
      lead.id,
      channel.id,
      message.id,
      message.conversation_id,
      (await newTag(client)).id,
      (await newScenario(client)).id,
    ];
    for (const id of made) {
      expect(id).toBeGreaterThan(startOf(range));
      expect(id).toBeLessThan(startOf(range) + 1_000);
    }
    expect((await client.get(`/leads/${lead.id}`)).body.data.id).toBe(lead.id);
    expect((await client.get("/me")).body.data.token.id).toBeLessThan(1e10);
    const [first] = (await run(testEnv.DB, "select id from leads").all<{ id: number }>()).results;
    expect(first).toBeUndefined();
    const other = await newWorkspace();
    expect((await newLead(other)).id).not.toBe(lead.id);
    const shown = await operator("GET", `/workspaces/${client.workspaceId}`);
    expect(shown.body.data.database).toBe("DB_1");
  });

  it("takes a new range above all that it has, as often as it is asked", async () => {
    const databases = databasesOf(twoDatabases);
    const next = await takeRange(databases, "DB_1");
    expect(next).toBeGreaterThan(range);
    await run(
      secondDb,
      "update sqlite_sequence set seq = cast(? as integer) where name = 'leads'",
      startOf(next + 5) + 7,
    ).run();
    const later = await takeRange(databases, "DB_1");
    expect(later).toBe(next + 6);
    const starts = (await sequences()).map(({ seq }) => seq);
    expect(new Set(starts)).toEqual(new Set([startOf(later)]));
    const first = await takeRange(databases, "DB");
    expect(first).toBeGreaterThan(later);
    expect((await newWorkspace()).workspaceId).toBeLessThan(1e10);
    expect((await list()).map((row: { range: number }) => row.range)).toEqual([first, later]);
  });

  it("is logged by the hourly cron if it has an id above its range", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const beyond = () => error.mock.calls.flat().filter((line) => /beyond its range/.test(line));
    await checkIds(databasesOf(twoDatabases), "DB_1");
    expect(beyond()).toEqual([]);
    const [{ range: own }] = (await list()).slice(-1);
    await run(
      secondDb,
      "insert into outbox (seq, kind, row_id, workspace_id) values (?, 'x', 1, 1)",
      startOf(own + 1),
    ).run();
    await cron("17 * * * *");
    expect(beyond().map((line) => JSON.parse(line))).toMatchObject([
      { level: "error", database: "DB_1", table: "outbox", id: startOf(own + 1), range: own },
    ]);
    await run(secondDb, "delete from outbox").run();
    error.mockRestore();
  });
});
