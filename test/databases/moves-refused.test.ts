import { beforeAll, expect, it } from "vitest";
import { type Client, call, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { insertMove, makeMove, moveOf, registerDatabases, triggersLeft } from "../support/moves";
import { secondRowsOf } from "../support/second-database";

const token = testEnv.OPERATOR_TOKEN;
let client: Client;
let path: string;

beforeAll(async () => {
  await registerDatabases();
  client = await newWorkspace();
  await newLead(client);
  path = `/v1/workspaces/${client.workspaceId}`;
});

const abandon = () => call("POST", `${path}/move/abandon`, { token });
const newLeads = async () => (await client.post("/leads", { first_name: "Ada" })).status;

it.each(["copying", "freezing", "comparing"])("can be abandoned while it is %s", async (phase) => {
  const id = await insertMove(client.workspaceId, "DB_1");
  await makeMove(id, { until: phase });
  if (phase === "comparing") expect(await newLeads()).toBe(503);
  expect((await abandon()).status).toBe(202);
  await makeMove(id);
  expect(await moveOf(id)).toMatchObject({ phase: "abandoned" });
  expect(await newLeads()).toBe(201);
  for (const table of ["leads", "events", "audit_log"])
    expect(
      await secondRowsOf(`select 1 from ${table} where workspace_id = ?`, client.workspaceId),
    ).toEqual([]);
  expect(await triggersLeft()).toEqual([]);
});

it("keeps its workspace from being deleted, and from another move, and can't be undone", async () => {
  const id = await insertMove(client.workspaceId, "DB_1");
  const other = { token, json: { database: "DB_1" } };
  expect((await call("POST", `${path}/move`, other)).status).toBe(409);
  await call("POST", `${path}/suspend`, { token, json: { reason: "For a while." } });
  const { status, body } = await call("DELETE", path, { token });
  expect([status, body.message]).toEqual([409, expect.stringContaining("being moved")]);
  await makeMove(id, { until: "settling" });
  expect((await abandon()).status).toBe(409);
  await makeMove(id);
  expect((await abandon()).status).toBe(404);
  expect(await triggersLeft()).toEqual([]);
  expect((await call("DELETE", path, { token })).status).toBe(202);
  expect((await call("POST", `${path}/move`, other)).status).toBe(404);
});
