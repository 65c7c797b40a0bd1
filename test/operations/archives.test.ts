import { drizzle } from "drizzle-orm/d1";
import { beforeAll, describe, expect, it } from "vitest";
import { BEGIN_RESTORE, forgetRestored, restoreChunk } from "../../src/db/archive/restore";
import { OTHERS, TABLES } from "../../src/db/archive/tables";
import { BEGIN_VERIFY, verifyChunk } from "../../src/db/archive/verify";
import { BEGIN_WIPE, wipeChunk } from "../../src/db/archive/wipe";
import { archiveChunk, beginArchive } from "../../src/db/archive/write";
import { CASING } from "../../src/db/batch";
import type { Client } from "../support/api";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { newFullWorkspace, rowsOfTables } from "../support/full-workspace";
import { rowsOf } from "../support/rows";

skipEventAudit();

const bucket = testEnv.ARCHIVES;
const [source, target] = [drizzle(testEnv.DB, CASING), drizzle(testEnv.SECOND, CASING)];
/** Few rows in a chunk, so that many are needed. */
const SMALL = { rows: 2, bytes: 1_000_000 };

/** Works chunks from a state that was stored as JSON, until all is done. Returns all states. */
async function work<State extends { finished: boolean }>(
  state: State,
  chunk: (state: State) => Promise<State>,
): Promise<State[]> {
  const states = [state];
  for (let last = state; !last.finished; states.push(last))
    last = await chunk(JSON.parse(JSON.stringify(last)));
  return states;
}

const archive = async (workspaceId: number, prefix: string, size = SMALL) => {
  const begun = await beginArchive(source, workspaceId);
  return work(begun, (state) => archiveChunk(source, { bucket, prefix }, state, size));
};
const restore = (prefix: string, length?: number) =>
  work(BEGIN_RESTORE, (state) => restoreChunk(target, { bucket, prefix }, state, length));
const verify = (prefix: string) =>
  work(BEGIN_VERIFY, (state) => verifyChunk(target, { bucket, prefix }, state));
const wipe = (workspaceId: number, limit = 1_000) =>
  work(BEGIN_WIPE, (state) => wipeChunk(target, workspaceId, state, { limit }));
const forget = (prefix: string) => target.run(forgetRestored({ bucket, prefix }));

const APART = ["tokens", "workspace_removals", "clean_ups", "spent_ids", "restored"];

/** Without what each database gives by itself: some ids, and all but the ids in the search index. */
const FREE: Record<string, string[]> = {
  run_events: ["id"],
  profile_claims: ["id"],
  leads_search_docsize: ["sz", "origin"],
};
const comparable = (rows: Record<string, Record<string, unknown>[]>) =>
  Object.fromEntries(
    Object.entries(rows).map(([table, list]) => {
      const free = Object.fromEntries((FREE[table] ?? []).map((name) => [name, null]));
      return [table, list.map((row) => JSON.stringify({ ...row, ...free })).toSorted()];
    }),
  );

let client: Client;
let id: number;
let leadId: number;

beforeAll(async () => {
  const migrations = testEnv.TEST_MIGRATIONS.map(({ queries }) => queries.join(";\n"));
  await testEnv.SECOND.batch(migrations.map((sql) => testEnv.SECOND.prepare(sql)));
  const full = await newFullWorkspace();
  client = full.client;
  id = client.workspaceId;
  leadId = full.ids.lead;
  await rowsOf(
    "update leads set data = ?, first_name = ? where id = ?",
    JSON.stringify({ quoted: '"\\"', long: "x".repeat(100_000) }),
    "é\"'\n\r\t😀\u2028",
    leadId,
  );
  const graph = JSON.stringify([{ id: "a", type: "message", text: '"ü"'.repeat(200_000) }]);
  await rowsOf(
    "update scenario_versions set nodes = ? where scenario_id = ?",
    graph,
    full.ids.scenario,
  );
  // As in a database of a late range, and precise to the last digit.
  await rowsOf("update leads set whatsapp_phone_number_id = 998000000000123 where id = ?", leadId);
  await rowsOf("update profile_claims set confidence = 0.1 + 0.2 where lead_id = ?", leadId);
});

describe("the tables of an archive", () => {
  it("are all tables but those of the directory and of the database itself", async () => {
    const tables = Object.keys(await rowsOfTables(testEnv.DB, ["leads_search_docsize"]));
    expect([...TABLES.map(({ name }) => name), ...OTHERS].toSorted()).toEqual(tables.toSorted());
  });

  it("stand after those that they refer to, and name their references", async () => {
    const names = TABLES.map(({ name }) => name);
    for (const [index, { name, refers, parents }] of TABLES.entries()) {
      const keys = await rowsOf<{ table: string; from: string }>(
        `select "table", "from" from pragma_foreign_key_list('${name}')
         where "from" <> 'workspace_id'`,
      );
      const known = {
        ...refers,
        ...Object.fromEntries(parents.map((one) => [one.via, one.table])),
      };
      for (const { table, from } of keys) {
        expect(names.slice(0, index), `${name} refers to ${table}`).toContain(table);
        expect(known[from], `${name}.${from}`).toBe(table);
      }
    }
  });

  it("have their keys, and no blobs", async () => {
    for (const { name, primary } of TABLES) {
      const columns = await rowsOf<{ name: string; type: string; pk: number }>(
        `select name, type, pk from pragma_table_info('${name}')`,
      );
      const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
      expect(primary, name).toEqual(key.map((one) => one.name));
      for (const { type } of columns) expect(type).toMatch(/^(integer|text|real)$/i);
    }
  });
});

describe("a workspace", () => {
  it("is the same in another database, with others' rows as they were", async () => {
    const stranger = { id: 7, name: "Stranger" };
    const insert = (sql: string) => testEnv.SECOND.prepare(sql).run();
    await insert(`insert into workspaces (id, name, created_at, updated_at)
      values (${stranger.id}, 'Stranger', 1, 1)`);
    const others = await rowsOfTables(testEnv.SECOND, APART);
    const before = await rowsOfTables(testEnv.DB, APART);
    for (const [table, rows] of Object.entries(before))
      expect(rows.length, `no row in ${table}`).toBeGreaterThan(0);

    await archive(id, "same");
    expect(await rowsOfTables(testEnv.DB, APART)).toEqual(before);
    await restore("same");
    const restored = await rowsOfTables(testEnv.SECOND, APART);
    const own = (rows: Record<string, unknown>[]) => rows.filter((row) => row.id !== stranger.id);
    expect(comparable({ ...restored, workspaces: own(restored.workspaces ?? []) })).toEqual(
      comparable(before),
    );
    await verify("same");
    const check = "select (select count(*) from pragma_foreign_key_check()) as keys";
    expect((await testEnv.SECOND.prepare(check).all()).results).toEqual([{ keys: 0 }]);
    const triggers = "select name, sql from sqlite_master where type = 'trigger' order by name";
    expect((await testEnv.SECOND.prepare(triggers).all()).results).toEqual(await rowsOf(triggers));

    await wipe(id, 2);
    await forget("same");
    expect(comparable(await rowsOfTables(testEnv.SECOND, APART))).toEqual(comparable(others));
    await insert("delete from workspaces");
  });
});
