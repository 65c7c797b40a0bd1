import { beforeAll, describe, expect, it } from "vitest";
import { type Client, make, newLead, newScenario, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { rowsOf } from "../support/rows";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const valid = { name: "Welcome", platform: "whatsapp" };

const versionsOf = (id: number) =>
  testEnv.DB.prepare("select count(*) as n from scenario_versions where scenario_id = ?")
    .bind(id)
    .first<number>("n");

const replace = (id: number, ifMatch: string | undefined, json: object) =>
  client.put(
    `/scenarios/${id}`,
    { ...valid, ...json },
    ifMatch === undefined ? {} : { headers: { "If-Match": ifMatch } },
  );

describe("If-Match", () => {
  it("may be weak, as a compressing proxy makes it, and may list versions, however many", async () => {
    const { id } = await newScenario(client);
    const many = Array.from({ length: 500 }, (_, version) => `"${version + 100}"`).join(", ");
    expect((await replace(id, many, {})).status).toBe(412);
    expect((await replace(id, 'W/"1"', {})).status).toBe(200);
    expect((await replace(id, '"1", W/"2"', { name: "Two" })).status).toBe(200);
    expect((await replace(id, 'W/"2"', {})).status).toBe(412);
  });
});

describe("the graphs of a scenario", () => {
  const graphsOf = async (id: number) =>
    (
      await rowsOf<{ version: number }>(
        "select version from scenario_versions where scenario_id = ? order by version",
        id,
      )
    ).map(({ version }) => version);

  it("are kept of its newest fifty versions, and of those that runs have started on", async () => {
    const { id } = await newScenario(client);
    const other = await newScenario(client);
    await replace(id, undefined, {});
    const { id: leadId } = await newLead(client);
    await make(client, `/scenarios/${id}/leads`, { lead_id: leadId });
    const [run] = (await client.get(`/scenarios/${id}/runs`)).body.data;
    await rowsOf("update scenarios set version = 52 where id = ?", id);
    await rowsOf(
      `insert into scenario_versions (scenario_id, version, name, platform, nodes_count,
         edges_count, created_at, nodes, edges)
       select ?, value, 'Old', 'whatsapp', 0, 0, 1, '[]', '[]'
       from json_each('[3,4,5,50,51,52]')`,
      id,
    );
    for (let version = 53; version <= 54; version++)
      expect((await replace(id, undefined, { name: `To ${version}` })).status).toBe(200);
    expect(await graphsOf(id)).toEqual([1, 2, 5, 50, 51, 52, 53, 54]);
    expect(await graphsOf(other.id)).toEqual([1]);
    expect((await client.get(`/runs/${run.id}/explain`)).status).toBe(200);
    expect((await replace(id, '"53"', {})).status).toBe(412);
    expect(await graphsOf(id)).toHaveLength(8);
  });
});

describe("the platform of a scenario", () => {
  const enrol = async (id: number) =>
    make(client, `/scenarios/${id}/leads`, { lead_id: (await newLead(client)).id });
  const versionAndPlatform = (id: number) =>
    rowsOf("select version, platform from scenarios where id = ?", id);

  it("stays while runs are active, and the replacement is refused as a whole", async () => {
    const scenario = await newScenario(client, { is_active: true });
    await enrol(scenario.id);
    const moved = { platform: "instagram", name: "Moved", is_active: false };
    const errors = {
      platform: ["The platform field must not change while there are active runs."],
    };
    for (const ifMatch of [undefined, "*", '"1"']) {
      const refused = await replace(scenario.id, ifMatch, moved);
      expect([refused.status, refused.body.errors]).toEqual([422, errors]);
    }
    expect((await replace(scenario.id, '"7"', moved)).status).toBe(412);
    expect((await client.get(`/scenarios/${scenario.id}`)).body.data).toEqual(scenario);
    const [run] = (await client.get(`/scenarios/${scenario.id}/runs`)).body.data;
    expect(run.state).toBe("pending");
    expect(await versionsOf(scenario.id)).toBe(1);
    expect((await replace(scenario.id, undefined, { name: "Kept", is_active: false })).status).toBe(
      200,
    );
    expect((await replace(scenario.id, undefined, moved)).body.errors).toEqual(errors);
    await client.post(`/runs/${run.id}/cancel`, {});
    expect((await replace(scenario.id, undefined, moved)).body.data).toMatchObject({
      platform: "instagram",
      name: "Moved",
    });
  });

  it("is the new one for runs that are created at the same time, or does not change", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const [{ id }, lead] = [
          await newScenario(client, { is_active: true }),
          await newLead(client),
        ];
        const move = () => replace(id, undefined, { platform: "instagram", is_active: true });
        const enrolLead = () => client.post(`/scenarios/${id}/leads`, { lead_id: lead.id });
        const answers = await Promise.all(
          index % 2 === 0 ? [enrolLead(), move()] : [move(), enrolLead()],
        );
        return { status: answers[index % 2 === 0 ? 1 : 0]!.status, id };
      }),
    );
    for (const { status, id } of outcomes) {
      const runs = await rowsOf<{ version: number }>(
        "select version from runs where scenario_id = ?",
        id,
      );
      const wasMoved = status === 200;
      expect(await versionAndPlatform(id)).toEqual([
        wasMoved ? { version: 2, platform: "instagram" } : { version: 1, platform: "whatsapp" },
      ]);
      expect(runs).toEqual([{ version: wasMoved ? 2 : 1 }]);
    }
  });
});

describe("versions of a scenario", () => {
  it("have an ETag that each replacement changes, but not one that changes nothing", async () => {
    const created = await client.post("/scenarios", valid);
    const { id } = created.body.data;
    const etag = created.headers.get("ETag");
    expect((await client.get(`/scenarios/${id}`)).headers.get("ETag")).toBe(etag);
    const same = await replace(id, etag ?? "", {});
    expect([same.headers.get("ETag"), same.body.data]).toEqual([etag, created.body.data]);
    expect(same.body.warnings).toEqual(created.body.warnings);
    expect((await replace(id, '"7"', {})).status).toBe(412);
    const changes = [{ name: "Other" }, { is_active: true }, { provider: "api" }, { nodes: [] }];
    const tags = [];
    for (const change of changes)
      tags.push((await replace(id, undefined, change)).headers.get("ETag"));
    expect(new Set([etag, ...tags]).size).toBe(1 + changes.length);
    const replaced = await replace(id, undefined, {});
    expect((await client.get(`/scenarios/${id}`)).headers.get("ETag")).toBe(
      replaced.headers.get("ETag"),
    );
  });

  it("are replaced only when If-Match names the current one", async () => {
    const created = await client.post("/scenarios", valid);
    const { id } = created.body.data;
    const first = created.headers.get("ETag")!;
    const second = await replace(id, first, { name: "Second" });
    expect(second.status).toBe(200);
    for (const stale of [
      first,
      '"0"',
      '"99"',
      "garbage",
      '""',
      second.headers.get("ETag")!.replaceAll('"', ""),
    ]) {
      const refused = await replace(id, stale, {
        name: "Third",
        nodes: [{ id: "s", type: "start" }],
      });
      expect(refused.status, stale).toBe(412);
      expect(refused.body).toEqual({
        message: "The resource has changed since it was read.",
        code: "stale",
      });
    }
    const shown = await client.get(`/scenarios/${id}`);
    expect(shown.body.data).toEqual(second.body.data);
    expect(shown.headers.get("ETag")).toBe(second.headers.get("ETag"));
    expect(await versionsOf(id)).toBe(2);
    expect((await replace(id, "*", { name: "Third" })).status).toBe(200);
    expect((await replace(2 ** 40, "*", {})).status).toBe(404);
    expect((await replace(2 ** 40, first, {})).status).toBe(404);
  });

  it("have one winner when twenty requests replace the same one at once", async () => {
    const created = await client.post("/scenarios", valid);
    const { id } = created.body.data;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        replace(id, created.headers.get("ETag")!, { name: `Replacement ${index}` }),
      ),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners.length).toBe(1);
    expect(answers.filter(({ status }) => status === 412).length).toBe(19);
    expect((await client.get(`/scenarios/${id}`)).body.data).toEqual(winners[0]!.body.data);
    expect(await versionsOf(id)).toBe(2);
  });

  it("are each created once when twenty requests replace without If-Match at once", async () => {
    const { id } = await newScenario(client);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        replace(id, undefined, { nodes: [{ id: `n${index}`, type: "start" }] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    for (const [index, { body }] of answers.entries())
      expect(body.data.nodes[0].id).toBe(`n${index}`);
    expect(new Set(answers.map(({ headers }) => headers.get("ETag"))).size).toBe(20);
    expect((await client.get(`/scenarios/${id}`)).headers.get("ETag")).toMatch(/^"21\./);
    expect(await versionsOf(id)).toBe(21);
  });

  it("are kept for the runs that started on them", async () => {
    const scenario = await newScenario(client, { nodes: [{ id: "old", type: "start" }] });
    const enrol = async () => {
      const lead = await newLead(client);
      await make(client, `/scenarios/${scenario.id}/leads`, { lead_id: lead.id });
      return (await client.get(`/scenarios/${scenario.id}/runs?lead_id=${lead.id}`)).body.data[0];
    };
    const before = await enrol();
    await replace(scenario.id, undefined, { nodes: [{ id: "new", type: "start" }] });
    const after = await enrol();
    expect([before.scenario_version, after.scenario_version]).toEqual([1, 2]);
    expect((await client.get(`/runs/${before.id}`)).body.data.scenario_version).toBe(1);
    const { results } = await testEnv.DB.prepare(
      "select nodes from scenario_versions where scenario_id = ? order by version",
    )
      .bind(scenario.id)
      .all();
    expect(results.map(({ nodes }) => JSON.parse(String(nodes))[0].id)).toEqual(["old", "new"]);
  });

  it("are deleted with the scenario, as are its runs", async () => {
    const scenario = await newScenario(client);
    const lead = await newLead(client);
    await make(client, `/scenarios/${scenario.id}/leads`, { lead_id: lead.id });
    const [run] = (await client.get(`/scenarios/${scenario.id}/runs`)).body.data;
    expect((await client.delete(`/scenarios/${scenario.id}`)).body).toEqual({
      success: true,
      deleted: 1,
    });
    expect((await client.get(`/runs/${run.id}`)).status).toBe(404);
    expect((await client.get(`/scenarios/${scenario.id}/runs`)).status).toBe(404);
    expect((await client.get(`/scenarios/${scenario.id}/leads`)).status).toBe(404);
    expect((await client.get(`/leads/${lead.id}`)).status).toBe(200);
    expect(await versionsOf(scenario.id)).toBe(0);
  });
});

it("is not sent again to who has it already", async () => {
  const own = await newWorkspace();
  const { id } = await newScenario(own);
  const read = (tags: string) =>
    own.get(`/scenarios/${id}`, undefined, { headers: { "If-None-Match": tags } });
  const tag = (await own.get(`/scenarios/${id}`)).headers.get("ETag") ?? "";
  for (const tags of [tag, `"99", W/${tag}`, "*"]) {
    const { status, text, headers } = await read(tags);
    expect([status, text, headers.get("ETag")]).toEqual([304, "", tag]);
  }
  expect((await read('"99"')).status).toBe(200);
  // A draft makes no version, but is shown.
  const draft = { name: "Next", platform: "whatsapp", nodes: [], edges: [] };
  await own.put(`/scenarios/${id}/draft`, draft);
  const { status, body } = await read(tag);
  expect([status, body.data.has_draft]).toEqual([200, true]);
});
