import { beforeAll, expect, it } from "vitest";
import { principals } from "#features/access/tokens/principals";
import { findWork, type Progress, step } from "#features/operations/backups/steps";
import { WorkspaceRemovalQueue } from "#features/operations/chunks/workspace-removals";
import { type Client, make, newLead, newShortLink, newWorkspace } from "../support/api";
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
import { testEnv, twoDatabases } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { registerDatabases } from "../support/moves";
import { directoryDb } from "../support/scope";
import { secondDb, secondRowsOf } from "../support/second-database";

skipEventAudit();

let client: Client;
let id: number;
let backupId: number;

beforeAll(async () => {
  await holdChunkWorker();
  await registerDatabases();
});

/** Has a workspace with a backup, and deletes it. */
async function loseWorkspace() {
  client = await newWorkspace();
  id = client.workspaceId;
  await newLead(client);
  await newShortLink(client);
  backupId = (await beginBackup(id)).id;
  await workBackup(backupId);
  await deleteWholly(id);
}

const restore = (json: object) => operate("POST", `/backups/${backupId}/restore`, json);

it("opens once, whatever its tokens do before its object has noted that", async () => {
  await loseWorkspace();
  await restore({});
  let progress: Progress | null = null;
  let failures = 0;
  /** Fails the first deletion. */
  const FILES = new Proxy(testEnv.FILES, {
    get: (target, name) =>
      name === "delete" && failures++ === 0
        ? () => Promise.reject(new Error("R2 is out of reach."))
        : Reflect.get(target, name).bind(target),
  });
  for (;;) {
    const working = await findWork({ ...twoDatabases, FILES }, backupId);
    if (!working) break;
    try {
      progress = await step(working, progress);
    } catch (error) {
      expect(String(error)).toContain("out of reach");
      principals.clear();
      if ((await client.get("/me")).status === 200)
        await make(client, "/tokens", { name: "Other" });
    }
  }
  expect(failures).toBeGreaterThan(0);
  principals.clear();
  expect(await backupOf(backupId)).toMatchObject({ state: "finished", reason: null });
  expect((await client.get("/leads")).body.data).toHaveLength(1);
});

it("leaves rows alone that the directory knows nothing of, though a file was changed", async () => {
  await loseWorkspace();
  const insert = "insert into workspaces (id, name, created_at, updated_at) values (?, ?, 1, 1)";
  await secondDb.prepare(insert).bind(id, "Left").run();
  const key = (await keysOf(id)).find((one) => one.endsWith("directory.json"))!;
  await testEnv.FILES.put(key, "{}");
  await restore({ database: "DB_1" });
  await workBackup(backupId);
  expect(await backupOf(backupId)).toMatchObject({ state: "finished", reason: expect.any(String) });
  const left = "select name from workspaces where id = ?";
  expect(await secondRowsOf(left, id)).toEqual([{ name: "Left" }]);
  expect(await directoryDb.prepare(left).bind(id).first()).toBeNull();
});

it("keeps its links where its removal ends late in the database that it was in", async () => {
  await loseWorkspace();
  // The last call of the removal has not come yet.
  const receipt = `insert into workspace_removals
    (workspace_id, name, requested_at, next_at, finished_at, removed) values (?, 'Late', 1, 1, 2, '{}')`;
  await secondDb.prepare(receipt).bind(id).run();
  await restore({ database: "DB_1" });
  await workBackup(backupId);
  principals.clear();
  await secondDb.prepare(receipt.replace("into", "or ignore into")).bind(id).run();
  const queue = new WorkspaceRemovalQueue(twoDatabases, "DB_1");
  for (let reports = 0; (await queue.workNext()) && reports < 5; ) reports++;
  const { slug } = (await client.get("/short-links")).body.data[0];
  expect((await click(`https://sho.rt/${slug}`)).status).toBe(302);
  expect(await secondRowsOf("select name from workspace_removals")).toEqual([]);
});
