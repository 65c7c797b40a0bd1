import { beforeAll, describe, expect, it } from "vitest";
import {
  type Client,
  newChannel,
  newLead,
  newLinkSend,
  newScenario,
  newShortLink,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { meterOf } from "../support/meter";
import { seedConversations, seedLeads } from "../support/seed";

const START = 1_700_000_000_000;
const MINUTE = 60_000;
const at = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();
/** The rows that a page may read, as D1 counts them. */
const MOST_ROWS = 15_000;
const ROWS = 5_200;

/**
 * Inserts rows, of which each is a minute younger than the one before. `columns` are SQL over `n`,
 * which counts from 1.
 */
async function insert(rows: number, table: string, columns: Record<string, string | number>) {
  const numbers = `with recursive numbers(n) as (
    select 1 union all select n + 1 from numbers where n < ${rows})`;
  const all = { created_at: `${START} + n * ${MINUTE}`, ...columns };
  await testEnv.DB.prepare(
    `${numbers} insert into ${table} (${Object.keys(all)}) select ${Object.values(all)} from numbers`,
  ).run();
}

type World = {
  client: Client;
  lead: number;
  talks: [number, number];
  link: number;
  scenario: number;
};

/** A workspace with many rows of each kind. Rare ones have n = 1 and n = 5,200. */
async function newWorld(rows: number): Promise<World> {
  const client = await newWorkspace();
  const { workspaceId } = client;
  const [lead, link, scenario] = [
    (await newLead(client)).id,
    (await newShortLink(client)).id,
    (await newScenario(client)).id as number,
  ];
  const send = (await newLinkSend(client, link, lead)).id;
  for (let channel = 0; channel < 2; channel++)
    await seedConversations((await newChannel(client)).id, 1);
  const talks = await testEnv.DB.prepare(
    "select id from conversations where workspace_id = ? order by id",
  )
    .bind(workspaceId)
    .all<{ id: number }>();
  const [one, other] = talks.results.map(({ id }) => id);
  const either = (rare: string, usual: string) => `iif(n in (1, ${ROWS}), ${rare}, ${usual})`;
  const top = "(select ifnull(max(id), 0) from";
  await insert(rows, "messages", {
    id: `${top} messages) + n`,
    workspace_id: workspaceId,
    conversation_id: `iif(n % 2 = 0, ${one}, ${other})`,
    direction: either("'inbound'", "'outbound'"),
    type: "'text'",
    text: "'Message ' || n",
    status: either("'received'", "'sent'"),
    updated_at: `iif(n = 3, ${START} + 100000 * ${MINUTE}, null)`,
  });
  await insert(rows, "link_clicks", {
    id: `${top} link_clicks) + n`,
    workspace_id: workspaceId,
    short_link_id: link,
    link_send_id: send,
    lead_id: lead,
    clicked_at: `${START} + n * ${MINUTE}`,
    device: "'mobile'",
    suspected_scanner: either("1", "0"),
  });
  await insert(rows, "consents", {
    workspace_id: workspaceId,
    lead_id: lead,
    kind: either("'opted_in'", "'opted_out'"),
    method: "'api'",
    at: `${START} + n * ${MINUTE}`,
  });
  // The triggers of the others look through the runs of the lead.
  await insert(rows, "runs", {
    workspace_id: workspaceId,
    scenario_id: scenario,
    lead_id: lead,
    version: 1,
    state: either("'completed'", "'cancelled'"),
    ended_at: 1,
    end_reason: "'cancelled'",
    visits: 1,
    enrolled_at: 1,
    updated_at: `iif(n = 3, ${START} + 100000 * ${MINUTE}, ${START} + n * ${MINUTE})`,
  });
  return { client, lead, talks: [one!, other!], link, scenario };
}

let world: World;

beforeAll(async () => {
  // Another workspace's rows lie before and after, and among them.
  await newWorld(200);
  world = await newWorld(ROWS);
  await newWorld(200);
}, 120_000);

/** All items of a list by its pages, none of which reads too much; and how many pages there are. */
async function walk(path: string) {
  const items: { id: number; created_at: string }[] = [];
  let [cursor, pages] = ["", 0];
  do {
    const { rowsRead } = await meterOf(async (fetcher) => {
      const url = `${path}${path.includes("?") ? "&" : "?"}per_page=100${cursor}`;
      const { status, body, text } = await world.client.get(url, undefined, { fetcher });
      expect(status, text).toBe(200);
      items.push(...body.data);
      cursor = body.meta.next_cursor && `&cursor=${body.meta.next_cursor}`;
    });
    expect(rowsRead, path).toBeLessThanOrEqual(MOST_ROWS);
    pages++;
  } while (cursor);
  expect(items).toEqual(items.toSorted((a, b) => b.id - a.id));
  return { items, pages };
}

skipEventAudit();

describe.each(["/messages", "/runs", "/clicks", "/consents"])("GET /v1%s", (path) => {
  it("has all of the workspace, newest first, and nobody else's", async () => {
    const { text } = await world.client.get(path, undefined, {
      headers: { Accept: "application/x-ndjson" },
    });
    const ids = text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line).id);
    expect([ids.length, new Set(ids).size]).toEqual([ROWS, ROWS]);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  it("finds what was created in a range at once, wherever it lies", async () => {
    for (const [from, to, count] of [
      [100, 150, 51],
      [2_600, 2_600, 1],
      [ROWS - 20, ROWS, 21],
      [-500, 5, 5],
      [ROWS + 100, ROWS + 200, 0],
    ] as const) {
      const { items, pages } = await walk(`${path}?created_from=${at(from)}&created_to=${at(to)}`);
      expect([items.length, pages], `${from} to ${to}`).toEqual([count, 1]);
    }
    expect((await walk(`${path}?created_to=${at(150)}`)).items).toHaveLength(150);
    expect((await walk(`${path}?created_from=${at(ROWS - 99)}`)).items).toHaveLength(100);
  });

  it("takes the lead as a filter", async () => {
    const range = `created_from=${at(ROWS - 9)}`;
    expect((await walk(`${path}?lead_id=${world.lead}&${range}`)).items).toHaveLength(10);
    expect((await walk(`${path}?lead_id=${world.lead + 1}`)).items).toEqual([]);
  });

  it("refuses a range that ends before it starts, and tokens without the ability", async () => {
    const refused = await world.client.get(`${path}?created_from=${at(2)}&created_to=${at(1)}`);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["created_to"]]);
    const limited = await withAbilities(world.client, "tags:read");
    expect((await limited.get(path)).status).toBe(403);
  });
});

const count = async (path: string) => (await walk(path)).items.length;

it("filters messages, in bounded pages", async () => {
  const [one, other] = world.talks;
  for (const filter of [
    "direction=inbound",
    "status=received",
    `lead_id=${world.lead}&status=received`,
  ])
    expect(await count(`/messages?${filter}`), filter).toBe(2);
  expect(await count(`/messages?conversation_id=${one}&direction=inbound`)).toBe(1);
  expect(await count(`/messages?conversation_id=${other}&created_to=${at(100)}`)).toBe(50);
  expect(await count(`/messages?lead_id=${world.lead}&created_to=${at(100)}`)).toBe(100);
  const changed = (await walk(`/messages?updated_from=${at(50_000)}`)).items;
  expect(changed).toMatchObject([{ created_at: at(3), updated_at: at(100_000) }]);
  expect(await count(`/messages?updated_to=${at(10)}&created_to=${at(20)}`)).toBe(9);
});

it("filters runs, in bounded pages", async () => {
  const { scenario, lead } = world;
  expect(await count("/runs?state=completed")).toBe(2);
  expect(await count(`/runs?scenario_id=${scenario}&state=completed`)).toBe(2);
  expect(await count(`/runs?scenario_id=${scenario}&lead_id=${lead}&state=completed`)).toBe(2);
  expect(await count(`/runs?scenario_id=${scenario + 1}&created_to=${at(100)}`)).toBe(0);
  expect(await count(`/runs?updated_from=${at(50_000)}`)).toBe(1);
  const ofScenario = `/scenarios/${scenario}/runs?created_to=${at(100)}`;
  expect(await count(ofScenario)).toBe(100);
  expect(await count(`${ofScenario}&lead_id=${lead}&updated_from=${at(50_000)}`)).toBe(1);
});

it("filters clicks and consents, in bounded pages", async () => {
  expect(await count(`/clicks?short_link_id=${world.link}&suspected_scanner=1`)).toBe(2);
  expect(await count("/clicks?suspected_scanner=1")).toBe(2);
  expect(await count(`/clicks?short_link_id=${world.link + 1}`)).toBe(0);
  expect(await count("/consents?kind=opted_in")).toBe(2);
  const [click] = (await world.client.get("/clicks")).body.data;
  expect(click).toMatchObject({ short_link_id: world.link, lead_id: world.lead });
});

it("lists nothing of leads that were deleted", async () => {
  const client = await newWorkspace();
  await seedLeads(client.workspaceId, 1);
  const channel = await newChannel(client);
  const [lead] = (await client.get("/leads")).body.data;
  const scenario = await newScenario(client);
  await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: lead.id });
  await client.post(`/leads/${lead.id}/opt-out`);
  await seedConversations(channel.id, 1);
  const counts = () =>
    Promise.all(
      ["/messages", "/runs", "/clicks", "/consents"].map(
        async (path) => (await client.get(path)).body.data.length,
      ),
    );
  expect(await counts()).toEqual([0, 1, 0, 1]);
  await client.delete(`/leads/${lead.id}`);
  expect(await counts()).toEqual([0, 0, 0, 0]);
});

it("searches short links, in bounded pages", async () => {
  await insert(ROWS, "short_links", {
    workspace_id: world.client.workspaceId,
    slug: "'walk-' || n",
    slug_key: "'walk-' || n",
    search: `iif(n in (1, ${ROWS}), 'rare', 'usual')`,
    destination_url: "'https://example.com/'",
    updated_at: "1",
  });
  expect(await count("/short-links?label=rare")).toBe(2);
  expect(await count("/short-links?label=nowhere")).toBe(0);
});
