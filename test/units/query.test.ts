import { describe, expect, it } from "vitest";
import { foldQuery, withCursor } from "#http/query";

describe("foldQuery", () => {
  it.each([
    [{ a: "1" }, { a: "1" }],
    [{ a: "  x  " }, { a: "x" }],
    [{ a: "" }, {}],
    [{ a: "  " }, {}],
    [{ "a[]": "1" }, { a: ["1"] }],
    [{ "a[]": ["1", "2"] }, { a: ["1", "2"] }],
    [{ "a[0]": "1", "a[1]": "2" }, { a: ["1", "2"] }],
    [{ "a[]": "1", "a[5]": "2" }, { a: ["1", "2"] }],
    [{ a: ["1", "2"] }, { a: { "": "1,2" } }],
    [{ a: "1", "a[]": "2" }, { a: { "[]": "2" } }],
    [{ "a[x]": "1" }, { a: { "[x]": "1" } }],
    [{ "a[0][1]": "1" }, { a: { "[0][1]": "1" } }],
    [{ "a[": "1" }, { a: { "[": "1" } }],
    [{ "[]": "1" }, { "[]": "1" }],
    [JSON.parse('{"__proto__":"1","__proto__[]":"2","constructor":"3"}'), { constructor: "3" }],
  ])("reads %j as %j", (raw, folded) => {
    expect({ ...foldQuery(raw as Record<string, string>) }).toEqual(folded);
  });

  it("keeps the blank values of some names", () => {
    const raw = { a: "  ", b: "", c: "" };
    expect({ ...foldQuery(raw, (name) => name !== "c") }).toEqual({ a: "", b: "" });
  });

  it("has nothing of Object's", () => {
    expect(foldQuery({}).toString).toBeUndefined();
  });
});

describe("withCursor", () => {
  it.each([
    ["", "?cursor=c"],
    ["?cursor=old", "?cursor=c"],
    ["?cursor=old&per_page=10", "?per_page=10&cursor=c"],
    ["?cursor=a&cursor=b", "?cursor=c"],
    ["?a=1&a=2", "?a=1&a=2&cursor=c"],
    ["?cursors=1&xcursor=2", "?cursors=1&xcursor=2&cursor=c"],
  ])("makes %j %j", (search, wanted) => {
    expect(withCursor(search, "c")).toBe(wanted);
  });

  it("keeps names and values, arrays included, whatever they hold", () => {
    const search =
      "?tag_ids[]=1&tag_ids%5B%5D=2&name=a%26b%3D%C3%A9+%2B%F0%9F%99%82&cursor=old&empty=";
    expect([...new URLSearchParams(withCursor(search, "c"))]).toEqual([
      ["tag_ids[]", "1"],
      ["tag_ids[]", "2"],
      ["name", "a&b=é +🙂"],
      ["empty", ""],
      ["cursor", "c"],
    ]);
  });
});
