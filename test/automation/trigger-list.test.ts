import { describe, expect, it } from "vitest";
import { dayOf } from "#lib/time";
import { make, newWorkspace, withAbilities } from "../support/api";
import { rowsOf } from "../support/rows";

const base = { platform: "whatsapp", is_active: true };
const anything = (id: string, data: object = {}) => ({ id, type: "any_message", data });

describe("the list of triggers", () => {
  it("has those of all current versions, with their states and starts", async () => {
    const client = await newWorkspace();
    const create = async (name: string, triggers: object[], more: object = {}) =>
      (await make(client, "/scenarios", { ...base, name, triggers, ...more })).id;
    const tagged = { id: "tag_é", type: "tag_added", data: { tag_ids: [1] } };
    const first = await create("First", [anything("any"), tagged, { id: "x", type: "unknown" }]);
    const wrong = [anything("wrong", { priority: "high" })];
    const second = await create("Second", [anything("off"), ...wrong], { is_active: false });
    const limited = "update scenario_triggers set limited_hour = ? where trigger_id = 'tag_é'";
    await rowsOf(limited, Math.floor(Date.now() / 3_600_000));
    await rowsOf("update scenario_versions set has_runs = 1 where scenario_id = ?", first);
    for (const [day, starts] of [
      [dayOf(Date.now()), 2],
      [dayOf(Date.now() - 29 * 86_400_000), 3],
      [dayOf(Date.now() - 30 * 86_400_000), 40],
    ])
      await rowsOf(
        `insert into scenario_days (scenario_id, version, day, counts)
         values (?, 1, ?, json_object('began_' || hex('tag_é'), ?, 'began_616E79', 1))`,
        ...[first, day, starts],
      );
    const list = async (query = "") => (await client.get(`/triggers${query}`)).body;
    const all = (await list()).data;
    const since = expect.any(String);
    const read = { priority: 0, again: "always" };
    const ofFirst = { scenario_id: first, scenario_name: "First", next_at: null };
    const ofSecond = {
      ...{ scenario_id: second, scenario_name: "Second", type: "any_message", next_at: null },
    };
    const ofAny = expect.objectContaining({ priority: 0, again: { after_days: 1 } });
    expect(all).toEqual([
      { ...ofSecond, id: "wrong", state: "invalid", data: null, since: null, starts: 0 },
      { ...ofSecond, id: "off", state: "paused", data: ofAny, since: null, starts: 0 },
      {
        ...{ ...ofFirst, id: "tag_é", type: "tag_added", state: "limited", since, starts: 5 },
        data: expect.objectContaining({ ...read, tag_ids: [1], max_per_hour: 1_000 }),
      },
      { ...ofFirst, id: "any", type: "any_message", state: "on", data: ofAny, since, starts: 2 },
    ]);
    expect(Math.abs(Date.parse(all[3].since) - Date.now())).toBeLessThan(60_000);
    const idsOf = async (query: string) =>
      (await list(query)).data.map(({ id }: { id: string }) => id);
    expect(await idsOf("?type=any_message&is_on=0")).toEqual(["wrong", "off"]);
    expect(await idsOf(`?scenario_id=${first}&is_on=1`)).toEqual(["tag_é", "any"]);
    const reader = await withAbilities(client, "leads:read");
    expect((await reader.get("/triggers")).status).toBe(403);
    expect((await (await newWorkspace()).get("/triggers")).body.data).toEqual([]);
  });

  it("says when a recurring one comes next, by the clocks of the workspace", async () => {
    const client = await newWorkspace();
    await client.patch("/settings", { time_zone: "Asia/Tokyo" });
    const segment = await make(client, "/segments", { name: "All", filter: {} });
    const data = { every: "month", day: 3, at: "09:30", segment_id: segment.id };
    const triggers = [{ id: "monthly", type: "recurring", data }];
    const { id } = await make(client, "/scenarios", { ...base, name: "S", triggers });
    const [{ next_at }] = (await client.get("/triggers")).body.data;
    expect(next_at.slice(7)).toBe("-03T00:30:00.000Z");
    expect(Date.parse(next_at)).toBeGreaterThan(Date.now());
    await client.put(`/scenarios/${id}`, { ...base, name: "S", is_active: false });
    expect((await client.get("/triggers")).body.data).toMatchObject([{ next_at: null }]);
  });

  it("goes on by pages, and back", async () => {
    const client = await newWorkspace();
    const triggers = Array.from({ length: 12 }, (_, index) => anything(`t${index}`));
    await make(client, "/scenarios", { ...base, name: "S", triggers });
    const first = (await client.get("/triggers?per_page=10")).body;
    expect(first.data.map(({ id }: { id: string }) => id)).toEqual(
      triggers
        .map(({ id }) => id)
        .reverse()
        .slice(0, 10),
    );
    const get = (url: string) => client.get(url.slice(url.indexOf("/triggers")));
    const second = (await get(first.links.next)).body;
    expect(second.data.map(({ id }: { id: string }) => id)).toEqual(["t1", "t0"]);
    expect(second.links.next).toBeNull();
    expect((await get(second.links.prev)).body.data).toEqual(first.data);
  });
});
