import { beforeAll, describe, expect, it } from "vitest";
import { databasesOf } from "#db/placement/databases";
import { resealing } from "#db/writes/reseal";
import { principals } from "#features/access/tokens/principals";
import { listFinished } from "#features/operations/backups/finished";
import { openKey } from "#features/operations/backups/hash-key";
import { planBackups, renewNotes } from "#features/operations/backups/overdue";
import { sha256 } from "#lib/crypto";
import { answersOf } from "../support/answers";
import { type Client, call, newLead, newWorkspace } from "../support/api";
import { APART, comparable } from "../support/archives";
import {
  backupOf,
  beginBackup,
  deleteWholly,
  keysOf,
  operate,
  workBackup,
} from "../support/backups";
import { holdChunkWorker } from "../support/chunks";
import { click } from "../support/clicks";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { eventually } from "../support/eventually";
import { newFullWorkspace, rowsOfTables } from "../support/full-workspace";
import { rowsOf } from "../support/rows";
import { directoryDb } from "../support/scope";

skipEventAudit();

const DAY = 86_400_000;
const bucket = testEnv.FILES;

let full: Awaited<ReturnType<typeof newFullWorkspace>>;
let client: Client;
let id: number;
let backup: { id: number };

const answers = () => answersOf(client, full.ids);

/** All rows but those of the directory and of the audit log, which goes on. */
async function rows() {
  const tables = await rowsOfTables(testEnv.DB, [...APART, "audit_log", "workspaces"]);
  // Triggers of a workspace that is restored react to what comes from then on.
  for (const row of tables.scenario_triggers ?? []) delete row.since;
  for (const row of tables.trigger_cursors ?? []) Object.assign(row, { position: 0, revision: 0 });
  const stable = Object.fromEntries(
    Object.entries(tables).map(([name, list]) => [
      name,
      list.map(({ api_requests, ...row }) => (name === "usage_days" ? withoutActs(row) : row)),
    ]),
  );
  return comparable(stable);
}

/** Acts are counted with the next change, of whatever. */
const withoutActs = ({ acts_to, year_bytes, ...row }: Record<string, unknown>) => ({
  ...row,
  stored_bytes: Number(row.stored_bytes) - Number(year_bytes),
});

let before: {
  answers: Awaited<ReturnType<typeof answers>>;
  rows: Awaited<ReturnType<typeof rows>>;
};

beforeAll(async () => {
  await holdChunkWorker();
  full = await newFullWorkspace();
  client = full.client;
  id = client.workspaceId;
  await rowsOf("delete from slugs where short_link_id is null");
  await rowsOf("delete from outbox");
  await rowsOf("delete from backups");
  expect(Object.keys(await answers()).length).toBeGreaterThan(30);
  before = { answers: await answers(), rows: await rows() };
  // An archive has such data of a run that went on while its tables were read. It does not come
  // back.
  await rowsOf("insert into custom_events (workspace_id, data) values (?, '{}')", id);
});

describe("a backup", () => {
  it("is made in chunks beside the workspace's work, and once at a time", async () => {
    backup = await beginBackup(id);
    expect(backup).toMatchObject({
      workspace_id: id,
      state: "running",
      rows: 0,
      finished_at: null,
    });
    expect((await operate("POST", `/workspaces/${id}/backups`)).status).toBe(409);
    expect((await operate("POST", `/backups/${backup.id}/restore`)).status).toBe(409);
    await workBackup(backup.id, { crashes: true });
    const made = await backupOf(backup.id);
    const archived = Object.values(before.rows).flat().length;
    expect(made).toMatchObject({ state: "finished", database: "DB", reason: null });
    expect(made.rows).toBeGreaterThan(archived / 2);
    expect(made.bytes).toBeGreaterThan(1_000);
    const keys = await keysOf(id);
    for (const name of ["manifest.json", "directory.json", "leads/0.ndjson"])
      expect(
        keys.some((key) => key.endsWith(`-${backup.id}/${name}`)),
        name,
      ).toBe(true);
    const key = keys.find((one) => one.endsWith("directory.json"))!;
    expect(await (await bucket.get(key))!.text()).not.toContain(client.token);
    const { body } = await operate("GET", `/workspaces/${id}/backups`);
    expect(body.data).toEqual([made]);
    expect((await operate("GET", "/workspaces/4000000000/backups")).status).toBe(404);
  });

  it("begins again where the workspace has moved, and fails where it is deleted", async () => {
    const other = await newWorkspace();
    const { id: moving } = await beginBackup(other.workspaceId);
    const steps = await workBackup(moving, {
      after: async (done) => {
        if (done !== 5) return;
        await newLead(other);
        await directoryDb
          .prepare("update workspaces set moves = moves + 1 where id = ?")
          .bind(other.workspaceId)
          .run();
      },
    });
    expect(steps).toBeGreaterThan(40);
    expect(await backupOf(moving)).toMatchObject({ state: "finished" });
    const key = (await keysOf(other.workspaceId)).find((one) => one.endsWith("/leads/0.ndjson"));
    expect(key).toBeDefined();
    const { id: deleted } = await beginBackup(other.workspaceId);
    await deleteWholly(other.workspaceId);
    await workBackup(deleted);
    expect(await backupOf(deleted)).toMatchObject({
      state: "failed",
      reason: "The workspace was deleted.",
    });
    for (const one of [moving, deleted]) {
      expect((await operate("DELETE", `/backups/${one}`)).body.data.state).toBe("deleting");
      await workBackup(one);
      expect((await operate("GET", `/backups/${one}`)).status).toBe(404);
    }
    expect(await keysOf(other.workspaceId)).toEqual([]);
  });
});

describe("a workspace that is restored", () => {
  it("was gone, and its backups are still listed", async () => {
    const { status, body } = await operate("POST", `/backups/${backup.id}/restore`);
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("is still there") },
    });
    await deleteWholly(id);
    expect((await client.get("/me")).status).toBe(401);
    expect(await rowsOf("select id from leads where workspace_id = ?", id)).toEqual([]);
    expect((await operate("GET", `/workspaces/${id}/backups`)).body.data).toHaveLength(1);
  });

  it("stays away, and leaves nothing, if a file of the backup was changed", async () => {
    const empty = await rows();
    const keys = await keysOf(id);
    for (const [file, reason] of [
      ["leads/0.ndjson", "Part 0 of leads was changed."],
      ["events/0.ndjson", "Part 0 of events was changed."],
      ["directory.json", "directory.json was changed."],
      ["manifest.json", "manifest.json was changed."],
    ] as const) {
      const key = keys.find((one) => one.endsWith(`/${file}`))!;
      const stored = (await bucket.get(key))!;
      const [text, { customMetadata = {} }] = [await stored.text(), stored];
      const changed = text.replace("1", "2");
      // A writer to the bucket knows how to hash, but not by which key.
      const forged = { ...customMetadata, sha256: await sha256(changed) };
      await bucket.put(key, changed, { customMetadata: forged });
      const { body } = await operate("POST", `/backups/${backup.id}/restore`);
      expect(body.data).toMatchObject({ state: "restoring", reason: null });
      await workBackup(backup.id, { crashes: true });
      expect(await backupOf(backup.id)).toMatchObject({ state: "finished", reason });
      expect(await rows()).toEqual(empty);
      expect((await operate("GET", `/workspaces/${id}`)).status).toBe(404);
      await bucket.put(key, text, { customMetadata });
    }
  });

  it("stays away without its key, unless the operator trusts the bucket", async () => {
    const change = (set: string) =>
      directoryDb.prepare(`update backups set ${set} where id = ?`).bind(backup.id).run();
    const [known] = await rowsOf<{ hash_key: string }>(
      "select hash_key from backups where id = ?",
      backup.id,
    );
    await change("hash_key = 'not to be opened'");
    expect((await operate("POST", `/backups/${backup.id}/restore`)).status).toBe(202);
    await workBackup(backup.id);
    expect(await backupOf(backup.id)).toMatchObject({
      state: "finished",
      reason: expect.stringContaining("APP_KEY_BEFORE"),
    });
    await change("hash_key = null");
    const { status, body } = await operate("POST", `/backups/${backup.id}/restore`);
    expect([status, body.message]).toEqual([409, expect.stringContaining("`unsigned`")]);
    await operate("POST", `/backups/${backup.id}/restore`, { unsigned: true });
    await workBackup(backup.id);
    expect(await backupOf(backup.id)).toMatchObject({ state: "finished", reason: null });
    await deleteWholly(id);
    await change(`hash_key = '${known!.hash_key}'`);
  });

  it("opens its key after a change of APP_KEY, here and where the directory is lost", async () => {
    const { APP_KEY } = testEnv;
    const env = { ...testEnv, APP_KEY: `${APP_KEY}-changed`, APP_KEY_BEFORE: APP_KEY };
    const read = () => directoryDb.prepare("select * from backups where id = ?").bind(backup.id);
    const note = async () => {
      const { finished } = await listFinished(bucket, null, 500);
      return finished.find(({ facts }) => facts?.id === backup.id)!.facts!;
    };
    const before = (await read().first<Record<string, string>>())!;
    expect(await note()).toMatchObject({
      hashKey: before.hash_key,
      sealedWith: before.sealed_with,
    });
    const change = async (to: typeof env) => {
      const reseal = resealing(to, databasesOf(to).directory);
      while (await reseal());
      await renewNotes(to);
    };
    await change(env);
    const after = (await read().first<Record<string, string>>())!;
    expect(after.hash_key).not.toBe(before.hash_key);
    expect(await note()).toMatchObject({ hashKey: after.hash_key, sealedWith: after.sealed_with });
    const row = { id: backup.id, hashKey: after.hash_key, isUnsigned: false, state: "finished" };
    const { APP_KEY_BEFORE: _, ...only } = env;
    expect(await openKey(only as typeof testEnv, row as never)).toMatch(/^[\w-]{43}$/);
    await change({ ...testEnv, APP_KEY_BEFORE: env.APP_KEY });
  });

  it("is the same under the same ids, for its tokens and visitors, after any crash", async () => {
    const { status } = await operate("POST", `/backups/${backup.id}/restore`, {});
    expect(status).toBe(202);
    await workBackup(backup.id, {
      crashes: true,
      after: async (steps) => {
        if (steps > 10) return;
        expect((await operate("GET", `/workspaces/${id}`)).status).toBe(404);
        expect((await operate("DELETE", `/backups/${backup.id}`)).status).toBe(409);
      },
    });
    principals.clear();
    const { state, reason, restored_at } = await backupOf(backup.id);
    expect({ state, reason, restored_at }).toEqual({
      state: "finished",
      reason: null,
      restored_at: expect.any(String),
    });
    expect(await rows()).toEqual(before.rows);
    expect(await answers()).toEqual(before.answers);
    const frozen = "select name from sqlite_master where type = 'trigger' and name like 'frozen%'";
    expect(await rowsOf(frozen)).toEqual([]);
    expect(await rowsOf("select * from restored")).toEqual([]);
    expect((await operate("GET", `/workspaces/${id}`)).body.data).toMatchObject({
      name: "Acme Coaching",
      suspended_at: null,
    });
    const found = await operate("GET", "/workspaces?name=coaching&per_page=100");
    expect(found.body.data.map((one: { id: number }) => one.id)).toContain(id);
  });

  it("goes on: URLs redirect, and new ids are above all of before", async () => {
    expect((await click(full.send.url)).status).toBe(302);
    const lead = await newLead(client);
    expect(lead.id).toBeGreaterThan(2 ** 36);
    const log = await operate("GET", `/workspaces/${id}/audit-log?per_page=100`);
    const actions = log.body.data.map(({ action }: { action: string }) => action);
    for (const action of ["workspace.deleted", "backup.restore_started", "backup.created"])
      expect(actions).toContain(action);
  });
});

describe("backups by setting", () => {
  const env = (nightly_at?: number) => ({
    ...testEnv,
    BACKUPS: { ...(nightly_at !== undefined && { nightly_at }), keep_days: 7 },
  });
  const running = () =>
    rowsOf<{ id: number; workspace_id: number; kept_until: number; created_at: number }>(
      "select id, workspace_id, kept_until, created_at from backups where state = 'running'",
    );

  it("are begun once a night, and deleted when their time is over", async () => {
    const two = new Date().setUTCHours(26, 0, 0, 0);
    await planBackups(env(), two + DAY);
    expect(await running()).toEqual([]);
    await planBackups(env(2), two + 60_000);
    const [nightly] = await running();
    expect(nightly).toMatchObject({ workspace_id: id, kept_until: two + 60_000 + 7 * DAY });
    await rowsOf("update backups set created_at = ? where id = ?", Date.now(), nightly!.id);
    await workBackup(nightly!.id);
    await rowsOf("update backups set created_at = ? where id = ?", two + 60_000, nightly!.id);
    expect(await backupOf(nightly!.id)).toMatchObject({ state: "finished" });
    await planBackups(env(2), two + DAY - 1);
    expect(await running()).toEqual([]);
    await planBackups(env(2), two + DAY);
    expect(await running()).toHaveLength(1);
    await rowsOf("delete from backups where state = 'running'");
    await rowsOf("update backups set kept_until = 1 where id = ?", nightly!.id);
    await planBackups(env());
    expect(await backupOf(nightly!.id)).toMatchObject({ state: "deleting" });
    await workBackup(nightly!.id);
    expect((await operate("GET", `/backups/${nightly!.id}`)).status).toBe(404);
  });

  it("are made by their objects", async () => {
    const token = testEnv.OPERATOR_TOKEN;
    const json = { keep_days: 1 };
    const path = `/v1/workspaces/${id}/backups`;
    const { body } = await call("POST", path, { token, json });
    await eventually(async () => expect((await backupOf(body.data.id)).state).toBe("finished"));
  });
});
