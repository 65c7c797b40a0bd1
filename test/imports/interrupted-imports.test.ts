import { runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { freeze, unfreeze } from "#db/placement/freeze";
import { principals } from "#features/access/tokens/principals";
import { claimImport } from "#features/imports/worker/claim";
import { DryRuns } from "#features/imports/worker/dry-run";
import { Unpackings } from "#features/imports/worker/unpack";
import { workImport } from "#features/imports/worker/work";
import { type Client, newWorkspace, unique } from "../support/api";
import { operate } from "../support/backups";
import { holdWorkers } from "../support/chunks";
import { testEnv, twoDatabases } from "../support/env";
import { newImport, rowsOf, run, whenIdle } from "../support/import-files";
import { begin, quietly, withBatches, workWith } from "../support/import-work";
import { setQuotas } from "../support/quotas";
import { databaseOf } from "../support/scope";
import { workbook } from "../support/workbook";

const ROWS = 250;
const FILE = `ext_id,first_name\n${Array.from({ length: ROWS }, (_, n) => `x${n},P${n}`).join("\n")}`;
const START = { mode: "upsert" };

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

const stateOf = async (id: number) => (await client.get(`/imports/${id}`)).body.data;
const leads = async () => {
  const row = await testEnv.DB.prepare("select count(*) as n from leads where workspace_id = ?")
    .bind(client.workspaceId)
    .first<{ n: number }>();
  return row?.n;
};

/** Does something before the nth batch of the worker. */
const before = (nth: number, act: () => Promise<unknown>) => {
  let batches = 0;
  return withBatches(async () => {
    if (++batches === nth) await act();
  });
};

describe("an import", () => {
  it("that is cancelled in its middle keeps and counts what it has done, which can be undone", async () => {
    const { id } = await begin(client, FILE, START);
    await workWith(id, () => before(6, () => quietly(client, id, "cancel")));
    const cancelled = await stateOf(id);
    expect(cancelled.state).toBe("cancelled");
    const done = cancelled.counts.created;
    expect(done % 100).toBe(0);
    expect([done > 0, done < ROWS, await leads()]).toEqual([true, true, done]);
    expect((await client.post(`/imports/${id}/start`, START)).status).toBe(409);
    expect((await client.post(`/imports/${id}/undo`)).status).toBe(202);
    expect(await whenIdle(client, id)).toMatchObject({ state: "undone", undone: done, kept: 0 });
    expect(await leads()).toBe(0);
  });

  it("of a workspace that is frozen for a move waits until it is not", async () => {
    const { id } = await begin(client, FILE, START);
    const freezing = before(6, () => freeze(databaseOf(), client.workspaceId));
    await workWith(id, () => freezing, 1);
    const some = await leads();
    await workWith(id, () => testEnv.DB, 3);
    expect([some! < ROWS, await leads()]).toEqual([true, some]);
    expect((await stateOf(id)).state).toBe("running");
    await unfreeze(databaseOf(), client.workspaceId);
    await workWith(id, () => testEnv.DB);
    expect(await stateOf(id)).toMatchObject({ state: "completed", counts: { created: ROWS } });
  });

  it("that comes to a quota fails with the reason, and keeps what it has done", async () => {
    await setQuotas(client, { leads: 130 });
    const { id } = await newImport(client, FILE);
    const { state, reason, counts } = await run(client, id, START);
    expect({ state, reason, created: counts.created }).toEqual({
      ...{ state: "failed", reason: expect.stringContaining("130"), created: await leads() },
    });
    expect(counts.created).toBe(200);
    await setQuotas(client, { leads: 1_000 });
    const again = await run(client, (await newImport(client, FILE)).id, START);
    expect(again).toMatchObject({ state: "completed", counts: { created: 50, unchanged: 200 } });
  });

  it("is started once if it is started twice at once", async () => {
    const { id } = await newImport(client, FILE);
    const answers = await Promise.all([1, 2].map(() => client.post(`/imports/${id}/start`, START)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    expect(await whenIdle(client, id)).toMatchObject({ counts: { created: ROWS } });
    expect(await leads()).toBe(ROWS);
  });

  it("of a workbook has the columns of its first sheet, and names rejected rows by Excel's numbers", async () => {
    const rows = [
      ["ext_id", "first_name", "email"],
      ["x1", "Zoé", "zoe@example.com"],
      ["", "", ""],
      ["x2".repeat(200), "Max", "max@example.com"],
      ["x3", "", "eve@example.com"],
    ];
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const xml = rows.map((cells, n) => `<row r="${n + 1}">${cells.map(cell).join("")}</row>`);
    const file = workbook({ rows: xml.join("") });
    const { id } = await newImport(client, file, "?name=people.xlsx");
    const read = await whenIdle(client, id);
    expect(read).toMatchObject({ state: "ready", format: "xlsx", columns: rows[0] });
    const { counts } = await run(client, id, START);
    expect(counts).toMatchObject({ created: 2, invalid: 1 });
    expect(await rowsOf(client, id)).toMatchObject([
      { row: 4, values: { first_name: "Max" }, errors: { ext_id: [expect.any(String)] } },
    ]);
  });
});

it("keeps the files of 20 imports at most, until one is over", async () => {
  for (let n = 0; n < 20; n++) await newImport(client, FILE);
  const refused = await client.post("/imports", undefined, { raw: FILE });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("20")]);
  const { data } = (await client.get("/imports?per_page=100")).body;
  expect(data).toHaveLength(20);
  await client.post(`/imports/${data[0].id}/cancel`);
  await newImport(client, FILE);
});

it.each([
  ["workbook", 2],
  ["empty workbook", 1],
])("leaves nothing of an import that is cancelled while its %s is unpacked", async (_, rows) => {
  const row = '<row><c t="inlineStr"><is><t>email</t></is></c></row>';
  const file = workbook({ rows: row.repeat(rows) });
  await holdWorkers();
  const { id } = await newImport(client, file);
  const claimed = await claimImport(twoDatabases, "DB", id - 1);
  const put = async (...object: Parameters<R2Bucket["put"]>) => {
    await quietly(client, id, "cancel");
    return testEnv.FILES.put(...object);
  };
  const bucket = new Proxy(testEnv.FILES, {
    get: (files, name) => (name === "put" ? put : Reflect.get(files, name).bind(files)),
  });
  await runInDurableObject(
    testEnv.IMPORT_WORKER.getByName(`test ${unique()}`),
    async (_, { storage }) => {
      const unpackings = new Unpackings(storage);
      await workImport({ ...claimed!, bucket }, { dryRuns: new DryRuns(storage), unpackings });
    },
  );
  expect((await stateOf(id)).state).toBe("cancelled");
  const prefix = `imports/${client.workspaceId}/${id}/`;
  expect((await testEnv.FILES.list({ prefix })).objects).toEqual([]);
});

it("an import of a workspace that is suspended waits until it is resumed", async () => {
  await holdWorkers();
  const { id } = await begin(client, FILE, START);
  const reason = { reason: "A bill is open." };
  await operate("POST", `/workspaces/${client.workspaceId}/suspend`, reason);
  await workWith(id, () => testEnv.DB, 3);
  expect(await leads()).toBe(0);
  await operate("POST", `/workspaces/${client.workspaceId}/resume`);
  principals.clear();
  await workWith(id, () => testEnv.DB);
  expect(await stateOf(id)).toMatchObject({ state: "completed", counts: { created: ROWS } });
});
