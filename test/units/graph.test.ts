import { describe, expect, it } from "vitest";
import { findWarnings } from "../../src/features/scenarios/graph";

/** `start:start hello:message` and `start>hello`: the codes and nodes of the warnings. */
const warningsOf = (nodes: string, edges = "") => {
  const parsedNodes = nodes
    .split(" ")
    .filter(Boolean)
    .map((node) => node.split(":"));
  const parsedEdges = edges
    .split(" ")
    .filter(Boolean)
    .map((edge) => edge.split(">"));
  return findWarnings(
    parsedNodes.map(([id = "", type = ""]) => ({ id, type })),
    parsedEdges.map(([source = "", target = ""]) => ({ source, target })),
  ).map(({ code, node_id }) => (node_id === undefined ? code : `${code} ${node_id}`));
};

describe("a scenario's graph", () => {
  it.each([
    ["s:start m:message", "s>m", []],
    ["m:message w:wait_for_reply e:exit", "m>w w>e", []],
    ["s:start c:condition a:message b:template", "s>c c>a c>b", []],
    ["", "", ["missing_entry"]],
    ["a:message b:delay", "a>b b>a", ["missing_entry"]],
    ["s:start t:start", "", ["several_entries t"]],
    ["a:message b:message", "", ["several_entries b"]],
    ["s:start m:message n:message", "s>m", ["unreachable_node n"]],
    ["s:start a:delay b:message", "a>b b>a", ["unreachable_node a", "unreachable_node b"]],
    ["s:start x:teleport", "s>x", ["unknown_type x"]],
    ["s:start x:toString", "s>x", ["unknown_type x"]],
    ["s:start x:Message", "s>x", ["unknown_type x"]],
    ["s:start m:message", "s>m m>m", ["loop_without_wait m"]],
    ["s:start m:message c:condition e:exit", "s>m m>c c>m c>e", ["loop_without_wait m", "loop_without_wait c"]],
    ["s:start m:message d:delay", "s>m m>d d>m", []],
    ["s:start m:message w:wait_for_event", "s>m m>w w>m", []],
    ["s:start d:delay", "s>d d>d", []],
    ["s:start constructor:message", "s>constructor", []],
  ])("of nodes `%s` and edges `%s` is warned of %j", (nodes, edges, expected) => {
    expect(warningsOf(nodes, edges)).toEqual(expected);
  });
});
