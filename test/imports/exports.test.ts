import { beforeEach, describe, expect, it } from "vitest";
import { freeze, unfreeze } from "#db/placement/freeze";
import { exportKinds } from "#domain/imports";
import { resumeExports } from "#features/imports/exports/worker/overdue";
import { cleanUp } from "#features/operations/chunks/clean-ups";
import { sha256 } from "#lib/crypto";
import { type Client, call, newLead, newTag, newWorkspace, withAbilities } from "../support/api";
import { deleteWholly } from "../support/backups";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import {
  download,
  exportOf,
  filesOf,
  linesOf,
  newExport,
  orderExport,
  stepExport,
  textOf,
  whenOver,
} from "../support/exports";
import { newResources } from "../support/resources";
import { rowsOf } from "../support/rows";
import { databaseOf } from "../support/scope";
import { serve } from "../support/serve";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

const objects = async (id: number) =>
  (await testEnv.FILES.list({ prefix: `exports/${client.workspaceId}/${id}/` })).objects.map(
    ({ key }) => key.split("/").at(-1),
  );

/** Makes an export to its end. */
async function work(id: number) {
  while (await stepExport(id));
  return exportOf(client, id);
}

const READS = [
  ...["leads:read", "tags:read", "scenarios:read", "short-links:read", "channels:read"],
  ...["conversations:read", "webhooks:read", "settings:read", "events:read"],
  ...["bookings:read", "sources:read"],
];

describe("an export", () => {
  it("has what the lists of the API answer, and a manifest of it", async () => {
    const { ids } = await newResources(client);
    const done = await newExport(client);
    expect(done).toMatchObject({ state: "completed", reason: null, counts: { settings: 1 } });
    // The list of all messages has no notes.
    const messages = `/conversations/${ids.conversation}/messages`;
    const lists = {
      ...{ tags: "/tags", leads: "/leads/export", consents: "/consents" },
      ...{ suppressions: "/suppressions", channels: "/channels", runs: "/runs" },
      ...{ conversations: "/conversations", messages, scenarios: "/scenarios" },
      ...{ analyses: "/analyses", short_links: "/short-links", link_sends: "/link-sends" },
      ...{ clicks: "/clicks", webhook_endpoints: "/webhook-endpoints", bookings: "/bookings" },
    } as const;
    const ndjson = { Accept: "application/x-ndjson" };
    for (const [kind, path] of Object.entries(lists)) {
      const { text } = await client.get(path, undefined, { headers: ndjson });
      const written = await textOf(client, done.id, kind as keyof typeof lists);
      expect(linesOf(written), kind).toEqual(linesOf(text));
      expect(done.counts[kind as keyof typeof lists], kind).toBe(linesOf(text).length);
    }
    const listed = (await client.get("/sources")).body.data;
    expect(listed).not.toEqual([]);
    expect(linesOf(await textOf(client, done.id, "sources"))).toEqual(
      listed.map((source: object) => ({ ...source, inbound_url: null })),
    );
    const [settings] = linesOf(await textOf(client, done.id, "settings"));
    expect(settings).toEqual((await client.get("/settings")).body.data);
    expect(linesOf(await textOf(client, done.id, "events")).length).toBe(done.counts.events);

    const files = await filesOf(client, done.id);
    const manifest = JSON.parse(await download(files.at(-1)!));
    const document = await serve(new Request("http://localhost/openapi.json"));
    const { info } = await document.json<{ info: { version: string } }>();
    expect(manifest).toMatchObject({
      ...{ workspace_id: client.workspaceId, export_id: done.id, counts: done.counts },
      document_version: info.version,
    });
    for (const { name, rows, bytes, sha256: hash } of manifest.files) {
      const text = await download(files.find((file) => file.name === name)!);
      expect(linesOf(text)).toHaveLength(rows);
      expect(new TextEncoder().encode(text)).toHaveLength(bytes);
      expect(await sha256(text)).toBe(hash);
    }
    expect(await objects(done.id)).toHaveLength(files.length);
    const all = await Promise.all(files.map(download));
    expect(all.join("")).not.toMatch(/whsec_|\/in\/|"(access_token|app_secret|verify_token)":"/);
  });

  it("is for tokens that may read everything", async () => {
    for (const missing of READS) {
      const others = READS.filter((one) => one !== missing);
      const poor = await withAbilities(client, "exports:read", "exports:write", ...others);
      expect((await poor.post("/exports")).status, missing).toBe(403);
    }
    const { id } = await orderExport(client);
    const reader = await withAbilities(client, "exports:read");
    expect((await reader.get(`/exports/${id}`)).status).toBe(200);
    expect((await reader.get(`/exports/${id}/files`)).status).toBe(403);
    expect((await reader.delete(`/exports/${id}`)).status).toBe(403);
  });

  it("runs one at a time, and three are kept", async () => {
    const first = await orderExport(client);
    expect((await client.post("/exports")).status).toBe(409);
    await work(first.id);
    const ids = [first.id];
    for (let more = 3; more > 0; more--) {
      const { id } = await orderExport(client);
      await work(id);
      ids.push(id);
    }
    const { data } = (await client.get("/exports")).body;
    expect(data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(1).toReversed());
    expect((await client.get(`/exports/${first.id}`)).status).toBe(404);
    await later(600_001, () => cleanUp(testEnv, databaseOf(), 900));
    expect(await objects(first.id)).toEqual([]);
    expect(await rowsOf("select 1 from exports where id = ?", first.id)).toEqual([]);
    expect(await objects(ids[1]!)).not.toEqual([]);
  });

  it("is deleted while it runs, and nothing of it stays", async () => {
    await newLead(client);
    const { id } = await orderExport(client);
    for (let steps = 3; steps > 0; steps--) await stepExport(id);
    const [file] = await objects(id);
    expect(file).toBeDefined();
    expect((await client.delete(`/exports/${id}`)).body).toEqual({ success: true, deleted: 1 });
    expect(await objects(id)).toEqual([]);
    expect(await stepExport(id)).toBe(false);
    await testEnv.FILES.put(`exports/${client.workspaceId}/${id}/late.ndjson`, "{}");
    await later(600_001, () => cleanUp(testEnv, databaseOf(), 900));
    expect(await objects(id)).toEqual([]);
    expect((await client.delete(`/exports/${id}`)).status).toBe(404);
  });

  it("expires after 7 days, as its URLs do after an hour", async () => {
    const { id } = await orderExport(client);
    await work(id);
    const [file] = await filesOf(client, id);
    const { pathname } = new URL(file!.url);
    expect((await call("GET", `${pathname}x`)).status).toBe(403);
    const range = { headers: { Range: "bytes=0-0" } };
    expect(await call("GET", pathname, range)).toMatchObject({ status: 206, text: "{" });
    await later(3_601_000, async () => expect((await call("GET", pathname)).status).toBe(403));
    await later(7 * 86_400_000 + 1, () => cleanUp(testEnv, databaseOf(), 900));
    expect(await objects(id)).toEqual([]);
    expect((await client.get(`/exports/${id}`)).status).toBe(404);
    expect((await call("GET", pathname)).status).toBe(404);
  });
});

it("goes with its workspace", async () => {
  const { id } = await orderExport(client);
  await work(id);
  expect(await objects(id)).not.toEqual([]);
  await deleteWholly(client.workspaceId);
  expect(await objects(id)).toEqual([]);
  expect(await rowsOf("select 1 from exports where id = ?", id)).toEqual([]);
});

describe("the worker of exports", () => {
  /** An export of leads with a tag each, made by `step` until there is none. */
  async function exported(step: (id: number) => Promise<unknown>) {
    const { id } = await orderExport(client);
    for (let steps = 200; (await exportOf(client, id)).state === "running"; steps--) {
      expect(steps).toBeGreaterThan(0);
      await step(id);
    }
    const files = await filesOf(client, id);
    return files
      .filter(({ kind }) => kind !== "events" && kind !== null)
      .map(({ name, rows, sha256: hash }) => ({ name, rows, hash }));
  }

  it("writes the same files when it dies between any two steps, and when two are at it", async () => {
    const tag = await newTag(client);
    for (let n = 0; n < 8; n++) await newLead(client, { tag_ids: [tag.id] });
    const whole = await exported((id) => stepExport(id));
    expect(whole.filter(({ name }) => name.startsWith("leads-"))).toMatchObject([
      { name: "leads-1.ndjson", rows: 4 },
      { name: "leads-2.ndjson", rows: 4 },
    ]);
    let calls = 0;
    const dying = (most: number) =>
      new Proxy(testEnv.DB, {
        get(object, name) {
          const value = Reflect.get(object, name);
          if (typeof value !== "function") return value;
          return (...args: unknown[]) => {
            if ((name === "batch" || name === "prepare") && calls++ >= most)
              throw new Error("the process died");
            return value.apply(object, args);
          };
        },
      });
    let steps = 0;
    const crashing = async (id: number) => {
      calls = 0;
      await stepExport(id, { env: { DB: dying(1 + (steps++ % 12)) } }).catch(() => {});
    };
    expect(await exported(crashing)).toEqual(whole);
    const twice = (id: number) => Promise.all([stepExport(id), stepExport(id)]);
    expect(await exported(twice)).toEqual(whole);
  });

  it("waits while the workspace is suspended or moved, and is resumed by the cron", async () => {
    const { id } = await orderExport(client);
    await freeze(databaseOf(), client.workspaceId);
    expect(await stepExport(id)).toBe(false);
    await unfreeze(databaseOf(), client.workspaceId);
    const suspend = "update workspaces set suspended_at = ? where id = ?";
    await rowsOf(suspend, Date.now(), client.workspaceId);
    expect(await stepExport(id)).toBe(false);
    await rowsOf(suspend, null, client.workspaceId);
    await resumeExports(testEnv, "DB");
    expect(await whenOver(client, id)).toMatchObject({ state: "completed" });
  });

  it("fails when it takes longer than a day, or when R2 has lost a file", async () => {
    const slow = await orderExport(client);
    await stepExport(slow.id, { now: () => Date.now() + 86_400_001 });
    expect(await exportOf(client, slow.id)).toMatchObject({
      state: "failed",
      reason: "It has taken longer than a day.",
    });
    expect(await filesOf(client, slow.id)).toEqual([]);
    const { id } = await orderExport(client);
    for (let steps = exportKinds.length; steps > 0; steps--) await stepExport(id);
    await testEnv.FILES.delete(`exports/${client.workspaceId}/${id}/settings-1.ndjson`);
    expect(await work(id)).toMatchObject({ state: "failed", reason: expect.any(String) });
  });
});
