import { createScheduledController } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { cleanUp } from "../../src/features/operations/chunks/clean-ups";
import worker from "../../src/index";
import { DAY_MS } from "../../src/lib/time";
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

it("wakes the other workers each minute where one can't be looked for", async () => {
  const DB = without("from messages");
  const controller = createScheduledController({ cron: "* * * * *" });
  await expect(worker.scheduled(controller, { ...testEnv, DB })).resolves.toBeUndefined();
});
