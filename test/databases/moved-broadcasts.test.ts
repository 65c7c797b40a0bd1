import { expect, it } from "vitest";
import { BulkEnrolmentQueue } from "#features/operations/chunks/bulk-enrolments";
import { make, newScenario } from "../support/api";
import { enrolMany, LATER, newWorkspaceWithLeads } from "../support/bulk";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { insertMove, makeMove, registerDatabases } from "../support/moves";
import { secondRowsOf } from "../support/second-database";

skipEventAudit();

const HOUR = 3_600_000;

it("goes on where its workspace has moved to while it waited", async () => {
  await registerDatabases();
  const { owner } = await newWorkspaceWithLeads(30);
  const scenario = await newScenario(owner);
  const segment = await make(owner, "/segments", { name: "All", filter: {} });
  const job = await enrolMany(owner, scenario, {
    filter: { segment_id: segment.id },
    enrolled_at: LATER,
    at: new Date(Date.now() + 2 * HOUR).toISOString(),
    per_hour: 100_000,
    holdout: 0.1,
  });
  await makeMove(await insertMove(owner.workspaceId, "DB_1"));
  const workIn = async (database: "DB" | "DB_1") => {
    const queue = new BulkEnrolmentQueue(testEnv, database, { now: () => Date.now() + 3 * HOUR });
    while (await queue.workNext());
  };
  const read = async () => (await owner.get(`/bulk-enrolments/${job.body.data.id}`)).body.data;
  await workIn("DB");
  expect(await read()).toEqual(job.body.data);
  await workIn("DB_1");
  const done = await read();
  expect(done).toMatchObject({ state: "completed", matched: 30, holdout: 0.1 });
  const runs = await secondRowsOf("select 1 from runs where scenario_id = ?", scenario.id);
  expect(runs).toHaveLength(done.enrolled + done.held_out);
  const { body } = await owner.get(`/segments/${segment.id}/count`);
  expect(body.data).toEqual({ count: 30, exact: true });
});
