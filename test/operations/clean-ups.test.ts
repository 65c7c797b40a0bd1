import { createScheduledController } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { cleanUp } from "#features/operations/chunks/clean-ups";
import { DAY_MS } from "#lib/time";
import worker from "../../src/index";
import { newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { rowsOf } from "../support/rows";
import { databaseOf } from "../support/scope";

skipEventAudit();

const OLD = Date.now() - 100 * DAY_MS;
let workspaceId: number;

beforeAll(async () => {
  const client = await newWorkspace();
  workspaceId = client.workspaceId;
});

const seed = async (rows: number) => {
  const numbers = `with recursive numbers(n) as (
    select 1 union all select n + 1 from numbers where n < ${rows})`;
  await testEnv.DB.batch(
    [
      `insert into idempotency_keys (workspace_id, key, fingerprint, created_at)
       ${numbers} select ${workspaceId}, 'key-' || n, '', ${OLD} from numbers`,
      `insert into status_reports (channel_id, external_id, status, at, created_at)
       ${numbers} select 1, 'id-' || n, 'sent', 1, ${OLD} from numbers`,
      `insert into events (id, workspace_id, type)
       ${numbers} select n, ${workspaceId}, 'lead.created' from numbers`,
    ].map((statement) => testEnv.DB.prepare(statement)),
  );
};

const left = async () =>
  (
    await rowsOf(`select
      (select count(*) from idempotency_keys) as keys,
      (select count(*) from status_reports) as reports,
      (select count(*) from events where id < 1000) as events`)
  )[0];

/** The database, save that no statement on a table is taken. */
const without = (table: string) =>
  new Proxy(testEnv.DB, {
    get: (target, name) =>
      name === "prepare"
        ? (text: string) => {
            if (text.includes(table)) throw new Error("D1_ERROR: database is locked.");
            return target.prepare(text);
          }
        : Reflect.get(target, name).bind(target),
  });

it("cleans up in chunks, until all is done", async () => {
  await seed(450);
  await cleanUp(testEnv, databaseOf(), 6);
  expect((await left())?.events).toBeGreaterThan(0);
  await cleanUp(testEnv, databaseOf(), 900);
  expect(await left()).toEqual({ keys: 0, reports: 0, events: 0 });
});

it.each(["idempotency_keys", "status_reports", "events", "analyses", "leads_search", "channels"])(
  "is not ended by a clean-up that fails: %s",
  async (table) => {
    await seed(3);
    const { errors } = await cleanUp(testEnv, databaseOf({ DB: without(`${table}`) }), 900);
    expect(errors).toHaveLength(1);
    const own = { idempotency_keys: "keys", status_reports: "reports", events: "events" }[table];
    expect(await left()).toEqual({ keys: 0, reports: 0, events: 0, ...(own && { [own]: 3 }) });
    await cleanUp(testEnv, databaseOf(), 900);
  },
);

it("keeps the newest 1,000 imports of a workspace that are over, and their rows", async () => {
  const other = await newWorkspace();
  const kept = (id: number) =>
    rowsOf<{ imports: number; rows: number; first: number }>(
      `select count(distinct imports.id) as imports, count(*) as rows, min(imports.offset) as first
       from imports join import_rows on import_id = imports.id
       where imports.workspace_id = ?`,
      id,
    );
  for (const [id, count] of [
    [workspaceId, 1_003],
    [other.workspaceId, 5],
  ] as const) {
    await rowsOf(
      `insert into imports (workspace_id, name, state, has_file, offset, created_at)
       with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?2)
       select ?1, 'a.csv', 'completed', 0, n, ?3 from numbers`,
      ...[id, count, Date.now()],
    );
    await rowsOf(
      `insert into import_rows (workspace_id, import_id, attempt, row, status, errors, conflicts)
       select workspace_id, imports.id, 1, value, 'invalid', '{}', '{}'
       from imports, json_each('[1,2]')
       where workspace_id = ?`,
      id,
    );
  }
  await cleanUp(testEnv, databaseOf(), 900);
  expect(await kept(workspaceId)).toEqual([{ imports: 1_000, rows: 2_000, first: 4 }]);
  expect(await kept(other.workspaceId)).toEqual([{ imports: 5, rows: 10, first: 1 }]);
});

it("wakes the other workers each minute where one can't be looked for", async () => {
  const DB = without("from messages");
  const controller = createScheduledController({ cron: "* * * * *" });
  await expect(worker.scheduled(controller, { ...testEnv, DB })).resolves.toBeUndefined();
});
