import { beforeAll, describe, expect, it } from "vitest";
import {
  type Client,
  idsOf,
  make,
  newLead,
  newScenario,
  newTag,
  newWorkspace,
} from "../support/api";
import { counts, enrolMany, LATER, newWorkspaceWithLeads } from "../support/bulk";
import { testEnv } from "../support/env";
import { eventually } from "../support/eventually";
import { alarmOfRunScheduler, newFlow, settle } from "../support/run-scheduler";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

type Id = { id: number };

const runsOf = async (owner: Client, scenario: Id) =>
  (await owner.get(`/scenarios/${scenario.id}/runs?per_page=100`)).body.data;

describe("enrolling many leads", () => {
  it("makes a run for each, and counts active runs and unsubscribed leads", async () => {
    const scenario = await newScenario(client, { is_active: true });
    const [one, two, active, out] = [
      await newLead(client),
      await newLead(client),
      await newLead(client),
      await newLead(client),
    ];
    await make(client, `/scenarios/${scenario.id}/leads`, {
      lead_id: active.id,
      enrolled_at: LATER,
    });
    await client.post(`/leads/${out.id}/opt-out`);
    const lead_ids = [out.id, two.id, active.id, one.id];
    const { status, body } = await enrolMany(client, scenario, { lead_ids, enrolled_at: LATER });
    expect({ status, body }).toEqual({ status: 200, body: { data: counts(4, 2, 1, 1) } });
    const runs = await runsOf(client, scenario);
    expect(runs.map(({ lead_id }: { lead_id: number }) => lead_id)).toEqual([
      two.id,
      one.id,
      active.id,
    ]);
    for (const run of runs)
      expect(run).toMatchObject({
        state: "pending",
        enrolled_at: LATER,
        next_at: LATER,
        scenario_version: 1,
      });
    expect(await idsOf(client, `/scenarios/${scenario.id}/leads`)).toEqual([
      active.id,
      two.id,
      one.id,
    ]);
  });

  it("lets the run scheduler begin the runs, at once or when they are due", async () => {
    const owner = await newWorkspace();
    const scenario = await newFlow(owner, { start: ["start"], end: ["exit"] }, "start > end");
    const [now, later] = [await newLead(owner), await newLead(owner)];
    await enrolMany(owner, scenario, { lead_ids: [later.id], enrolled_at: LATER });
    await eventually(async () => expect(await alarmOfRunScheduler(owner)).not.toBeNull());
    await enrolMany(owner, scenario, { lead_ids: [now.id] });
    await settle(owner);
    expect((await runsOf(owner, scenario)).map(({ state }: { state: string }) => state)).toEqual([
      "exited",
      "pending",
    ]);
  });

  it("makes the same runs as enrolling one lead", async () => {
    const [one, other] = [await newScenario(client), await newScenario(client)];
    const lead = await newLead(client);
    await make(client, `/scenarios/${one.id}/leads`, { lead_id: lead.id, enrolled_at: LATER });
    await enrolMany(client, other, { lead_ids: [lead.id], enrolled_at: LATER });
    const { results } = await testEnv.DB.prepare("select * from runs where lead_id = ? order by id")
      .bind(lead.id)
      .all<Record<string, unknown>>();
    const [single, bulk] = results.map(
      ({ id, scenario_id, created_at, updated_at, ...columns }) => columns,
    );
    expect(bulk).toEqual(single);
  });

  it("enrols no lead twice when it is repeated", async () => {
    const scenario = await newScenario(client);
    const lead_ids = [(await newLead(client)).id, (await newLead(client)).id];
    expect((await enrolMany(client, scenario, { lead_ids })).body.data).toEqual(counts(2, 2, 0, 0));
    const before = await runsOf(client, scenario);
    expect((await enrolMany(client, scenario, { lead_ids, enrolled_at: LATER })).body.data).toEqual(
      counts(2, 0, 2, 0),
    );
    expect(await runsOf(client, scenario)).toEqual(before);
  });

  it("enrols leads again whose runs have ended", async () => {
    const [scenario, lead] = [await newScenario(client), await newLead(client)];
    await enrolMany(client, scenario, { lead_ids: [lead.id] });
    const [run] = await runsOf(client, scenario);
    await client.post(`/runs/${run.id}/cancel`);
    expect((await enrolMany(client, scenario, { lead_ids: [lead.id] })).body.data).toEqual(
      counts(1, 1, 0, 0),
    );
  });

  it("makes paused runs in a paused scenario", async () => {
    const [scenario, lead] = [
      await newScenario(client, { is_active: false }),
      await newLead(client),
    ];
    await enrolMany(client, scenario, { lead_ids: [lead.id] });
    expect(await runsOf(client, scenario)).toEqual([
      expect.objectContaining({ state: "paused", next_at: expect.any(String) }),
    ]);
  });

  it("dates only the leads that it enrols, when it has a date", async () => {
    const [scenario, other] = [await newScenario(client), await newScenario(client)];
    const early = "2020-02-29T10:00:00.000Z";
    const [fresh, active, out] = [
      await newLead(client),
      await newLead(client),
      await newLead(client),
    ];
    await enrolMany(client, scenario, { lead_ids: [active.id], enrolled_at: early });
    await client.post(`/leads/${out.id}/opt-out`);
    await enrolMany(client, scenario, {
      lead_ids: [fresh.id, active.id, out.id],
      enrolled_at: LATER,
    });
    await enrolMany(client, other, { lead_ids: [fresh.id, active.id] });
    const { data } = (await client.get("/leads/export?per_page=100")).body;
    const dated = [fresh, active, out].map(
      ({ id }) => data.find((lead: Id) => lead.id === id).enrolled_at,
    );
    expect(dated).toEqual([LATER, early, null]);
  });

  it("accepts the filters of the list of leads", async () => {
    const { owner, ids } = await newWorkspaceWithLeads(12, {
      warmth: "iif(n % 2 = 0, 'hot', 'cold')",
      age: "n",
      first_name_search: "iif(n = 4, 'zoe', 'lead')",
      is_optout: "n = 6",
    });
    const tag = await newTag(owner);
    await testEnv.DB.prepare(
      "insert into lead_tags (lead_id, tag_id, created_at) select id, ?, 0 from leads where workspace_id = ? and seq <= 3",
    )
      .bind(tag.id, owner.workspaceId)
      .run();
    const enrolled = async (filter: object) => {
      const scenario = await newScenario(owner);
      const { data } = (await enrolMany(owner, scenario, { filter })).body;
      const leads = (await idsOf(owner, `/scenarios/${scenario.id}/leads`))
        .map((id) => ids.indexOf(id) + 1)
        .reverse();
      expect(leads).toHaveLength(data.enrolled);
      return [data.matched, ...leads];
    };
    expect(await enrolled({ warmth: "hot", age_min: 3, age_max: 8 })).toEqual([3, 4, 8]);
    expect(await enrolled({ is_optout: true })).toEqual([1]);
    expect(await enrolled({ is_optout: 0, age_min: 11 })).toEqual([2, 11, 12]);
    expect(await enrolled({ name: "ZOÉ" })).toEqual([1, 4]);
    expect(await enrolled({ tag_ids: [tag.id], warmth: null, name: "" })).toEqual([3, 1, 2, 3]);
    expect(await enrolled({ exclude_tag_ids: [tag.id], age_max: 5 })).toEqual([2, 4, 5]);
    expect(await enrolled({ created_from: "2031-01-01" })).toEqual([0]);
    expect(await enrolled({})).toEqual([12, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]);
  });

  it("leaves other workspaces' leads alone, whatever the filter", async () => {
    const [{ owner }, other] = [await newWorkspaceWithLeads(3), await newWorkspaceWithLeads(3)];
    const scenario = await newScenario(owner);
    expect((await enrolMany(owner, scenario, { filter: {} })).body.data.enrolled).toBe(3);
    expect(
      (await other.owner.get("/leads/export")).body.data.every(
        (lead: { enrolled_at: unknown }) => lead.enrolled_at === null,
      ),
    ).toBe(true);
  });
});
