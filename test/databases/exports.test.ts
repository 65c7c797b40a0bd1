import { beforeAll, expect, it } from "vitest";
import { newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { exportOf, filesOf, linesOf, orderExport, stepExport, textOf } from "../support/exports";
import { insertMove, makeMove, moveOf, registerDatabases } from "../support/moves";

beforeAll(registerDatabases);

it("goes on with an export of a workspace that moves, and writes each row once", async () => {
  const client = await newWorkspace();
  const leads: number[] = [];
  for (let n = 0; n < 9; n++) leads.push((await newLead(client)).id);
  const { id } = await orderExport(client);
  // The settings, and a part of the leads.
  for (let steps = 3; steps > 0; steps--) expect(await stepExport(id)).toBe(true);
  const move = await insertMove(client.workspaceId, "DB_1");
  await makeMove(move, { until: "comparing" });
  expect(await stepExport(id)).toBe(false);
  await makeMove(move);
  expect(await moveOf(move)).toMatchObject({ phase: "finished" });
  expect(await stepExport(id)).toBe(false);
  while (await stepExport(id, { env: testEnv, database: "DB_1" }));
  expect(await exportOf(client, id)).toMatchObject({ state: "completed", counts: { leads: 9 } });
  const written = linesOf(await textOf(client, id, "leads"));
  expect(written.map((lead) => lead.id)).toEqual(leads.toReversed());
  expect((await filesOf(client, id)).at(-1)).toMatchObject({ name: "manifest.json" });
});
