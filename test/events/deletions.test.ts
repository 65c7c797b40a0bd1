import { beforeAll, expect, it } from "vitest";
import {
  type Client,
  make,
  newLead,
  newScenario,
  newShortLink,
  newTag,
  newWorkspace,
} from "../support/api";

let client: Client;
let token: number;

beforeAll(async () => {
  client = await newWorkspace();
  token = (await client.get("/me")).body.data.token.id;
});

const eventsOf = async (query: string) =>
  (await client.get(`/events?order=asc&per_page=100&${query}`)).body.data.map(
    ({ type, data, actor }: { type: string; data: object; actor: object }) => ({
      type,
      data,
      actor,
    }),
  );

/** A scenario with the runs of some leads. */
async function newRuns(leads: number) {
  const { id } = await newScenario(client);
  const enrolled = [];
  for (let n = 0; n < leads; n++) {
    const lead = (await newLead(client)).id;
    await make(client, `/scenarios/${id}/leads`, { lead_id: lead });
    enrolled.push(lead);
  }
  const runs: { id: number }[] = (await client.get(`/scenarios/${id}/runs`)).body.data;
  return { scenario: id as number, leads: enrolled, last: runs[0]?.id };
}

it("reports tags, short links and scenarios that were deleted, and by whom", async () => {
  const actor = { type: "token", id: token };
  const [tag, link] = [(await newTag(client)).id, (await newShortLink(client)).id];
  const { scenario } = await newRuns(2);
  for (const path of [`/tags/${tag}`, `/short-links/${link}`, `/scenarios/${scenario}`]) {
    expect((await client.delete(path)).status).toBe(200);
    expect((await client.delete(path)).status).toBe(404);
  }
  const types = "type[]=tag.*&type[]=short_link.*&type[]=scenario.*";
  expect(await eventsOf(types)).toEqual([
    { type: "tag.deleted", data: { tag_id: tag }, actor },
    { type: "short_link.deleted", data: { short_link_id: link }, actor },
    { type: "scenario.deleted", data: { scenario_id: scenario }, actor },
  ]);
});

it("reports the runs that a request removes once, however many they are", async () => {
  const { scenario, leads, last } = await newRuns(3);
  const removed = () => eventsOf(`scenario_id=${scenario}&type[]=scenario.runs_removed`);
  const one = leads[2]!;
  expect((await client.delete(`/scenarios/${scenario}/leads/${one}`)).body.deleted).toBe(1);
  expect(await removed()).toMatchObject([
    { data: { scenario_id: scenario, lead_id: one, last_run_id: last } },
  ]);
  expect((await client.delete(`/scenarios/${scenario}/leads/${one}`)).status).toBe(404);
  expect((await client.delete(`/scenarios/${scenario}/leads`)).body.deleted).toBe(2);
  expect((await removed()).slice(1)).toMatchObject([
    { data: { scenario_id: scenario, lead_id: null }, actor: { type: "token", id: token } },
  ]);
  await client.delete(`/scenarios/${scenario}/leads`);
  expect(await removed()).toHaveLength(2);
  await make(client, `/scenarios/${scenario}/leads`, { lead_id: one });
  await client.delete(`/scenarios/${scenario}/leads`);
  expect(await removed()).toHaveLength(3);
});

it("keeps workspaces apart", async () => {
  const other = await newWorkspace();
  await client.delete(`/tags/${(await newTag(client)).id}`);
  expect((await other.get("/events?type[]=tag.deleted")).body.data).toEqual([]);
});
