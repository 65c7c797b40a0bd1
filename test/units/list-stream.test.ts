import { expect, it } from "vitest";
import { streamRows } from "#http/lists/stream";
import type { Cursor, Page, PageRequest } from "#lib/cursor";

type Item = { id: number };

const bounds = { rows: 100, pageRows: 2, pageBytes: 1_000, pages: 50 };
const format = { head: "id\n", row: ({ id }: Item) => `${id}\n` };

/** A list of these pages, in which a number is an id; what was asked of it, and what went wrong. */
function listOf(...pages: number[][]) {
  const asked: (Cursor | null)[] = [];
  const errors: unknown[] = [];
  const read = async ({ cursor, perPage }: PageRequest): Promise<Page<Item>> => {
    asked.push(cursor);
    const at = cursor?.id ?? 0;
    const items = (pages[at] ?? []).map((id) => ({ id }));
    const next = at + 1 < pages.length ? { id: at + 1, direction: "next" as const } : null;
    return { items, perPage, next, prev: null };
  };
  const open = (more: Partial<typeof bounds> = {}) =>
    streamRows({
      ...{ read, cursor: null, formatOf: async () => format },
      bounds: { ...bounds, ...more },
      onError: (error) => errors.push(error),
    });
  return { asked, errors, open };
}

const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

it("goes on over short and empty pages until there is no next one", async () => {
  const { open, asked } = listOf([9, 8], [], [7], []);
  expect(await textOf(await open())).toBe("id\n9\n8\n7\n");
  expect(asked).toHaveLength(4);
});

it("has its head for an empty list too", async () => {
  expect(await textOf(await listOf([]).open())).toBe("id\n");
});

it("starts where it is told to", async () => {
  const cursor = { id: 1, direction: "next" as const };
  const { asked } = listOf([9], [8]);
  const read = async (page: PageRequest) => {
    asked.push(page.cursor);
    return { items: [{ id: 8 }], perPage: 2, next: null, prev: null };
  };
  const stream = await streamRows({
    read,
    cursor,
    formatOf: async () => format,
    bounds,
    onError: () => {},
  });
  expect([await textOf(stream), asked]).toEqual(["id\n8\n", [cursor]]);
});

it("reads no page before the client asks for it, and none after it has left", async () => {
  const { open, asked, errors } = listOf([9], [8], [7], [6]);
  const reader = (await open()).getReader();
  expect(asked).toHaveLength(1);
  await reader.read();
  expect(asked).toHaveLength(1);
  await reader.read();
  expect(asked).toHaveLength(2);
  await reader.cancel();
  expect([asked.length, errors]).toEqual([2, []]);
});

it("may have all rows that are allowed", async () => {
  const { open, errors } = listOf([9, 8], [7], []);
  expect(await textOf(await open({ rows: 3, pages: 3 }))).toBe("id\n9\n8\n7\n");
  expect(errors).toEqual([]);
});

it.each([
  ["too many rows", { rows: 2 }],
  ["too many pages", { pages: 2 }],
])("breaks off at %s, so that no client takes a part for the whole", async (_, more) => {
  const { open, errors } = listOf([9, 8], [7], [6]);
  await expect(open(more).then(textOf)).rejects.toThrow();
  expect(errors).toMatchObject([{ name: "StreamTooLong" }]);
});

it("fails before it begins if its first page does", async () => {
  const read = () => Promise.reject(new Error("down"));
  const opened = streamRows({
    read,
    cursor: null,
    formatOf: async () => format,
    bounds,
    onError: () => {},
  });
  await expect(opened).rejects.toThrow("down");
});

it("breaks off where a later page fails", async () => {
  const errors: unknown[] = [];
  const read = async ({ cursor }: PageRequest): Promise<Page<Item>> => {
    if (cursor) throw new Error("down");
    return { items: [{ id: 1 }], perPage: 1, next: { id: 1, direction: "next" }, prev: null };
  };
  const onError = (error: unknown) => errors.push(error);
  const stream = await streamRows({
    read,
    cursor: null,
    formatOf: async () => format,
    bounds,
    onError,
  });
  await expect(textOf(stream)).rejects.toThrow("down");
  expect(errors).toHaveLength(1);
});
