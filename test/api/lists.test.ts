import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, newLead, newTag, newWorkspace, withAbilities } from "../support/api";
import { testEnv } from "../support/env";

afterEach(() => {
  vi.restoreAllMocks();
});

const cursorOf = (link: string) => new URL(link).searchParams.get("cursor");

describe("lists", () => {
  const ROWS = 63;
  let lister: Client;
  let tagIds: number[];

  beforeAll(async () => {
    const owner = await newWorkspace();
    const rows = Array.from(
      { length: ROWS },
      (_, index) => `('Label ${index}', 'label ${index}', ${owner.workspaceId}, 1, 1)`,
    );
    const tags = await testEnv.DB.prepare(
      `insert into tags (label, label_key, workspace_id, created_at, updated_at) values ${rows.join()} returning id`,
    ).all<{ id: number }>();
    tagIds = tags.results.map(({ id }) => id).sort((a, b) => b - a);
    await Promise.all(
      Array.from({ length: 12 }, () =>
        newLead(owner, { last_name: "Listed", tag_ids: tagIds.slice(0, 2) }),
      ),
    );
    lister = await withAbilities(owner, "tags:read", "leads:read");
  });

  const page = async (path: string) => {
    const { status, body, text } = await lister.get(path);
    expect(status, text).toBe(200);
    return body;
  };
  const follow = (link: string) => page(link.replace(/^http:\/\/localhost\/v1/, ""));

  it.each([10, 25, 100])(
    "in pages of %i go forward to the last and back over exactly the same pages",
    async (perPage) => {
      const forward = [await page(`/tags?per_page=${perPage}`)];
      while (forward.at(-1).links.next) forward.push(await follow(forward.at(-1).links.next));
      const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);
      expect(forward.flatMap(idsOf)).toEqual(tagIds);
      expect(forward.map(({ data }) => data.length)).toEqual(
        [...Array(Math.floor(ROWS / perPage)).fill(perPage), ROWS % perPage].filter(Boolean),
      );
      expect(forward[0].links.prev).toBeNull();
      expect(forward[0].meta.prev_cursor).toBeNull();
      expect(forward.at(-1).meta.next_cursor).toBeNull();
      const backward = [forward.at(-1)];
      while (backward[0].links.prev) backward.unshift(await follow(backward[0].links.prev));
      expect(backward.map(idsOf)).toEqual(forward.map(idsOf));
      for (const { links, meta } of [...forward, ...backward]) {
        expect([links.first, links.last]).toEqual([null, null]);
        expect(meta).toMatchObject({ path: "http://localhost/v1/tags", per_page: perPage });
        expect(links.next && cursorOf(links.next)).toBe(meta.next_cursor);
        expect(links.prev && cursorOf(links.prev)).toBe(meta.prev_cursor);
        for (const cursor of [meta.next_cursor, meta.prev_cursor].filter(Boolean))
          expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
      }
    },
  );

  it("hold 25 rows a page unless asked for more or less", async () => {
    const { data, meta } = await page("/tags");
    expect([data.length, meta.per_page]).toEqual([25, 25]);
  });

  it("that fit exactly on a page have no next", async () => {
    expect((await page("/tags?label=Label 6&per_page=10")).links).toEqual({
      first: null,
      last: null,
      prev: null,
      next: null,
    });
    const exact = await page("/tags?label=Label 1&per_page=11");
    expect(exact.data).toHaveLength(11);
    expect(exact.links.next).toBeNull();
  });

  it("that are empty are empty arrays", async () => {
    expect(await page("/tags?label=nowhere")).toMatchObject({
      data: [],
      links: { prev: null, next: null },
      meta: { next_cursor: null, prev_cursor: null },
    });
  });

  it("keep every parameter of the query, arrays too, in their links, with one cursor at the end", async () => {
    const [a, b] = tagIds;
    const query = `name=listed%20%26%20?&tag_ids[]=${a}&tag_ids[]=${b}&exclude_tag_ids%5B0%5D=${tagIds[5]}&per_page=10&email=&source=api`;
    const first = await page(`/leads?${query.replace("%20%26%20?", "")}`);
    const next = new URL(first.links.next);
    expect([...next.searchParams]).toEqual([
      ["name", "listed"],
      ["tag_ids[]", String(a)],
      ["tag_ids[]", String(b)],
      ["exclude_tag_ids[0]", String(tagIds[5])],
      ["per_page", "10"],
      ["email", ""],
      ["source", "api"],
      ["cursor", first.meta.next_cursor],
    ]);
    const second = await follow(first.links.next);
    expect(second.data).toHaveLength(2);
    expect(new URL(second.links.prev).searchParams.getAll("cursor")).toEqual([
      second.meta.prev_cursor,
    ]);
    expect((await follow(second.links.prev)).data).toEqual(first.data);
  });

  it("accept the cursor without the other parameters", async () => {
    const first = await page("/tags?per_page=10");
    const second = await page(`/tags?cursor=${first.meta.next_cursor}&per_page=10`);
    expect(second.data.map(({ id }: { id: number }) => id)).toEqual(tagIds.slice(10, 20));
    expect((await page("/tags?cursor=&per_page=10")).data).toEqual(first.data);
  });

  it("continue in the right place when rows are added and deleted", async () => {
    const own = await newWorkspace();
    const ids: number[] = [];
    for (let i = 0; i < 12; i++) ids.unshift((await newTag(own)).id);
    const first = (await own.get("/tags?per_page=10")).body;
    await newTag(own);
    await own.delete(`/tags/${ids[9]}`);
    const second = (await own.get(`/tags?per_page=10&cursor=${first.meta.next_cursor}`)).body;
    expect(second.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(10));
  });

  const encode = (value: unknown) => btoa(JSON.stringify(value)).replaceAll("=", "");
  it.each([
    "x",
    "abc",
    "..",
    "a b",
    "eyJ",
    "null",
    encode(null),
    encode({}),
    encode([]),
    encode(["1", "next"]),
    encode([1]),
    encode([1, "sideways"]),
    encode([0, "next"]),
    encode([-1, "next"]),
    encode([1.5, "next"]),
    btoa('[9007199254740993,"next"]').replaceAll("=", ""),
    encode([1, "next", "more"]),
    encode([1e3, "next"]).replace(/.$/, "!"),
    btoa('[ 1, "next" ]').replaceAll("=", ""),
    `${encode([1, "next"])}%3D`,
    `${encode([1, "next"])}A`,
    "é",
    "🙂",
    "x".repeat(300),
  ])("refuse the cursor %s", async (cursor) => {
    const { status, body } = await lister.get(`/tags?cursor=${cursor}`);
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: { cursor: ["The cursor field format is invalid."] },
    });
  });
});

describe("arrays in a query", () => {
  let reader: Client;
  let tags: number[];
  let tagged: number[];

  beforeAll(async () => {
    reader = await newWorkspace();
    tags = [(await newTag(reader)).id, (await newTag(reader)).id, (await newTag(reader)).id];
    for (const tag of tags) await newLead(reader, { tag_ids: [tag] });
    tagged = (await reader.get("/leads")).body.data.map(({ id }: { id: number }) => id);
  });

  it.each([
    "tag_ids[]=A&tag_ids[]=B",
    "tag_ids[0]=A&tag_ids[1]=B",
    "tag_ids[1]=B&tag_ids[0]=A",
    "tag_ids[7]=A&tag_ids[3]=B",
    "tag_ids[]=A&tag_ids[1]=B",
    "tag_ids%5B%5D=A&tag_ids%5B%5D=B",
    "tag_ids%5b0%5d=A&tag_ids%5b1%5d=B",
    "tag_ids%5B%5D=A&tag_ids[]=B",
    "tag%5Fids[]=A&tag_ids[]=B",
    "tag_ids[]=%20A%20&tag_ids[]=B",
  ])("are read from %s", async (spelling) => {
    const { status, body, text } = await reader.get(
      `/leads?${spelling.replaceAll("A", String(tags[0])).replace(/(?<!%5)B/g, String(tags[1]))}`,
    );
    expect(status, text).toBe(200);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(tagged.slice(1));
  });

  it("are read from a single value too", async () => {
    expect((await reader.get(`/leads?tag_ids[]=${tags[2]}`)).body.data).toHaveLength(1);
    expect((await reader.get(`/leads?tag_ids[9]=${tags[2]}`)).body.data).toHaveLength(1);
  });

  it("are refused on the field when they are not arrays, and on the item when it is a duplicate", async () => {
    const errors = async (query: string) => (await reader.get(`/leads?${query}`)).body.errors;
    const [a, b] = tags;
    for (const query of [
      `tag_ids=${a},${b}`,
      `tag_ids=${a}`,
      `tag_ids[x]=${a}`,
      `tag_ids[x]=${a}&tag_ids[y]=${b}`,
    ])
      expect(await errors(query)).toEqual({ tag_ids: ["The tag ids field must be an array."] });
    expect(await errors(`tag_ids[]=${a}&tag_ids[]=${a}`)).toEqual({
      "tag_ids.1": ["The tag_ids.1 field has a duplicate value."],
    });
  });
});
