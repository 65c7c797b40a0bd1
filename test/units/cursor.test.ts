import { describe, expect, it } from "vitest";
import { type Cursor, cutPage, decodeCursor, decodeMovingCursor, encodeCursor } from "#lib/cursor";

describe("a cursor", () => {
  it("is decoded to what was encoded", () => {
    for (const id of [1, 25, 4096, Number.MAX_SAFE_INTEGER]) {
      for (const direction of ["next", "prev"] as const) {
        const text = encodeCursor({ id, direction });
        expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(decodeCursor(text)).toEqual({ id, direction });
      }
    }
  });

  it("is refused when any character of it is changed, cut or added", () => {
    const text = encodeCursor({ id: 4711, direction: "next" });
    const spoilt = [
      text.slice(1),
      text.slice(0, -1),
      `${text}=`,
      `${text}A`,
      ` ${text}`,
      text.toLowerCase(),
      text.toUpperCase(),
      "",
    ];
    for (const [index] of [...text].entries())
      spoilt.push(`${text.slice(0, index)}*${text.slice(index + 1)}`);
    for (const one of spoilt) expect(decodeCursor(one), one).toBeNull();
  });

  it("may hold up to where a walk has seen what moves, in lists that move", () => {
    const cursor = { id: 25, direction: "next", seen: 0 } as const;
    expect(decodeMovingCursor(encodeCursor(cursor))).toEqual(cursor);
    expect(decodeCursor(encodeCursor(cursor))).toBeNull();
    const fixed = { id: 25, direction: "prev" } as const;
    expect(decodeMovingCursor(encodeCursor(fixed))).toEqual(fixed);
    for (const json of ['[1,"prev",2]', '[0,"next",2]', '[1,"next",-2]', '[1,"next",2,3]'])
      expect(decodeMovingCursor(btoa(json).replaceAll("=", ""))).toBeNull();
  });

  it.each([
    "null",
    "7",
    "[]",
    "{}",
    '["1","next"]',
    "[1]",
    '[1,"up"]',
    '[0,"next"]',
    '[-1,"prev"]',
    '[1.5,"next"]',
    '[9007199254740993,"next"]',
    '[1, "next"]',
    '[1,"next",2]',
    '[1e0,"next"]',
  ])("can't be %s", (json) => {
    expect(decodeCursor(btoa(json).replaceAll("=", ""))).toBeNull();
  });
});

describe("cutPage", () => {
  const ids = Array.from({ length: 7 }, (_, index) => ({ id: 70 - index * 10 }));
  /**
   * Reads as a store does: newest first, one row more than the page, reversed when walking back.
   */
  const read = (cursor: Cursor | null, perPage: number) => {
    const backwards = cursor?.direction === "prev";
    const beyond = ids.filter(({ id }) => !cursor || (backwards ? id > cursor.id : id < cursor.id));
    const rows = (backwards ? beyond.reverse() : beyond).slice(0, perPage + 1);
    return cutPage(rows, { cursor, perPage }, ({ id }) => id);
  };

  it.each([1, 2, 3, 6, 7, 8])("walks the same pages of %i forward and back", (perPage) => {
    const forward = [read(null, perPage)];
    while (forward.at(-1)!.next) forward.push(read(forward.at(-1)!.next, perPage));
    expect(forward.flatMap(({ items }) => items)).toEqual(ids.map(({ id }) => id));
    expect(forward).toHaveLength(Math.ceil(ids.length / perPage));
    expect(forward[0]!.prev).toBeNull();
    const backward = [forward.at(-1)!];
    while (backward[0]!.prev) backward.unshift(read(backward[0]!.prev, perPage));
    expect(backward.map(({ items }) => items)).toEqual(forward.map(({ items }) => items));
    expect(backward[0]!.next).toEqual(forward[0]!.next);
  });

  it("goes on from the row where its walk has stopped, and back over the same rows", () => {
    const row = (id: number, stop = 0) => ({ id, stop });
    const cut = (rows: object[], cursor: Cursor | null, isAscending = false) =>
      cutPage(rows as { id: number }[], { cursor, perPage: 2 }, (item) => item, isAscending);
    expect(cut([row(70), row(20, 1)], null)).toEqual({
      items: [{ id: 70 }],
      perPage: 2,
      next: { id: 20, direction: "next" },
      prev: null,
    });
    // The last row visited is on the page itself, or beyond a full page.
    expect(cut([row(70), row(70, 1)], null)).toMatchObject({ items: [{ id: 70 }] });
    expect(cut([row(70), row(60), row(20, 1)], null).next).toEqual({ id: 20, direction: "next" });
    expect(cut([row(70), row(60), row(50)], null).next).toEqual({ id: 60, direction: "next" });
    // An empty page goes back to the row of its cursor.
    const [next, prev] = [
      { id: 20, direction: "next" },
      { id: 20, direction: "prev" },
    ] as const;
    expect(cut([], next)).toMatchObject({ next: null, prev: { id: 19, direction: "prev" } });
    expect(cut([], prev)).toMatchObject({ next: { id: 21, direction: "next" }, prev: null });
    expect(cut([], next, true)).toMatchObject({ next: null, prev: { id: 21, direction: "prev" } });
    expect(cut([row(50, 1)], prev)).toMatchObject({
      items: [],
      next: { id: 21, direction: "next" },
      prev: { id: 50, direction: "prev" },
    });
    const first = { id: 0, direction: "prev" } as const;
    expect(decodeCursor(encodeCursor(first))).toEqual(first);
  });

  it("is empty without rows", () => {
    expect(cutPage([], { cursor: null, perPage: 10 }, String)).toEqual({
      items: [],
      perPage: 10,
      next: null,
      prev: null,
    });
  });
});
