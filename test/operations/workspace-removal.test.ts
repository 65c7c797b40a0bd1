import { createScheduledController, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { removedResources } from "#domain/removals";
import { BulkEnrolmentQueue } from "#features/operations/chunks/bulk-enrolments";
import { cleanUp } from "#features/operations/chunks/clean-ups";
import { MediaRemovalQueue } from "#features/operations/chunks/media";
import { RemovalQueue } from "#features/operations/chunks/removals";
import { QUIET_MS, WorkspaceRemovalQueue } from "#features/operations/chunks/workspace-removals";
import { ChunkSize } from "#lib/chunks";
import worker from "../../src/index";
import { actsAfter, lastActId } from "../support/acts";
import {
  type Client,
  call,
  metaAccount,
  newChannel,
  newLead,
  newScenario,
  newShortLink,
  newTag,
  newWorkspace,
} from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { click, counterOf, flushAndClassify, later } from "../support/clicks";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { newFullWorkspace, rowsOfTables } from "../support/full-workspace";
import { databaseWith, onlyAt } from "../support/message-sender-faults";
import { deliver, messageSenderOf, newNumber, textFrom, whatsappBody } from "../support/messaging";
import { rowsOf } from "../support/rows";
import { runSchedulerOf } from "../support/run-scheduler";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";
import { databaseOf, directoryDb } from "../support/scope";
import { seedLeads } from "../support/seed";
import { streamOf } from "../support/streams";
import { webhookSenderOf } from "../support/webhooks";

skipEventAudit();

const token = testEnv.OPERATOR_TOKEN;

const operator =
  (method: string, path = "", json?: object) =>
  (id: number) =>
    call(method, `/v1/workspaces/${id}${path}`, { token, json });
const suspend = operator("POST", "/suspend", { reason: "The contract has ended." });
const remove = operator("DELETE");
const receiptOf = operator("GET", "/removal");

/** Suspends and deletes a workspace. Returns the receipt. */
async function removed(id: number) {
  await suspend(id);
  const { status, body, text } = await remove(id);
  expect(status, text).toBe(202);
  return body.data;
}

const AFTER_QUIET = () => Date.now() + QUIET_MS;

/** Works all that is to be removed, with as many rows in a chunk, once caches have ended. */
async function removeAll({ env = testEnv, rows = 1_000, now = AFTER_QUIET } = {}) {
  const newSize = () => new ChunkSize(rows, rows, rows);
  const queues = [
    new WorkspaceRemovalQueue(env, "DB", { newSize, now }),
    new RemovalQueue(env, "DB"),
    new MediaRemovalQueue(env, "DB"),
  ];
  for (let chunks = 1; chunks < 500; chunks++) {
    const worked = [];
    for (const queue of queues) worked.push(await queue.workNext());
    if (!worked.includes(true)) return chunks;
  }
  throw new Error("Rows are still to be removed after 500 chunks.");
}

/** The tables that stay of a deleted workspace, and those that are everybody's. */
const STAYING = [
  "audit_log",
  "workspace_removals",
  "clean_ups",
  "spent_ids",
  "databases",
  "ranges",
  "moves",
  "restored",
  "backups",
  "erasures",
];

/** The rows of all tables, in the directory too. */
async function everything() {
  const all = [...new Set([testEnv.DB, directoryDb])].map((db) => rowsOfTables(db, STAYING));
  const [first = {}, second = {}] = await Promise.all(all);
  return Object.fromEntries(
    Object.entries(first).map(([name, rows]) => [name, [...rows, ...(second[name] ?? [])]]),
  );
}

const countsOf = async (workspaceId: number) => {
  const own = (name: string) =>
    name === "run_steps"
      ? `run_steps where run_id in (select id from runs where workspace_id = ${workspaceId})`
      : `${name} where workspace_id = ${workspaceId}`;
  const columns = removedResources.map((name) => `(select count(*) from ${own(name)}) as ${name}`);
  const [row] = await rowsOf<Record<string, number>>(`select ${columns.join()}`);
  return row;
};

/** The storage of an object. */
const storedIn = (stub: DurableObjectStub) =>
  runInDurableObject(stub, async (_, { storage }) => ({
    alarm: await storage.getAlarm(),
    values: [...storage.kv.list()],
    rows: storage.sql
      .exec(
        "select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'",
      )
      .toArray()
      .flatMap(({ name }) => storage.sql.exec(`select * from ${name}`).toArray()),
  }));
const EMPTY = { alarm: null, values: [], rows: [] };

/** A workspace with some leads, runs and events, and no more. */
async function newSmallWorkspace() {
  const client = await newWorkspace();
  await newTag(client);
  for (let leads = 3; leads > 0; leads--) await newLead(client);
  return client;
}

beforeAll(holdChunkWorker);

describe("a deleted workspace", () => {
  let full: Awaited<ReturnType<typeof newFullWorkspace>>;
  let channel: Awaited<ReturnType<typeof newChannel>>;
  let link: { slug: string };
  let id: number;
  let act: number;

  beforeAll(async () => {
    full = await newFullWorkspace();
    id = full.client.workspaceId;
    channel = await newChannel(full.client, { provider: "whatsapp_cloud", ...metaAccount() });
    link = await newShortLink(full.client, { slug: `Promo-${id}` });
  });

  it("was suspended before", async () => {
    const before = await lastActId();
    const { status, body } = await remove(id);
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        message: "Suspend the workspace first: a deletion can't be undone.",
        code: "conflict",
      },
    });
    expect((await remove(4_000_000_000)).status).toBe(404);
    expect((await receiptOf(id)).status).toBe(404);
    expect(await actsAfter(before)).toEqual([]);
    expect((await full.client.get("/me")).status).toBe(200);
  });

  it("answers the receipt, to one of two requests at once", async () => {
    await suspend(id);
    act = await lastActId();
    const answers = await Promise.all([remove(id), remove(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 404]);
    const answer = answers.find(({ status }) => status === 202);
    expect(answer?.body.data).toMatchObject({
      workspace_id: id,
      name: "Acme Coaching",
      state: "removing",
      finished_at: null,
      removed: { tokens: 2, leads: 0 },
    });
    expect((await receiptOf(id)).body).toEqual(answer?.body);
  });

  it("is gone at once for its tokens, its visitors, Meta and the operator", async () => {
    expect((await full.client.get("/me")).status).toBe(401);
    expect((await call("GET", `/${link.slug}`)).status).toBe(404);
    expect((await click(full.send.url)).status).toBe(404);
    const inbound = whatsappBody(channel, textFrom(newNumber(), "Hello?"));
    expect((await deliver(channel, inbound)).status).toBe(404);
    const calls = [
      operator("GET"),
      operator("PATCH", "", { name: "Back" }),
      operator("GET", "/usage"),
      operator("GET", "/tokens"),
      operator("POST", "/tokens", { name: "Back" }),
      operator("POST", "/suspend", { reason: "Again." }),
      operator("POST", "/resume"),
      remove,
    ];
    for (const send of calls) expect((await send(id)).status).toBe(404);
    const [row] = await rowsOf("select name, suspended_reason from workspaces where id = ?", id);
    expect(row).toEqual({ name: "Acme Coaching", suspended_reason: "The contract has ended." });
    const { body } = await call("GET", "/v1/workspaces?per_page=100", { token });
    expect(body.data.map((one: { id: number }) => one.id)).not.toContain(id);
  });

  it("leaves its slugs to others", async () => {
    const client = await newWorkspace();
    expect((await newShortLink(client, { slug: link.slug })).slug).toBe(link.slug);
    const other = await newShortLink(client);
    const wanted = {
      slug: full.send.url.split("/").at(-2),
      destination_url: "https://example.com/b",
    };
    expect((await client.put(`/short-links/${other.id}`, wanted)).status).toBe(200);
    const { headers } = await click(`/${wanted.slug}`);
    expect(headers.get("Location")).toBe("https://example.com/b");
    await flushAndClassify(other.id);
  });

  it("does no more work, and has no more events", async () => {
    const count = "select count(*) as n from events where workspace_id = ?";
    const [before] = await rowsOf(count, id);
    expect(await new BulkEnrolmentQueue(testEnv, "DB").workNext()).toBe(false);
    await rowsOf("update leads set pipeline_stage = 'won' where id = ?", full.ids.lead);
    expect(await rowsOf(count, id)).toEqual([before]);
  });

  it("keeps its audit log, which the operator reads", async () => {
    const acts = await actsAfter(act);
    expect(acts.map(({ action, target_id }) => [action, target_id])).toContainEqual([
      "workspace.deleted",
      id,
    ]);
    const log = operator("GET", "/audit-log?action[]=workspace.deleted");
    const { body } = await log(id);
    expect(body.data).toMatchObject([{ actor: { type: "operator" }, target: { id } }]);
    expect((await log(4_000_000_000)).status).toBe(404);
    await removeAll();
    expect((await log(id)).body).toEqual(body);
    expect((await operator("GET", "/audit-log?per_page=101")(4_000_000_000)).status).toBe(404);
  });
});

describe("the removal of a workspace's rows", () => {
  it("takes all of them in chunks and empties its objects; others lose nothing", async () => {
    await removeAll();
    await newFullWorkspace();
    await removeAll();
    const others = await everything();
    const { client, ids } = await newFullWorkspace();
    const id = client.workspaceId;
    const withIt = await everything();
    for (const [table, rows] of Object.entries(withIt))
      expect(rows.length, `no row in ${table} to be removed`).toBeGreaterThan(
        others[table]?.length ?? 0,
      );
    const objects = {
      sender: messageSenderOf(ids.channel),
      scheduler: runSchedulerOf(client),
      webhooks: webhookSenderOf(ids.endpoint),
      media: testEnv.MEDIA_FETCHER.getByName(String(id)),
      analyses: testEnv.ANALYSIS_WORKER.getByName(String(id)),
      stream: streamOf(client),
    };
    await objects.sender.wake(ids.channel, id);
    await objects.webhooks.wake(ids.endpoint, id);
    await objects.scheduler.wake(id);
    await objects.analyses.wake(id);
    await objects.stream.wake(id);
    const counts = await countsOf(id);
    await removed(id);

    expect(await removeAll({ rows: 2 })).toBeGreaterThan(10);
    expect(await everything()).toEqual(others);
    const receipt = (await receiptOf(id)).body.data;
    expect(receipt).toMatchObject({ state: "removed", finished_at: expect.any(String) });
    expect(receipt.removed).toEqual(counts);
    for (const [name, object] of Object.entries(objects))
      expect(await storedIn(object), name).toEqual(EMPTY);
    // A late wake-up finds nothing to do, and is forgotten again.
    await runInDurableObject(objects.sender, (sender) => sender.alarm());
    await runInDurableObject(objects.scheduler, (scheduler) => scheduler.alarm());
    await runInDurableObject(objects.analyses, (analyses) => analyses.alarm());
    for (const [name, object] of Object.entries(objects))
      expect(await storedIn(object), name).toEqual(EMPTY);
    const counter = counterOf(ids.shortLink);
    await later(600_000, () => runInDurableObject(counter, (one) => one.alarm()));
    expect(await storedIn(counter)).toEqual(EMPTY);
    // Work that the other workspace has under way would keep the cron busy.
    await rowsOf("update bulk_enrolments set finished_at = 1");
    await rowsOf("delete from scenario_switches");
  });

  it("ends only once caches have ended, and is looked at by the cron then", async () => {
    const woken: string[] = [];
    const CHUNK_WORKER = {
      getByName: (name: string) => ({ wake: async () => void woken.push(name) }),
    } as unknown as typeof testEnv.CHUNK_WORKER;
    const tick = () =>
      worker.scheduled(createScheduledController({ cron: "* * * * *" }), {
        ...testEnv,
        CHUNK_WORKER,
      });
    const { workspaceId } = await newSmallWorkspace();
    await removed(workspaceId);
    await tick();
    expect(woken).toEqual(["DB"]);
    await removeAll({ now: Date.now });
    expect((await receiptOf(workspaceId)).body.data).toMatchObject({
      state: "removing",
      removed: { leads: 3 },
    });
    await tick();
    expect(woken).toEqual(["DB"]);
    // A request that was on its way has still added a lead.
    await rowsOf(
      `insert into leads (workspace_id, seq, created_at, updated_at) values (?, 9, 1, 1)`,
      workspaceId,
    );
    await later(QUIET_MS, tick);
    expect(woken).toEqual(["DB", "DB"]);
    await removeAll();
    expect((await receiptOf(workspaceId)).body.data).toMatchObject({
      state: "removed",
      removed: { leads: 4, tags: 1, tokens: 1 },
    });
  });

  const once = async (client: Client) =>
    expect((await receiptOf(client.workspaceId)).body.data).toMatchObject({
      state: "removed",
      removed: { leads: 3, tags: 1, tokens: 1, events: 3 },
    });

  it("begins each step with small chunks, however large those of the last were", async () => {
    const { workspaceId } = await newSmallWorkspace();
    await removed(workspaceId);
    const sizes: ChunkSize[] = [];
    const newSize = () => {
      const size = new ChunkSize(1, 300, 50);
      sizes.push(size);
      return size;
    };
    const queue = new WorkspaceRemovalQueue(testEnv, "DB", { newSize, now: AFTER_QUIET });
    while (await queue.workNext());
    // One of its own; then events, leads, scenarios with tags, the rest, and the last.
    expect(sizes.length).toBeGreaterThanOrEqual(5);
  });

  it("does not count runs that were deleted before", async () => {
    const client = clientWithoutWakeUps(await newSmallWorkspace());
    const scenario = await newScenario(client);
    await seedLeads(client.workspaceId, 150);
    await rowsOf(
      `insert into runs (workspace_id, scenario_id, lead_id, version, state, enrolled_at,
         created_at, updated_at)
       select workspace_id, ?, id, 1, 'paused', 1, 1, 1 from leads
       where workspace_id = ? order by id desc`,
      scenario.id,
      client.workspaceId,
    );
    const { body } = await client.delete(`/scenarios/${scenario.id}/leads`);
    expect(body.deleted).toBe(153);
    await rowsOf("delete from events where workspace_id = ?", client.workspaceId);
    await removed(client.workspaceId);
    await removeAll({ rows: 50 });
    expect((await receiptOf(client.workspaceId)).body.data).toMatchObject({
      state: "removed",
      removed: { runs: 0, leads: 153 },
    });
  });

  it("does no harm where two work at once", async () => {
    const client = await newSmallWorkspace();
    await removed(client.workspaceId);
    await Promise.all([removeAll({ rows: 1 }), removeAll({ rows: 2 })]);
    await once(client);
  });

  it.each([
    ["before", () => Promise.reject(new Error("died"))],
    [
      "after",
      (write: () => Promise<unknown>) => write().then(() => Promise.reject(new Error("died"))),
    ],
  ] as const)("goes on where it died %s a chunk was written", async (_, dying) => {
    const client = await newSmallWorkspace();
    await removed(client.workspaceId);
    // Each chunk is read and written: one of events, of leads, of tags, and the last.
    for (const at of [2, 4, 6, 8, 10]) {
      const env = { ...testEnv, DB: databaseWith(onlyAt(at, dying)) };
      await removeAll({ env, rows: 1 }).catch((error) => expect(error.message).toBe("died"));
    }
    await removeAll({ rows: 1 });
    await once(client);
  });

  it("leaves a receipt for a year", async () => {
    const { workspaceId } = await newSmallWorkspace();
    await removed(workspaceId);
    await removeAll();
    const setFinished = (days: number) =>
      rowsOf(
        "update workspace_removals set finished_at = ? where workspace_id = ?",
        Date.now() - days * 86_400_000,
        workspaceId,
      );
    await setFinished(364);
    await cleanUp(testEnv, databaseOf(), 900);
    expect((await receiptOf(workspaceId)).status).toBe(200);
    await setFinished(366);
    await cleanUp(testEnv, databaseOf(), 900);
    expect((await receiptOf(workspaceId)).status).toBe(404);
  });

  it("ends by a deletion whose cascades search all tables by an index", async () => {
    const tables = await rowsOf<{ name: string }>(
      `select name from sqlite_master
       where type = 'table' and sql like '%references \`workspaces\`%'`,
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables) {
      const plan = await rowsOf<{ detail: string }>(
        `explain query plan delete from ${name} where workspace_id = 1`,
      );
      expect(plan[0]?.detail, name).toMatch(/^SEARCH/);
    }
  });
});
