import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newLead, newScenario, newTag, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { flowOf } from "../support/flow";
import { databaseWith, onlyAt } from "../support/message-sender-faults";
import { metered, meterOf, serveWith } from "../support/meter";
import { rowsOf } from "../support/rows";
import { runNow } from "../support/run-scheduler";
import { seedRun } from "../support/runs";
import { seedLeads } from "../support/seed";

let client: Client;
let other: Client;

beforeAll(async () => {
  [client, other] = [await newWorkspace(), await newWorkspace()];
});

const base = { name: "Welcome", platform: "whatsapp" };
const hello = (text: string) =>
  flowOf({ start: ["start"], hello: ["message", { text }] }, "start>hello");
const save = (id: number, json: object = {}, headers = {}) =>
  client.put(`/scenarios/${id}/draft`, { ...base, ...json }, { headers });
const publish = (id: number, json: object = {}, headers = {}) =>
  client.post(`/scenarios/${id}/publish`, json, { headers });
const draftOf = (id: number) => client.get(`/scenarios/${id}/draft`);

describe("a draft", () => {
  it("is named by its scenario, alone and in lists, until it is published or discarded", async () => {
    const [one, other] = [await newScenario(client), await newScenario(client)];
    const named = async () => {
      const { data } = (await client.get("/scenarios?per_page=10")).body;
      const of = ({ id }: { id: number }) =>
        data.find((scenario: { id: number }) => scenario.id === id).has_draft;
      const { has_draft } = (await client.get(`/scenarios/${one.id}`)).body.data;
      return { one: [of(one), has_draft], other: of(other) };
    };
    expect(one.has_draft).toBe(false);
    await save(one.id);
    expect(await named()).toEqual({ one: [true, true], other: false });
    expect((await publish(one.id)).body.data.has_draft).toBe(false);
    expect(await named()).toEqual({ one: [false, false], other: false });
    await save(one.id);
    await client.delete(`/scenarios/${one.id}/draft`);
    expect(await named()).toEqual({ one: [false, false], other: false });
  });

  it("is saved unfinished, checked, and followed by nobody", async () => {
    const tag = await newTag(client);
    const scenario = await newScenario(client, hello("Hi"));
    const { id } = scenario;
    expect((await draftOf(id)).status).toBe(404);
    const unfinished = flowOf(
      { one: ["add_tag", { tag_ids: [tag.id, 4_000_000] }], two: ["start"], odd: ["unknown"] },
      "one>odd",
    );
    const saved = await save(id, unfinished);
    expect(saved.status).toBe(200);
    expect(saved.body.data).toMatchObject({
      ...{ scenario_id: id, base_version: 1, is_outdated: false, is_active: null },
      ...{ keeps_webhook_url: true, tracked_tag_ids: null, ...unfinished },
      check: { is_runnable: true },
      impact: { moves: 0, stays: 0, nodes: [], is_partial: false },
    });
    const codes = saved.body.data.check.warnings.map(({ code }: { code: string }) => code);
    expect(codes).toContain("unknown_type");
    const meter = await meterOf(async (fetcher) => {
      const read = await client.get(`/scenarios/${id}/draft`, undefined, { fetcher });
      expect(read.body).toEqual(saved.body);
      expect(read.headers.get("ETag")).toBe(saved.headers.get("ETag"));
    });
    expect(meter.trips).toBe(1);
    expect((await client.get(`/scenarios/${id}`)).body.data).toEqual({
      ...scenario,
      has_draft: true,
    });
    await client.delete(`/tags/${tag.id}`);
    const unknown = (await draftOf(id)).body.data.check.warnings.filter(
      ({ code }: { code: string }) => code === "unknown_tag",
    );
    expect(unknown).toHaveLength(2);
    const odd = flowOf({ odd: ["wait_for_event", { event: { toString: 1 } }] });
    expect((await save(id, odd)).status).toBe(200);
    const broken = await save(id, { edges: [{ source: "a", target: "b" }] });
    expect(broken.status).toBe(422);
  });

  it("changes only by who has seen it, if they say so, and goes with its scenario", async () => {
    const { id } = await newScenario(client);
    expect((await save(id, {}, { "If-Match": '"1"' })).status).toBe(412);
    const first = (await save(id)).headers.get("ETag")!;
    const second = (await save(id, hello("2"), { "If-Match": first })).headers.get("ETag")!;
    expect(Number.parseInt(second.slice(1), 10)).toBeGreaterThan(
      Number.parseInt(first.slice(1), 10),
    );
    const stale = { "If-Match": first };
    expect((await save(id, {}, stale)).status).toBe(412);
    expect((await publish(id, {}, stale)).status).toBe(412);
    expect(
      (await client.delete(`/scenarios/${id}/draft`, undefined, { headers: stale })).status,
    ).toBe(412);
    for (const send of [
      () => other.get(`/scenarios/${id}/draft`),
      () => other.put(`/scenarios/${id}/draft`, base),
      () => other.post(`/scenarios/${id}/publish`),
      () => other.delete(`/scenarios/${id}/draft`),
    ])
      expect((await send()).status).toBe(404);
    expect((await draftOf(id)).body.data.nodes).toHaveLength(2);
    expect((await client.delete(`/scenarios/${id}/draft`)).body).toEqual({
      success: true,
      deleted: 1,
    });
    expect((await client.delete(`/scenarios/${id}/draft`)).status).toBe(404);
    expect((await publish(id)).status).toBe(404);
    await save(id);
    await client.delete(`/scenarios/${id}`);
    expect(await rowsOf("select * from scenario_drafts where scenario_id = ?", id)).toEqual([]);
  });

  it("counts as stored while it is there", async () => {
    const { id } = await newScenario(client);
    const stored = async () =>
      (
        await rowsOf<{ stored_bytes: number }>(
          `select stored_bytes - month_bytes - year_bytes as stored_bytes from usage_days
           where workspace_id = ?`,
          client.workspaceId,
        )
      )[0]!.stored_bytes;
    const before = await stored();
    await save(id, hello("x".repeat(3_000)));
    expect((await stored()) - before).toBeGreaterThan(3_000);
    await save(id, hello("x"));
    await client.delete(`/scenarios/${id}/draft`);
    expect(await stored()).toBe(before);
  });

  it("shows which active runs would move, and why the others would not", async () => {
    const old = [
      { id: "wait", type: "wait_for_reply" },
      { id: "gone", type: "delay" },
      { id: "turn", type: "delay" },
    ];
    const { id } = await newScenario(client, { nodes: old, is_active: true });
    const stand = async (columns: Record<string, string | number>) =>
      seedRun(client, { id }, await newLead(client), columns);
    for (const node_id of ["wait", "wait", "gone"]) await stand({ node_id });
    await stand({ node_id: "wait", state: "running", waiting_for: "sending" });
    await client.put(`/scenarios/${id}`, { ...base, is_active: true, nodes: old });
    await stand({ node_id: "turn", version: 2 });
    const draft = await save(id, {
      nodes: [
        { id: "wait", type: "wait_for_reply" },
        { id: "turn", type: "message" },
      ],
    });
    const at = (version: number, node_id: string, runs: number, reason: string | null = null) => ({
      ...{ version, node_id, runs, moves: reason === null, reason },
    });
    const { impact } = draft.body.data;
    expect(impact).toMatchObject({ moves: 2, stays: 3, is_partial: false });
    expect(new Set(impact.nodes)).toEqual(
      new Set([
        at(2, "turn", 1, "type_changed"),
        at(1, "wait", 2),
        at(1, "gone", 1, "node_gone"),
        at(1, "wait", 1, "running"),
      ]),
    );
    const { migration } = (await publish(id, { migrate: true })).body;
    expect(migration).toMatchObject({ version: 3, migrated: 2, left_count: 3 });
  });

  it("counts at most 5,000 runs for its impact", async () => {
    const owner = await newWorkspace();
    const { id } = await newScenario(owner, { nodes: [{ id: "wait", type: "wait_for_reply" }] });
    await seedLeads(owner.workspaceId, 5_200);
    await rowsOf(
      `insert into runs (workspace_id, scenario_id, lead_id, version, state, node_id, waiting_for,
         visits, enrolled_at, created_at, updated_at)
       select workspace_id, ?, id, 1, 'waiting', 'wait', 'reply', 1, 1, 1, 1
       from leads where workspace_id = ?`,
      id,
      owner.workspaceId,
    );
    await owner.put(`/scenarios/${id}/draft`, base);
    const meter = await meterOf(async (fetcher) => {
      const { impact } = (await owner.get(`/scenarios/${id}/draft`, undefined, { fetcher })).body
        .data;
      expect(impact).toMatchObject({ moves: 0, stays: 5_000, is_partial: true });
    });
    expect([meter.trips, meter.rowsRead < 15_000]).toEqual([1, true]);
  });
});

describe("publishing a draft", () => {
  it("makes it the newest version, keeps what it leaves out, and deletes it", async () => {
    const tag = await newTag(client);
    const { id } = await newScenario(client, { is_active: true, tracked_tag_ids: [tag.id] });
    await save(id, { name: "Published", provider: "acme", ...hello("Hi") });
    const { status, body, headers } = await publish(id);
    expect([status, headers.get("ETag"), body.migration]).toEqual([
      200,
      expect.stringMatching(/^"2\./),
      null,
    ]);
    expect(body.data).toMatchObject({
      ...{ name: "Published", provider: "acme", is_active: true, tracked_tag_ids: [tag.id] },
      ...hello("Hi"),
    });
    expect((await client.get(`/scenarios/${id}`)).body.data).toEqual(body.data);
    expect((await draftOf(id)).status).toBe(404);
    await save(id, { is_active: false, tracked_tag_ids: [] });
    expect((await publish(id)).body.data).toMatchObject({ is_active: false, tracked_tag_ids: [] });
  });

  it("is refused while the scenario has been replaced, unless it is rebased or forced", async () => {
    const { id } = await newScenario(client);
    await save(id, hello("Mine"));
    await client.put(`/scenarios/${id}`, { ...base, ...hello("Theirs") });
    expect((await draftOf(id)).body.data).toMatchObject({ base_version: 1, is_outdated: true });
    const refused = await publish(id);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining("based on version 1, but the scenario has version 2"),
    ]);
    await save(id, hello("Mine again"));
    expect((await publish(id)).status).toBe(409);
    expect((await save(id, { base_version: 3 })).body.errors).toEqual({
      base_version: ["The selected base version is invalid."],
    });
    await save(id, { base_version: 2, ...hello("Rebased") });
    expect((await publish(id)).status).toBe(200);
    await save(id, { base_version: 1, ...hello("Forced") });
    expect((await publish(id, { force: true })).body.data).toMatchObject(hello("Forced"));
    expect((await client.get(`/scenarios/${id}`)).headers.get("ETag")).toMatch(/^"4\./);
  });

  it("can't change the platform while runs are active", async () => {
    const { id } = await newScenario(client);
    const run = await seedRun(client, { id }, await newLead(client));
    await save(id, { platform: "instagram" });
    expect((await publish(id)).body.errors).toEqual({
      platform: ["The platform field must not change while there are active runs."],
    });
    expect((await draftOf(id)).status).toBe(200);
    await client.post(`/runs/${run.id}/cancel`);
    expect((await publish(id)).status).toBe(200);
  });

  it("happens once, however many do it at once", async () => {
    const { id } = await newScenario(client);
    await save(id, hello("Once"));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => publish(id, { force: true })),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses[0]).toBe(200);
    expect(statuses.slice(1).every((status) => status === 404 || status === 409)).toBe(true);
    expect((await client.get(`/scenarios/${id}`)).headers.get("ETag")).toMatch(/^"2\./);
    const race = await Promise.all([
      save(id, hello("A")).then(() => publish(id)),
      client.put(`/scenarios/${id}`, base),
    ]);
    const etag = (await client.get(`/scenarios/${id}`)).headers.get("ETag");
    expect(etag).toMatch(race[0].status === 200 ? /^"4\./ : /^"3\./);
    expect((await draftOf(id)).status).toBe(race[0].status === 200 ? 404 : 200);
  });

  it("is whole where the request dies before it moves the runs", async () => {
    const wait = [{ id: "wait", type: "wait_for_reply" }];
    const { id } = await newScenario(client, { nodes: wait });
    const run = await seedRun(client, { id }, await newLead(client));
    await save(id, { nodes: [...wait, { id: "more", type: "exit" }] });
    const DB = databaseWith(onlyAt(3, () => Promise.reject(new Error("died"))));
    const died = await client.post(
      `/scenarios/${id}/publish`,
      { migrate: true },
      { fetcher: serveWith(DB) },
    );
    expect(died.status).toBeGreaterThanOrEqual(500);
    expect((await client.get(`/scenarios/${id}`)).headers.get("ETag")).toMatch(/^"2\./);
    expect([(await draftOf(id)).status, (await runNow(client, run)).scenario_version]).toEqual([
      404, 1,
    ]);
    expect((await client.post(`/scenarios/${id}/migrate`)).body.data.migrated).toBe(1);
  });

  it("writes 7 rows, and saving it 4, then 2", async () => {
    const { id } = await newScenario(client);
    const written: number[] = [];
    const count = async (send: (fetcher: ReturnType<typeof serveWith>) => Promise<unknown>) => {
      const { meter, database } = metered(testEnv.DB);
      await send(serveWith(database));
      written.push(meter.rowsWritten);
    };
    await count((fetcher) => client.put(`/scenarios/${id}/draft`, base, { fetcher }));
    await count((fetcher) => client.put(`/scenarios/${id}/draft`, base, { fetcher }));
    await count((fetcher) => client.post(`/scenarios/${id}/publish`, {}, { fetcher }));
    expect(written).toEqual([4, 2, 7]);
  });
});
