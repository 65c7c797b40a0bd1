import { beforeAll, describe, expect, it } from "vitest";
import { type Client, make, newLead, newTag, newWorkspace } from "../support/api";
import { setQuotas } from "../support/quotas";
import { rowsOf } from "../support/rows";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const base = { name: "Welcome", platform: "whatsapp", is_active: true };
const anything = { id: "any", type: "any_message", data: { types: ["text"] } };
/** Kept as they are: other members, unknown types, wrong data. */
const odd = [
  { id: "any", type: "any_message", position: { y: 0, x: 1.5 }, note: "é 👋" },
  { id: "wrong", type: "tag_added", data: { tag_ids: "all" } },
  { id: "unknown", type: "full_moon", data: [1, null] },
  { id: " ", type: "" },
];

const create = (triggers: unknown[] | undefined, more: object = {}) =>
  make(client, "/scenarios", { ...base, triggers, ...more });
const put = (id: number, json: object) => client.put(`/scenarios/${id}`, { ...base, ...json });
const triggersOf = async (id: number) => (await client.get(`/scenarios/${id}`)).body.data.triggers;

const stored = (id: number) =>
  rowsOf(
    `select trigger_id, type, lane, place, data, fault, is_on, since
     from scenario_triggers where scenario_id = ? order by place`,
    id,
  );
const sinceOf = async (id: number) => (await stored(id))[0]?.since;
const cursors = (workspaceId: number) =>
  rowsOf<{ lane: string; types: string; position: number; revision: number }>(
    `select lane, types, position, revision from trigger_cursors where workspace_id = ?
     order by lane`,
    workspaceId,
  );

describe("the triggers of a scenario", () => {
  it("are kept as they were sent, whatever is wrong with them", async () => {
    const { id } = await create(odd);
    expect(JSON.stringify(await triggersOf(id))).toBe(JSON.stringify(odd));
    expect(await stored(id)).toMatchObject([
      { trigger_id: "any", lane: "speech", place: 0, fault: null, is_on: 1 },
      {
        trigger_id: "wrong",
        place: 1,
        data: "{}",
        fault: "invalid_trigger",
        is_on: 0,
        since: null,
      },
    ]);
  });

  it("are refused where there are too many, or ids that don't tell them apart", async () => {
    const many = Array.from({ length: 21 }, (_, index) => ({ ...anything, id: `t${index}` }));
    const refused = async (triggers: unknown) =>
      Object.keys((await client.post("/scenarios", { ...base, triggers })).body.errors ?? {});
    expect(await refused(many)).toEqual(["triggers"]);
    expect(await refused(many.slice(1))).toEqual([]);
    expect(await refused([anything, { ...anything, type: "x" }])).toEqual(["triggers.1.id"]);
    const wrong = [{ type: "x" }, { id: "", type: "x" }, { id: "a".repeat(65), type: "x" }];
    expect(await refused([...wrong, { id: "b", type: 1 }, "c"])).toEqual([
      ...["triggers.0.id", "triggers.1.id", "triggers.2.id", "triggers.3.type", "triggers.4"],
    ]);
    expect(await refused([{ ...anything, data: "x".repeat(262_144) }])).toEqual(["triggers"]);
  });

  it("stay with a replacement without them, and go with an empty list", async () => {
    const { id } = await create(odd);
    const [before] = await stored(id);
    expect((await put(id, { name: "Again" })).body.data.triggers).toEqual(odd);
    expect((await stored(id))[0]).toEqual(before);
    await put(id, { triggers: [] });
    expect(await triggersOf(id)).toEqual([]);
    expect(await stored(id)).toEqual([]);
  });

  it("are read for another platform when the scenario changes to it", async () => {
    const { id } = await create([{ id: "t", type: "any_message" }]);
    await put(id, { platform: "instagram" });
    expect(await triggersOf(id)).toHaveLength(1);
    expect(
      await rowsOf("select platform from scenario_triggers where scenario_id = ?", id),
    ).toEqual([{ platform: "instagram" }]);
  });

  it("come back with a draft, a version and a copy, which is paused", async () => {
    const { id } = await create(odd);
    await put(id, { triggers: [anything] });
    const path = `/scenarios/${id}`;
    const draft = await client.put(`${path}/draft`, base);
    expect(draft.body.data.triggers).toBeNull();
    await client.put(`${path}/draft`, { ...base, triggers: odd });
    expect((await client.put(`${path}/draft`, base)).body.data.triggers).toEqual(odd);
    expect((await client.post(`${path}/publish`, {})).status).toBe(200);
    expect(JSON.stringify(await triggersOf(id))).toBe(JSON.stringify(odd));
    const version = (await client.get(`${path}/versions/2`)).body.data;
    expect(version.triggers).toEqual([anything]);
    expect((await client.post(`${path}/restore`, { version: 1 })).status).toBe(200);
    expect(JSON.stringify(await triggersOf(id))).toBe(JSON.stringify(odd));
    const copy = await make(client, `${path}/copy`, {});
    expect(JSON.stringify(copy.triggers)).toBe(JSON.stringify(odd));
    expect((await stored(copy.id)).map(({ is_on }) => is_on)).toEqual([0, 0]);
  });

  it("count in the stored bytes, of versions and drafts", async () => {
    const own = await newWorkspace();
    const bytes = async () => (await own.get("/usage")).body.data.stored.bytes;
    const { id } = await make(own, "/scenarios", base);
    const before = await bytes();
    const triggers = [{ ...anything, note: "x".repeat(10_000) }];
    await own.put(`/scenarios/${id}/draft`, { ...base, triggers });
    expect((await bytes()) - before).toBeGreaterThan(10_000);
    await own.put(`/scenarios/${id}`, { ...base, triggers });
    expect((await bytes()) - before).toBeGreaterThan(20_000);
  });
});

describe("hostile triggers", () => {
  const deep = JSON.parse(`${'{"all":['.repeat(15)}1${"]}".repeat(15)}`);
  const kept: { id: string; type: string; [member: string]: unknown }[] = [
    { id: "__proto__", type: "__proto__", constructor: { prototype: 1 } },
    { id: "constructor", type: "toString", data: { constructor: 1, filter: deep } },
    { id: "deep", type: "any_message", data: { filter: deep } },
    { id: "long", type: "keyword", data: { words: ["a"], note: "x".repeat(60_000) } },
    { id: "list", type: "keyword", data: [["words"]] },
    { id: "text", type: "keyword", data: "words" },
    { id: "null", type: "keyword", data: null, position: null },
    { id: "rubbish", type: "first_message", position: [{ x: "é" }, 1.5, true] },
    { id: "emoji 👩‍👩‍👧 \n", type: "tap", data: { payloads: ["\u0001"] } },
    { id: "guide", type: "keyword", data: { words: ["guide"] } },
  ];

  it("are saved as they are, and keep no other one off", async () => {
    const { id } = await create(kept);
    expect(JSON.stringify(await triggersOf(id))).toBe(JSON.stringify(kept));
    const on = (await stored(id)).filter(({ is_on }) => is_on === 1);
    const ids = on.map(({ trigger_id }) => trigger_id);
    expect(ids).toEqual(["long", "rubbish", kept[8]?.id, "guide"]);
    const { body } = await client.post(`/scenarios/${id}/check`, {});
    const warned = body.data.warnings.map(({ trigger_id }: { trigger_id?: string }) => trigger_id);
    for (const off of ["__proto__", "constructor", "deep", "list", "text", "null"])
      expect(warned).toContain(off);
    expect((await client.get(`/triggers?scenario_id=${id}`)).status).toBe(200);
    await client.put(`/scenarios/${id}/draft`, { ...base, triggers: kept.toReversed() });
    expect((await client.get(`/scenarios/${id}/diff`)).status).toBe(200);
    expect((await client.post(`/scenarios/${id}/publish`)).status).toBe(200);
    expect(await triggersOf(id)).toEqual(kept.toReversed());
  });

  it.each([
    ...[{}, null, "guide", 7, true, [null], [[]], [7], [{}], [{ id: 7, type: "tap" }]],
    [{ id: "a", type: null }],
    [JSON.parse('{"id":"a","type":"tap","__proto__":{"id":"b"}}')],
    [{ ...anything, position: 1e300 }],
    [JSON.parse(`{"id":"a","type":"tap","data":${"[".repeat(400)}${"]".repeat(400)}}`)],
    [{ id: "\ud800".repeat(65), type: "tap" }],
  ])("are refused where they are no list of triggers: %j", async (triggers) => {
    const { id } = await create([anything]);
    for (const path of [`/scenarios/${id}`, `/scenarios/${id}/draft`]) {
      const { status, body } = await client.put(path, { ...base, triggers });
      expect([path, status]).toEqual([path, 422]);
      expect(Object.keys(body.errors)[0]).toMatch(/^triggers/);
    }
    expect(await triggersOf(id)).toEqual([anything]);
  });

  it("are changed by nobody who has seen others", async () => {
    const { id } = await create([anything]);
    const path = `/scenarios/${id}`;
    const tagged = async () => (await client.get(path)).headers.get("ETag") ?? "";
    const seen = await tagged();
    expect((await put(id, { triggers: [] })).status).toBe(200);
    const replace = (etag: string, triggers: unknown) =>
      client.put(path, { ...base, triggers }, { headers: { "If-Match": etag } });
    expect((await replace(seen, [anything])).status).toBe(412);
    expect(await triggersOf(id)).toEqual([]);
    const answers = await Promise.all(
      Array.from({ length: 5 }, async (_, index) =>
        replace(await tagged(), [{ ...anything, id: `t${index}` }]),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 412, 412, 412, 412]);
    expect(await triggersOf(id)).toHaveLength(1);
    expect((await replace(await tagged(), await triggersOf(id))).status).toBe(200);
  });
});

describe("a trigger that is on", () => {
  it("is on since the newest event, and stays so while it is published again", async () => {
    const { id } = await create([anything]);
    const since = await sinceOf(id);
    await newLead(client);
    await put(id, { triggers: [{ ...anything, data: {} }], nodes: [{ id: "s", type: "start" }] });
    expect(await sinceOf(id)).toBe(since);
    await put(id, { is_active: false });
    expect(await stored(id)).toMatchObject([{ is_on: 0, since: null }]);
    await newLead(client);
    const [newest] = await rowsOf<{ id: number }>(
      "select max(id) as id from events where workspace_id = ?",
      client.workspaceId,
    );
    await put(id, {});
    expect(await sinceOf(id)).toBeGreaterThanOrEqual(Number(newest?.id));
    const second = await sinceOf(id);
    await newLead(client);
    await put(id, { triggers: [{ ...anything, type: "tag_added", data: { tag_ids: [1] } }] });
    expect(await sinceOf(id)).toBeGreaterThan(Number(second));
  });
});

describe("publications at once", () => {
  it("let a trigger that stays on lose no event, and move no lane that is at work", async () => {
    const own = await newWorkspace();
    const { id } = await make(own, "/scenarios", { ...base, triggers: [anything] });
    const since = await sinceOf(id);
    await rowsOf(
      "update trigger_cursors set next_event_id = 9, position = 8 where workspace_id = ?",
      own.workspaceId,
    );
    const publish = (_: unknown, index: number) =>
      own.put(`/scenarios/${id}`, { ...base, triggers: [anything], name: `Name ${index}` });
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, publish),
      ...Array.from({ length: 20 }, () => newLead(own).then(() => ({ status: 200 }))),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await sinceOf(id)).toBe(since);
    const positions = (await cursors(own.workspaceId)).map(({ position }) => position);
    expect(positions).toEqual([8, 8]);
  });
});

describe("what a draft changes of triggers", () => {
  it("is shown before it is published, by its impact and its differences", async () => {
    const added = { id: "tag", type: "tag_added", data: { tag_ids: [1] } };
    const { id } = await create([anything, { id: "gone", type: "first_message" }]);
    const triggers = [{ ...anything, position: { x: 1 } }, added];
    const save = async (more: object) =>
      (await client.put(`/scenarios/${id}/draft`, { ...base, triggers, ...more })).body.data.impact;
    expect((await save({})).triggers).toMatchObject({ on: ["tag"], off: ["gone"] });
    expect((await save({ is_active: false })).triggers).toEqual({
      on: [],
      off: ["any", "gone"],
      overlaps: [],
    });
    const retyped = [
      { ...added, id: "any" },
      { ...added, id: "wrong", data: {} },
    ];
    expect((await save({ triggers: retyped })).triggers).toEqual({
      on: ["any"],
      off: ["any", "gone"],
      overlaps: [],
    });
    await save({ triggers: [{ ...anything, data: {} }, added] });
    const { body } = await client.get(`/scenarios/${id}/diff`);
    expect(body.data.triggers).toEqual({
      added: [added],
      removed: [{ id: "gone", type: "first_message" }],
      changed: [
        { id: "any", type: "any_message", changes: [{ path: "data.types", before: ["text"] }] },
      ],
    });
    expect((await save({ triggers: undefined, is_active: undefined })).triggers).toMatchObject({
      on: ["tag"],
      off: ["gone"],
    });
    await client.delete(`/scenarios/${id}/draft`);
    await client.put(`/scenarios/${id}/draft`, { ...base, is_active: undefined });
    const kept = (await client.get(`/scenarios/${id}/draft`)).body.data;
    expect([kept.triggers, kept.impact.triggers]).toMatchObject([null, { on: [], off: [] }]);
    const unchanged = (await client.get(`/scenarios/${id}/diff`)).body.data;
    expect(unchanged.triggers).toEqual({ added: [], removed: [], changed: [] });
  });
});

describe("the impact of a draft", () => {
  it("names the triggers of other scenarios that its own overlap", async () => {
    const own = await newWorkspace();
    const guide = { id: "guide", type: "keyword", data: { words: ["guide"] } };
    const welcome = await make(own, "/scenarios", { ...base, triggers: [guide] });
    const { id } = await make(own, "/scenarios", { ...base, is_active: false });
    const catalogue = { ...guide, id: "catalogue", data: { words: ["catalogue", "guide"] } };
    const triggers = [catalogue, { ...catalogue, id: "off", data: { words: [] } }];
    const save = async (more: object = {}) =>
      (await own.put(`/scenarios/${id}/draft`, { ...base, triggers, ...more })).body.data.impact
        .triggers;
    const overlap = {
      ...{ trigger_id: "catalogue", other_trigger_id: "guide" },
      ...{ scenario_id: welcome.id, scenario_name: "Welcome" },
    };
    expect(await save()).toEqual({ on: ["catalogue"], off: [], overlaps: [overlap] });
    expect((await save({ is_active: undefined })).overlaps).toEqual([]);
    await own.post(`/scenarios/${id}/publish`);
    await save({ triggers: undefined });
    expect(await save()).toEqual({ on: ["catalogue"], off: [], overlaps: [overlap] });
    await own.put(`/scenarios/${id}`, { ...base, triggers: [guide] });
    const kept = { ...overlap, trigger_id: "guide" };
    await own.delete(`/scenarios/${id}/draft`);
    expect((await save({ triggers: undefined })).overlaps).toEqual([kept]);
  });
});

describe("the quota of triggers that are on", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...anything, id: `t${index}` }));

  it("holds on publishing, activating and restoring, and lets all else be saved", async () => {
    const own = await newWorkspace();
    expect((await setQuotas(own, { triggers: null })).triggers).toBe(500);
    await setQuotas(own, { triggers: 3 });
    const saveAs = (id: number, json: object) => own.put(`/scenarios/${id}`, { ...base, ...json });
    const full = await make(own, "/scenarios", { ...base, triggers: many(3) });
    const refused = await own.post("/scenarios", { ...base, triggers: many(1) });
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        message: "The workspace has at most 3 triggers that are on.",
        code: "quota_reached",
      },
    ]);
    expect((await own.get("/usage")).body.data.stored).toMatchObject({ triggers: 3, scenarios: 1 });
    const paused = await make(own, "/scenarios", { ...base, is_active: false, triggers: many(2) });
    const active = await make(own, "/scenarios", { ...base, triggers: odd.slice(1) });
    expect((await saveAs(paused.id, {})).status).toBe(409);
    await saveAs(active.id, { is_active: false, triggers: many(1) });
    await saveAs(active.id, { triggers: [] });
    expect((await own.post(`/scenarios/${active.id}/restore`, { version: 2 })).status).toBe(409);
    const draft = await own.put(`/scenarios/${active.id}/draft`, { ...base, triggers: many(1) });
    expect(draft.status).toBe(200);
    expect((await own.post(`/scenarios/${active.id}/publish`)).status).toBe(409);
    await setQuotas(own, { triggers: 2 });
    expect((await saveAs(full.id, { name: "Still full" })).status).toBe(200);
    expect((await saveAs(full.id, { triggers: many(4) })).status).toBe(409);
    expect((await saveAs(full.id, { is_active: false })).status).toBe(200);
    const answers = await Promise.all([
      saveAs(paused.id, {}),
      saveAs(full.id, {}),
      own.post(`/scenarios/${active.id}/publish`),
    ]);
    expect(answers.filter(({ status }) => status === 409)).not.toEqual([]);
    const { triggers } = (await own.get("/usage")).body.data.stored;
    expect(triggers).toBeLessThanOrEqual(2);
    const [on] = await rowsOf<{ n: number }>(
      "select count(*) as n from scenario_triggers where workspace_id = ? and is_on",
      own.workspaceId,
    );
    expect(on?.n).toBe(triggers);
    await own.delete(`/scenarios/${paused.id}`);
    await own.delete(`/scenarios/${full.id}`);
    await own.delete(`/scenarios/${active.id}`);
    expect((await own.get("/usage")).body.data.stored.triggers).toBe(0);
  });
});

it("triggers are refused beyond the bytes that a workspace's may have together", async () => {
  const own = await newWorkspace();
  const { id } = await make(own, "/scenarios", { ...base, triggers: [anything] });
  await rowsOf(
    "update scenario_triggers set data = json_object('pad', hex(zeroblob(?))) where scenario_id = ?",
    ...[950_000, id],
  );
  const { id: other } = await make(own, "/scenarios", { ...base, triggers: [anything] });
  await rowsOf(
    `update scenario_triggers set data = (
       select data from scenario_triggers where scenario_id = ?) where scenario_id = ?`,
    ...[id, other],
  );
  const words = Array.from({ length: 50 }, (_, index) => `${index}${"x".repeat(76)}`);
  const heavy = Array.from({ length: 20 }, (_, index) => ({
    ...{ id: `k${index}`, type: "keyword" },
    data: { words, exclude: words.slice(0, 20) },
  }));
  const answers: number[] = [];
  for (let n = 0; n < 4; n++)
    answers.push((await own.post("/scenarios", { ...base, triggers: heavy })).status);
  expect(answers).toEqual([201, 201, 409, 409]);
});

describe("the cursors of triggers", () => {
  it("hear of what the triggers that are on react to, from the newest event on", async () => {
    const own = await newWorkspace();
    await newLead(own);
    const idle = await make(own, "/scenarios", base);
    expect(await cursors(own.workspaceId)).toEqual([]);
    const tag = await newTag(own);
    const added = { id: "tag", type: "tag_added", data: { tag_ids: [tag.id] } };
    const { id } = await make(own, "/scenarios", { ...base, triggers: [anything, added] });
    const on = await cursors(own.workspaceId);
    expect(on).toMatchObject([
      { lane: "facts", types: '["lead.tag_added"]' },
      { lane: "speech", types: '["message.received"]' },
    ]);
    const [newest] = await rowsOf<{ id: number }>(
      "select max(id) as id from events where workspace_id = ?",
      own.workspaceId,
    );
    expect(on.map(({ position }) => position)).toEqual([newest?.id, newest?.id]);
    await own.put(`/scenarios/${id}`, { ...base, is_active: false });
    expect((await cursors(own.workspaceId)).map(({ types }) => types)).toEqual(["[]", "[]"]);
    await own.put(`/scenarios/${id}`, base);
    const again = await cursors(own.workspaceId);
    expect(again.map(({ types }) => types)).toEqual(on.map(({ types }) => types));
    await own.delete(`/scenarios/${idle.id}`);
    expect(await cursors(own.workspaceId)).toEqual(again);
    await own.delete(`/scenarios/${id}`);
    const off = await cursors(own.workspaceId);
    expect(off.map(({ types }) => types)).toEqual(["[]", "[]"]);
    expect(Number(off[0]?.revision)).toBeGreaterThan(Number(again[0]?.revision));
  });
});
