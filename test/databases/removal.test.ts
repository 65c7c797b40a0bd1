import { beforeAll, expect, it } from "vitest";
import { QUIET_MS, WorkspaceRemovalQueue } from "#features/operations/chunks/workspace-removals";
import { ChunkSize } from "#lib/chunks";
import { call, make, newLead, newShortLink } from "../support/api";
import { testEnv } from "../support/env";
import { directoryDb } from "../support/scope";
import { newWorkspaceInSecond, secondRowsOf } from "../support/second-database";

const token = testEnv.OPERATOR_TOKEN;
const operator = (method: string, path: string, json?: object) =>
  call(method, `/v1/workspaces/${path}`, { token, ...(json && { json }) });
const inDirectory = async (table: string, id: number) =>
  (await directoryDb.prepare(`select * from ${table} where workspace_id = ?`).bind(id).all())
    .results;

let id: number;
let slug: string;

beforeAll(async () => {
  const client = await newWorkspaceInSecond();
  id = client.workspaceId;
  await newLead(client);
  slug = (await newShortLink(client)).slug;
  await make(client, "/sources", { kind: "webhook", name: "Landing page" });
  await operator("POST", `${id}/suspend`, { reason: "It is deleted." });
});

it("removes a workspace from its database, and then from the directory", async () => {
  expect((await operator("DELETE", `${id}`)).status).toBe(202);
  expect((await call("GET", `/${slug}`)).status).toBe(404);
  const soon = new ChunkSize(100, 100, 100);
  const queue = new WorkspaceRemovalQueue(testEnv, "DB_1", {
    newSize: () => soon,
    now: () => Date.now() + QUIET_MS,
  });
  expect((await operator("GET", `${id}/removal`)).body.data.state).toBe("removing");
  while (await queue.workNext());
  expect((await operator("GET", `${id}/removal`)).body.data).toMatchObject({
    state: "removed",
    removed: { leads: 1, short_links: 1, tokens: 1 },
  });
  for (const table of ["slugs", "channel_owners", "source_keys", "tokens"])
    expect(await inDirectory(table, id)).toEqual([]);
  expect(await secondRowsOf("select id from workspaces where id = ?", id)).toEqual([]);
  const { body } = await operator("GET", `${id}/audit-log`);
  const actions = body.data.map(({ action }: { action: string }) => action);
  expect(actions).toEqual([
    "workspace.deleted",
    "workspace.suspended",
    "source.created",
    "short_link.created",
    "workspace.created",
  ]);
});
