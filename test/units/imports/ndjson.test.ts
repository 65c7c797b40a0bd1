import { describe, expect, it } from "vitest";
import { readLayout } from "#features/imports/reading/layout";
import { readSample } from "#features/imports/reading/rows";
import { readFile, sourceOf, utf16 } from "#test/support/imports";

describe("an NDJSON file", () => {
  it("has an object a line", async () => {
    const file = '{"a":1,"b":{"c":["x"]}}\r\n\n{"a":"\\u00e9\\ud83d\\ude42"}\n{}';
    for (const bytes of [file, `\ufeff${file}`, utf16(file)])
      for (const chunkBytes of [1, 65_536]) {
        const { layout, rows } = await readFile(bytes, { chunkBytes });
        expect(layout.format).toBe("ndjson");
        expect(rows.map(({ row, values }) => [row, values])).toEqual([
          [1, { a: 1, b: { c: ["x"] } }],
          [3, { a: "é🙂" }],
          [4, {}],
        ]);
      }
  });

  it.each([
    ["not_json", '{"a":'],
    ["not_json", "[1]"],
    ["not_json", "null"],
    ["not_json", "1,2"],
    ["not_json", '{"a\\\\b":1}'],
    ["unreadable", '{"a":"\\u0000"}'],
    ["unreadable", '{"a":["\\ud800"]}'],
    ["unreadable", '{"__proto__":1}'],
    ["unreadable", `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
    [
      "too_many_cells",
      JSON.stringify(Object.fromEntries(Array.from({ length: 501 }, (_, n) => [n, n]))),
    ],
    ["too_long", `{"a":"${"x".repeat(2 ** 20)}"}`],
  ])("has %s rows", async (error, line) => {
    const { rows } = await readFile(`{"a":1}\n${line}\n{"a":2}`);
    expect(rows.map((row) => row.error ?? row.values)).toEqual([{ a: 1 }, error, { a: 2 }]);
  });
});

describe("the sample of a file", () => {
  const sampleOf = async (file: string) => {
    const open = sourceOf(file);
    return readSample(open, await readLayout(open));
  };

  it("has its columns, and its first rows that can be read", async () => {
    expect(await sampleOf("a,b\n1,2\n1,2,3\n\n3,4")).toEqual({
      columns: ["a", "b"],
      sample: [
        { a: "1", b: "2" },
        { a: "3", b: "4" },
      ],
    });
    expect((await sampleOf('{"a":1}\nx\n{"b":2,"a":3}')).columns).toEqual(["a", "b"]);
  });

  it("is bounded in rows and bytes", async () => {
    expect((await sampleOf(`a,b\n${"1,2\n".repeat(1_200)}`)).sample).toHaveLength(1_000);
    const long = `${"x".repeat(600_000)},2\n`;
    expect((await sampleOf(`a,b\n${long.repeat(5)}`)).sample).toHaveLength(2);
    const keys = Array.from({ length: 400 }, (_, n) => [`k${n}`, 1]);
    const others = keys.map(([key]) => [`o${key}`, 1]);
    const lines = [keys, others].map((one) => JSON.stringify(Object.fromEntries(one)));
    expect((await sampleOf(lines.join("\n"))).columns).toHaveLength(500);
  });
});
