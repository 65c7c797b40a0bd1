import { beforeAll, describe, expect, it } from "vitest";
import {
  type Client,
  call,
  newLead,
  newScenario,
  newShortLink,
  newTag,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { testEnv } from "../support/env";
import { uploaded } from "../support/media";
import { meterOf } from "../support/meter";

let client: Client;
let stranger: Client;

beforeAll(async () => {
  [client, stranger] = [await newWorkspace(), await newWorkspace()];
});

const start = { id: "s", type: "start" };
const say = (data: object) => ({
  id: "m",
  type: "message",
  data: { text: "Hello", on_window_closed: "skip", ...data },
});
const edges = [{ source: "s", target: "m" }];

type Summary = { code: string; node_id?: string; edge_id?: string; path?: string };
const summaryOf = (warnings: Summary[]) =>
  warnings.map(({ code, node_id, edge_id, path }) =>
    [code, node_id ?? edge_id, path].filter(Boolean).join(" "),
  );

const warningsOf = async (nodes: object[], joins: object[] = edges) => {
  const { status, body } = await client.post("/scenarios", {
    name: "Checked",
    platform: "whatsapp",
    nodes,
    edges: joins,
  });
  expect(status).toBe(201);
  return summaryOf(body.warnings);
};

const check = async (id: number, json?: object) => {
  const { status, body, text } = await client.post(`/scenarios/${id}/check`, json);
  expect(status, text).toBe(200);
  return { isRunnable: body.data.is_runnable, warnings: summaryOf(body.data.warnings) };
};

describe("what a graph refers to", () => {
  it("is known in its own workspace, and unknown in another or when it does not exist", async () => {
    const make = async (of: Client) => ({
      tag: (await newTag(of)).id,
      scenario: (await newScenario(of)).id,
      link: await newShortLink(of),
    });
    const [own, foreign] = [await make(client), await make(stranger)];
    const using = ({ tag, scenario, link }: typeof own): [object[], object[]] => {
      const nodes = [
        start,
        { id: "m", type: "add_tag", data: { tag_ids: [tag] } },
        { id: "n", type: "start_scenario", data: { scenario_id: scenario } },
        {
          ...say({
            text: `Look: ${link.template_variable_url.toUpperCase().replace("HTTPS://SHO.RT", "https://sho.rt")}`,
          }),
          id: "o",
        },
        {
          id: "w",
          type: "wait_for_event",
          data: {
            event: "link_clicked",
            filter: { short_link_ids: [link.id] },
            timeout_seconds: 60,
          },
        },
        { id: "e", type: "exit" },
      ];
      const [n, o, w] = [
        { source: "m", target: "n" },
        { source: "n", target: "o" },
        { source: "o", target: "w" },
      ];
      const leaving = ["event", "timeout"].map((source_handle) => ({
        source: "w",
        target: "e",
        source_handle,
      }));
      return [nodes, [...edges, n, o, w, ...leaving]];
    };
    expect(await warningsOf(...using(own))).toEqual([]);
    const unknown = [
      "unknown_tag m data.tag_ids.0",
      "unknown_scenario n data.scenario_id",
      "unknown_link o data.text",
      "unknown_link w data.filter.short_link_ids.0",
    ];
    expect(await warningsOf(...using(foreign))).toEqual(unknown);
    const gone = {
      ...own,
      tag: 4_000_000_000,
      scenario: 4_000_000_000,
      link: { id: 4_000_000_000, template_variable_url: "https://sho.rt/nobodys" },
    };
    expect(await warningsOf(...using(gone))).toEqual(unknown);
  });

  it("is listed by kind and place of a graph of no scenario, whether it is there or not", async () => {
    const tag = await newTag(client);
    const link = await newShortLink(client);
    const { id: medium } = await uploaded(client, "image/png");
    const nodes = [
      start,
      say({ text: `See ${link.template_variable_url}`, media: { type: "image", id: medium } }),
      { id: "t", type: "add_tag", data: { tag_ids: [tag.id, 4_000_000_000] } },
    ];
    const graph = { platform: "whatsapp", nodes, edges: [...edges, { source: "m", target: "t" }] };
    const { status, body } = await client.post("/scenarios/check", graph);
    expect([status, body.data.is_runnable]).toEqual([200, true]);
    expect(summaryOf(body.data.warnings)).toEqual(["unknown_tag t data.tag_ids.1"]);
    const references = [
      { node_id: "m", path: "data.text", kind: "slug", ref: link.slug.toLowerCase() },
      { node_id: "m", path: "data.media.id", kind: "medium", ref: medium },
      { node_id: "t", path: "data.tag_ids.0", kind: "tag", ref: tag.id },
      { node_id: "t", path: "data.tag_ids.1", kind: "tag", ref: 4_000_000_000 },
    ];
    expect(body.data.references).toEqual(references);
    const { id } = await newScenario(client, graph);
    const saved = await client.post(`/scenarios/${id}/check`);
    expect(saved.body.data.references).toEqual(references);
    const other = await stranger.post("/scenarios/check", graph);
    expect(summaryOf(other.body.data.warnings)).toContain("unknown_medium m data.media.id");
  });

  it("is not listed where it would make too long an answer", async () => {
    const data = { tag_ids: Array.from({ length: 100 }, (_, index) => index + 1) };
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `n${index}`, type: "add_tag", data }));
    const listed = async (nodes: object[]) => {
      const graph = { platform: "whatsapp", nodes, edges: [] };
      return (await client.post("/scenarios/check", graph)).body.data.references?.length ?? null;
    };
    expect([await listed(many(10)), await listed(many(11))]).toEqual([1000, null]);
    expect(
      await listed(many(10).map(({ id, ...rest }) => ({ id: id.padEnd(255, "x"), ...rest }))),
    ).toBeNull();
  });

  it("may be the scenario itself", async () => {
    const { id } = await newScenario(client);
    const nodes = [start, { id: "m", type: "start_scenario", data: { scenario_id: id } }];
    const { body } = await client.put(`/scenarios/${id}`, {
      name: "Again",
      platform: "whatsapp",
      nodes,
      edges,
    });
    expect(body.warnings).toEqual([]);
    expect(await check(id)).toEqual({ isRunnable: true, warnings: [] });
  });

  it("may be many things", async () => {
    const tag = (await newTag(client)).id;
    const nodes = Array.from({ length: 900 }, (_, index) => ({
      id: `n${index}`,
      type: "add_tag",
      data: {
        tag_ids: [tag, ...Array.from({ length: 60 }, (_, at) => 4_000_000_000 + index * 60 + at)],
      },
    }));
    const chain = nodes.slice(1).map(({ id }, index) => ({ source: `n${index}`, target: id }));
    const { status, body } = await client.post("/scenarios", {
      name: "Many",
      platform: "whatsapp",
      nodes,
      edges: chain,
    });
    expect(status).toBe(201);
    expect(body.warnings).toHaveLength(1001);
    expect(body.warnings[0]).toMatchObject({
      code: "unknown_tag",
      node_id: "n0",
      path: "data.tag_ids.1",
    });
    expect(body.warnings.at(-1)).toMatchObject({ code: "too_many_warnings" });
  });
});

describe("a placeholder", () => {
  const nodes = [start, say({ text: "Hi {{frist_name}}, {{name|you}} of {{variables.town}}" })];
  const misspelt = ["unknown_placeholder m data.text", "unknown_placeholder m data.text"];

  it("that resembles a field is named, unless a lead has a variable of that name", async () => {
    const own = await newWorkspace();
    const { id } = await newScenario(own, { nodes, edges });
    const found = async () => (await own.post(`/scenarios/${id}/check`)).body.data.warnings;
    expect(await found()).toMatchObject([
      {
        code: "unknown_placeholder",
        params: { name: "frist_name", near: "first_name" },
        node_id: "m",
        path: "data.text",
      },
      { code: "unknown_placeholder", params: { name: "name", near: "full_name" } },
    ]);
    await newLead(client, { first_name: "Ada", variables: { name: "Ada" } });
    expect(summaryOf(await found())).toEqual(misspelt);
    await newLead(own, { first_name: "Ada", variables: { name: "Ada" } });
    expect(await found()).toMatchObject([{ params: { name: "frist_name" } }]);
  });

  it("is checked in a draft, too", async () => {
    const own = await newWorkspace();
    const { id } = await newScenario(own);
    const draft = { name: "Draft", platform: "whatsapp", nodes, edges };
    const saved = await own.put(`/scenarios/${id}/draft`, draft);
    expect(summaryOf(saved.body.data.check.warnings)).toEqual(misspelt);
    await newLead(own, { first_name: "Ada", variables: { name: "Ada", frist_name: "A" } });
    const read = await own.get(`/scenarios/${id}/draft`);
    expect(read.body.data.check.warnings).toEqual([]);
  });
});

describe("warnings of a scenario that is saved", () => {
  it("name nodes and edges, and are the same each time", async () => {
    const nodes = [
      start,
      say({ text: "Hi {{first_name" }),
      { id: "x", type: "split", data: { branches: [{ handle: "a", percent: 90 }] } },
    ];
    const joins = [
      ...edges,
      { id: "again", source: "s", target: "x" },
      { source: "m", target: "x" },
      { source: "x", target: "m", source_handle: "b" },
    ];
    const expected = [
      "unclosed_placeholder m data.text",
      "loop_without_wait m",
      "percentages x data.branches",
      "unconnected_handle x",
      "loop_without_wait x",
      "several_edges again",
      "unknown_handle x->m",
    ];
    const body = { name: "Faulty", platform: "whatsapp", nodes, edges: joins };
    const created = await client.post("/scenarios", body);
    expect(summaryOf(created.body.warnings)).toEqual(expected);
    const { id } = created.body.data;
    expect((await client.put(`/scenarios/${id}`, body)).body.warnings).toEqual(
      created.body.warnings,
    );
    expect((await client.post(`/scenarios/${id}/check`)).body.data).toEqual({
      is_runnable: true,
      warnings: created.body.warnings,
      references: [],
    });
    expect(
      (await client.post(`/scenarios/${id}/check`, { nodes, edges: joins })).body.data.warnings,
    ).toEqual(created.body.warnings);
  });

  it("cost no round trip of their own", async () => {
    const tag = (await newTag(client)).id;
    const body = {
      name: "Costly",
      platform: "whatsapp",
      nodes: [start, { id: "m", type: "add_tag", data: { tag_ids: [tag] } }],
      edges,
    };
    const trips = (path: string, verb: "post" | "put", json: object) =>
      meterOf((fetcher) => client[verb](path, json, { fetcher })).then((meter) => meter.trips);
    const { id } = await newScenario(client);
    expect(await trips("/scenarios", "post", body)).toBe(1);
    expect(await trips(`/scenarios/${id}`, "put", body)).toBe(1);
    expect(await trips(`/scenarios/${id}/check`, "post", { nodes: body.nodes, edges })).toBe(1);
    expect(await trips(`/scenarios/${id}/check`, "post", {})).toBe(2);
  });
});

describe("POST /v1/scenarios/{scenario}/check", () => {
  const versions = (id: number) =>
    testEnv.DB.prepare("select * from scenario_versions where scenario_id = ?").bind(id).all();

  it("checks the saved scenario or the graph that is sent, and writes nothing", async () => {
    const { id } = await newScenario(client, { nodes: [start], edges: [] });
    const before = [await versions(id), (await client.get(`/scenarios/${id}`)).body].map((one) =>
      "results" in one ? one.results : one,
    );
    expect(await check(id)).toEqual({ isRunnable: true, warnings: [] });
    expect(await check(id, {})).toEqual({ isRunnable: true, warnings: [] });
    expect(await check(id, { nodes: [] })).toEqual({
      isRunnable: false,
      warnings: ["missing_entry"],
    });
    expect(await check(id, { edges: [] })).toEqual({
      isRunnable: false,
      warnings: ["missing_entry"],
    });
    expect(await check(id, { nodes: [start, { ...start, id: "t" }] })).toEqual({
      isRunnable: false,
      warnings: ["several_entries t"],
    });
    expect(await check(id, { nodes: [start, say({ text: "" })], edges })).toEqual({
      isRunnable: true,
      warnings: ["missing_setting m data.text"],
    });
    const after = [await versions(id), (await client.get(`/scenarios/${id}`)).body].map((one) =>
      "results" in one ? one.results : one,
    );
    expect(after).toEqual(before);
  });

  it("checks for the scenario's platform or for another one", async () => {
    const nodes = [start, say({ text: "x".repeat(2000) })];
    const { id } = await newScenario(client, { nodes, edges });
    expect((await check(id)).warnings).toEqual([]);
    expect((await check(id, { platform: "instagram" })).warnings).toEqual([
      "content_too_long m data.text",
    ]);
    expect((await check(id, { nodes, edges, platform: "instagram" })).warnings).toEqual([
      "content_too_long m data.text",
    ]);
    const other = await newScenario(client, { platform: "instagram" });
    expect((await check(other.id, { nodes, edges })).warnings).toEqual([
      "content_too_long m data.text",
    ]);
  });

  it("needs no body, but a body must be an object", async () => {
    const { id } = await newScenario(client, { nodes: [start] });
    const send = (options: object) =>
      call("POST", `/v1/scenarios/${id}/check`, { token: client.token, ...options });
    const json = { "Content-Type": "application/json" };
    for (const options of [
      {},
      { raw: new Uint8Array() },
      { raw: "" },
      { raw: "", headers: json },
      { headers: json },
    ]) {
      const { status, body } = await send(options);
      expect({ status, data: body.data }).toEqual({
        status: 200,
        data: { is_runnable: true, warnings: [], references: [] },
      });
    }
    for (const options of [{ json: [] }, { raw: " ", headers: json }, { raw: "nodes=1" }])
      expect(Object.keys((await send(options)).body.errors)).toEqual(["body"]);
  });

  it("refuses a graph that could not be saved", async () => {
    const { id } = await newScenario(client);
    const { status, body } = await client.post(`/scenarios/${id}/check`, {
      nodes: [{ type: "start" }, { id: "a", type: "exit" }],
      edges: [{ source: "a", target: "b" }],
      platform: "telegram",
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(["edges.0.target", "nodes.0.id", "platform"]);
  });

  it("needs the ability to read scenarios, and their workspace", async () => {
    const { id } = await newScenario(client);
    const reader = await withAbilities(client, "scenarios:read");
    expect((await reader.post(`/scenarios/${id}/check`)).status).toBe(200);
    expect((await reader.put(`/scenarios/${id}`, { name: "S", platform: "whatsapp" })).status).toBe(
      403,
    );
    expect((await stranger.post(`/scenarios/${id}/check`)).status).toBe(404);
    expect((await stranger.post(`/scenarios/${id}/check`, { nodes: 7 })).status).toBe(404);
  });
});
