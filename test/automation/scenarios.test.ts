import { beforeAll, describe, expect, it } from "vitest";
import { type Client, idsOf, newScenario, newTag, newWorkspace } from "../support/api";
import { notOneOf } from "../support/choices";
import { testEnv } from "../support/env";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const valid = { name: "Welcome", platform: "whatsapp" };
const node = (id: string) => ({ id, type: "message" });

/** The contract's message about a field, from its fault. */
const worded = (faults: object) =>
  Object.fromEntries(
    Object.entries(faults).map(([field, fault]) => {
      const name = field.includes(".") ? field : field.replaceAll("_", " ");
      if (Array.isArray(fault)) return [field, fault];
      if (fault === "selected") return [field, [`The selected ${name} is invalid.`]];
      return [field, [`The ${name} field ${fault === "required" ? "is required" : fault}.`]];
    }),
  );

const numbered = (count: number) => Array.from({ length: count }, (_, index) => node(`n${index}`));

const versionsOf = (id: number) =>
  testEnv.DB.prepare("select count(*) as n from scenario_versions where scenario_id = ?")
    .bind(id)
    .first<number>("n");

const replace = (id: number, json: object) => client.put(`/scenarios/${id}`, { ...valid, ...json });

describe("scenarios", () => {
  it("are created, shown, replaced and deleted", async () => {
    const created = await client.post("/scenarios", {
      ...valid,
      name: " Welcome ",
      provider: "",
      nodes: [{ id: "s", type: "start" }],
    });
    expect(created.status).toBe(201);
    const { data } = created.body;
    expect(data).toMatchObject({
      name: "Welcome",
      platform: "whatsapp",
      provider: null,
      nodes: [{ id: "s", type: "start" }],
    });
    const path = `/scenarios/${data.id}`;
    expect((await client.get(path)).body).toEqual({ data });
    const replaced = await client.put(path, {
      name: "Hello",
      platform: "instagram",
      provider: "meta",
    });
    expect(replaced.body.data).toMatchObject({
      id: data.id,
      name: "Hello",
      platform: "instagram",
      provider: "meta",
      nodes: [],
    });
    expect((await client.get(path)).body.data).toEqual(replaced.body.data);
    expect((await client.delete(path)).body).toEqual({ success: true, deleted: 1 });
    expect((await client.get(path)).status).toBe(404);
    expect((await client.put(path, valid)).status).toBe(404);
    expect((await client.delete(path)).status).toBe(404);
    expect(await versionsOf(data.id)).toBe(0);
  });

  it("are paused and empty by default", async () => {
    const { body } = await client.post("/scenarios", valid);
    expect(body.data).toEqual({
      id: expect.any(Number),
      ...valid,
      has_draft: false,
      provider: null,
      nodes: [],
      edges: [],
      triggers: [],
      is_active: false,
      tracked_tag_ids: [],
      webhook_url: null,
      created_at: expect.any(String),
      updated_at: body.data.created_at,
    });
  });

  it("are listed newest first, page by page", async () => {
    const own = await newWorkspace();
    const made: number[] = [];
    for (let i = 0; i < 12; i++)
      made.unshift((await newScenario(own, { nodes: [{ id: "s", type: "start", i }] })).id);
    const { body } = await own.get("/scenarios?per_page=10");
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(made.slice(0, 10));
    expect(body.data[0].nodes).toEqual([{ id: "s", type: "start", i: 11 }]);
    expect(await idsOf(own, `/scenarios?per_page=10&cursor=${body.meta.next_cursor}`)).toEqual(
      made.slice(10),
    );
  });

  it("are found by a part of their name, in their workspace only", async () => {
    const [own, stranger] = [await newWorkspace(), await newWorkspace()];
    const create = async (name: string, of = own) =>
      (await of.post("/scenarios", { name, platform: "whatsapp" })).body.data.id;
    const found = (name: string) =>
      idsOf(own, `/scenarios?name=${encodeURIComponent(name)}&per_page=10`);
    const [spring, welcome] = [await create("Printemps d’été 50%"), await create("Welcome")];
    await create("Welcome", stranger);
    const { body } = await own.post(`/scenarios/${welcome}/copy`, {});
    expect(await found("D’ETE")).toEqual([spring]);
    expect(await found("%")).toEqual([spring]);
    expect(await found("wel")).toEqual([body.data.id, welcome]);
    await own.put(`/scenarios/${welcome}`, { name: "Élan", platform: "whatsapp" });
    expect(await found("wel")).toEqual([body.data.id]);
    expect(await found("elan")).toEqual([welcome]);
    expect(await found("")).toHaveLength(3);
  });

  it("reset what a replacement omits, except the tracked tags and the webhook", async () => {
    const tag = await newTag(client);
    const nodes = [{ id: "s", type: "start" }];
    const all = { ...valid, provider: "meta", nodes, edges: [], is_active: true };
    const kept = { tracked_tag_ids: [tag.id], webhook_url: "https://example.com/hook" };
    const { id } = await newScenario(client, { ...all, ...kept });
    const reset = { ...valid, provider: null, nodes: [], edges: [], is_active: false };
    expect((await replace(id, {})).body.data).toMatchObject({ ...reset, ...kept });
    expect((await replace(id, { ...all, webhook_url: null })).body.data).toMatchObject({
      ...all,
      ...kept,
      webhook_url: null,
    });
    expect((await replace(id, { tracked_tag_ids: [] })).body.data).toMatchObject({
      tracked_tag_ids: [],
      webhook_url: null,
    });
  });

  it("keep the order of the tracked tags", async () => {
    const [a, b, c] = [await newTag(client), await newTag(client), await newTag(client)];
    const scenario = await newScenario(client, { tracked_tag_ids: [b.id, c.id, a.id] });
    expect(scenario.tracked_tag_ids).toEqual([b.id, c.id, a.id]);
  });

  it("return nodes and edges as they were sent", async () => {
    const settings = {
      text: " Salut {{first_name}} 🎉\n",
      empty: "",
      nothing: null,
      numbers: [0, -1.5, 1e-7, 1e20 / 1e10, 9_007_199_254_740_991],
      nested: { deeper: [{ and: { deeper: [[], {}, [null]] } }] },
      ключ: true,
      "a.b": 1,
      constructor: "c",
      toString: { hasOwnProperty: false },
      valueOf: [],
    };
    const nodes = [
      { id: " a ", type: "message", ...settings },
      { id: "constructor", type: "toString", position: { x: 1.25, y: -3 } },
    ];
    const edges = [{ source: " a ", target: "constructor", id: 7, ...settings }];
    const created = await client.post("/scenarios", { ...valid, nodes, edges });
    expect(created.status).toBe(201);
    for (const { body } of [created, await client.get(`/scenarios/${created.body.data.id}`)]) {
      expect(JSON.stringify(sorted(body.data.nodes))).toBe(JSON.stringify(sorted(nodes)));
      expect(JSON.stringify(sorted(body.data.edges))).toBe(JSON.stringify(sorted(edges)));
    }
  });

  it.each([
    [
      { name: undefined, platform: undefined },
      { name: "required", platform: "required" },
    ],
    [{ name: "x".repeat(256) }, { name: "must not be greater than 255 characters" }],
    [{ platform: "telegram" }, { platform: notOneOf("platform", ["whatsapp", "instagram"]) }],
    [
      { provider: 1, is_active: "yes" },
      { provider: "must be a string", is_active: "must be true or false" },
    ],
    [{ webhook_url: "ftp://example.com" }, { webhook_url: "must be a valid URL" }],
    [{ webhook_url: "javascript:alert(1)" }, { webhook_url: "must be a valid URL" }],
    [
      { nodes: {}, edges: "none" },
      { nodes: "must be an array", edges: "must be an array" },
    ],
    [{ nodes: ["start"] }, { "nodes.0": "must be an object" }],
    [{ nodes: [null] }, { "nodes.0": "required" }],
    [{ nodes: [{ type: "start" }] }, { "nodes.0.id": "required" }],
    [{ nodes: [{ id: "", type: "" }] }, { "nodes.0.id": "required", "nodes.0.type": "required" }],
    [{ nodes: [{ id: 1, type: "start" }] }, { "nodes.0.id": "must be a string" }],
    [
      { nodes: [node("a"), { id: "b" }, {}] },
      { "nodes.1.type": "required", "nodes.2.id": "required", "nodes.2.type": "required" },
    ],
    [
      { nodes: [{ type: "a" }, { type: "b" }] },
      { "nodes.0.id": "required", "nodes.1.id": "required" },
    ],
    [{ nodes: [node("a"), node("a"), node("A")] }, { "nodes.1.id": "has a duplicate value" }],
    [
      { nodes: [node("a")], edges: [{ source: "a", target: "b" }] },
      { "edges.0.target": "selected" },
    ],
    [
      { nodes: [node("a")], edges: [{ source: "toString", target: "a" }] },
      { "edges.0.source": "selected" },
    ],
    [
      { edges: [{ source: 1, target: "" }] },
      { "edges.0.source": "must be a string", "edges.0.target": "required" },
    ],
    [{ edges: [{}] }, { "edges.0.source": "required", "edges.0.target": "required" }],
    [
      { name: 1, nodes: [node("a")], edges: [{ source: "a", target: 2 }] },
      { name: "must be a string", "edges.0.target": "must be a string" },
    ],
    [
      { name: 1, nodes: [node("a")], edges: [{ source: "z", target: "a" }] },
      { name: "must be a string", "edges.0.source": "selected" },
    ],
  ])("refuse %j", async (input, faults) => {
    const { status, body } = await client.post("/scenarios", { ...valid, ...input });
    expect(body).toMatchObject({ message: "The given data was invalid." });
    expect(body.errors).toEqual(worded(faults));
    expect(Object.keys(body.codes)).toEqual(Object.keys(body.errors));
    expect(status).toBe(422);
    const { id } = await newScenario(client);
    expect((await client.put(`/scenarios/${id}`, { ...valid, ...input })).body.errors).toEqual(
      worded(faults),
    );
    expect(await versionsOf(id)).toBe(1);
  });

  it("hold 1,000 nodes and 2,000 edges, and no more", async () => {
    const nodes = numbered(1000);
    const edges = Array.from({ length: 2000 }, (_, index) => ({
      source: `n${index % 1000}`,
      target: `n${(index * 7) % 1000}`,
    }));
    const created = await client.post("/scenarios", { ...valid, nodes, edges });
    expect(created.status).toBe(201);
    expect(created.body.data.edges).toEqual(edges);
    const { body } = await client.post("/scenarios", {
      ...valid,
      nodes: numbered(1001),
      edges: [...edges, edges[0]],
    });
    expect(body.errors).toEqual({
      nodes: ["The nodes field must not have more than 1000 items."],
      edges: ["The edges field must not have more than 2000 items."],
    });
  });

  it("are saved with warnings about what would keep them from running", async () => {
    const nodes = [
      { id: "s", type: "start" },
      { id: "x", type: "teleport" },
      { id: "y", type: "handoff" },
    ];
    const edges = [{ source: "s", target: "x" }];
    const expected = [
      {
        code: "unknown_type",
        params: { type: "teleport" },
        message: expect.any(String),
        node_id: "x",
      },
      { code: "unreachable_node", params: {}, message: expect.any(String), node_id: "y" },
    ];
    const created = await client.post("/scenarios", { ...valid, nodes, edges });
    expect(created.status).toBe(201);
    expect(created.body.warnings).toEqual(expected);
    expect((await replace(created.body.data.id, { nodes, edges })).body.warnings).toEqual(expected);
    expect(
      (await replace(created.body.data.id, { nodes: nodes.slice(0, 1) })).body.warnings,
    ).toEqual([]);
  });

  it("can only track tags of the workspace", async () => {
    const [own, foreign] = [await newTag(client), await newTag(await newWorkspace())];
    const errors = { "tracked_tag_ids.1": ["The selected tracked_tag_ids.1 is invalid."] };
    const input = { ...valid, tracked_tag_ids: [own.id, foreign.id] };
    expect((await client.post("/scenarios", input)).body.errors).toEqual(errors);
    const { id } = await newScenario(client, { tracked_tag_ids: [own.id] });
    expect((await client.put(`/scenarios/${id}`, input)).body.errors).toEqual(errors);
    expect((await client.get(`/scenarios/${id}`)).body.data.tracked_tag_ids).toEqual([own.id]);
    expect(
      (await client.post("/scenarios", { ...valid, tracked_tag_ids: [own.id, own.id] })).body
        .errors,
    ).toEqual({
      "tracked_tag_ids.1": ["The tracked_tag_ids.1 field has a duplicate value."],
    });
  });

  it("keep workspaces apart", async () => {
    const { id } = await newScenario(client);
    const stranger = await newWorkspace();
    expect((await stranger.get(`/scenarios/${id}`)).status).toBe(404);
    expect((await stranger.put(`/scenarios/${id}`, valid)).status).toBe(404);
    expect((await stranger.put(`/scenarios/${id}`, {})).status).toBe(404);
    expect((await stranger.delete(`/scenarios/${id}`)).status).toBe(404);
    expect(await idsOf(stranger, "/scenarios")).toEqual([]);
    expect(await versionsOf(id)).toBe(1);
  });
});

/** Sorts the members of objects, so that only their values are compared. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, sorted(member)]);
};

describe("a graph that grows when it is stored", () => {
  it("is refused on nodes, whatever the notation of its numbers", async () => {
    const numbers = Array(130_000).fill("1e15").join(",");
    const raw = `{"name":"Numbers","platform":"whatsapp","nodes":[{"id":"a","type":"start","x":[${numbers}]}]}`;
    const { status, body } = await client.post("/scenarios", undefined, {
      raw,
      headers: { "Content-Type": "application/json" },
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(["nodes"]);
  });
});
