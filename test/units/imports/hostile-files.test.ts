import { describe, expect, it } from "vitest";
import { readLayout } from "#features/imports/reading/layout";
import type { Source } from "#features/imports/reading/records";
import { readRows, readSample } from "#features/imports/reading/rows";
import { readCells, readFile, sourceOf, utf16 } from "#test/support/imports";
import { generator } from "#test/support/pseudo-random";

describe("a row that is too long", () => {
  const long = "x".repeat(100);

  it.each([
    ["in quotes", `1,"${long}\n${long},""${long}\n"`],
    ["without quotes", `1,${long}`],
    ["with an odd quote", `1,a"${long}`],
    ["with a delimiter at the bound", `1,${"y".repeat(28)},"\n${long}"`],
  ])("is passed over %s", async (_, row) => {
    const file = `a,b\n0,0\n${row}\n2,"3\n4"\n`;
    for (const bytes of [file, utf16(file)])
      for (const chunkBytes of [1, 2, 3, 16, 65_536])
        expect((await readCells(bytes, { chunkBytes, maxBytes: 32 })).slice(1)).toEqual([
          ["0", "0"],
          "3: too_long",
          ["2", "3\n4"],
        ]);
  });

  it("is passed over at the real bound, without being held", async () => {
    const half = "é".repeat(2 ** 18);
    const longest = `1,${half}${"x".repeat(2 ** 19 - 2)}`;
    const [, ...rows] = await readCells(`a,b\n${longest}\n${longest}x\n2,3\n`);
    expect(rows.map((row) => (typeof row === "string" ? row : row[0]))).toEqual([
      "1",
      "3: too_long",
      "2",
    ]);
  });

  it("leaves a quote that is never closed to its own line, however long the file", async () => {
    const lines = Array.from({ length: 40 }, (_, n) => `${n},x`);
    const file = ["a,b", "0,0", '1,"1', ...lines].join("\n");
    for (const chunkBytes of [1, 5, 65_536])
      expect((await readCells(file, { chunkBytes, maxBytes: 32 })).slice(1)).toEqual([
        ["0", "0"],
        "3: open_quote",
        ...lines.map((line) => line.split(",")),
      ]);
  });
});

describe("a file that can't be read", () => {
  it.each([
    ["empty", ""],
    ["empty", "\ufeff"],
    ["empty", " \n\n"],
    ["no_header", '"a,b\n1,2'],
    ["no_header", `${"x".repeat(2 ** 20)}y\n1,2`],
    ["too_many_columns", `${"a,".repeat(500)}a\n`],
    ["array", '[{"a": 1}]'],
    ["binary", "\0\u0001\0\0\u0002\0\0"],
    ["binary", "%PDF-1.7 ..."],
    ["binary", "PK\u0003\u0004"],
    ["old_excel", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1)],
  ])("is %s", async (code, file) => {
    await expect(readFile(file)).rejects.toMatchObject({ name: "Error", code });
  });

  it("has at most 500 columns", async () => {
    const [columns] = await readCells(`${"a,".repeat(499)}a\n`);
    expect(columns).toHaveLength(500);
  });

  it("tells how far reading has come in many blank rows", async () => {
    const { rows } = await readFile(`a,b\n${",\n".repeat(20_005)}1,2`);
    expect(rows.map(({ row, values }) => [row, values && true])).toEqual([
      [10_001, undefined],
      [20_001, undefined],
      [20_007, true],
    ]);
  });
});

describe("a file without an end", () => {
  const endless =
    (head: string, piece: string): Source =>
    async (offset) => {
      const bytes = new TextEncoder().encode(piece.repeat(10_000));
      let isFirst = offset === 0;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.enqueue(isFirst ? new TextEncoder().encode(head + piece) : bytes);
          isFirst = false;
        },
      });
    };

  it.each(["\n", '"\n', '"\n"\n', ",\n", "\r"])("of %j has no header", async (piece) => {
    const layout = readLayout(endless(piece, piece), { delimiter: "," });
    await expect(layout).rejects.toMatchObject({ code: "no_header" });
  });

  it.each([
    ["blank rows", "a,b\n1,2\n", "\n"],
    ["an open quote", 'a,b\n1,2\n"', "x"],
    ["rows that are none", '{"a":1}\n', "x\n"],
  ])("is judged by its first rows, before %s", async (_, head, piece) => {
    const open = endless(head, piece);
    const { sample } = await readSample(open, await readLayout(open));
    expect(sample.length).toBeLessThanOrEqual(1);
  });
});

const PIECES = ['"', '"', '""', ",", ",", ";", "\n", "\r\n", "\r", "a", "é", "🙂", " ", "1", "\0"];

function hostileFile(seed: number) {
  const { upTo, pick } = generator(seed);
  const below = (max: number) => upTo(max - 1);
  const header = below(3) === 0 ? "" : "a,b,c\n";
  const text = Array.from({ length: below(120) }, () => pick(PIECES)).join("");
  const file = [
    new TextEncoder().encode(header + text),
    utf16(header + text, { isBig: below(2) === 0 }),
    Uint8Array.from({ length: below(200) }, () => below(256)),
    new TextEncoder().encode(`{"a":1}\n${text}\n{"b":"${text}`),
  ][below(4)] as Uint8Array;
  return file.subarray(0, file.length - below(5));
}

/** So many rows are read on from each row: the last of them is one to read on from, too. */
const SOME = 3;

describe("hostile files", () => {
  it("throw nothing but the stated error, and can be read on from any row", async () => {
    let read = 0;
    for (let seed = 1; seed <= 600; seed++) {
      const file = hostileFile(seed);
      const maxBytes = seed % 3 === 0 ? 16 : undefined;
      const whole = await readFile(file, { maxBytes }).catch((error) => error);
      if (whole instanceof Error) {
        expect(whole.constructor.name, `seed ${seed}`).toBe("UnreadableFile");
        continue;
      }
      read++;
      const open = sourceOf(file, (seed % 7) + 1);
      const layout = await readLayout(open);
      const places = [whole.layout.start, ...whole.rows];
      for (const [index, { row, offset }] of places.entries()) {
        // A row's number is its own; the next one has another.
        const from = index === 0 ? whole.layout.start : { row: row + 1, offset };
        const next = [];
        for await (const one of readRows(open, layout, from, maxBytes))
          if (next.push(one) === SOME) break;
        const expected = whole.rows.slice(index, index + SOME);
        expect(next, `seed ${seed} from ${index}`).toEqual(expected);
      }
    }
    expect(read).toBeGreaterThan(200);
  });
});
