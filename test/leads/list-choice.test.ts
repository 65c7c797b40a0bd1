import { beforeAll, describe, expect, it } from "vitest";
import { type Client, idsOf, newTag, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { meterOf } from "../support/meter";
import { seedLeads } from "../support/seed";

const LEADS = 5_120;
const START = Date.UTC(2023, 10, 1);
const DAY = 86_400_000;

describe("a page that several indexes could find", () => {
  let client: Client;
  let tag: number;

  beforeAll(async () => {
    client = await newWorkspace();
    tag = (await newTag(client)).id;
    await seedLeads(client.workspaceId, LEADS, {
      source: "iif(n % 400 = 0, 'iclosed', 'api')",
      warmth: "iif(n % 2 = 0, 'hot', null)",
      pipeline_stage: "iif(n % 10 = 0, 'contacted', 'new')",
      is_lost: "n % 10 = 0",
      age: "iif(n % 600 = 0, 77, iif(n % 2 = 1, 40, null))",
      created_at: `${START} + n / 100 * ${DAY}`,
    });
    await testEnv.DB.prepare(
      `insert into lead_tags (lead_id, tag_id, created_at)
       select id, ?, 0 from leads where workspace_id = ? and seq % 3 <> 0`,
    )
      .bind(tag, client.workspaceId)
      .run();
  }, 120_000);

  const created = (days: number) => new Date(START + days * DAY).toISOString().slice(0, 10);

  it.each([
    // A rare value beside a search or a tag that many leads have.
    ["name=lead&source=iclosed", 12, 300],
    ["tag_ids[]=<tag>&source=iclosed", 8, 300],
    ["name=lead&tag_ids[]=<tag>&source=iclosed&warmth=hot", 8, 300],
    // A range that few leads are in beside a value that many have.
    [`warmth=hot&created_to=${created(0)}`, 25, 700],
    ["warmth=hot&age_min=77", 8, 300],
    ["name=lead&age_min=77", 8, 300],
    // The same range beside a tag, and two ranges.
    [`tag_ids[]=<tag>&created_to=${created(0)}`, 25, 800],
    [`age_min=77&created_from=${created(0)}`, 8, 300],
    [`age_min=77&last_inbound_to=${created(0)}T00:00:00Z`, 0, 100],
    // A range that most leads are in beside a rare value.
    [`source=iclosed&created_from=${created(0)}`, 12, 200],
    [`pipeline_stage=new&is_lost=1&created_from=${created(0)}`, 0, 2_000],
    // Values that most leads have: the choice costs little.
    ["name=lead&warmth=hot&source=api", 25, 500],
    ["pipeline_stage=new&source=api", 25, 350],
  ])("reads few rows for %s", async (query, found, most) => {
    const path = `/leads?${query.replace("<tag>", String(tag))}`;
    expect(await idsOf(client, path)).toHaveLength(found);
    const meter = await meterOf((fetcher) => client.get(path, undefined, { fetcher }));
    expect(meter.trips).toBe(1);
    expect(meter.rowsRead).toBeLessThanOrEqual(most);
  });

  it("goes on with another index where the next leads are others", async () => {
    const query = `/leads?warmth=hot&created_to=${created(3)}&per_page=100`;
    const ids: number[] = [];
    let path: string | null = query;
    while (path) {
      const { body }: { body: { data: { id: number }[]; meta: { next_cursor: string | null } } } =
        await client.get(path);
      ids.push(...body.data.map(({ id }) => id));
      path = body.meta.next_cursor && `${query}&cursor=${body.meta.next_cursor}`;
    }
    expect(new Set(ids).size).toBe(199);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });
});
