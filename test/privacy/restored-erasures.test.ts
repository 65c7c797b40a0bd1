import { beforeAll, expect, it } from "vitest";
import { principals } from "#features/access/tokens/principals";
import { type Client, newLead, newWorkspace } from "../support/api";
import { backupOf, beginBackup, deleteWholly, operate, workBackup } from "../support/backups";
import { holdChunkWorker } from "../support/chunks";
import { eraseAll, erasureOf } from "../support/erasures";
import { skipEventAudit } from "../support/event-audit";
import { MARKERS, newMarkedLead } from "../support/marked-lead";
import { rowsOf } from "../support/rows";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";
import { tracesOf } from "../support/traces";

skipEventAudit();

let client: Client;
let lead: { id: number };
let late: { id: number };
let receipts: { id: number; removed: object; backups: object[] }[];
let backupId: number;

const keyed = { headers: { "Idempotency-Key": "before-backup" } };
const receiptOf = async (leadId: number) =>
  (await client.get(`/erasures?lead_id=${leadId}`)).body.data[0];

beforeAll(async () => {
  await holdChunkWorker();
  client = clientWithoutWakeUps(await newWorkspace({ name: "Acme Coaching" }));
  lead = (await newMarkedLead(client)).lead;
  await client.post("/leads?upsert=1", { email: "quetzal@example.com" }, keyed);
  backupId = (await beginBackup(client.workspaceId)).id;
  await workBackup(backupId);
  late = await newLead(client, { first_name: "Came later" });
  for (const { id } of [lead, late])
    expect((await client.post(`/leads/${id}/erase`)).status).toBe(202);
  await eraseAll({ rows: 50 });
  receipts = [await receiptOf(lead.id), await receiptOf(late.id)];
  await deleteWholly(client.workspaceId);
});

it("names the backup that holds the person", () => {
  expect(receipts[0]).toMatchObject({ state: "erased", backups: [{ id: backupId }] });
});

it("erases the person of an older backup before anybody sees them, and keeps the receipts", async () => {
  const { status } = await operate("POST", `/backups/${backupId}/restore`, {});
  expect(status).toBe(202);
  await workBackup(backupId, { crashes: true });
  principals.clear();
  expect(await backupOf(backupId)).toMatchObject({ state: "finished", reason: null });
  expect((await client.get(`/leads/${lead.id}`)).status).toBe(404);
  expect((await client.get("/leads?identity=quetzal@example.com")).body.data).toEqual([]);
  const again = await receiptOf(lead.id);
  expect(again).toEqual({
    ...receipts[0],
    state: "erasing",
    finished_at: null,
    repeated_at: expect.any(String),
    kept: expect.any(Array),
  });
  expect(await receiptOf(late.id)).toMatchObject({
    id: receipts[1]!.id,
    removed: receipts[1]!.removed,
  });
});

it("leaves nothing of the person then, in events, answers and objects too", async () => {
  expect(await tracesOf(...MARKERS)).not.toEqual([]);
  await eraseAll({ rows: 50 });
  expect(await tracesOf(...MARKERS)).toEqual([]);
  const answers = await rowsOf("select answer from idempotency_keys where key = 'before-backup'");
  expect(answers).toEqual([{ answer: null }]);
  const again = await erasureOf(client, receipts[0]!.id);
  expect(again).toMatchObject({ state: "erased", removed: receipts[0]!.removed });
  expect(again.finished_at).toEqual(expect.any(String));
});

it("does not begin again with the erasures of before a backup", async () => {
  const since = (await beginBackup(client.workspaceId)).id;
  await workBackup(since);
  const before = await receiptOf(lead.id);
  await deleteWholly(client.workspaceId);
  await operate("POST", `/backups/${since}/restore`, {});
  await workBackup(since);
  principals.clear();
  expect({ ...(await receiptOf(lead.id)), backups: [] }).toEqual({ ...before, backups: [] });
});
