import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { newImport, run } from "../support/import-files";
import { metered, serveWith } from "../support/meter";
import { seedLeads } from "../support/seed";

const COUNT = 250;

let client: Client;
let importId: number;
/** Those that the import has created, newest first. */
let created: number[];

const idsOf = (leads: { id: number }[]) => leads.map(({ id }) => id);
const idsIn = async (query: string) => idsOf((await client.get(`/leads?${query}`)).body.data);

beforeAll(async () => {
  client = await newWorkspace();
  await newLead(client, { ext_id: "x1" });
  const rows = Array.from({ length: COUNT }, (_, n) => `x${n},${n % 2 ? "hot" : "cold"}`);
  const { id } = await newImport(client, `ext_id,warmth\n${rows.join("\n")}`);
  await run(client, id, { mode: "upsert", mapping: { ext_id: "ext_id", warmth: "warmth" } });
  importId = id;
  await seedLeads(client.workspaceId, 6_000, { warmth: "'hot'" });
  const { results } = await testEnv.DB.prepare(
    "select id from leads where workspace_id = ? and source = 'import' order by id desc",
  )
    .bind(client.workspaceId)
    .all<{ id: number }>();
  created = results.map((row) => row.id);
});

describe("the leads of an import", () => {
  it("are those that it has created, page by page, there and back", async () => {
    expect(created).toHaveLength(COUNT - 1);
    const found: number[][] = [];
    let page = (await client.get(`/leads?import_id=${importId}&per_page=90`)).body;
    for (;;) {
      found.push(idsOf(page.data));
      if (!page.links.next) break;
      page = (await client.get(page.links.next.replace(/^.*\/v1/, ""))).body;
    }
    expect(found.flat()).toEqual(created);
    const back = (await client.get(page.links.prev.replace(/^.*\/v1/, ""))).body;
    expect(idsOf(back.data)).toEqual(found.at(-2));
    const first = (await client.get(back.links.prev.replace(/^.*\/v1/, ""))).body;
    expect(idsOf(first.data)).toEqual(found[0]);
  });

  it("match other filters too, in segments as well", async () => {
    const hot = `import_id=${importId}&warmth=hot&per_page=100`;
    expect(await idsIn(`${hot}&identity=x7`)).toHaveLength(1);
    expect(await idsIn(`${hot}&identity=x1`)).toEqual([]);
    expect(await idsIn(`import_id=${importId}&search=nobody`)).toEqual([]);
    const found = await idsIn(hot);
    expect(found).toHaveLength(100);
    expect(created).toEqual(expect.arrayContaining(found));
    const { data: segment } = (
      await client.post("/segments", { name: "New", filter: { import_id: importId } })
    ).body;
    expect(segment.filter).toEqual({ import_id: importId });
    expect(await idsIn(`segment_id=${segment.id}&warmth=hot&per_page=100`)).toEqual(found);
    const { data: count } = (await client.get(`/segments/${segment.id}/count`)).body;
    expect(count.count).toBe(COUNT - 1);
  });

  it("are nobody's for another workspace, and of no import that there isn't", async () => {
    const other = await newWorkspace();
    await newLead(other);
    expect((await other.get(`/leads?import_id=${importId}`)).body.data).toEqual([]);
    expect(await idsIn("import_id=999999999")).toEqual([]);
    expect((await client.get("/leads?import_id=0")).status).toBe(422);
  });

  it("cost few rows in a large workspace, and a bounded number where many are gone", async () => {
    const { meter, database } = metered(testEnv.DB);
    const get = async (path: string) => {
      meter.rowsRead = 0;
      const { body } = await client.get(path, undefined, { fetcher: serveWith(database) });
      return { ids: idsOf(body.data), next: body.links.next?.replace(/^.*\/v1/, "") };
    };
    const query = `/leads?import_id=${importId}&per_page=10`;
    const page = await get(query);
    expect(page.ids).toEqual(created.slice(0, 10));
    expect((await get(page.next)).ids).toEqual(created.slice(10, 20));
    expect(meter.rowsRead).toBeLessThan(300);
    await testEnv.DB.prepare(
      `with recursive n(n) as (select 1 union all select n + 1 from n where n < 3000)
       insert into imported_leads (workspace_id, import_id, first_id, count)
       select ?, ?, 1000000 + 100 * n, 100 from n`,
    )
      .bind(client.workspaceId, importId)
      .run();
    const empty = await get(query);
    expect(empty.ids).toEqual([]);
    expect(meter.rowsRead).toBeLessThan(15_000);
    expect((await get(empty.next)).ids).toEqual(created.slice(0, 10));
    expect(meter.rowsRead).toBeLessThan(15_000);
  });
});
