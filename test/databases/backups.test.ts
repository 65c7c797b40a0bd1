import { beforeAll, describe, expect, it } from "vitest";
import { rangeOf } from "../../src/domain/databases";
import { principals } from "../../src/features/access/tokens/principals";
import {
  type Client,
  call,
  metaAccount,
  newChannel,
  newLead,
  newLinkSend,
  newShortLink,
  newWorkspace,
} from "../support/api";
import { backupOf, beginBackup, deleteWholly, operate, workBackup } from "../support/backups";
import { holdChunkWorker } from "../support/chunks";
import { click } from "../support/clicks";
import { skipEventAudit } from "../support/event-audit";
import { rowsOf } from "../support/rows";
import { directoryDb } from "../support/scope";
import { secondRowsOf } from "../support/second-database";

skipEventAudit();

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

const answers = () => Promise.all(paths.map(async (path) => (await client.get(path)).body));
const restore = async (json: object) => {
  const { status, body } = await operate("POST", `/backups/${backupId}/restore`, json);
  expect(status).toBe(202);
  await workBackup(backupId, { crashes: true });
  principals.clear();
  return body.data;
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
  url = (await client.get(`/link-sends/${send.id}`)).body.data.url;
  paths = [
    `/leads/${lead.id}`,
    "/leads?search=alice",
    `/short-links/${link.id}`,
    `/link-sends/${send.id}`,
    `/channels/${channel.id}`,
    "/events",
  ];
});

describe("a workspace of a database that is lost", () => {
  it("comes back in another one, under the same ids", async () => {
    const before = await answers();
    const owners = await inDirectory("select id, external_id from channel_owners order by id");
    backupId = (await beginBackup(id)).id;
    await workBackup(backupId, { crashes: true });
    await deleteWholly(id);
    const [ranges] = await inDirectory("select ifnull(max(id), 0) as newest from ranges");
    expect(await restore({ database: "DB_1" })).toMatchObject({ database: "DB_1" });
    expect(await backupOf(backupId)).toMatchObject({ state: "finished", reason: null });
    expect(await answers()).toEqual(before);
    expect(await inDirectory("select id, external_id from channel_owners order by id")).toEqual(
      owners,
    );
    expect(await rowsOf("select id from leads where workspace_id = ?", id)).toEqual([]);
    expect(await secondRowsOf("select id from leads where workspace_id = ?", id)).toHaveLength(1);
    expect((await click(url)).status).toBe(302);
    const lead = await newLead(client);
    expect(rangeOf(lead.id)).toBeGreaterThan(Number(ranges!.newest));
    expect((await operate("GET", `/workspaces/${id}`)).body.data).toMatchObject({
      database: "DB_1",
      default_country: "FR",
    });
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
