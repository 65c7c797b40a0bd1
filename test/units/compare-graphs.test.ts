import { describe, expect, it } from "vitest";
import { compareGraphs, differences } from "#features/automation/scenarios/versions/compare";

const node = (id: string, data: unknown = {}, more = {}) => ({
  id,
  type: "message",
  data,
  ...more,
});
const graph = (nodes: object[], edges: object[] = [], settings = {}) =>
  ({ nodes, edges, triggers: [], settings }) as Parameters<typeof compareGraphs>[0];

describe("the differences of two values", () => {
  it.each<[string, unknown, unknown, unknown]>([
    [
      "equal maps in another order",
      { a: 1, b: [{ c: 2, d: 3 }] },
      { b: [{ d: 3, c: 2 }], a: 1 },
      [],
    ],
    ["a member", { a: { b: 1 } }, { a: { b: 2 } }, [{ path: "a.b", before: 1, after: 2 }]],
    ["one more", {}, { a: null }, [{ path: "a", before: undefined, after: null }]],
    ["a list, as a whole", { a: [1] }, { a: [1, 2] }, [{ path: "a", before: [1], after: [1, 2] }]],
    ["another kind", { a: {} }, { a: [] }, [{ path: "a", before: {}, after: [] }]],
    [
      "a name that every object inherits",
      {},
      { constructor: 1 },
      [{ path: "constructor", before: undefined, after: 1 }],
    ],
  ])("name %s", (_, before, after, expected) => {
    expect(differences(before, after)).toEqual(expected);
  });

  it("keep paths short, whatever the names", () => {
    const [before, after] = [1, 2].map((value) => ({
      ["n".repeat(200)]: { ["m".repeat(200)]: value },
    }));
    expect(differences(before, after).map(({ path }) => path)).toEqual(["n".repeat(200)]);
  });
});

describe("two graphs", () => {
  it("differ by nodes that were added, removed, changed or moved", () => {
    const before = graph([
      node("same", {}, { position: { x: 1 } }),
      node("moved", {}, { position: { x: 1 } }),
      node("changed", { text: "Hi", buttons: [] }),
      node("retyped"),
      node("removed"),
    ]);
    const after = graph([
      node("added"),
      node("moved", {}, { position: { x: 2 } }),
      node("same", {}, { position: { x: 1 } }),
      node("changed", { buttons: [], text: "Hello" }, { position: { x: 3 } }),
      { ...node("retyped"), type: "delay" },
    ]);
    const { nodes } = compareGraphs(before, after);
    expect(nodes.added.map(({ id }) => id)).toEqual(["added"]);
    expect(nodes.removed.map(({ id }) => id)).toEqual(["removed"]);
    expect(nodes.moved).toEqual(["moved", "changed"]);
    expect(nodes.changed.map(({ after: { id }, changes }) => [id, changes])).toEqual([
      ["changed", [{ path: "data.text", before: "Hi", after: "Hello" }]],
      ["retyped", [{ path: "type", before: "message", after: "delay" }]],
    ]);
  });

  it("differ by edges, known by their ids or by what they join", () => {
    const edge = (source: string, target: string, more = {}) => ({ source, target, ...more });
    const before = graph(
      [],
      [
        edge("a", "b", { id: "1" }),
        edge("a", "c"),
        edge("b", "c", { source_handle: "next" }),
        edge("c", "d"),
        edge("c", "d"),
      ],
    );
    const after = graph(
      [],
      [
        edge("a", "z", { id: "1" }),
        edge("a", "c", { source_handle: "failed" }),
        edge("b", "c"),
        edge("c", "d"),
      ],
    );
    const { edges } = compareGraphs(before, after);
    expect(edges.added).toEqual([edge("a", "c", { source_handle: "failed" })]);
    expect(edges.removed).toEqual([edge("a", "c"), edge("c", "d")]);
    expect(edges.changed.map(({ changes }) => changes)).toEqual([
      [{ path: "target", before: "b", after: "z" }],
      [{ path: "source_handle", before: "next", after: undefined }],
    ]);
  });

  it("of the largest size are compared at once, and reported once for all", () => {
    const many = (text: string) =>
      graph(Array.from({ length: 1_000 }, (_, n) => node(`n${n}`, { text, a: { b: { c: n } } })));
    const start = performance.now();
    const { nodes } = compareGraphs(many("Hi"), many("Hello"));
    expect(nodes.changed).toHaveLength(1_000);
    expect(performance.now() - start).toBeLessThan(500);
    expect(compareGraphs(many("Hi"), many("Hi")).nodes.changed).toEqual([]);
  });
});
