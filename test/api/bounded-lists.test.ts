import { beforeAll, describe, expect, it } from "vitest";
import { leadFields } from "#domain/lead-fields";
import { boundsOf, filteredNames } from "#features/leads/search/field-filters";
import {
  type Client,
  newChannel,
  newLead,
  newScenario,
  newShortLink,
  newTag,
  newWorkspace,
} from "../support/api";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { seedEvents } from "../support/events";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";
import { seedConversations, seedLeads } from "../support/seed";

skipEventAudit();

/** The rows that one request may read, as D1 counts them. */
const MOST_ROWS = 15_000;

const LEADS = 10_400;
const HALF = LEADS / 2;
const MINUTE = 60_000;
const START = 1_700_000_000_000;
const at = (n: number) => new Date(START + n * MINUTE).toISOString();

let client: Client;
let tags: { old: number; young: number; foreign: number[] };
let scenario: { id: number };
let foreignScenario: { id: number };
/** The workspace's leads, newest first; the first in `n` is the oldest. */
let leads: { id: number; n: number }[];

const run = (statement: string, ...values: unknown[]) =>
  testEnv.DB.prepare(statement)
    .bind(...values)
    .run();

beforeAll(async () => {
  client = await newWorkspace();
  const other = await newWorkspace();
  const [old, young] = [(await newTag(client)).id, (await newTag(client)).id];
  scenario = await newScenario(client);
  // Whatever is asked of the older half holds for none of the younger, and the other way round.
  const either = (one: string, two: string) => `iif(seq <= ${HALF}, ${one}, ${two})`;
  const search = (text: string) => either(`'${text}'`, "'other'");
  const columns: Record<string, string> = {
    first_name_search: search("anna"),
    email_folded: search("mail"),
    phone_folded: search("phone"),
    username_search: search("user"),
    source: either("'api'", "'import'"),
    warmth: either("'hot'", "'cold'"),
    pipeline_stage: either("'new'", "'contacted'"),
    is_optout: either("0", "1"),
    is_marketing_optout: either("0", "1"),
    occupation_status: either("'employee'", "'student'"),
    maturity_level: either("'beginner'", "'advanced'"),
    engagement_level: either("'low'", "'high'"),
    is_lost: either("0", "1"),
    lost_reason: either("'other'", "'no_financing'"),
    age: either("20", "60"),
    last_inbound_at: `${START} + seq * ${MINUTE}`,
    last_outbound_at: `${START} + seq * ${MINUTE}`,
    profile_extracted_at: `${START} + seq * ${MINUTE}`,
    created_at: either(`${START}`, `${START} + 864000000`),
    updated_at: either(`${START}`, `${START} + 864000000`),
  };
  const numbered = (offset: number) =>
    Object.fromEntries(
      Object.entries(columns).map(([name, sql]) => [
        name,
        sql.replace(/\bseq\b/g, `(n + ${offset})`),
      ]),
    );
  await seedLeads(client.workspaceId, LEADS, numbered(0));
  await seedLeads(other.workspaceId, 2_000, numbered(0));
  const foreign = [];
  for (let index = 0; index < 10; index++) foreign.push((await newTag(other)).id);
  tags = { old, young, foreign };
  const ofWorkspace = "select id, ?1, 0 from leads where workspace_id = ?2";
  await run(
    `insert into lead_tags (lead_id, tag_id, created_at) ${ofWorkspace} and seq <= ${HALF}`,
    old,
    client.workspaceId,
  );
  await run(
    `insert into lead_tags (lead_id, tag_id, created_at) ${ofWorkspace} and seq > ${HALF}`,
    young,
    client.workspaceId,
  );
  for (const tag of foreign)
    await run(
      `insert into lead_tags (lead_id, tag_id, created_at) ${ofWorkspace}`,
      tag,
      other.workspaceId,
    );
  await run(
    `insert into runs (workspace_id, scenario_id, lead_id, version, state, ended_at, end_reason,
       visits, enrolled_at, created_at, updated_at)
     select workspace_id, ?1, id, 1, iif(seq = 1, 'completed', 'cancelled'), 1, 'cancelled', 1, 1, 1, 1
     from leads where workspace_id = ?2 and seq <= ${HALF}`,
    scenario.id,
    client.workspaceId,
  );
  foreignScenario = await newScenario(other);
  await run(
    `insert into runs (workspace_id, scenario_id, lead_id, version, state, ended_at, end_reason,
       visits, enrolled_at, created_at, updated_at)
     select workspace_id, ?1, id, 1, 'cancelled', 1, 'cancelled', 1, 1, 1, 1
     from leads where workspace_id = ?2`,
    foreignScenario.id,
    other.workspaceId,
  );
  leads = await rowsOf(
    "select id, seq as n from leads where workspace_id = ? order by id desc",
    client.workspaceId,
  );
}, 120_000);

/** Filters by the half that they find: what finds the older half, and what finds the younger. */
const filters = (): [old: string, young: string][] => [
  ["name=anna", "name=other"],
  ["email=mail", "email=other"],
  ["phone=phone", "phone=other"],
  ["username=user", "username=other"],
  ["source=api", "source=import"],
  ["warmth=hot", "warmth=cold"],
  ["pipeline_stage=new", "pipeline_stage=contacted"],
  ["is_optout=0", "is_optout=1"],
  ["is_marketing_optout=0", "is_marketing_optout=1"],
  ["occupation_status=employee", "occupation_status=student"],
  ["maturity_level=beginner", "maturity_level=advanced"],
  ["engagement_level=low", "engagement_level=high"],
  ["is_lost=0", "is_lost=1"],
  ["lost_reason=other", "lost_reason=no_financing"],
  ["age_max=30", "age_min=50"],
  [`last_inbound_to=${at(HALF)}`, `last_inbound_from=${at(HALF + 1)}`],
  [`last_outbound_to=${at(HALF)}`, `last_outbound_from=${at(HALF + 1)}`],
  [`profile_extracted_to=${at(HALF)}`, `profile_extracted_from=${at(HALF + 1)}`],
  [`created_to=${at(0).slice(0, 10)}`, `created_from=${at(5_000).slice(0, 10)}`],
  [`updated_to=${at(0).slice(0, 10)}`, `updated_from=${at(5_000).slice(0, 10)}`],
  [`tag_ids[]=${tags.old}`, `tag_ids[]=${tags.young}`],
  [`exclude_tag_ids[]=${tags.young}`, `exclude_tag_ids[]=${tags.old}`],
];

type Page = { ids: number[]; next: string | null; prev: string | null; rows: number };

async function page(path: string): Promise<Page> {
  let answer: Omit<Page, "rows"> = { ids: [], next: null, prev: null };
  const { rowsRead } = await meterOf(async (fetcher) => {
    const { status, body, text } = await client.get(path, undefined, { fetcher });
    expect(status, `${path}: ${text}`).toBe(200);
    const { next_cursor: next, prev_cursor: prev } = body.meta;
    answer = { ids: body.data.map(({ id }: { id: number }) => id), next, prev };
  });
  expect(rowsRead, path).toBeLessThanOrEqual(MOST_ROWS);
  return { ...answer, rows: rowsRead };
}

/** The ids of a list to its end; back from there, it has the same. */
async function walk(path: string): Promise<number[]> {
  const list = (cursor: string | null) => page(cursor ? `${path}&cursor=${cursor}` : path);
  let one = await list(null);
  const forward = [...one.ids];
  while (one.next) {
    one = await list(one.next);
    forward.push(...one.ids);
  }
  const back = [...one.ids];
  while (one.prev) {
    one = await list(one.prev);
    back.unshift(...one.ids);
  }
  expect(back, `back over ${path}`).toEqual(forward);
  return forward;
}

it("asks every filter that the table of fields makes", () => {
  const asked = filters().flatMap((pair) => pair.map((text) => text.split("=")[0]));
  const made = [
    ...filteredNames(leadFields),
    ...boundsOf(leadFields).flatMap(({ bounds }) => bounds),
  ];
  expect(made.filter((name) => !asked.includes(name))).toEqual([]);
});

describe("a page of leads", () => {
  it("reads at most 15,000 rows by any filter and any pair of filters", async () => {
    const all = filters();
    for (const [index, [old, young]] of all.entries()) {
      for (const alone of [old, young]) {
        const { ids, next } = await page(`/leads?per_page=10&${alone}`);
        expect(ids.length === 10 || next !== null, alone).toBe(true);
      }
      for (const [before, [otherOld, otherYoung]] of all.slice(0, index).entries()) {
        const pair = (index + before) % 2 ? [old, otherYoung] : [young, otherOld];
        const { ids, next } = await page(`/leads?per_page=10&${pair.join("&")}`);
        expect(ids, pair.join("&")).toEqual([]);
        // Where both are searches, their index knows that they never meet.
        if (index > 3) expect(next, pair.join("&")).not.toBeNull();
      }
    }
  }, 60_000);

  it("reads next to none by an identity and any other filter", async () => {
    await run(
      "update leads set ext_id = 'Old' where workspace_id = ? and seq = 3",
      client.workspaceId,
    );
    const oldest = leads.find(({ n }) => n === 3)?.id;
    for (const path of ["/leads", `/scenarios/${scenario.id}/leads`]) {
      for (const [old, young] of filters()) {
        const found = await page(`${path}?identity=Old&${old}`);
        expect(found, old).toMatchObject({ ids: [oldest], next: null });
        const missed = await page(`${path}?identity=Old&${young}`);
        expect(missed, young).toMatchObject({ ids: [], next: null });
        expect(Math.max(found.rows, missed.rows), young).toBeLessThanOrEqual(50);
      }
    }
  }, 60_000);

  it("reads at most 15,000 rows of a scenario's leads by any filter", async () => {
    for (const [old, young] of filters()) {
      const path = `/scenarios/${scenario.id}/leads?per_page=10`;
      expect((await page(`${path}&${old}`)).ids, old).toHaveLength(10);
      const { ids, next } = await page(`${path}&${young}`);
      expect([ids.length, next === null], young).toEqual([0, false]);
    }
  }, 60_000);

  it("misses nothing and repeats nothing where filters hardly meet", async () => {
    const rare = [1, 2, HALF, HALF + 1, HALF + 2, LEADS - 1];
    await run(
      `insert or ignore into lead_tags (lead_id, tag_id, created_at)
       select id, ?, 0 from leads
       where workspace_id = ? and seq in (${rare})`,
      tags.old,
      client.workspaceId,
    );
    const wanted = leads.filter(({ n }) => n > HALF && rare.includes(n)).map(({ id }) => id);
    for (const [, young] of filters().filter(([old]) => !old.includes("tag_ids"))) {
      const path = `/leads?per_page=10&tag_ids[]=${tags.old}&${young}`;
      expect(await walk(path), path).toEqual(wanted);
    }
  }, 60_000);

  it.each([
    ["with and without the same tag", () => `tag_ids[]=${tags.old}&exclude_tag_ids[]=${tags.old}`],
    [
      "without the tags of all",
      () => `exclude_tag_ids[]=${tags.old}&exclude_tag_ids[]=${tags.young}`,
    ],
    ["of two ranges that never meet", () => "age_max=30&created_from=2023-11-20"],
  ])("stops, and comes to an end: %s", async (_, query) => {
    expect(await walk(`/leads?${query()}`)).toEqual([]);
  });

  it("never visits what is tagged with another workspace's tags", async () => {
    for (const name of ["tag_ids", "exclude_tag_ids"]) {
      for (const own of [`tag_ids[]=${tags.young}`, ""]) {
        const ids = tags.foreign.map((id) => `${name}[]=${id}`);
        const meter = await meterOf(async (fetcher) => {
          const path = `/leads?${[own, ...ids].join("&")}`;
          expect((await client.get(path, undefined, { fetcher })).status).toBe(422);
        });
        expect(meter.rowsRead).toBeLessThanOrEqual(1_000);
      }
    }
  });

  it.each(["leads", "leads?warmth=hot", "runs", "runs?state=completed"])(
    "never visits another workspace's runs: %s",
    async (path) => {
      const meter = await meterOf(async (fetcher) => {
        const url = `/scenarios/${foreignScenario.id}/${path}`;
        expect((await client.get(url, undefined, { fetcher })).status).toBe(404);
      });
      expect(meter.rowsRead).toBeLessThanOrEqual(100);
    },
  );
});

describe("a page of another list", () => {
  const MANY = 5_200;
  const numbers = `with recursive numbers(n) as (
    select 1 union all select n + 1 from numbers where n < ${MANY})`;
  /** Lists of which only the oldest row of many matches. */
  const lists: [string, () => Promise<string>][] = [
    [
      "tags",
      async () => {
        await run(
          `${numbers} insert into tags (workspace_id, label, label_key, created_at, updated_at)
         select ?, 'L' || n, iif(n = 1, 'needle', 'hay' || n), 1, 1 from numbers`,
          client.workspaceId,
        );
        return "/tags?label=needle";
      },
    ],
    ["runs", async () => `/scenarios/${scenario.id}/runs?state=completed`],
    [
      "link sends",
      async () => {
        const [lead, link] = [await newLead(client), await newShortLink(client)];
        await run(
          `${numbers} insert into link_sends
           (workspace_id, short_link_id, lead_id, first_clicked_at, created_at)
         select ?, ?, ?, iif(n = 1, 1, null), 1 from numbers`,
          client.workspaceId,
          link.id,
          lead.id,
        );
        return `/link-sends?lead_id=${lead.id}&clicked=1`;
      },
    ],
    [
      "analyses",
      async () => {
        const channel = await newChannel(client);
        await seedConversations(channel.id, 1);
        const [talk] = await rowsOf<{ id: number; lead_id: number }>(
          "select id, lead_id from conversations where channel_id = ?",
          channel.id,
        );
        await run(
          `${numbers} insert into analyses
           (id, workspace_id, lead_id, conversation_id, cause, status, created_at, finished_at)
         select n + 1000, ?, ?, ?, 'request', iif(n = 1, 'failed', 'completed'), 1, 1 from numbers`,
          client.workspaceId,
          talk?.lead_id,
          talk?.id,
        );
        return `/analyses?conversation_id=${talk?.id}&status=failed`;
      },
    ],
    [
      "bookings",
      async () => {
        const lead = await newLead(client);
        await run(
          `${numbers} insert into bookings (workspace_id, lead_id, state, starts_at, changed_at,
           created_at, updated_at)
         select ?, ?, iif(n = 1, 'cancelled', 'booked'), ${START} - n, 1, 1, 1 from numbers`,
          client.workspaceId,
          lead.id,
        );
        return `/bookings?lead_id=${lead.id}&state=cancelled`;
      },
    ],
    [
      "evaluations",
      async () => {
        const others = Array.from({ length: 19 }, (_, place) => [place + 1, "hay", "outranked"]);
        await run(
          `${numbers} insert into trigger_evaluations
           (workspace_id, id, lead_id, lane, outcome, candidates, created_at, updated_at)
         select ?, n, 4000000001, 'speech', 'started',
           json_insert(?, '$[#]', json_array(7, iif(n = 1, 'needle', 'hay'), 'started')), 1, 1
         from numbers`,
          client.workspaceId,
          JSON.stringify(others),
        );
        return "/trigger-evaluations?lead_id=4000000001&trigger_id=needle";
      },
    ],
    [
      "events",
      async () => {
        await seedEvents(client, MANY, {
          type: "iif(n = 1, 'lead.tag_added', 'lead.created')",
          data: `'{"tag_id":1}'`,
          lead_id: "4000000000",
        });
        return "/events?lead_id=4000000000&type[]=lead.tag_added";
      },
    ],
  ];

  it.each(lists)("stops, and goes on until it has found the oldest of many %s", async (_, make) => {
    const path = await make();
    const first = await page(path);
    expect(first).toMatchObject({ ids: [], prev: null });
    expect(first.next).not.toBeNull();
    expect(await walk(path)).toHaveLength(1);
  });

  it("goes on in the other order too", async () => {
    await seedEvents(client, MANY + 1, {
      type: `iif(n > ${MANY}, 'lead.tag_added', 'lead.created')`,
      data: `'{"tag_id":1}'`,
      lead_id: "4000000009",
    });
    const path = "/events?lead_id=4000000009&type[]=lead.tag_added&order=asc";
    expect((await page(path)).ids).toEqual([]);
    expect(await walk(path)).toHaveLength(1);
    const bookings = "/bookings?state=cancelled&order=starts_at";
    const { ids, next } = await page(bookings);
    expect(ids).toEqual([]);
    expect((await page(`${bookings}&cursor=${next}`)).ids).toHaveLength(1);
  });
});
