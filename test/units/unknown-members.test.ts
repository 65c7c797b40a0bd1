import { describe, expect, it } from "vitest";
import * as z from "zod";
import { memberNames, unknownMembers } from "#lib/unknown-members";

const Inner = z.object({ a: z.string(), b: z.int().optional() });
const Schema = z
  .object({
    name: z.string().transform((name) => name.trim()),
    one: Inner.nullish(),
    many: z.array(Inner).max(3).optional(),
    map: z.record(z.string(), z.unknown()).optional(),
    open: z.looseObject({ id: Inner }).optional(),
    either: z.union([z.enum(["x"]), z.object({ p: z.int() }), z.object({ q: Inner })]).default("x"),
    prepared: z.preprocess((value) => value, Inner.optional()),
    any: z.union([Inner, z.unknown()]).optional(),
  })
  .refine(() => true);

const unknown = (value: unknown, ...more: z.ZodType[]) =>
  unknownMembers([Schema, ...more], value, 20).map(({ path }) => path.join("."));

describe("unknownMembers", () => {
  it.each([
    ["none", { name: "x", one: { a: "" } }, []],
    ["one", { nam: "x" }, ["nam"]],
    ["one of an object", { one: { a: "", c: 1 } }, ["one.c"]],
    ["those of items", { many: [{ a: "" }, { c: 1, d: { e: 1 } }] }, ["many.1.c", "many.1.d"]],
    ["none of maps", { map: { x: { y: 1 } } }, []],
    [
      "none of open objects, save inside what they know",
      { open: { x: 1, id: { y: 1 } } },
      ["open.id.y"],
    ],
    [
      "none that an alternative has",
      { either: { p: 1, q: { a: "", x: 1 }, r: 1 } },
      ["either.q.x", "either.r"],
    ],
    ["one of a prepared object", { prepared: { c: 1 } }, ["prepared.c"]],
    ["none where anything goes", { any: { c: [{ d: 1 }] } }, []],
    [
      "none in values of a wrong kind",
      { one: [{ c: 1 }], many: { c: 1 }, name: { c: 1 }, map: [] },
      [],
    ],
    [
      "names of Object's",
      JSON.parse('{"constructor":1,"__proto__":1}'),
      ["constructor", "__proto__"],
    ],
    ["none of no object", "text", []],
    ["none of null", null, []],
    ["none of a list", [{ c: 1 }], []],
  ])("finds %s", (_, value, wanted) => {
    expect(unknown(value)).toEqual(wanted);
  });

  it("takes what any of the schemas has", () => {
    const answer = z.object({ id: z.int(), one: z.object({ c: z.int() }) });
    expect(unknown({ id: 1, x: 1, one: { a: "", c: 1, d: 1 } }, answer)).toEqual(["x", "one.d"]);
  });

  it("says what belongs there", () => {
    expect(unknownMembers([Schema], { one: { c: 1 } }, 1)).toEqual([
      { path: ["one", "c"], known: ["a", "b"] },
    ]);
    expect(memberNames(Inner.optional())).toEqual(["a", "b"]);
  });

  it("goes no deeper than the schema", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`);
    const list = JSON.parse(`${"[".repeat(5_000)}${"]".repeat(5_000)}`);
    expect(unknown({ name: list, one: deep, many: list, map: deep })).toEqual([]);
  });

  it("stops at the most that are wanted", () => {
    const many = Array.from({ length: 100_000 }, (_, index) => ({ [`x${index}`]: 1 }));
    expect(unknown({ many })).toHaveLength(20);
  });
});
