import { runInDurableObject } from "cloudflare:test";
import { assert, beforeEach, describe, expect, it } from "vitest";
import { isHeldOut } from "#features/automation/runs/bulk/holdout";
import { BulkEnrolmentQueue } from "#features/operations/chunks/bulk-enrolments";
import { resumeWorkspace, suspendWorkspace } from "#features/operations/suspension/store";
import {
  type Client,
  make,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newTag,
  newWorkspace,
} from "../support/api";
import { activeRuns, enrolMany, LATER, newWorkspaceWithLeads } from "../support/bulk";
import { holdChunkWorker } from "../support/chunks";
import { testEnv } from "../support/env";
import { eventually } from "../support/eventually";
import { flowOf, type Nodes } from "../support/flow";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";
import { scopeOf } from "../support/scope";

type Id = { id: number };

const HOUR = 3_600_000;
const LEADS = 300;

let owner: Client;
let ids: number[];
let scenario: Id;

beforeEach(async () => {
  await testEnv.DB.prepare("delete from bulk_enrolments").run();
  await holdChunkWorker();
  ({ owner, ids } = await newWorkspaceWithLeads(LEADS, {
    is_optout: "n % 100 = 50",
    warmth: "iif(n <= 100, 'hot', null)",
  }));
  scenario = await newScenario(owner, { is_active: true });
});

const start = async (body: object) => {
  const { status, body: answer } = await enrolMany(owner, scenario, {
    enrolled_at: LATER,
    ...body,
  });
  expect(status).toBe(202);
  return answer.data;
};
const read = async ({ id }: Id) => (await owner.get(`/bulk-enrolments/${id}`)).body.data;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
/** The worker at a later time. */
const queueAt = (hours = 0) =>
  new BulkEnrolmentQueue(testEnv, "DB", { now: () => Date.now() + hours * HOUR });

async function workAll(hours = 0) {
  const queue = queueAt(hours);
  for (let chunks = 0; chunks < 50 && (await queue.workNext()); chunks++);
  return queue;
}

describe("a bulk enrolment for later", () => {
  it("waits until its time, is listed, and finds whom its filter finds then", async () => {
    const segment = await make(owner, "/segments", { name: "Hot", filter: { warmth: "hot" } });
    const at = inHours(2);
    const job = await start({ filter: { segment_id: segment.id }, at });
    const waiting = { state: "scheduled", at, progress: 0, matched: 0, finished_at: null };
    expect(job).toMatchObject({
      ...waiting,
      per_hour: null,
      holdout: 0,
      held_out: 0,
      reason: null,
    });
    const early = await workAll(1);
    expect(early.nextAt).toBe(Date.parse(at));
    expect([await read(job), await activeRuns(scenario)]).toEqual([job, 0]);
    const listed = async (query: string) =>
      (await owner.get(`/bulk-enrolments?${query}`)).body.data.map(({ id }: Id) => id);
    expect(await listed("state=scheduled")).toEqual([job.id]);
    expect(await listed(`scenario_id=${scenario.id}`)).toEqual([job.id]);
    expect(await listed("state=running")).toEqual([]);
    const late = await newLead(owner, { warmth: "hot" });
    await owner.delete(`/leads/${ids[0]}`);
    // A job keeps the filter as it was accepted.
    await owner.put(`/segments/${segment.id}`, { name: "Hot", filter: {} });
    await owner.delete(`/segments/${segment.id}`);
    const done = await workAll(2.1);
    expect(done.nextAt).toBeNull();
    const counts = { matched: 100, enrolled: 99, opted_out: 1 };
    expect(await read(job)).toMatchObject({ state: "completed", progress: 100, ...counts });
    const [run] = await rowsOf("select 1 from runs where lead_id = ?", late.id);
    expect(run).toBeDefined();
  });

  it("has its worker set the alarm for it", async () => {
    const at = inHours(2);
    await start({ filter: {}, at });
    const stub = testEnv.CHUNK_WORKER.getByName("broadcasts") as DurableObjectStub<undefined>;
    const worker = stub as unknown as { wake: (database: string) => Promise<void> };
    await worker.wake("DB");
    const alarm = () => runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
    await eventually(async () => expect(await alarm()).toBe(Date.parse(at)));
    await runInDurableObject(stub, (_, { storage }) => storage.deleteAlarm());
  });

  it("can be cancelled before it begins", async () => {
    const job = await start({ filter: {}, at: inHours(2) });
    const cancelled = await owner.post(`/bulk-enrolments/${job.id}/cancel`);
    expect(cancelled.body.data).toMatchObject({
      state: "cancelled",
      finished_at: expect.any(String),
    });
    await workAll(3);
    expect(await activeRuns(scenario)).toBe(0);
  });

  it("fails rather than find others once a tag of its filter is deleted", async () => {
    const [one, other] = [await newTag(owner), await newTag(owner)];
    const segment = await make(owner, "/segments", {
      name: "Others",
      filter: { exclude_tag_ids: [one.id] },
    });
    const jobs = [
      await start({ filter: { segment_id: segment.id }, at: inHours(2) }),
      await start({ filter: { tag_ids: [other.id], exclude_tag_ids: [one.id] }, per_hour: 100 }),
    ];
    await owner.delete(`/tags/${one.id}`);
    await workAll(3);
    for (const job of jobs)
      expect(await read(job)).toMatchObject({ state: "failed", reason: "tag_deleted", matched: 0 });
    expect(await activeRuns(scenario)).toBe(0);
  });

  it("waits while its workspace is suspended, and enrols for a scenario that is paused", async () => {
    const scope = scopeOf(owner.workspaceId);
    const job = await start({ filter: {}, at: inHours(2) });
    await suspendWorkspace(scope, owner.workspaceId, "Not paid");
    await workAll(3);
    await resumeWorkspace(scope, owner.workspaceId);
    expect(await read(job)).toMatchObject({ state: "scheduled" });
    await owner.put(`/scenarios/${scenario.id}`, { name: "Paused", platform: "whatsapp" });
    await workAll(3);
    expect(await read(job)).toMatchObject({ state: "completed", enrolled: 297 });
    const states = await rowsOf(
      "select distinct state from runs where scenario_id = ?",
      scenario.id,
    );
    expect(states).toEqual([{ state: "paused" }]);
  });

  it("says that a quota has ended it, and goes with its scenario", async () => {
    const [job, other] = [
      await start({ filter: {}, at: inHours(1) }),
      await start({ filter: {}, at: inHours(9) }),
    ];
    await testEnv.DB.prepare(`update workspaces set quotas = '{"stored_bytes":1}' where id = ?`)
      .bind(owner.workspaceId)
      .run();
    await workAll(3);
    expect(await read(job)).toMatchObject({ state: "failed", reason: "quota_reached" });
    expect(await read(other)).toMatchObject({ state: "scheduled" });
    await owner.delete(`/scenarios/${scenario.id}`);
    expect((await owner.get(`/bulk-enrolments/${other.id}`)).status).toBe(404);
  });

  it("is one of at most 100 that are not over", async () => {
    await testEnv.DB.prepare(
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 100)
       insert into bulk_enrolments (workspace_id, scenario_id, filter, state, next_at, cursor,
         start_id, last_id, created_at)
       select ?, ?, '{}', 'scheduled', 9e12, 9, 9, 1, 1 from numbers`,
    )
      .bind(owner.workspaceId, scenario.id)
      .run();
    const { status } = await enrolMany(owner, scenario, { filter: {}, at: inHours(1) });
    expect(status).toBe(409);
    const missing = await enrolMany(owner, { id: 4_000_000_000 }, { filter: {}, at: inHours(1) });
    expect(missing.status).toBe(404);
    // Work that is due is found beside much that is not.
    const meter = await meterOf((fetcher) => owner.post("/tags", { label: "T" }, { fetcher }));
    expect(meter.rowsRead).toBeLessThan(70);
  });
});

describe("a bulk enrolment with a pace", () => {
  it("enrols the leads of a minute at once, however many workers there are", async () => {
    const job = await start({ filter: {}, per_hour: 120 });
    expect(job).toMatchObject({ state: "running", per_hour: 120, at: null });
    await Promise.all([workAll(), workAll(), workAll()]);
    expect(await activeRuns(scenario)).toBe(2);
    const [{ next_at }] = (await rowsOf<{ next_at: number }>(
      "select next_at from bulk_enrolments",
    )) as [{ next_at: number }];
    expect(Math.abs(next_at - Date.now() - 60_000)).toBeLessThan(5_000);
    expect((await workAll()).nextAt).toBe(next_at);
    const queue = queueAt(0.02);
    await queue.workNext();
    expect(await activeRuns(scenario)).toBe(4);
    expect(await read(job)).toMatchObject({ state: "running", matched: 4, enrolled: 4 });
  });

  it("does not count those whom it enrols not, and goes on until the end", async () => {
    const job = await start({ filter: { is_optout: true }, per_hour: 60 });
    await workAll();
    expect(await read(job)).toMatchObject({ state: "completed", matched: 3, opted_out: 3 });
    const fast = await start({ filter: {}, per_hour: 100_000 });
    await workAll();
    expect(await read(fast)).toMatchObject({ state: "running", matched: 150 });
    await workAll(1);
    expect(await read(fast)).toMatchObject({ state: "completed", enrolled: 297 });
  });
});

describe("a bulk enrolment with a holdout", () => {
  it("leaves out a share by chance, always the same leads, and says whom", async () => {
    const job = await start({ filter: {}, holdout: 0.25 });
    await workAll();
    const done = await read(job);
    expect(done).toMatchObject({ state: "completed", matched: LEADS, opted_out: 3, holdout: 0.25 });
    expect(done.held_out).toBeGreaterThan(40);
    expect(done.held_out).toBeLessThan(110);
    expect(done.enrolled).toBe(LEADS - 3 - done.held_out);
    expect(await activeRuns(scenario)).toBe(done.enrolled);
    const held = await rowsOf<{ lead_id: number }>(
      `select lead_id from runs where scenario_id = ? and end_reason = 'holdout' and state = 'exited'
       order by lead_id`,
      scenario.id,
    );
    const drawn = ids.filter(
      (id, index) => isHeldOut(job.holdout_seed, id, 0.25) && (index + 1) % 100 !== 50,
    );
    expect(held.map(({ lead_id }) => lead_id)).toEqual(drawn);
    const runs = (await owner.get(`/scenarios/${scenario.id}/runs?lead_id=${drawn[0]}`)).body.data;
    expect(runs).toMatchObject([{ state: "exited", end_reason: "holdout" }]);
    // Whoever was left out once can be enrolled again, and another job draws others.
    const other = await start({ filter: {}, holdout: 0.25 });
    expect(other.holdout_seed).not.toBe(job.holdout_seed);
    await owner.post(`/bulk-enrolments/${other.id}/cancel`);
    const again = await enrolMany(owner, scenario, { filter: {} });
    expect(again.body.data).toMatchObject({
      enrolled: drawn.length,
      already_active: done.enrolled,
    });
  });
});

describe("a dry run", () => {
  const dryRun = (body: object) =>
    owner.post(`/scenarios/${scenario.id}/leads/bulk?dry_run=1`, body);
  const groupsOf = (preview: { groups: { reason: string; count: number; lead_ids: number[] }[] }) =>
    Object.fromEntries(preview.groups.map(({ reason, count }) => [reason, count]));

  it("names the very leads that the enrolment with its seed leaves out", async () => {
    const body = { filter: {}, holdout: 0.2 };
    const drawn = async (more = {}) => {
      const { preview } = (await dryRun({ ...body, ...more })).body;
      const { lead_ids } = preview.groups.find(
        ({ reason }: { reason: string }) => reason === "holdout",
      );
      return { seed: preview.holdout_seed, ids: lead_ids as number[] };
    };
    const { seed, ids: named } = await drawn();
    expect(await drawn({ holdout_seed: seed })).toEqual({ seed, ids: named });
    expect((await drawn()).ids).not.toEqual(named);
    expect((await dryRun({ filter: {} })).body.preview.holdout_seed).toBeNull();
    const job = await start({ ...body, holdout_seed: seed });
    await workAll();
    expect(await read(job)).toMatchObject({ holdout_seed: seed, held_out: named.length });
    const held = await rowsOf<{ lead_id: number }>(
      `select lead_id from runs where scenario_id = ? and end_reason = 'holdout'
       order by lead_id desc`,
      scenario.id,
    );
    expect(held.map(({ lead_id }) => lead_id)).toEqual(named);
  });

  it("says who would be enrolled, who not and why, and writes nothing", async () => {
    const other = await newScenario(owner);
    const [one, two, three] = ids as [number, number, number];
    await enrolMany(owner, scenario, { lead_ids: [one], enrolled_at: LATER });
    await enrolMany(owner, other, { lead_ids: [two], enrolled_at: LATER });
    await owner.patch(`/leads/${three}`, { phone: "+33639980199" });
    const meter = await meterOf(async (fetcher) => {
      const path = `/scenarios/${scenario.id}/leads/bulk?dry_run=1`;
      const { status, body } = await owner.post(path, { filter: {} }, { fetcher });
      expect([status, body.data]).toEqual([
        200,
        { matched: 300, enrolled: 296, already_active: 1, opted_out: 3 },
      ]);
      expect(body.preview).toMatchObject({ exact: true, has_channel: false });
      expect(groupsOf(body.preview)).toEqual({
        enrolled: 296,
        already_active: 1,
        opted_out: 3,
        holdout: 0,
        marketing_opted_out: 0,
        no_address: 295,
        in_other_run: 1,
        ...{ window_closed: 0, no_comment: 0 },
      });
      const named = body.preview.groups.map(({ lead_ids }: { lead_ids: number[] }) => lead_ids);
      expect(named[0]).toHaveLength(100);
      expect([named[1], named[6]]).toEqual([[one], [two]]);
    });
    expect([meter.rowsWritten, meter.trips]).toEqual([0, 3]);
    await newChannel(owner);
    const byIds = await dryRun({ lead_ids: [three, one, two], holdout: null });
    expect(byIds.body.data).toMatchObject({ matched: 3, enrolled: 2, already_active: 1 });
    expect(byIds.body.preview).toMatchObject({ exact: true, has_channel: true });
    const held = await dryRun({ filter: {}, holdout: 0.5, at: inHours(1), per_hour: 5 });
    const { holdout = 0, enrolled = 0 } = groupsOf(held.body.preview);
    expect([holdout + enrolled, Math.abs(holdout - 148) < 50]).toEqual([296, true]);
    expect(await rowsOf("select 1 from bulk_enrolments")).toEqual([]);
    expect(await activeRuns(scenario)).toBe(1);
  });

  it("says whose window is closed, where free text may be sent before they write, and who has no comment", async () => {
    const own = await newWorkspace();
    const [usual, other] = [await newChannel(own), await newChannel(own)];
    const leads = [await newLead(own), await newLead(own), await newLead(own)] as const;
    await newInbound(own, usual.id, leads[0].id);
    await newInbound(own, other.id, leads[1].id);
    const named = async (wanted: string, nodes: Nodes, edges = "", more: object = {}) => {
      const { id } = await newScenario(own, { ...flowOf(nodes, edges), is_active: true, ...more });
      const body = { lead_ids: leads.map((lead) => lead.id) };
      const { preview } = (await own.post(`/scenarios/${id}/leads/bulk?dry_run=1`, body)).body;
      const isWanted = ({ reason }: { reason: string }) => reason === wanted;
      return preview.groups.find(isWanted).lead_ids.toSorted();
    };
    const closed = (nodes: Nodes, edges?: string, more?: object) =>
      named("window_closed", nodes, edges, more);
    const text: Nodes[string] = ["message", { text: "Hi" }];
    const pause: Nodes[string] = ["delay", { seconds: 60 }];
    const triggers = [{ id: "any", type: "any_message", data: {} }];
    const without = [leads[1].id, leads[2].id];
    expect(await closed({ text })).toEqual(without);
    expect(await closed({ text }, "", { triggers })).toEqual(without);
    expect(await closed({ pause, text }, "pause>text")).toEqual(without);
    expect(await closed({ asked: ["wait_for_reply", {}], text }, "asked:reply>text")).toEqual([]);
    expect(await closed({ pause })).toEqual([]);
    const onInstagram = { platform: "instagram" };
    const under: Nodes[string] = ["comment_reply", { texts: ["Thank you"] }];
    const commentless = (edges?: string) =>
      named("no_comment", { pause, under }, edges, onInstagram);
    expect(await commentless("pause>under")).toEqual(leads.map(({ id }) => id));
    expect(await commentless("under>pause")).toEqual(leads.map(({ id }) => id));
    expect(await named("no_comment", { pause, text }, "pause>text", onInstagram)).toEqual([]);
  });

  it("says who gets no marketing, where the scenario can send some", async () => {
    const own = await newWorkspace();
    const channel = await newChannel(own);
    const lead = await newLead(own, { phone: "+33639980177", is_marketing_optout: true });
    await newLead(own, { phone: "+33639980178" });
    const all = await newLead(own, { is_optout: true, is_marketing_optout: true });
    for (const category of ["marketing", "utility"])
      await own.post(`/channels/${channel.id}/templates`, {
        ...{ name: category, language: "en", category },
        components: [{ type: "BODY", text: "Hello" }],
      });
    const named = async (data: object, type = "template") => {
      const { id } = await newScenario(own, {
        nodes: [
          { id: "start", type: "start" },
          { id: "send", type, data },
        ],
        edges: [{ source: "start", target: "send" }],
        is_active: true,
      });
      const body = { lead_ids: [lead.id, all.id] };
      const { preview } = (await own.post(`/scenarios/${id}/leads/bulk?dry_run=1`, body)).body;
      const isMarketing = ({ reason }: { reason: string }) => reason === "marketing_opted_out";
      return preview.groups.find(isMarketing).lead_ids;
    };
    const [marketing, utility] = ["marketing", "utility"].map((name) => ({ name, language: "en" }));
    expect(await named(marketing!)).toEqual([lead.id]);
    expect(await named({ ...utility, language: "fr" })).toEqual([lead.id]);
    expect(await named(utility!)).toEqual([]);
    expect(await named({ text: "Hi" }, "message")).toEqual([]);
    expect(await named({ text: "Hi", on_window_closed: marketing }, "message")).toEqual([lead.id]);
    expect(await named({ text: "Hi", on_window_closed: utility }, "message")).toEqual([]);
  });

  it("looks at 10,000 leads and says that there are more", async () => {
    const { owner: big } = await newWorkspaceWithLeads(11_000);
    const { id } = await newScenario(big);
    const meter = await meterOf(async (fetcher) => {
      const path = `/scenarios/${id}/leads/bulk?dry_run=1`;
      const { body } = await big.post(path, { filter: {} }, { fetcher });
      expect([body.data.matched, body.preview.exact]).toEqual([10_000, false]);
    });
    expect(meter.rowsRead).toBeLessThan(10 * 15_000);
  });

  it("is refused as the enrolment would be", async () => {
    const stranger = await newWorkspace();
    const path = `/scenarios/${scenario.id}/leads/bulk?dry_run=1`;
    expect((await stranger.post(path, { filter: {} })).status).toBe(404);
    expect((await owner.post(path, { lead_ids: [4_000_000_000] })).status).toBe(422);
  });
});

describe("a pace that can't be", () => {
  it.each([
    ["a time that is over", { filter: {}, at: "2020-01-01T00:00:00Z" }, "at"],
    ["a time after 90 days", { filter: {}, at: "2199-01-01T00:00:00Z" }, "at"],
    ["no lead an hour", { filter: {}, per_hour: 0 }, "per_hour"],
    ["too many an hour", { filter: {}, per_hour: 100_001 }, "per_hour"],
    ["a holdout of most", { filter: {}, holdout: 0.51 }, "holdout"],
    ["a holdout below none", { filter: {}, holdout: -0.1 }, "holdout"],
    ["a seed of other text", { filter: {}, holdout_seed: 7 }, "holdout_seed"],
    ["a seed with ids", { lead_ids: [1], holdout_seed: "s" }, "holdout_seed"],
    ["a time with ids", { lead_ids: [1], at: LATER }, "at"],
    ["a pace with ids", { lead_ids: [1], per_hour: 5 }, "per_hour"],
    ["a holdout with ids", { lead_ids: [1], holdout: 0.1 }, "holdout"],
  ])("is refused: %s", async (_, body, field) => {
    const { status, body: answer } = await enrolMany(owner, scenario, body);
    assert(status === 422);
    expect(Object.keys(answer.errors)).toContain(field);
  });
});
