import { assert, beforeEach, describe, expect, it } from "vitest";
import type { Bindings } from "#env";
import { advance } from "#features/automation/runs/bulk/chunk";
import { enrolLeads } from "#features/automation/runs/bulk/enrolment";
import { type Job, startJob } from "#features/automation/runs/bulk/job";
import { BulkEnrolmentQueue } from "#features/operations/chunks/bulk-enrolments";
import { resumeChunks } from "#features/operations/chunks/overdue";
import { resumeWorkspace, suspendWorkspace } from "#features/operations/suspension/store";
import { ChunkSize } from "#lib/chunks";
import { type Client, newLead, newScenario, newTag, withAbilities } from "../support/api";
import { activeRuns, LATER, newWorkspaceWithLeads } from "../support/bulk";
import { holdChunkWorker } from "../support/chunks";
import { testEnv } from "../support/env";
import { databaseWith, onlyAt } from "../support/message-sender-faults";
import { rowsOf } from "../support/rows";
import { scopeOf } from "../support/scope";

/** A chunk holds 150 leads at first. */
const LEADS = 400;
/** Runs begin after the tests, so that no scheduler works beside them. */
const ENROLLED_AT = Date.parse(LATER);

let owner: Client;
let ids: number[];
let scenario: { id: number };
let job: Job;

beforeEach(async () => {
  await testEnv.DB.prepare("delete from bulk_enrolments").run();
  await holdChunkWorker();
  ({ owner, ids } = await newWorkspaceWithLeads(LEADS, { is_optout: "n % 100 = 0" }));
  scenario = await newScenario(owner);
  job = await startJob(scopeOf(owner.workspaceId), scenario.id, {}, ENROLLED_AT);
});

const path = () => `/bulk-enrolments/${job.id}`;
const read = async () => (await owner.get(path())).body.data;

async function finish(queue = new BulkEnrolmentQueue(testEnv, "DB")) {
  while (await queue.workNext());
}

const done = { state: "completed", progress: 100, matched: 400, enrolled: 396, opted_out: 4 };

/** The number of runs of each lead that has any. */
const runsEach = () =>
  rowsOf(
    `select distinct count(*) as runs from runs where scenario_id = ? group by lead_id`,
    scenario.id,
  );

describe("a bulk enrolment behind the answer", () => {
  it("goes on in chunks until every lead is enrolled, and says how far it is", async () => {
    expect(await read()).toMatchObject({ state: "running", progress: 0, matched: 0 });
    await new BulkEnrolmentQueue(testEnv, "DB").workNext();
    const half = await read();
    expect(half).toMatchObject({ state: "running", matched: 150, finished_at: null });
    expect([half.progress > 30, half.progress < 45]).toEqual([true, true]);
    await finish();
    expect(await read()).toMatchObject(done);
    expect(await activeRuns(scenario)).toBe(396);
  });

  it("leaves out leads that come later, or that no longer match when their turn comes", async () => {
    const tag = await newTag(owner);
    const [old] = ids;
    const filter = { exclude_tag_ids: [tag.id] };
    job = await startJob(scopeOf(owner.workspaceId), scenario.id, filter, ENROLLED_AT);
    await testEnv.DB.prepare("delete from bulk_enrolments where id <> ?").bind(job.id).run();
    const queue = new BulkEnrolmentQueue(testEnv, "DB");
    await queue.workNext();
    await newLead(owner);
    await owner.post(`/leads/${old}/tags`, { tag_ids: [tag.id] });
    await owner.delete(`/leads/${ids[1]}`);
    await finish(queue);
    expect(await read()).toMatchObject({ state: "completed", matched: LEADS - 2 });
  });

  it.each(["before", "after"] as const)(
    "goes on where its worker died %s a chunk was written, and enrols nobody twice",
    async (when) => {
      await new BulkEnrolmentQueue(testEnv, "DB").workNext();
      // Leads whose runs have ended would be enrolled again if their chunk were repeated.
      await testEnv.DB.prepare(
        "update runs set state = 'completed', ended_at = 1 where scenario_id = ?",
      )
        .bind(scenario.id)
        .run();
      const dying = (call: () => Promise<unknown>) =>
        (when === "after" ? call() : Promise.resolve()).then(() => {
          throw new Error("died");
        });
      // Its calls: the job, the page of leads, the chunk.
      const DB = databaseWith(onlyAt(3, dying));
      await expect(new BulkEnrolmentQueue({ ...testEnv, DB }, "DB").workNext()).rejects.toThrow(
        "died",
      );
      await finish();
      expect(await read()).toMatchObject(done);
      expect(await runsEach()).toEqual([{ runs: 1 }]);
    },
  );

  it("enrols nobody twice where two work at once", async () => {
    await Promise.all([finish(), finish(), finish()]);
    expect(await read()).toMatchObject(done);
    expect(await runsEach()).toEqual([{ runs: 1 }]);
  });

  it("stops when it is cancelled", async () => {
    const queue = new BulkEnrolmentQueue(testEnv, "DB");
    await queue.workNext();
    const cancelled = await owner.post(`${path()}/cancel`);
    expect(cancelled.body.data).toMatchObject({ state: "cancelled", matched: 150 });
    expect((await owner.post(`${path()}/cancel`)).body).toEqual(cancelled.body);
    await finish(queue);
    expect(await activeRuns(scenario)).toBe(cancelled.body.data.enrolled);
  });

  it("waits while its workspace is suspended, and goes on once it resumes", async () => {
    const scope = scopeOf(owner.workspaceId);
    const queue = new BulkEnrolmentQueue(testEnv, "DB");
    await queue.workNext();
    const [halfway] = await rowsOf<Job>("select * from bulk_enrolments");
    assert(halfway);
    let wakeUps = 0;
    const CHUNK_WORKER = { getByName: () => ({ wake: async () => void wakeUps++ }) };
    const cron = () => resumeChunks({ ...testEnv, CHUNK_WORKER } as unknown as Bindings, "DB");
    await suspendWorkspace(scope, owner.workspaceId, "Not paid");
    expect(await queue.workNext()).toBe(false);
    // Whoever has read the job before the suspension.
    expect(await advance(scope, halfway, new ChunkSize(100, 500, 150))).toEqual(halfway);
    const input = { filter: {}, enrolled_at: ENROLLED_AT };
    const started = await enrolLeads(scope, scenario.id, input);
    assert("job" in started);
    expect(started.job).toMatchObject({ state: "running", matched: 0 });
    await cron();
    expect([await activeRuns(scenario), wakeUps]).toEqual([148, 0]);
    const resumed = await resumeWorkspace(scope, owner.workspaceId);
    expect(resumed.scope.sink.drain().chunks).toBe(true);
    await cron();
    expect(wakeUps).toBe(1);
    await finish(queue);
    expect(await read()).toMatchObject(done);
  });

  it("fails where a quota is reached, and harms no other", async () => {
    const queue = new BulkEnrolmentQueue(testEnv, "DB");
    await queue.workNext();
    await testEnv.DB.prepare(`update workspaces set quotas = '{"stored_bytes":1}' where id = ?`)
      .bind(owner.workspaceId)
      .run();
    await finish(queue);
    expect(await read()).toMatchObject({ state: "failed", matched: 150 });
  });

  it("goes with its scenario, and is nobody else's", async () => {
    const { owner: other } = await newWorkspaceWithLeads(1);
    expect((await other.get(path())).status).toBe(404);
    const reader = await withAbilities(owner, "leads:read");
    expect((await reader.get(path())).status).toBe(403);
    const queue = new BulkEnrolmentQueue(testEnv, "DB");
    await queue.workNext();
    await owner.delete(`/scenarios/${scenario.id}`);
    expect((await owner.get(path())).status).toBe(404);
    await finish(queue);
    expect(await activeRuns(scenario)).toBe(0);
  });
});

it("is what a request leaves behind that finds more leads than it may enrol", async () => {
  const scope = scopeOf(owner.workspaceId);
  const { id } = await newScenario(owner);
  const answer = await enrolLeads(scope, id, { filter: {}, enrolled_at: ENROLLED_AT }, 100);
  assert("job" in answer);
  expect(answer.job).toMatchObject({ scenario_id: id, state: "running", finished_at: null });
  expect(answer.job.matched).toBeLessThan(LEADS);
  await finish();
  expect((await owner.get(`/bulk-enrolments/${answer.job.id}`)).body.data).toMatchObject(done);
  expect(await activeRuns({ id })).toBe(396);
  expect(
    await enrolLeads(
      scope,
      (await newScenario(owner)).id,
      { filter: {}, enrolled_at: ENROLLED_AT },
      400,
    ),
  ).toEqual({
    data: { matched: 400, enrolled: 396, already_active: 0, opted_out: 4 },
  });
});
