import { beforeAll, expect, it } from "vitest";
import { principals } from "#features/access/tokens/principals";
import { recipientCache } from "#features/links/recipients/placeholder-values";
import { redirectCache } from "#features/links/redirect-cache";
import { receivers } from "#features/messaging/channels/receivers";
import { eachMinute } from "#features/operations/cron";
import { answersOf } from "../support/answers";
import {
  type Client,
  clientOf,
  make,
  newLead,
  newLinkSend,
  newShortLink,
  newWorkspace,
} from "../support/api";
import { beginBackup, deleteWholly, operate, workBackup } from "../support/backups";
import { holdChunkWorker } from "../support/chunks";
import { click } from "../support/clicks";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { newFullWorkspace } from "../support/full-workspace";
import { deliver, newMetaChannel, newNumber, textFrom, whatsappBody } from "../support/messaging";
import { migrationStatements } from "../support/migrations";
import { peopleOf } from "../support/received";
import { directoryDb } from "../support/scope";
import { newWorkspaceInSecond, registerSecond, secondDb } from "../support/second-database";

skipEventAudit();

// The drill: all databases are lost. R2 is all that there is.

const DATABASES = [directoryDb, testEnv.DB, secondDb];

/** Drops all that a database has, the tables that others refer to last, and migrates it again. */
async function lose(database: D1Database) {
  const { results } = await database
    .prepare(
      `select type, name, (
         select json_group_array("table") from pragma_foreign_key_list(sqlite_master.name)) as refers
       from sqlite_master
       where name not like 'sqlite%' and name not like '\\_cf%' escape '\\' and type <> 'index'
         and name not like '%\\_search\\_%' escape '\\'`,
    )
    .all<{ type: string; name: string; refers: string }>();
  const drops: string[] = [];
  for (const type of ["trigger", "view", "table"])
    for (let left = results.filter((one) => one.type === type); left.length > 0; ) {
      const isReferred = ({ name }: { name: string }) =>
        left.some((one) => one.name !== name && JSON.parse(one.refers).includes(name));
      const free = left.filter((one) => !isReferred(one));
      drops.push(...free.map(({ name }) => `drop ${type} ${name}`));
      left = left.filter((one) => !free.includes(one));
    }
  const all = [...drops, "delete from sqlite_sequence", ...migrationStatements];
  await database.batch(all.map((sql) => database.prepare(sql)));
}

/** The highest id of each table of workspaces, in all databases. */
async function newestIds() {
  const newest = new Map<string, number>();
  for (const database of [testEnv.DB, secondDb]) {
    const { results } = await database
      .prepare("select name, seq from sqlite_sequence where name not in ('ranges', 'tokens')")
      .all<{ name: string; seq: number }>();
    for (const { name, seq } of results) newest.set(name, Math.max(newest.get(name) ?? 0, seq));
  }
  return newest;
}

const tokensOf = async (client: Client) =>
  (await client.get("/tokens?per_page=100")).body.data.map(
    ({ last_used_at, ...token }: Record<string, unknown>) => token,
  );
const actsOf = async (client: Client) => (await client.get("/audit-log?per_page=100")).body.data;

const forgetAll = () => {
  for (const cache of [principals, redirectCache, recipientCache, receivers]) cache.clear();
};

let full: Awaited<ReturnType<typeof newFullWorkspace>>;
let second: Client;
let gone: Client;

const backUp = async ({ workspaceId }: Client) => {
  const { id } = await beginBackup(workspaceId);
  await workBackup(id);
  return id as number;
};

async function recover() {
  let [cursor, registered, restoring]: [string | null, number, number] = [null, 0, 0];
  do {
    const { status, body } = await operate("POST", "/backups/recover", cursor ? { cursor } : {});
    if (status !== 202) return { status, message: body.message };
    registered += body.data.registered;
    restoring += body.data.restoring;
    cursor = body.data.next_cursor;
  } while (cursor !== null);
  return { registered, restoring };
}

beforeAll(async () => {
  await holdChunkWorker();
  await registerSecond();
  full = await newFullWorkspace();
  second = await newWorkspaceInSecond({ name: "Café Ümläut 日本" });
  gone = await newWorkspace();
});

it("all workspaces come back from R2 alone, as they were", async () => {
  const { client, ids } = full;
  const lead = await newLead(second, { email: "alice@example.com" });
  const erased = await newLead(second, { email: "bob@example.com" });
  const link = await newShortLink(second);
  const send = await newLinkSend(second, link.id, lead.id);
  const { url } = (await second.get(`/link-sends/${send.id}`)).body.data;
  const channel = await newMetaChannel(second);
  const revoked = await make(second, "/tokens", { name: "Other" });
  await newLead(gone);
  const before = {
    answers: await answersOf(client, ids),
    tokens: await tokensOf(client),
    acts: await actsOf(client),
  };
  const shown = Object.values(before.answers).filter(({ status }) => status === 200);
  expect(shown.length).toBeGreaterThan(35);
  const older = await backUp(second);
  const backups = [await backUp(client), await backUp(second)];
  await backUp(gone);
  await second.delete(`/leads/${erased.id}`);
  await second.delete(`/tokens/${revoked.id}`);
  await deleteWholly(gone.workspaceId);
  await eachMinute(testEnv);
  const newest = await newestIds();

  for (const database of DATABASES) await lose(database);
  forgetAll();
  expect((await client.get("/me")).status).toBe(401);
  expect((await click(url)).status).toBe(404);
  expect(await recover()).toEqual({
    status: 409,
    message: "Register DB_1 first: workspaces were in it.",
  });
  expect((await registerSecond()).status).toBe(201);
  expect(await recover()).toEqual({ registered: 0, restoring: 2 });
  expect((await operate("GET", `/workspaces/${client.workspaceId}`)).status).toBe(404);
  for (const id of backups) {
    // On a slow machine the object has been evicted meanwhile, and works again.
    await holdChunkWorker();
    await workBackup(id);
  }
  forgetAll();

  expect(await answersOf(client, ids)).toEqual(before.answers);
  expect(await tokensOf(client)).toEqual(before.tokens);
  const acts = await actsOf(client);
  expect(acts.slice(-before.acts.length)).toEqual(before.acts);
  expect((await operate("GET", `/workspaces/${second.workspaceId}`)).body.data).toMatchObject({
    name: "Café Ümläut 日本",
    database: "DB_1",
  });
  expect((await second.get("/leads")).body.data.map(({ id }: { id: number }) => id)).toEqual([
    lead.id,
  ]);
  expect((await clientOf(revoked.token, 0).get("/me")).status).toBe(401);
  for (const one of [full.send.url, url]) expect((await click(one)).status).toBe(302);
  const hello = whatsappBody(channel, textFrom(newNumber(), "Hello"));
  expect((await deliver(channel, hello)).status).toBe(200);
  expect(await peopleOf(second)).toHaveLength(2);

  const ofSecond = await operate("GET", `/workspaces/${second.workspaceId}/backups`);
  expect(ofSecond.body.data.map(({ id }: { id: number }) => id)).toEqual([backups[1], older]);
  expect((await operate("GET", `/workspaces/${gone.workspaceId}`)).status).toBe(404);
  expect((await operate("GET", `/workspaces/${gone.workspaceId}/removal`)).status).toBe(200);
  expect((await operate("GET", `/workspaces/${gone.workspaceId}/backups`)).body.data).toHaveLength(
    1,
  );

  for (const one of [client, second]) {
    expect((await newLead(one)).id).toBeGreaterThan(newest.get("leads")!);
    expect((await newShortLink(one)).id).toBeGreaterThan(newest.get("short_links")!);
  }
  const other = await newWorkspace();
  expect(other.workspaceId).toBeGreaterThan(gone.workspaceId);
  const { id: token } = (await other.get("/me")).body.data.token;
  expect(token).toBeGreaterThan(revoked.id);
  const { id: backup } = await beginBackup(other.workspaceId);
  expect(backup).toBeGreaterThan(Math.max(...backups) + 1);
});

it("no workspace comes back that is there, nor over rows that the directory does not know", async () => {
  const { workspaceId } = second;
  expect(await recover()).toEqual({ registered: 0, restoring: 0 });
  await directoryDb.prepare("delete from slugs where workspace_id = ?").bind(workspaceId).run();
  await directoryDb.prepare("delete from workspaces where id = ?").bind(workspaceId).run();
  expect(await recover()).toEqual({ registered: 0, restoring: 1 });
  const { body } = await operate("GET", `/workspaces/${workspaceId}/backups`);
  const [{ id }] = body.data;
  await workBackup(id);
  expect((await operate("GET", `/backups/${id}`)).body.data).toMatchObject({
    state: "finished",
    reason: "Its database has the workspace already.",
  });
  const leads = secondDb.prepare("select count(*) as n from leads where workspace_id = ?");
  expect(await leads.bind(workspaceId).first("n")).toBe(3);
});
