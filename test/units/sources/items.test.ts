import { describe, expect, it } from "vitest";
import { bodyOf, boundItem, parsed } from "#features/imports/sources/items";

const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text));

const sent = (type: string | null, raw: string) => ({
  headers: new Headers(type === null ? {} : { "Content-Type": type }),
  raw: bytesOf(raw),
});

/** Levels of objects, one in the other. */
const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });

describe("the body of a request", () => {
  it.each([null, "application/json", "text/plain; charset=utf-8", "application/cloudevents+json"])(
    "is JSON where it comes as %s",
    async (type) => {
      expect(await bodyOf(sent(type, '{"a":[1]}'))).toEqual({ a: [1] });
    },
  );

  it("is the texts of a form, with lists of those of one name, and no files", async () => {
    const urlencoded = sent("application/x-www-form-urlencoded", "a=1&b=2&b=%C3%A9+x&c");
    expect(await bodyOf(urlencoded)).toEqual({ a: "1", b: ["2", "é x"], c: "" });
    const form = new FormData();
    form.append("a", "1");
    form.append("file", new File(["x"], "x.txt"));
    const { headers, body } = new Request("https://example.com", { method: "POST", body: form });
    const raw = new Uint8Array(await new Response(body).arrayBuffer());
    expect(await bodyOf({ headers, raw })).toEqual({ a: "1" });
  });

  it.each([
    ["application/json", "{"],
    ["application/json", ""],
    ["multipart/form-data; boundary=x", "--y"],
  ])("is refused as %s where it is %j", async (type, raw) => {
    await expect((async () => bodyOf(sent(type, raw)))()).rejects.toThrow("validation_failed");
  });

  it("is refused in another type", async () => {
    await expect((async () => bodyOf(sent("application/xml", "<a/>")))()).rejects.toThrow("xml");
  });
});

it("keeps the digits of ids that are longer than numbers", async () => {
  const long = '{"id":9007199254740993,"ids":[-12345678901234567890],"n":9007199254740991,"x":0.1}';
  expect(await bodyOf(sent(null, long))).toEqual({
    ...{ id: "9007199254740993", ids: ["-12345678901234567890"] },
    ...{ n: 9_007_199_254_740_991, x: 0.1 },
  });
  const fraction = '{"x":48.8566140000000011,"y":1e300,"t":"9007199254740993"}';
  expect(await bodyOf(sent(null, fraction))).toEqual({
    ...{ x: 48.856614, y: 1e300, t: "9007199254740993" },
  });
});

describe("an item", () => {
  it("is kept as JSON, as it came", () => {
    const body = '{"a":1,"é":"x"}';
    expect(boundItem(JSON.parse(body))).toEqual({ body, bytes: 16, fault: null });
    expect(boundItem("text")).toEqual({ body: '"text"', bytes: 6, fault: null });
  });

  it("has 65,536 bytes at most", () => {
    expect(boundItem("x".repeat(65_534))).toMatchObject({ bytes: 65_536, fault: null });
    expect(boundItem("x".repeat(65_535))).toEqual({ body: null, bytes: 0, fault: "too_large" });
    expect(boundItem("é".repeat(40_000))).toMatchObject({ fault: "too_large" });
  });

  it("has 32 levels at most", () => {
    expect(boundItem(nested(32))).toMatchObject({ fault: null });
    expect(boundItem(nested(33))).toMatchObject({ fault: "too_deep" });
    expect(boundItem(parsed(bytesOf("[".repeat(100_000) + "]".repeat(100_000))))).toMatchObject({
      fault: "too_deep",
    });
  });

  it.each(['{"a":{"__proto__":{"x":1}}}', '{"a":[{"b\\\\c":1}]}', '{"\\u005c":1}'])(
    "is refused for an unsafe key, as %s",
    (raw) => {
      const [good, bad] = parsed(bytesOf(`[{"a":1},${raw}]`)) as unknown[];
      expect(boundItem(good)).toMatchObject({ body: '{"a":1}' });
      expect(boundItem(bad)).toMatchObject({ fault: "unsafe_key" });
    },
  );

  it("has no NUL and no half characters", () => {
    const raw = '{"a":"x\\u0000y\\ud83d","b":"\\\\u0000","c":"\\ud83d\\ude00"}';
    expect(boundItem(parsed(bytesOf(raw)))).toMatchObject({
      body: '{"a":"xy","b":"\\\\u0000","c":"😀"}',
    });
  });
});
