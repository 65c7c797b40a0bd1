import { describe, expect, it } from "vitest";
import { nextMessage } from "#features/automation/runs/explanation/next-message";
import { compile } from "#features/automation/scenarios/compile";
import { flowOf, type Nodes } from "../support/flow";

const text = { text: "Hello" };

/** Builds a graph from nodes by type, and from edges such as `a>b` or `a:handle>b`. */
function graphOf(types: Record<string, string>, edges: string, data: Record<string, unknown> = {}) {
  const settings: Record<string, unknown> = {
    message: text,
    template: { name: "revive", language: "en" },
    delay: { seconds: 60 },
  };
  const nodes = Object.entries(types).map(([id, type]): [string, Nodes[string]] => [
    id,
    [type, data[id] ?? settings[type]],
  ]);
  const flow = flowOf(Object.fromEntries(nodes), edges);
  return compile(flow.nodes, flow.edges);
}

const chain = graphOf(
  {
    start: "start",
    hello: "message",
    wait: "wait_for_reply",
    late: "template",
    thanks: "message",
    end: "exit",
  },
  "start>hello hello>wait wait:reply>thanks wait:timeout>late late>end thanks>end",
);

describe("the next message", () => {
  it.each([
    ["before the first step, from the entry", chain, null, true, "hello"],
    ["from the node after the one where the run waits", chain, "start", false, "hello"],
    ["at the node itself while its message is being sent", chain, "hello", true, "hello"],
    ["after it once it waits for something else", chain, "hello", false, "thanks"],
    ["does not exist after the last", chain, "thanks", false, null],
    ["does not exist at an exit", chain, "end", false, null],
    ["does not exist from an unknown node", chain, "gone", false, null],
  ])("%s", (_, graph, nodeId, isThere, wanted) => {
    expect(nextMessage(graph, nodeId, isThere)?.id ?? null).toBe(wanted);
  });

  it("is the entry itself if that is a message", () => {
    expect(
      nextMessage(graphOf({ hello: "message", end: "exit" }, "hello>end"), null, true)?.id,
    ).toBe("hello");
  });

  it("is the nearest by edges, whichever handle leads there", () => {
    const types = { wait: "wait_for_reply", pause: "delay", far: "message", near: "message" };
    expect(
      nextMessage(graphOf(types, "wait:reply>pause pause>far wait:timeout>near"), "wait", false)
        ?.id,
    ).toBe("near");
    expect(
      nextMessage(graphOf(types, "wait:reply>near wait:timeout>pause pause>far"), "wait", false)
        ?.id,
    ).toBe("near");
  });

  it("is found in a loop, and not searched for ever if there is none", () => {
    const types = { a: "delay", b: "delay", c: "message" };
    expect(nextMessage(graphOf(types, "a>b b>a"), "a", false)).toBeNull();
    expect(nextMessage(graphOf({ c: "message", a: "delay" }, "c>a a>c"), "c", false)?.id).toBe("c");
  });

  it("is not behind a node that can't be run, and is not one itself", () => {
    const types = { start: "start", odd: "conjure", hello: "message" };
    expect(nextMessage(graphOf(types, "start>odd odd>hello"), "start", false)).toBeNull();
    expect(
      nextMessage(
        graphOf({ start: "start", hello: "message" }, "start>hello", { hello: {} }),
        "start",
        false,
      ),
    ).toBeNull();
  });

  it("is not behind a handle that its node does not have", () => {
    const types = { start: "start", gate: "wait_for_event", hello: "message" };
    const data = { gate: { event: "tag_added" } };
    expect(
      nextMessage(graphOf(types, "start>gate gate:next>hello", data), "gate", false),
    ).toBeNull();
    expect(
      nextMessage(graphOf(types, "start>gate gate:event>hello", data), "gate", false)?.id,
    ).toBe("hello");
  });

  it("does not exist without a single entry", () => {
    expect(
      nextMessage(
        graphOf({ one: "start", two: "start", hello: "message" }, "one>hello"),
        null,
        true,
      ),
    ).toBeNull();
  });
});
