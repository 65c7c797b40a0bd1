import { describe, expect, it } from "vitest";
import { call, newScenario } from "../support/api";
import { activeRuns, counts, enrolMany, LATER, newWorkspaceWithLeads } from "../support/bulk";
import { testEnv } from "../support/env";
import { databaseWith, onlyAt } from "../support/message-sender-faults";
import { metered, meterOf, serveWith } from "../support/meter";

/** The database, with `act` run before one of its calls, counted from 1. */
const before = (call: number, act: () => Promise<unknown>) =>
  databaseWith(onlyAt(call, (apply) => act().then(apply)));

describe("enrolling thousands", () => {
  it("goes in small groups", async () => {
    const { owner, ids } = await newWorkspaceWithLeads(2_000, { is_optout: "n % 100 = 0" });
    const [byIds, byFilter] = [await newScenario(owner), await newScenario(owner)];
    const shuffled = ids.toSorted((a, b) => ((a * 7919) % 10_007) - ((b * 7919) % 10_007));
    for (const [scenario, body] of [
      [byIds, { lead_ids: shuffled, enrolled_at: LATER }],
      [byFilter, { filter: { pipeline_stage: "new" } }],
    ] as const) {
      const meter = await meterOf(async (fetcher) => {
        const path = `/scenarios/${scenario.id}/leads/bulk`;
        expect((await owner.post(path, body, { fetcher })).body.data).toEqual(
          counts(2_000, 1_980, 0, 20),
        );
      });
      expect(meter.trips).toBeGreaterThan(4);
      expect(meter.rowsRead).toBeLessThanOrEqual(60 * 2_000);
      expect(await activeRuns(scenario)).toBe(1_980);
      expect((await enrolMany(owner, scenario, body)).body.data).toEqual(
        counts(2_000, 0, 1_980, 20),
      );
    }
  });

  it("reads only the leads that it is about", async () => {
    const { owner, ids } = await newWorkspaceWithLeads(5_000, { is_optout: "n % 100 = 0" });
    for (const body of [
      { lead_ids: ids.slice(0, 20), enrolled_at: LATER },
      { filter: { is_optout: true } },
    ]) {
      const scenario = await newScenario(owner);
      const meter = await meterOf((fetcher) =>
        owner.post(`/scenarios/${scenario.id}/leads/bulk`, body, { fetcher }),
      );
      expect(meter.rowsRead).toBeLessThanOrEqual(1_500);
    }
  });

  it("reads each lead of a narrow filter once or twice", async () => {
    const { owner } = await newWorkspaceWithLeads(9_000, {
      warmth: "iif(n % 1000 = 0, 'hot', null)",
    });
    const scenario = await newScenario(owner);
    const meter = await meterOf((fetcher) =>
      owner.post(`/scenarios/${scenario.id}/leads/bulk`, { filter: { age_min: 1 } }, { fetcher }),
    );
    expect(meter).toMatchObject({ trips: 2 });
    expect(meter.rowsRead).toBeLessThan(20_000);
  });

  it("enrols every lead once when several requests run at once, and each counts its own", async () => {
    const { owner } = await newWorkspaceWithLeads(1_500);
    const scenario = await newScenario(owner);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => enrolMany(owner, scenario, { filter: {} })),
    );
    const all = answers.map(({ body }) => body.data);
    expect(all.reduce((sum, { enrolled }) => sum + enrolled, 0)).toBe(1_500);
    for (const { matched, enrolled, already_active } of all)
      expect([matched, enrolled + already_active]).toEqual([1_500, 1_500]);
    expect(await activeRuns(scenario)).toBe(1_500);
  });

  it.each([
    ["runs are", "0"],
    ["no run is", "1"],
  ])(
    "stops with 404 when the scenario is deleted meanwhile, when %s still to be made",
    async (_, is_optout) => {
      const { owner } = await newWorkspaceWithLeads(1_001, { is_optout });
      const scenario = await newScenario(owner);
      const { meter, database } = metered(
        before(6, () =>
          testEnv.DB.prepare("delete from scenarios where id = ?").bind(scenario.id).run(),
        ),
      );
      const fetcher = serveWith(database);
      await owner.get("/me");
      const { status } = await call("POST", `/v1/scenarios/${scenario.id}/leads/bulk`, {
        token: owner.token,
        json: { filter: {} },
        fetcher,
      });
      expect(status).toBe(404);
      expect(meter.trips).toBeLessThanOrEqual(8);
      expect(await activeRuns(scenario)).toBe(0);
    },
  );

  it("skips leads that are deleted meanwhile", async () => {
    const { owner, ids } = await newWorkspaceWithLeads(3);
    const scenario = await newScenario(owner);
    const fetcher = serveWith(
      before(2, () => testEnv.DB.prepare("delete from leads where id = ?").bind(ids[1]).run()),
    );
    await owner.get("/me");
    const { body } = await call("POST", `/v1/scenarios/${scenario.id}/leads/bulk`, {
      token: owner.token,
      json: { lead_ids: ids },
      fetcher,
    });
    expect(body.data).toEqual(counts(2, 2, 0, 0));
  });

  it("is done once with an Idempotency-Key", async () => {
    const { owner } = await newWorkspaceWithLeads(700);
    const scenario = await newScenario(owner);
    const send = () =>
      owner.post(
        `/scenarios/${scenario.id}/leads/bulk`,
        { filter: {} },
        { headers: { "Idempotency-Key": "all" } },
      );
    const first = await send();
    await owner.delete(`/scenarios/${scenario.id}/leads`);
    const again = await send();
    expect([again.text, again.headers.get("Idempotent-Replayed")]).toEqual([first.text, "true"]);
    expect(await activeRuns(scenario)).toBe(0);
  });
});
