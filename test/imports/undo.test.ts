import { beforeEach, expect, it } from "vitest";
import { type Client, newLead, newWorkspace } from "../support/api";
import { holdWorkers } from "../support/chunks";
import { testEnv } from "../support/env";
import { newImport, run, whenIdle } from "../support/import-files";
import { begin, quietly, workWith } from "../support/import-work";
import { metered, serveWith } from "../support/meter";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

const FILE = [
  "ext_id,email,tags",
  ...["kept", "gone", "untagged", "moved"].map((name) => `${name},${name}@example.com,A`),
].join("\n");

it("deletes leads that a suppression has unsubscribed, and keeps those that others have changed", async () => {
  for (const email of ["gone@example.com", "new@example.com"])
    await client.post("/suppressions", { email });
  const { id } = await newImport(client, FILE);
  await run(client, id, { mode: "upsert", create_tags: true });
  const [moved, untagged, gone] = (await client.get("/leads")).body.data;
  expect([gone.ext_id, gone.is_optout]).toEqual(["gone", true]);
  await client.delete(`/leads/${untagged.id}/tags/${untagged.tags[0].id}`);
  await client.patch(`/leads/${moved.id}`, { email: "new@example.com" });
  await client.post(`/imports/${id}/undo`);
  expect(await whenIdle(client, id)).toMatchObject({ state: "undone", undone: 2, kept: 2 });
  const { data } = (await client.get("/leads")).body;
  expect(data.map((lead: { ext_id: string }) => lead.ext_id)).toEqual(["moved", "untagged"]);
});

it("tells the opt-outs that stay: those of leads it has changed, and of people with an address", async () => {
  await newLead(client, { ext_id: "known" });
  await newLead(client, { ext_id: "out", is_optout: true });
  const file = [
    "ext_id,email,is_optout",
    "known,,yes",
    "out,,yes",
    "new,new@example.com,yes",
    "again,again@example.com,no",
    "again,,yes",
    "nameless,,yes",
    "in,in@example.com,no",
  ].join("\n");
  const { id } = await newImport(client, file);
  expect(await run(client, id, { mode: "upsert", dry_run: true })).toMatchObject({ opted_out: 0 });
  expect(await run(client, id, { mode: "upsert" })).toMatchObject({ opted_out: 4 });
  expect((await client.post(`/imports/${id}/undo`)).body.data.opted_out).toBe(4);
  expect(await whenIdle(client, id)).toMatchObject({ undone: 4, kept: 0, opted_out: 3 });
  const { data } = (await client.get("/leads?is_optout=1")).body;
  expect(data.map((lead: { ext_id: string }) => lead.ext_id)).toEqual(["out", "known"]);
  const back = async (lead: object) => (await client.post("/leads", lead)).body.data.is_optout;
  expect(await back({ email: "new@example.com" })).toBe(true);
  expect(await back({ email: "again@example.com" })).toBe(true);
  expect(await back({ ext_id: "nameless", email: "in@example.com" })).toBe(false);
});

it("reads no more rejected rows of a status than a page has", async () => {
  await newLead(client, { ext_id: "x" });
  const mapping = { ext_id: "ext_id", warmth: "warmth" };
  const file = `ext_id,warmth\n${"y,boiling\n".repeat(400)}x,hot`;
  const { id } = await newImport(client, file);
  expect((await run(client, id, { mode: "create", mapping })).counts).toMatchObject({
    ...{ invalid: 400, conflict: 1 },
  });
  const { meter, database } = metered(testEnv.DB);
  const fetcher = serveWith(database);
  const { data } = (await client.get(`/imports/${id}/rows?status=conflict`, undefined, { fetcher }))
    .body;
  expect(data).toMatchObject([{ row: 402, status: "conflict" }]);
  expect(meter.rowsRead).toBeLessThan(50);
});

/** Works an undo that has so many chunks behind it; returns how many rows D1 reads. */
async function rowsRead(chunks: number) {
  const { id } = await begin(client, `ext_id\n${crypto.randomUUID()}`, { mode: "upsert" });
  await workWith(id, () => testEnv.DB);
  await testEnv.DB.prepare(
    `with recursive n(n) as (select 1 union all select n + 1 from n where n < ?)
     insert into imported_leads (workspace_id, import_id, first_id, count)
     select ?, ?, -100 * n, 100 from n`,
  )
    .bind(chunks, client.workspaceId, id)
    .run();
  await quietly(client, id, "undo");
  const { meter, database } = metered(testEnv.DB);
  await workWith(id, () => database);
  const { data } = (await client.get(`/imports/${id}`)).body;
  expect(data).toMatchObject({ state: "undone", undone: 1 });
  return meter.rowsRead;
}

it("reads as much of the last chunk of a long import as of a short one", async () => {
  await holdWorkers();
  // On a busy machine the worker may begin again, and then reads more.
  const least = async (chunks: number) =>
    Math.min(await rowsRead(chunks), await rowsRead(chunks), await rowsRead(chunks));
  const [few, many] = [await least(1), await least(300)];
  expect(many - few).toBeLessThan(100);
});
