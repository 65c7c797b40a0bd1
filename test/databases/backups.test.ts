import { beforeAll, describe, expect, it } from "vitest";
import { rangeOf } from "#domain/databases";
import { principals } from "#features/access/tokens/principals";
import { removeErasures } from "#features/operations/backups/erasures";
import { wakeArchivists } from "#features/operations/backups/overdue";
import { eachMinute } from "#features/operations/cron";
import { DAY_MS } from "#lib/time";
import {
  type Client,
  call,
  clientOf,
  make,
  metaAccount,
  newChannel,
  newLead,
  newLinkSend,
  newScenario,
  newShortLink,
  newWorkspace,
} from "../support/api";
import {
  backupOf,
  beginBackup,
  deleteWholly,
  keysOf,
  operate,
  workBackup,
} from "../support/backups";
import { holdChunkWorker } from "../support/chunks";
import { click, later } from "../support/clicks";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { rowsOf } from "../support/rows";
import { directoryDb } from "../support/scope";
import { secondRowsOf } from "../support/second-database";
import { workDue } from "../support/source-inbox";

skipEventAudit();

const DAY = 86_400_000;

type Made = { id: number; token: string };
const newToken = (client: Client): Promise<Made> => make(client, "/tokens", { name: "Other" });

const inDirectory = async (query: string, ...values: unknown[]) =>
  (
    await directoryDb
      .prepare(query)
      .bind(...values)
      .all()
  ).results;

let client: Client;
let id: number;
let backupId: number;
let paths: string[];
let url: string;
let source: { id: number; inbound_url: string; secret: string };

/** Has something about Alice come to the source, and be worked. Returns the answer's status. */
async function arrive(note: string) {
  const { status } = await call("POST", new URL(source.inbound_url).pathname, {
    json: { email: "alice@example.com", note },
    headers: { "X-Secret": source.secret },
  });
  await workDue({ ...source, client });
  return status;
}

const answers = () => Promise.all(paths.map(async (path) => (await client.get(path)).text));
const restore = async (json: object, from = backupId) => {
  const { status, body } = await operate("POST", `/backups/${from}/restore`, json);
  expect(status).toBe(202);
  await workBackup(from, { crashes: true });
  principals.clear();
  return body.data;
};
const erasures = async () => {
  const { objects } = await testEnv.FILES.list({ prefix: `erasures/${id}/` });
  return objects.map(({ key }) => key);
};

beforeAll(async () => {
  await holdChunkWorker();
  await inDirectory(
    "insert or ignore into databases (name, created_at) values ('DB', 1), ('DB_1', 1)",
  );
  client = await newWorkspace({ name: "Acme Coaching", default_country: "FR" });
  id = client.workspaceId;
  const lead = await newLead(client, { email: "alice@example.com" });
  const link = await newShortLink(client);
  const send = await newLinkSend(client, link.id, lead.id);
  const channel = await newChannel(client, { provider: "whatsapp_cloud", ...metaAccount() });
  const verification = { scheme: "header", name: "X-Secret" };
  source = await make(client, "/sources", { kind: "webhook", name: "Landing page", verification });
  expect(await arrive("Hello")).toBe(202);
  url = (await client.get(`/link-sends/${send.id}`)).body.data.url;
  const triggers = [{ id: "any", type: "any_message", note: "é", data: { types: ["text"] } }];
  const scenario = await newScenario(client, { is_active: true, triggers });
  paths = [
    `/scenarios/${scenario.id}`,
    `/leads/${lead.id}`,
    "/leads?email=alice",
    `/short-links/${link.id}`,
    `/link-sends/${send.id}`,
    `/channels/${channel.id}`,
    `/sources/${source.id}`,
    `/sources/${source.id}/deliveries`,
    "/events",
  ];
});

describe("a workspace of a database that is lost", () => {
  it("comes back in another one, under the same ids", async () => {
    const before = await answers();
    const owners = await inDirectory("select id, external_id from channel_owners order by id");
    const keys = await inDirectory("select key_hash, source_id, ends_at from source_keys");
    expect(keys).toHaveLength(1);
    await rowsOf(
      "update trigger_cursors set position = 1, next_event_id = 2 where workspace_id = ?",
      id,
    );
    // A start that is due, one that is to come, and an enrolment that goes on.
    const put = `insert into trigger_times (scenario_id, trigger_id, lead_id, event_id, workspace_id,
        due_at)
      select scenario_id, trigger_id, leads.id, ?, leads.workspace_id, ?
      from scenario_triggers join leads using (workspace_id) where workspace_id = ?`;
    await rowsOf(put, 1, Date.now() - DAY_MS, id);
    await rowsOf(put, 0, Date.now() + DAY_MS, id);
    await rowsOf(
      `insert into bulk_enrolments (workspace_id, scenario_id, trigger_id, filter, starts_at,
         cursor, start_id, last_id, created_at)
       select workspace_id, scenario_id, trigger_id, '{}', 1, 1, 1, 1, 1
       from scenario_triggers where workspace_id = ?`,
      id,
    );
    backupId = (await beginBackup(id)).id;
    await workBackup(backupId, { crashes: true });
    const files = await Promise.all((await keysOf(id)).map((key) => testEnv.FILES.get(key)));
    const texts = (await Promise.all(files.map((file) => file?.text()))).join();
    expect(texts).toContain("alice@example.com");
    for (const hidden of [source.secret, source.inbound_url.split("/in/")[1]])
      expect(texts).not.toContain(hidden);
    await deleteWholly(id);
    const [ranges] = await inDirectory("select ifnull(max(id), 0) as newest from ranges");
    const restoredAt = Date.now();
    expect(await restore({ database: "DB_1" })).toMatchObject({ database: "DB_1" });
    expect(await backupOf(backupId)).toMatchObject({ state: "finished", reason: null });
    expect(await answers()).toEqual(before);
    expect(await inDirectory("select id, external_id from channel_owners order by id")).toEqual(
      owners,
    );
    expect(await inDirectory("select key_hash, source_id, ends_at from source_keys")).toEqual(keys);
    expect(await rowsOf("select id from leads where workspace_id = ?", id)).toEqual([]);
    expect(await secondRowsOf("select id from leads where workspace_id = ?", id)).toHaveLength(1);
    // Triggers react to nothing that has happened before.
    const [newest] = await secondRowsOf(
      "select max(id) as id from events where workspace_id = ?",
      id,
    );
    const cursors = await secondRowsOf(
      "select position, next_event_id from trigger_cursors where workspace_id = ?",
      id,
    );
    expect(cursors).toEqual(Array(2).fill({ position: newest!.id, next_event_id: null }));
    const [since] = await secondRowsOf(
      "select since > 1000 * ? as is_now from scenario_triggers where workspace_id = ?",
      ...[restoredAt - 2_000, id],
    );
    expect(since).toEqual({ is_now: 1 });
    const left = await secondRowsOf(
      `select event_id as event, state from trigger_times
         join bulk_enrolments using (workspace_id) where workspace_id = ?`,
      id,
    );
    expect(left).toEqual([{ event: 0, state: "cancelled" }]);
    expect((await click(url)).status).toBe(302);
    // Its doors are open, and count on from what came before.
    await later(10_000, async () => expect(await arrive("Hello again")).toBe(202));
    const deliveries = await secondRowsOf(
      "select seq, lead_id is not null as has_lead from source_deliveries where source_id = ?",
      source.id,
    );
    expect(deliveries).toEqual([1, 2].map((seq) => ({ seq, has_lead: 1 })));
    const lead = await newLead(client);
    expect(rangeOf(lead.id)).toBeGreaterThan(Number(ranges!.newest));
    expect((await operate("GET", `/workspaces/${id}`)).body.data).toMatchObject({
      database: "DB_1",
      default_country: "FR",
    });
  });

  it("comes back without the leads that were deleted since, and the tokens that were revoked", async () => {
    const lead = await newLead(client, { email: "bob@example.com" });
    const link = await newShortLink(client);
    const send = await newLinkSend(client, link.id, lead.id);
    const [kept, revoked] = [await newToken(client), await newToken(client)];
    const maker = clientOf(revoked.token, id);
    const child = await newToken(maker);
    const since = await beginBackup(id);
    await workBackup(since.id);
    await client.delete(`/leads/${lead.id}`);
    await client.delete(`/tokens/${revoked.id}`);
    await eachMinute(testEnv);
    expect(await erasures()).not.toEqual([]);
    await deleteWholly(id, "DB_1");
    await restore({ database: "DB_1" }, since.id);
    expect(await backupOf(since.id)).toMatchObject({ state: "finished", reason: null });
    expect((await client.get(`/leads/${lead.id}`)).status).toBe(404);
    expect((await client.get("/leads?email=bob")).body.data).toEqual([]);
    expect((await client.get(`/link-sends/${send.id}`)).status).toBe(404);
    const event = (await client.get("/events?per_page=10")).body.data[0];
    expect(event).toMatchObject({ type: "lead.deleted" });
    expect((await client.get("/leads?email=alice")).body.data).toHaveLength(1);
    expect((await maker.get("/me")).status).toBe(401);
    for (const { token } of [kept, child])
      expect((await clientOf(token, id).get("/me")).status).toBe(200);
    const { made_by } = (await client.get(`/tokens`)).body.data.find(
      (token: Made) => token.id === child.id,
    );
    expect(made_by).toBe((await client.get("/me")).body.data.token.id);
    const left = "select name from sqlite_master where type = 'trigger' and name like 'frozen%'";
    expect(await secondRowsOf(left)).toEqual([]);
    expect(await secondRowsOf("select * from restored")).toEqual([]);
  });

  it("needs what was erased for as long as it has an older backup", async () => {
    const { body } = await operate("GET", `/workspaces/${id}/backups`);
    const [newer] = body.data;
    const before = await erasures();
    const left: number[] = [];
    await operate("DELETE", `/backups/${newer.id}`);
    await workBackup(newer.id);
    expect(await erasures()).toEqual(before);
    for (const oldest of [Date.now() - DAY, Date.now() + DAY, null]) {
      await removeErasures(testEnv.FILES, id, oldest, 10);
      left.push((await erasures()).length);
    }
    expect(left).toEqual([before.length, 0, 0]);
  });

  it("leaves nothing where it can't come back, since another has its slug by now", async () => {
    await deleteWholly(id, "DB_1");
    const other = await newWorkspace();
    const [slug] = url.split("/").slice(-2);
    await newShortLink(other, { slug });
    await restore({ database: "DB_1" });
    const { state, reason } = await backupOf(backupId);
    expect({ state, reason }).toEqual({
      state: "finished",
      reason: `The slug ${slug} is another workspace's by now.`,
    });
    expect((await operate("GET", `/workspaces/${id}`)).status).toBe(404);
    expect(await inDirectory("select id from tokens where workspace_id = ?", id)).toEqual([]);
    expect(await inDirectory("select id from workspaces where id = ?", id)).toEqual([]);
    expect(await secondRowsOf("select id from workspaces where id = ?", id)).toEqual([]);
    expect(await secondRowsOf("select id from leads where workspace_id = ?", id)).toEqual([]);
    expect((await call("GET", `/${slug}`)).status).toBe(302);
  });
});

describe("backups that are made", () => {
  it("wait for none of a database that can't be reached", async () => {
    const insert = `insert into backups
      (workspace_id, workspace_name, state, database, created_at, kept_until)
      values (?, 'Waiting', 'running', ?, 1, 2) returning id`;
    for (let n = 1; n <= 12; n++) await inDirectory(insert, 4e9 + n, "DB_9");
    const [last] = await inDirectory(insert, 4e9, "DB");
    const names: string[] = [];
    const getByName = (name: string) => ({ wake: async () => void names.push(name) });
    await wakeArchivists({ ...testEnv, ARCHIVIST: { getByName } as never });
    expect(names).toContain(String(last!.id));
    expect(names).toHaveLength(10);
    await inDirectory("delete from backups where workspace_name = 'Waiting'");
  });
});
