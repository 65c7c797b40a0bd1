import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newLead, newScenario, newWorkspace, withAbilities } from "../support/api";
import { skipEventAudit } from "../support/event-audit";
import { eventsOf, seedEvents } from "../support/events";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";

skipEventAudit();

type Told = { id: number; type: string };

const idsOf = (events: Told[]) => events.map(({ id }) => id);
const pathOf = (link: string) => link.replace(/^http:\/\/localhost\/v1/, "");

async function page(client: Client, path: string) {
  const { status, body, text } = await client.get(path);
  expect(status, text).toBe(200);
  return body;
}

/** All pages from a path onwards. */
async function pagesFrom(client: Client, path: string) {
  const pages = [await page(client, path)];
  while (pages.at(-1).links.next) pages.push(await page(client, pathOf(pages.at(-1).links.next)));
  return pages;
}

const MANY = 12_000;
/**
 * Of 1,000 events, 989 are messages of the scenario, 9 the lead's tags, one a failed run, one a
 * stopped channel.
 */
const TYPES = `case when n % 1000 = 7 then 'channel.stopped' when n % 1000 = 500 then 'run.failed' when n % 100 = 0 then 'lead.tag_added' else 'message.sent' end`;
const data = `case when n % 1000 = 7 then '{"channel_id":1,"reason":"by_request"}' when n % 1000 = 500 then '{"run_id":1,"node_id":null,"end_reason":"cancelled"}'
  when n % 100 = 0 then '{"tag_id":1}' else '{"message_id":1}' end`;

let client: Client;
let other: Client;
let lead: { id: number };
let scenario: { id: number };
/** Newest first. */
let all: (Told & { lead_id: number | null; scenario_id: number | null })[];

beforeAll(async () => {
  [client, other] = [await newWorkspace(), await newWorkspace()];
  [lead, scenario] = [await newLead(client), await newScenario(client)];
  const lead_id = `iif(n % 1000 = 7, null, iif(n % 100 = 0, ${lead.id}, 4000000000))`;
  const scenario_id = `iif(n % 100 = 0 and n % 1000 <> 500 or n % 1000 = 7, null, ${scenario.id})`;
  // The other workspace's events lie in between, as in a busy service.
  for (let part = 0; part < 4; part++) {
    await seedEvents(client, MANY / 4, { type: TYPES, data, lead_id, scenario_id });
    await seedEvents(other, MANY / 4, {
      type: TYPES,
      data,
      lead_id: "4000000001",
      scenario_id: "4000000002",
    });
  }
  all = await rowsOf(
    "select id, type, lead_id, scenario_id from events where workspace_id = ? order by id desc",
    client.workspaceId,
  );
});

const filters = (): [query: string, wanted: (event: (typeof all)[number]) => boolean][] => [
  ["", () => true],
  ["type[]=*", () => true],
  ["type[]=message.sent", ({ type }) => type === "message.sent"],
  ["type[]=run.failed", ({ type }) => type === "run.failed"],
  ["type[]=run.*&type[]=channel.*", ({ type }) => /^(run|channel)/.test(type)],
  [
    "type[]=run.*&type[]=run.failed&type[]=message.sent&type[]=lead.*",
    ({ type }) => type !== "channel.stopped",
  ],
  [`scenario_id=${scenario.id}`, ({ scenario_id }) => scenario_id === scenario.id],
  [
    `scenario_id=${scenario.id}&type[]=run.*&type[]=lead.*`,
    ({ scenario_id, type }) => scenario_id === scenario.id && type === "run.failed",
  ],
  [`lead_id=${lead.id}`, ({ lead_id }) => lead_id === lead.id],
  [
    `lead_id=${lead.id}&type[]=run.*`,
    ({ lead_id, type }) => lead_id === lead.id && type === "run.failed",
  ],
  [
    `lead_id=${lead.id}&scenario_id=${scenario.id}`,
    ({ lead_id, type }) => lead_id === lead.id && type === "run.failed",
  ],
];
const CASES = [...Array(11).keys()];

describe("the feed", () => {
  it.each(CASES)(
    "shows only the requested events, from the newest and from the oldest (%i)",
    async (index) => {
      const [query, wanted] = filters()[index]!;
      const ids = idsOf(all.filter(wanted));
      expect(idsOf(await eventsOf(client, `order=desc&${query}`))).toEqual(ids.slice(0, 100));
      expect(idsOf(await eventsOf(client, query))).toEqual(ids.toReversed().slice(0, 100));
      const middle = ids[Math.floor(ids.length / 2)]!;
      expect(idsOf(await eventsOf(client, `after=${middle}&${query}`))).toEqual(
        ids
          .filter((id) => id > middle)
          .toReversed()
          .slice(0, 100),
      );
    },
  );

  it.each(CASES)("reads little more than it shows (%i)", async (index) => {
    const [query] = filters()[index]!;
    for (const order of ["asc", "desc"]) {
      const meter = await meterOf((fetcher) =>
        client.get(`/events?per_page=25&order=${order}&${query}`, undefined, { fetcher }),
      );
      expect(meter.trips).toBe(1);
      expect(meter.rowsRead, `${order} ${query}`).toBeLessThanOrEqual(
        query.includes("lead_id") && query.includes("&") ? 500 : 320,
      );
    }
  });

  it("reads nothing of other workspaces", async () => {
    for (const query of [
      "lead_id=4000000001",
      "scenario_id=4000000002",
      "lead_id=4000000001&type[]=message.*",
      "scenario_id=4000000002&type[]=*",
    ]) {
      const meter = await meterOf(async (fetcher) => {
        expect((await client.get(`/events?${query}`, undefined, { fetcher })).body.data).toEqual(
          [],
        );
      });
      expect(meter.rowsRead, query).toBeLessThanOrEqual(150);
    }
    const [theirs] = await eventsOf(other);
    expect((await client.get(`/events/${theirs!.id}`)).status).toBe(404);
    expect((await other.get(`/events/${theirs!.id}`)).body.data).toEqual(theirs);
  });

  it.each(["", "type[]=lead.*&type[]=run.*", "order=asc", "order=asc&type[]=lead.*&type[]=run.*"])(
    "can be walked to its end, and back over exactly the same pages: %s",
    async (query) => {
      const start = all[150]!.id;
      const forward = await pagesFrom(client, `/events?per_page=10&${query}&after=${start}`);
      const isWanted = ({ id, type }: Told) =>
        id > start && (!query.includes("type") || /^(lead|run)/.test(type));
      const ids = idsOf(all.filter(isWanted));
      expect(forward.flatMap(({ data }) => idsOf(data))).toEqual(
        query.includes("asc") ? ids.toReversed() : ids,
      );
      const backward = [forward.at(-1)];
      while (backward[0].links.prev)
        backward.unshift(await page(client, pathOf(backward[0].links.prev)));
      expect(backward.map(({ data }) => idsOf(data))).toEqual(
        forward.map(({ data }) => idsOf(data)),
      );
    },
  );

  it("needs only the ability to read events", async () => {
    const reader = await withAbilities(other, "events:read");
    expect(await eventsOf(reader, "order=desc")).toHaveLength(100);
    expect(
      (await (await withAbilities(other, "webhooks:read", "leads:read")).get("/events")).status,
    ).toBe(403);
  });
});

describe("a range of time", () => {
  it("contains the events at its ends, and those between", async () => {
    const own = await newWorkspace();
    for (let count = 0; count < 4; count++) {
      await newLead(own);
      await scheduler.wait(2);
    }
    const events = await eventsOf(own);
    const [first, second, third, fourth] = events.map(({ timestamp }) => timestamp);
    const within = async (query: string) =>
      (await eventsOf(own, query)).map(({ timestamp }) => timestamp);
    expect(await within(`created_from=${second}&created_to=${third}`)).toEqual([second, third]);
    expect(await within(`created_from=${third}`)).toEqual([third, fourth]);
    expect(await within(`created_to=${second}&order=desc`)).toEqual([second, first]);
    expect(await within(`created_to=${second}&type[]=lead.*`)).toEqual([first, second]);
    expect(await within(`created_to=${second}&after=${events[0]!.id}`)).toEqual([second]);
    expect(
      await within("created_from=0001-01-01T00:00:00Z&created_to=9999-12-31T23:59:59Z"),
    ).toHaveLength(4);
    expect(await within("created_to=0001-01-01T00:00:00Z")).toEqual([]);
  });
});

describe("polling", () => {
  it.each(["", "&type[]=lead.created&type[]=lead.deleted"])(
    "misses nothing and shows nothing twice while events come in%s",
    async (query) => {
      const own = await newWorkspace();
      const seen: number[] = [];
      let coming = 30;
      for (let round = 0; round < 4; round++) {
        await Promise.all(Array.from({ length: 13 }, () => newLead(own)));
        for (let path = `/events?order=asc&per_page=10&after=${seen.at(-1) ?? 0}${query}`; path; ) {
          const { data, links } = await page(own, path);
          seen.push(...idsOf(data));
          // For a while events are written as fast as they are read.
          for (let count = 0; count < 10 && coming > 0; count++, coming--) await newLead(own);
          path = links.next ? pathOf(links.next) : "";
        }
      }
      const wanted = await rowsOf<{ id: number }>(
        "select id from events where workspace_id = ? order by id",
        own.workspaceId,
      );
      expect(wanted.length).toBe(4 * 13 + 30);
      expect(seen).toEqual(wanted.map(({ id }) => id));
    },
  );

  it("finds nothing after the last event, until there is more", async () => {
    const own = await newWorkspace();
    await newLead(own);
    const [event] = await eventsOf(own);
    expect(await page(own, `/events?order=asc&after=${event!.id}`)).toMatchObject({
      data: [],
      links: { prev: null, next: null },
    });
    await newLead(own);
    expect(await eventsOf(own, `after=${event!.id}`)).toMatchObject([{ type: "lead.created" }]);
  });
});
