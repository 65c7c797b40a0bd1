import { beforeAll, describe, expect, it } from "vitest";
import {
  type Client,
  idsOf,
  make,
  newScenario,
  newTag,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { flowOf } from "../support/flow";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";

let client: Client;
let other: Client;

beforeAll(async () => {
  [client, other] = [await newWorkspace(), await newWorkspace()];
});

const hello = (text: string) =>
  flowOf({ start: ["start"], hello: ["message", { text }] }, "start>hello");
const replace = (id: number, json: object, headers = {}) =>
  client.put(`/scenarios/${id}`, { name: "Welcome", platform: "whatsapp", ...json }, { headers });
const restore = (id: number, version: number, headers = {}) =>
  client.post(`/scenarios/${id}/restore`, { version }, { headers });

describe("the versions of a scenario", () => {
  it("are listed from the newest, page by page, with who published them", async () => {
    const { id } = await newScenario(client, { name: "First", ...hello("1") });
    for (let version = 2; version <= 12; version++)
      await replace(id, { name: `Welcome ${version}`, ...hello(`${version}`) });
    const token = (await client.get("/me")).body.data.token.id;
    const meter = await meterOf(async (fetcher) => {
      const { body } = await client.get(`/scenarios/${id}/versions?per_page=10`, undefined, {
        fetcher,
      });
      expect(body.data.map(({ version }: { version: number }) => version)).toEqual([
        12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
      ]);
      expect(body.data[0]).toEqual({
        version: 12,
        is_current: true,
        has_runs: false,
        name: "Welcome 12",
        platform: "whatsapp",
        provider: null,
        nodes_count: 2,
        edges_count: 1,
        published_at: expect.any(String),
        published_by: { type: "token", id: token },
      });
      const rest = await client.get(
        `/scenarios/${id}/versions?per_page=10&cursor=${body.meta.next_cursor}`,
      );
      expect(rest.body.data.map(({ name }: { name: string }) => name)).toEqual([
        "Welcome 2",
        "First",
      ]);
    });
    expect([meter.trips, meter.rowsRead < 60]).toEqual([1, true]);
    expect((await client.get(`/scenarios/${id}/versions/3`)).body.data).toMatchObject({
      ...{ version: 3, is_current: false },
      ...hello("3"),
    });
    for (const [caller, version] of [
      [client, 13],
      [client, 0],
      [other, 3],
    ] as const)
      expect((await caller.get(`/scenarios/${id}/versions/${version}`)).status).toBe(404);
    expect((await other.get(`/scenarios/${id}/versions`)).status).toBe(404);
  });

  it("are restored as new ones, with warnings of what is gone, and settings as they are", async () => {
    const tag = await newTag(client);
    const tagging = flowOf({ tag: ["add_tag", { tag_ids: [tag.id] }] });
    const { id } = await newScenario(client, { name: "Old", is_active: true, ...tagging });
    const replaced = await replace(id, { name: "New", is_active: true, ...hello("Hi") });
    await client.delete(`/tags/${tag.id}`);
    const etag = replaced.headers.get("ETag")!;
    expect((await restore(id, 1, { "If-Match": '"1"' })).status).toBe(412);
    const answer = await restore(id, 1, { "If-Match": etag });
    expect(answer.body).toEqual({
      data: { ...replaced.body.data, ...tagging, updated_at: expect.any(String) },
      warnings: [expect.objectContaining({ code: "unknown_tag", node_id: "tag" })],
    });
    expect(answer.headers.get("ETag")).toMatch(/^"3\./);
    expect((await client.get(`/scenarios/${id}/versions`)).body.data).toMatchObject([
      { version: 3, name: "New", is_current: true },
      { version: 2, name: "New" },
      { version: 1, name: "Old" },
    ]);
    const refused = await restore(id, 9);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { version: ["The selected version is invalid."] },
    ]);
    expect((await other.post(`/scenarios/${id}/restore`, { version: 1 })).status).toBe(404);
    const both = await Promise.all([restore(id, 1), restore(id, 2)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await client.get(`/scenarios/${id}`)).headers.get("ETag")).toMatch(/^"5\./);
  });

  it("are compared with each other and with the draft", async () => {
    const { id } = await newScenario(client, { name: "Welcome", ...hello("Hi") });
    await replace(id, { name: "Welcome 2", ...hello("Hello") });
    const diff = async (query: string) =>
      (await client.get(`/scenarios/${id}/diff${query}`)).body.data;
    expect(await diff("?from=1&to=current")).toMatchObject({
      ...{ from_version: 1, to_version: 2, is_partial: false },
      settings: [{ path: "name", before: "Welcome", after: "Welcome 2" }],
      nodes: {
        ...{ added: [], removed: [], moved: [] },
        changed: [
          {
            id: "hello",
            type: "message",
            changes: [{ path: "data.text", before: "Hi", after: "Hello" }],
          },
        ],
      },
      edges: { added: [], removed: [], changed: [] },
    });
    const noDraft = await client.get(`/scenarios/${id}/diff`);
    expect([noDraft.status, noDraft.body.errors]).toEqual([
      422,
      { to: ["The selected to is invalid."] },
    ]);
    await client.put(`/scenarios/${id}/draft`, { name: "Welcome 2", platform: "instagram" });
    expect(await diff("")).toMatchObject({
      ...{ from_version: 2, to_version: null },
      settings: [{ path: "platform" }],
      nodes: { removed: [{ id: "start" }, { id: "hello" }] },
    });
    expect(await diff("?from=draft&to=1")).toMatchObject({ from_version: null, to_version: 1 });
    for (const [query, field] of [
      ["from=9&to=1", "from"],
      ["from=x", "from"],
      ["from=1&to=01", "to"],
    ])
      expect(
        Object.keys((await client.get(`/scenarios/${id}/diff?${query}`)).body.errors),
      ).toContain(field);
    expect((await other.get(`/scenarios/${id}/diff?from=1&to=1`)).status).toBe(404);
  });

  it("stay comparable when nearly every member of the largest graphs differs", async () => {
    const wide = (value: number) => ({
      nodes: [
        {
          id: "a",
          type: "x",
          data: Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`m${n}`, value])),
        },
      ],
    });
    const { id } = await newScenario(client, wide(1));
    await replace(id, { name: "Scenario", ...wide(2) });
    const { nodes, is_partial } = (await client.get(`/scenarios/${id}/diff?from=1&to=2`)).body.data;
    expect([nodes.changed[0].changes.length, is_partial]).toEqual([1_000, true]);
  });
});

describe("a copy of a scenario", () => {
  it("is a paused scenario of its own, with the same graph and settings", async () => {
    const tag = await newTag(client);
    const source = await newScenario(client, {
      name: "N".repeat(255),
      ...{ is_active: true, provider: "acme", tracked_tag_ids: [tag.id], ...hello("Hi") },
    });
    const { status, body, headers } = await client.post(`/scenarios/${source.id}/copy`);
    expect([status, headers.get("ETag")]).toEqual([201, expect.stringMatching(/^"1\./)]);
    const { id, name, created_at, updated_at, ...copied } = body.data;
    expect(copied).toEqual({
      has_draft: false,
      ...{ platform: "whatsapp", provider: "acme", is_active: false, webhook_url: null },
      ...{ tracked_tag_ids: [tag.id], ...hello("Hi"), triggers: [] },
    });
    expect([id > source.id, name]).toEqual([true, `${"N".repeat(248)} (copy)`]);
    await client.put(`/scenarios/${source.id}`, { name: "Changed", platform: "whatsapp" });
    expect((await client.get(`/scenarios/${id}`)).body.data).toEqual(body.data);
    const named = await make(client, `/scenarios/${id}/copy`, { name: "Named" });
    expect(named.name).toBe("Named");
    expect((await other.post(`/scenarios/${id}/copy`)).status).toBe(404);
  });

  it("counts towards the cap of scenarios", async () => {
    const owner = await newWorkspace();
    const { id } = await newScenario(owner);
    await rowsOf(
      "update workspaces set quotas = json_object('scenarios', 2) where id = ?",
      owner.workspaceId,
    );
    const statuses = [];
    for (const _ of [1, 2]) statuses.push((await owner.post(`/scenarios/${id}/copy`)).status);
    expect(statuses).toEqual([201, 409]);
    expect(await idsOf(owner, "/scenarios")).toHaveLength(2);
  });
});

describe("a token without leads:read", () => {
  it("brings no graph to life that sends leads' data elsewhere", async () => {
    const calling = flowOf(
      { start: ["start"], call: ["webhook", { url: "https://example.com/" }] },
      "start>call",
    );
    const { id } = await newScenario(client, calling);
    await replace(id, {});
    await client.put(`/scenarios/${id}/draft`, { name: "Calls", platform: "whatsapp", ...calling });
    const weak = await withAbilities(client, "scenarios:read", "scenarios:write");
    const draft = { name: "Calls", platform: "whatsapp", ...calling };
    for (const [method, path, body] of [
      ["post", "restore", { version: 1 }],
      ["post", "publish", {}],
      ["put", "draft", draft],
    ] as const)
      expect((await weak[method](`/scenarios/${id}/${path}`, body)).status, path).toBe(403);
    expect((await weak.post(`/scenarios/${id}/copy`)).status).toBe(201);
    expect((await client.post(`/scenarios/${id}/publish`)).status).toBe(200);
    expect((await weak.post(`/scenarios/${id}/copy`)).status).toBe(403);
    expect((await weak.post(`/scenarios/${id}/restore`, { version: 2 })).status).toBe(200);
  });
});
