import { beforeAll, describe, expect, it } from "vitest";
import { countSegment } from "#features/leads/segments/count";
import {
  type Client,
  idsOf,
  make,
  newScenario,
  newTag,
  newWorkspace,
  unique,
  withAbilities,
} from "../support/api";
import { enrolMany, newWorkspaceWithLeads } from "../support/bulk";
import { testEnv } from "../support/env";
import { meterOf } from "../support/meter";
import { scopeOf } from "../support/scope";
import { seedLeads } from "../support/seed";

type Id = { id: number };

const newSegment = (client: Client, filter: object, name = `Segment ${unique()}`) =>
  make(client, "/segments", { name, filter });

const tagged = (client: Client, tag: Id, which: string) =>
  testEnv.DB.prepare(
    `insert into lead_tags (lead_id, tag_id, created_at)
     select id, ?, 0 from leads where workspace_id = ? and ${which}`,
  )
    .bind(tag.id, client.workspaceId)
    .run();

const numbers = (ids: number[], found: number[]) => found.map((id) => ids.indexOf(id) + 1);

describe("a segment", () => {
  let owner: Client;
  let ids: number[];

  beforeAll(async () => {
    ({ owner, ids } = await newWorkspaceWithLeads(12, {
      warmth: "iif(n % 2 = 0, 'hot', 'cold')",
      age: "n",
      first_name_search: "iif(n = 4, 'zoe', 'lead')",
      is_optout: "n = 6",
    }));
  });

  it("is a filter with a name: created, read, listed, replaced and deleted", async () => {
    const { id: tagId } = await newTag(owner);
    const filter = {
      warmth: "hot",
      age_min: 3,
      is_optout: false,
      name: "Zoé",
      exclude_tag_ids: [tagId],
      created_from: "2020-02-29",
      created_to: "2031-12-31",
      updated_from: "2020-02-29T10:00:00.000Z",
      last_inbound_to: "2031-01-01T02:00:00.000Z",
    };
    const asked = { ...filter, last_inbound_to: "2031-01-01T04:00:00+02:00", source: null };
    const created = await owner.post("/segments", { name: " Hot ones ", filter: asked });
    expect(created.status).toBe(201);
    const segment = {
      id: expect.any(Number),
      name: "Hot ones",
      filter,
      missing_tag_ids: [],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    };
    expect(created.body.data).toEqual(segment);
    const path = `/segments/${created.body.data.id}`;
    expect((await owner.get(path)).body.data).toEqual(segment);
    expect((await owner.get("/segments")).body.data).toContainEqual(segment);
    const replaced = await owner.put(path, { name: "HOT ONES", filter: {} });
    expect(replaced.body.data).toMatchObject({ name: "HOT ONES", filter: {} });
    expect((await owner.delete(path)).body).toEqual({ success: true, deleted: 1 });
    for (const verb of ["get", "delete"] as const)
      expect((await owner[verb](path)).status).toBe(404);
  });

  it("has a name of its own, ignoring case, also of two that come at once", async () => {
    const taken = { name: ["The name has already been taken."] };
    const send = () => owner.post("/segments", { name: "Élan", filter: {} });
    const both = await Promise.all([send(), send()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    const again = await owner.post("/segments", { name: "ÉLAN", filter: {} });
    expect([again.status, again.body.errors]).toEqual([422, taken]);
    const other = await newSegment(owner, {});
    const renamed = await owner.put(`/segments/${other.id}`, { name: "élan", filter: {} });
    expect([renamed.status, renamed.body.errors]).toEqual([422, taken]);
    expect((await newSegment(await newWorkspace(), {}, "Élan")).name).toBe("Élan");
  });

  it("refuses what is no filter, and tags that are not the workspace's", async () => {
    const foreign = await newTag(await newWorkspace());
    const segment = await newSegment(owner, {});
    for (const [filter, errors] of [
      [undefined, { filter: expect.any(Array) }],
      [{ segment_id: segment.id }, { filter: [expect.stringContaining("segment_id")] }],
      [{ also: {} }, { filter: [expect.stringContaining("also")] }],
      [{ age_min: 9, age_max: 8 }, { "filter.age_max": expect.any(Array) }],
      [
        { tag_ids: [foreign.id], warmth: 7 },
        { "filter.tag_ids.0": expect.any(Array), "filter.warmth": expect.any(Array) },
      ],
      [{ exclude_tag_ids: [foreign.id] }, { "filter.exclude_tag_ids.0": expect.any(Array) }],
    ] as const) {
      const { status, body } = await owner.post("/segments", { name: "Wrong", filter });
      expect([status, body.errors]).toEqual([422, errors]);
      expect((await owner.put(`/segments/${segment.id}`, { name: "W", filter })).status).toBe(422);
    }
  });

  it("is limited to 500 in a workspace", async () => {
    const client = await newWorkspace();
    await testEnv.DB.prepare(
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 499)
       insert into segments (workspace_id, name, name_key, filter, created_at, updated_at)
       select ?, n, n, '{}', 1, 1 from numbers`,
    )
      .bind(client.workspaceId)
      .run();
    const statuses = [];
    for (const name of ["last", "too many"])
      statuses.push((await client.post("/segments", { name, filter: {} })).status);
    expect(statuses).toEqual([201, 409]);
  });

  it("finds its leads by itself and beside other filters, wherever leads are filtered", async () => {
    const tag = await newTag(owner);
    await tagged(owner, tag, "seq in (2, 3, 4)");
    const found = async (filter: object, query = "") => {
      const { id } = await newSegment(owner, filter);
      return numbers(ids, await idsOf(owner, `/leads?segment_id=${id}${query}`));
    };
    expect(await found({ warmth: "hot" })).toEqual([12, 10, 8, 6, 4, 2]);
    expect(await found({ warmth: "hot" }, "&age_min=9")).toEqual([12, 10]);
    expect(await found({ warmth: "hot" }, "&warmth=hot&is_optout=1")).toEqual([6]);
    expect(await found({ warmth: "hot" }, "&warmth=cold")).toEqual([]);
    expect(await found({ age_min: 2, age_max: 9 }, "&age_min=8&age_max=11")).toEqual([9, 8]);
    expect(await found({ age_min: 9 }, "&age_max=3")).toEqual([]);
    expect(await found({ name: "zo" }, "&name=oe")).toEqual([4]);
    expect(await found({ name: "zo" }, "&name=lead")).toEqual([]);
    expect(await found({ tag_ids: [tag.id] }, `&exclude_tag_ids[]=${tag.id}`)).toEqual([]);
    expect(await found({ tag_ids: [tag.id] }, `&tag_ids[]=${tag.id}&age_max=3`)).toEqual([3, 2]);
    expect(await found({ exclude_tag_ids: [tag.id], age_max: 5 })).toEqual([5, 1]);
    expect(await found({ tag_ids: [] })).toEqual([]);
    const segment = await newSegment(owner, { age_min: 11 });
    expect(numbers(ids, await idsOf(owner, `/segments/${segment.id}/leads`))).toEqual([12, 11]);
    expect((await owner.get(`/segments/${segment.id}/count`)).body.data).toEqual({
      count: 2,
      exact: true,
    });
    const exported = await owner.get(`/leads/export?segment_id=${segment.id}`);
    expect(exported.body.data).toHaveLength(2);
    const scenario = await newScenario(owner);
    const filter = { segment_id: segment.id, warmth: "cold" };
    expect((await enrolMany(owner, scenario, { filter })).body.data.enrolled).toBe(1);
    const path = `/scenarios/${scenario.id}/leads?segment_id=${segment.id}`;
    expect(numbers(ids, await idsOf(owner, path))).toEqual([11]);
    const lines = await owner.get(`/leads?segment_id=${segment.id}`, undefined, {
      headers: { Accept: "application/x-ndjson" },
    });
    expect(lines.text.trim().split("\n")).toHaveLength(2);
  });

  it("takes every filter, beside every filter", async () => {
    const [one, other] = [await newTag(owner), await newTag(owner)];
    const texts = (which: string) => ({
      name: `${which}-name`,
      email: `${which}@example.com`,
      phone: `+3363998${which}`,
      username: `${which}-user`,
      identity: `${which}-1`,
    });
    const filter = {
      tag_ids: [one.id],
      exclude_tag_ids: [other.id],
      source: "api",
      warmth: "hot",
      pipeline_stage: "new",
      is_optout: false,
      occupation_status: "employee",
      maturity_level: "beginner",
      engagement_level: "high",
      is_lost: true,
      lost_reason: "other",
      age_min: 1,
      age_max: 99,
      ...Object.fromEntries(
        ["last_inbound", "last_outbound", "profile_extracted"].flatMap((name) => [
          [`${name}_from`, "2020-01-01T00:00:00.001Z"],
          [`${name}_to`, "2030-01-01T00:00:00.000Z"],
        ]),
      ),
      ...{ created_from: "2020-01-01", created_to: "2030-01-01" },
      ...{ updated_from: "2020-01-01", updated_to: "2030-01-01" },
    };
    const segment = await newSegment(owner, { ...filter, ...texts("007") });
    expect(segment.filter).toEqual({ ...filter, ...texts("007") });
    const query = new URLSearchParams({ segment_id: String(segment.id) });
    for (const [name, value] of Object.entries({ ...filter, ...texts("008") }))
      if (Array.isArray(value)) for (const id of value) query.append(`${name}[]`, String(id));
      else query.append(name, typeof value === "boolean" ? String(Number(value)) : String(value));
    for (const name of ["leads", "leads/export"])
      expect((await owner.get(`/${name}?${query}`)).body.data).toEqual([]);
    expect((await owner.get(`/segments/${segment.id}/count`)).body.data.count).toBe(0);
    const { identity, ...searched } = texts("007");
    const { id } = await newSegment(owner, { ...filter, ...searched });
    query.delete("identity");
    query.set("segment_id", String(id));
    const { statements } = await meterOf(async (fetcher) => {
      expect((await owner.get(`/leads?${query}`, undefined, { fetcher })).body.data).toEqual([]);
    });
    // D1 takes 100 parameters.
    expect(Math.max(...statements.map(({ values }) => values.length))).toBeLessThanOrEqual(100);
    const { identity: _, ...others } = texts("008");
    const asked = { ...filter, ...others, segment_id: id };
    const scenario = await newScenario(owner);
    for (const path of ["bulk", "bulk?dry_run=1"]) {
      const body = { filter: asked };
      const answer = await owner.post(`/scenarios/${scenario.id}/leads/${path}`, body);
      expect([answer.status, answer.body.data.matched]).toEqual([200, 0]);
    }
  });

  it("finds nobody once a tag of it is deleted, and says which", async () => {
    const [one, other] = [await newTag(owner), await newTag(owner)];
    const segment = await newSegment(owner, { tag_ids: [one.id], exclude_tag_ids: [other.id] });
    const excluding = await newSegment(owner, { exclude_tag_ids: [other.id] });
    await tagged(owner, one, "seq < 4");
    expect(await idsOf(owner, `/segments/${segment.id}/leads`)).toHaveLength(3);
    await owner.delete(`/tags/${other.id}`);
    for (const { id } of [segment, excluding]) {
      expect((await owner.get(`/segments/${id}`)).body.data.missing_tag_ids).toEqual([other.id]);
      expect(await idsOf(owner, `/segments/${id}/leads`)).toEqual([]);
      expect(await idsOf(owner, `/leads?segment_id=${id}`)).toEqual([]);
      expect((await owner.get(`/segments/${id}/count`)).body.data).toEqual({
        count: 0,
        exact: true,
      });
    }
    const scenario = await newScenario(owner);
    const filter = { segment_id: excluding.id };
    expect((await enrolMany(owner, scenario, { filter })).body.data.matched).toBe(0);
    await owner.put(`/segments/${excluding.id}`, { name: "Mended", filter: { age_min: 12 } });
    expect(await idsOf(owner, `/segments/${excluding.id}/leads`)).toHaveLength(1);
  });

  it("is nobody else's, and is for those who may read leads", async () => {
    const { id } = await newSegment(owner, {});
    const stranger = await newWorkspace();
    for (const path of ["", "/leads", "/count"])
      expect((await stranger.get(`/segments/${id}${path}`)).status).toBe(404);
    expect((await stranger.put(`/segments/${id}`, { name: "S", filter: {} })).status).toBe(404);
    const refused = await stranger.get(`/leads?segment_id=${id}`);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["segment_id"]]);
    const scenario = await newScenario(stranger);
    for (const filter of [{ segment_id: id }, { segment_id: id, warmth: 7 }]) {
      const { status, body } = await enrolMany(stranger, scenario, { filter });
      expect([status, "filter.segment_id" in body.errors]).toEqual([422, true]);
    }
    const reader = await withAbilities(owner, "leads:read");
    expect((await reader.get(`/segments/${id}/leads`)).status).toBe(200);
    expect((await reader.delete(`/segments/${id}`)).status).toBe(403);
    const other = await withAbilities(owner, "tags:read", "scenarios:read");
    for (const path of ["", "/leads", "/count"])
      expect((await other.get(`/segments/${id}${path}`)).status).toBe(403);
  });
});

describe("a segment of many", () => {
  it("is counted exactly up to 10,000, then by an estimate, in bounded walks", async () => {
    const { owner } = await newWorkspaceWithLeads(0);
    await seedLeads(owner.workspaceId, 10_400, {
      warmth: "iif(n % 4 > 0, 'hot', 'cold')",
      email_key: "'lead' || n || iif(n % 2 = 0, '@example.com', '@example.org')",
      age: "iif(n > 6000, 30, null)",
    });
    const idOf = async (filter: object): Promise<number> => (await newSegment(owner, filter)).id;
    const counted = async (filter: object) => {
      const path = `/segments/${await idOf(filter)}/count`;
      let data: unknown;
      const { trips, rowsRead } = await meterOf(async (fetcher) => {
        data = (await owner.get(path, undefined, { fetcher })).body.data;
      });
      expect(rowsRead).toBeLessThanOrEqual(trips * 15_000);
      return data;
    };
    expect(await counted({ age_min: 30 })).toEqual({ count: 4_400, exact: true });
    expect(await counted({ warmth: "hot" })).toEqual({ count: 7_800, exact: true });
    const both = { email: "example.com", warmth: "cold" };
    expect(await counted(both)).toEqual({ count: 2_600, exact: true });
    expect(await counted({})).toEqual({ count: 10_400, exact: false });
    const near = async (filter: object, bounds: Parameters<typeof countSegment>[2]) =>
      countSegment(scopeOf(owner.workspaceId), await idOf(filter), bounds);
    const few = { exact: 1_000, pages: 20, perPage: 500 };
    const hot = await near({ warmth: "hot" }, few);
    expect([hot.exact, Math.abs(hot.count - 7_800) < 300]).toEqual([false, true]);
    // Where no page is full, the pages are bounded.
    const some = await near(both, { exact: 10_000, pages: 1, perPage: 500 });
    expect([some.exact, Math.abs(some.count - 2_600) < 300]).toEqual([false, true]);
    expect(await near({ age_min: 31 }, few)).toEqual({ count: 0, exact: true });
  });
});
