import { describe, expect, it } from "vitest";
import { storable, unstorable } from "#http/body";

describe("storable", () => {
  it("is text that the database returns unchanged", () => {
    for (const text of ["", "é", "🙂", "\u0001", "\ufeff", "\u2028"])
      expect(storable(text), text).toBe(true);
    for (const text of ["\0", "a\0b", "\ud800", "\udc00", "a\ud83d", "\ude42\ud83d"])
      expect(storable(text), JSON.stringify(text)).toBe(false);
  });
});

describe("unstorable", () => {
  const fields = (json: string) => Object.keys(unstorable(JSON.parse(json)));
  const nested = (depth: number, open: string, close: string) =>
    `${open.repeat(depth)}1${close.repeat(depth)}`;

  it("finds nothing in ordinary bodies", () => {
    expect(
      unstorable({ a: [1, -0.5, 1e21 / 1e21, 9007199254740991, null, true, "x", { b: {} }] }),
    ).toEqual({});
    for (const body of [null, 7, "x", [], {}]) expect(unstorable(body)).toEqual({});
  });

  it("names each place, and describes the fault in the contract's words", () => {
    expect(unstorable({ first_name: "a\0", data: { list: ["ok", "\ud800"] } })).toEqual({
      first_name: ["The first name field format is invalid."],
      "data.list.1": ["The data.list.1 field format is invalid."],
    });
  });

  it.each([
    ['{"a":9007199254740993}', ["a"]],
    ['{"a":-9007199254740993}', ["a"]],
    ['{"a":1e400}', ["a"]],
    ['{"a":{"b":[1e400]}}', ["a.b.0"]],
    ['{"a":{"__proto__":1}}', ["a"]],
    ['{"__proto__":{"a":1}}', ["body"]],
    ['{"a":{"b\\u0000":1}}', ["a"]],
    ['{"\\ud800":1}', ["body"]],
    ['{"constructor":{"prototype":{}},"toString":1}', []],
  ])("finds in %s: %j", (json, found) => {
    expect(fields(json)).toEqual(found);
  });

  it("allows 64 levels and no more, however deep the body is", () => {
    expect(fields(`{"a":${nested(62, "[", "]")}}`)).toEqual([]);
    for (const depth of [70, 5000, 100_000])
      expect(fields(`{"ok":1,"a":${nested(depth, "[", "]")}}`)).toEqual(["a"]);
    expect(fields(`{"a":${nested(1000, '{"x":', "}")}}`)).toEqual(["a"]);
  });
});
