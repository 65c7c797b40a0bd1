import { beforeAll, describe, expect, it } from "vitest";
import { runStates } from "#domain/automation";
import {
  type Client,
  idsOf,
  make,
  newLead,
  newScenario,
  newTag,
  newWorkspace,
} from "../support/api";
import { notOneOf } from "../support/choices";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

type Id = { id: number };

const enrol = (scenario: Id, lead: Id) =>
  make(client, `/scenarios/${scenario.id}/leads`, { lead_id: lead.id });

/** Enrols the lead and returns its newest run. */
async function newRun(scenario: Id, lead: Id) {
  await enrol(scenario, lead);
  return (await client.get(`/scenarios/${scenario.id}/runs?lead_id=${lead.id}`)).body.data[0];
}

/** Creates several ended runs of a lead in a scenario, and an active one. */
async function severalRuns(scenario: Id, lead: Id) {
  for (let i = 0; i < 2; i++)
    await client.post(`/runs/${(await newRun(scenario, lead)).id}/cancel`);
  await newRun(scenario, lead);
}

describe("the leads of a scenario", () => {
  it("are listed once each, newest first, however many runs they have", async () => {
    const scenario = await newScenario(client);
    const leads = [await newLead(client), await newLead(client), await newLead(client)];
    await newLead(client);
    for (const lead of [leads[1]!, leads[0]!, leads[2]!]) await severalRuns(scenario, lead);
    const { body } = await client.get(`/scenarios/${scenario.id}/leads`);
    expect(body.data.map(({ id }: Id) => id)).toEqual(leads.map(({ id }) => id).reverse());
    expect(body.data[0]).not.toHaveProperty("profile");
  });

  it("are listed page by page, forward and back", async () => {
    const own = await newWorkspace();
    const [scenario, elsewhere] = [await newScenario(own), await newScenario(own)];
    const ids: number[] = [];
    for (let i = 0; i < 23; i++) {
      const { id } = await make(
        own,
        `/scenarios/${(i % 5 === 4 ? elsewhere : scenario).id}/leads`,
        { username: `u${i}` },
      );
      if (i % 5 !== 4) ids.unshift(id);
    }
    const pages: number[][] = [];
    let path = `/scenarios/${scenario.id}/leads?per_page=10`;
    let last: { prev_cursor: string | null; next_cursor: string | null } | undefined;
    for (;;) {
      const { body } = await own.get(path);
      pages.push(body.data.map(({ id }: Id) => id));
      last = body.meta;
      if (!body.links.next) break;
      path = body.links.next.replace(/^.*\/v1/, "");
    }
    expect(pages).toEqual([ids.slice(0, 10), ids.slice(10)]);
    expect(
      await idsOf(own, `/scenarios/${scenario.id}/leads?per_page=10&cursor=${last!.prev_cursor}`),
    ).toEqual(pages[0]);
  });

  it("are filtered like the list of leads", async () => {
    const [scenario, tag] = [await newScenario(client), await newTag(client)];
    const hot = await newLead(client, { first_name: "Élodie", warmth: "hot", tag_ids: [tag.id] });
    const cold = await newLead(client, { first_name: "Elodie", warmth: "cold" });
    await newLead(client, { first_name: "Elodie", warmth: "hot", tag_ids: [tag.id] });
    for (const lead of [hot, cold]) await enrol(scenario, lead);
    const found = (query: string) => idsOf(client, `/scenarios/${scenario.id}/leads?${query}`);
    expect(await found("name=elodie")).toEqual([cold.id, hot.id]);
    expect(await found("name=elodie&warmth=hot")).toEqual([hot.id]);
    expect(await found(`tag_ids[]=${tag.id}`)).toEqual([hot.id]);
    expect(await found(`exclude_tag_ids[]=${tag.id}`)).toEqual([cold.id]);
    expect(await found("created_to=2020-01-01")).toEqual([]);
    const foreign = await newTag(await newWorkspace());
    const { body } = await client.get(
      `/scenarios/${scenario.id}/leads?tag_ids[]=${foreign.id}&per_page=10`,
    );
    expect(body.errors).toEqual({ "tag_ids.0": ["The selected tag_ids.0 is invalid."] });
    expect((await client.get(`/scenarios/${scenario.id}/leads?per_page=9`)).body.errors).toEqual({
      per_page: ["The per page field must be at least 10."],
    });
  });

  it("are removed all at once with all runs, running or ended, and stay leads", async () => {
    const [scenario, other] = [await newScenario(client), await newScenario(client)];
    const [one, two] = [await newLead(client), await newLead(client)];
    await severalRuns(scenario, one);
    await enrol(scenario, two);
    const kept = await newRun(other, one);
    expect((await client.delete(`/scenarios/${scenario.id}/leads`)).body).toEqual({
      success: true,
      deleted: 4,
    });
    expect(await idsOf(client, `/scenarios/${scenario.id}/runs`)).toEqual([]);
    expect(await idsOf(client, `/scenarios/${scenario.id}/leads`)).toEqual([]);
    expect((await client.delete(`/scenarios/${scenario.id}/leads`)).body).toEqual({
      success: true,
      deleted: 0,
    });
    expect((await client.get(`/runs/${kept.id}`)).status).toBe(200);
    expect((await client.get(`/leads/${one.id}`)).status).toBe(200);
    expect((await client.get(`/scenarios/${scenario.id}`)).status).toBe(200);
  });

  it("are removed one by one", async () => {
    const scenario = await newScenario(client);
    const [one, two] = [await newLead(client), await newLead(client)];
    await severalRuns(scenario, one);
    await enrol(scenario, two);
    const path = `/scenarios/${scenario.id}/leads/${one.id}`;
    expect((await client.delete(path)).body).toEqual({ success: true, deleted: 3 });
    expect((await client.delete(path)).status).toBe(404);
    expect(await idsOf(client, `/scenarios/${scenario.id}/leads`)).toEqual([two.id]);
  });

  it("leave it when they are deleted", async () => {
    const [scenario, lead] = [await newScenario(client), await newLead(client)];
    const run = await newRun(scenario, lead);
    await client.delete(`/leads/${lead.id}`);
    expect(await idsOf(client, `/scenarios/${scenario.id}/leads`)).toEqual([]);
    expect((await client.get(`/runs/${run.id}`)).status).toBe(404);
  });
});

describe("runs", () => {
  it("are listed newest first, by state and by lead", async () => {
    const scenario = await newScenario(client);
    const [one, two] = [await newLead(client), await newLead(client)];
    const [first, second] = [await newRun(scenario, one), await newRun(scenario, two)];
    await client.post(`/runs/${first.id}/cancel`);
    const third = await newRun(scenario, one);
    const found = (query: string) => idsOf(client, `/scenarios/${scenario.id}/runs?${query}`);
    expect(await found("")).toEqual([third.id, second.id, first.id]);
    expect(await found("state=cancelled")).toEqual([first.id]);
    expect(await found(`lead_id=${one.id}`)).toEqual([third.id, first.id]);
    expect(await found(`lead_id=${one.id}&state=paused`)).toEqual([third.id]);
    const { body } = await client.get(`/scenarios/${scenario.id}/runs?state=done&lead_id=x`);
    expect(body.errors).toEqual({
      state: notOneOf("state", runStates),
      lead_id: ["The lead id field must be an integer."],
    });
  });

  it("are listed page by page", async () => {
    const scenario = await newScenario(client);
    const made: number[] = [];
    for (let i = 0; i < 11; i++) made.unshift((await newRun(scenario, await newLead(client))).id);
    const { body } = await client.get(`/scenarios/${scenario.id}/runs?per_page=10&state=paused`);
    expect(body.data.map(({ id }: Id) => id)).toEqual(made.slice(0, 10));
    expect(body.links.next).toContain("state=paused");
    expect(await idsOf(client, body.links.next.replace(/^.*\/v1/, ""))).toEqual(made.slice(10));
  });

  it("are shown one by one", async () => {
    const [scenario, lead] = [await newScenario(client), await newLead(client)];
    const run = await newRun(scenario, lead);
    expect((await client.get(`/runs/${run.id}`)).body.data).toEqual(run);
    expect(run).toMatchObject({ scenario_id: scenario.id, lead_id: lead.id, state: "paused" });
  });

  it("are cancelled while they are active, and never change once they have ended", async () => {
    const run = await newRun(await newScenario(client), await newLead(client));
    const { status, body } = await client.post(`/runs/${run.id}/cancel`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: run.id,
      state: "cancelled",
      end_reason: "cancelled",
      ended_at: expect.any(String),
      next_at: null,
    });
    const again = await client.post(`/runs/${run.id}/cancel`);
    expect(again.status).toBe(409);
    expect(again.body).toEqual({ message: "The run has ended already.", code: "conflict" });
    expect((await client.get(`/runs/${run.id}`)).body.data).toEqual(body.data);
  });

  it("are cancelled once when twenty cancel them at once", async () => {
    const run = await newRun(await newScenario(client), await newLead(client));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.post(`/runs/${run.id}/cancel`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });

  it("are only those of the workspace", async () => {
    const [scenario, lead, stranger] = [
      await newScenario(client),
      await newLead(client),
      await newWorkspace(),
    ];
    const run = await newRun(scenario, lead);
    for (const path of [
      `/runs/${run.id}`,
      `/scenarios/${scenario.id}/runs`,
      `/scenarios/${scenario.id}/leads`,
      "/runs/0",
      "/runs/x",
    ])
      expect((await stranger.get(path)).status, path).toBe(404);
    expect((await stranger.post(`/runs/${run.id}/cancel`)).status).toBe(404);
    expect((await stranger.delete(`/scenarios/${scenario.id}/leads`)).status).toBe(404);
    expect((await stranger.delete(`/scenarios/${scenario.id}/leads/${lead.id}`)).status).toBe(404);
    expect((await stranger.get(`/scenarios/${scenario.id}/runs?state=limbo`)).status).toBe(404);
    expect((await client.get(`/runs/${run.id}`)).body.data).toEqual(run);
  });
});
