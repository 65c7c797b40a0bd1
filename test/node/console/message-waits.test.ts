import { describe, expect, it } from "vitest";
import { withIds } from "#console/screens/scenarios/editor/choices";
import type { Graph, Settings } from "#console/screens/scenarios/editor/graph";
import { ownHandlesOf } from "#console/screens/scenarios/editor/node-handles";
import { setData, withWait } from "#console/screens/scenarios/editor/set-data";

const edge = (source_handle: string) => ({ source: "ask", target: "then", source_handle });
const graphOf = (data: Settings, handles: string[], then = "exit"): Graph => ({
  nodes: [
    { id: "ask", type: "message", data },
    { id: "then", type: then },
  ],
  edges: handles.map(edge),
  triggers: [],
});
const change = (graph: Graph, data: Settings) => {
  const { nodes, edges } = setData(graph, "ask", withWait(graph, "ask", data));
  return {
    handles: nodes.slice(0, 1).flatMap(ownHandlesOf),
    edges: edges.map((one) => one.source_handle),
  };
};

const [yes, no] = [
  { id: "yes", title: "Yes" },
  { id: "no", title: "No" },
];
const asking = { text: "Shall we?", buttons: [yes, no], wait: {} };

describe("a message in the editor", () => {
  it("waits once it has buttons or a list, and goes on by any reply where it went on", () => {
    const list = { button: "Choose", sections: [{ rows: [{ title: "A" }] }] };
    for (const part of [{ buttons: [{ title: "A" }] }, { list }])
      expect(
        change(graphOf({ text: "Shall we?" }, ["next"]), { text: "Shall we?", ...part }),
      ).toEqual({
        handles: ["0", "reply", "timeout", "failed"],
        edges: ["reply"],
      });
  });

  it("does not wait before a step that does, nor at its second button", () => {
    const text = "Shall we?";
    const before = graphOf({ text }, ["next"], "wait_for_reply");
    const without = { handles: ["next", "failed"], edges: ["next"] };
    expect(change(before, { text, buttons: [yes] })).toEqual(without);
    const second = change(graphOf({ text, buttons: [yes] }, ["next"]), {
      text,
      buttons: [yes, no],
    });
    expect(second).toEqual(without);
  });

  it("keeps the ways of buttons that are renamed, moved, or no longer waited for", () => {
    const graph = graphOf(asking, ["yes", "no", "reply"]);
    const sure = { ...yes, id: "sure" };
    expect(change(graph, { ...asking, buttons: [sure, no] }).edges).toEqual([
      "sure",
      "no",
      "reply",
    ]);
    expect(change(graph, { ...asking, buttons: [no, yes] }).edges).toEqual(["yes", "no", "reply"]);
    const { wait: _, ...without } = asking;
    expect(change(graph, without).edges).toEqual(["yes", "no", "next"]);
  });

  it("gives ids to its buttons and rows, which then keep them", () => {
    const buttons = [{ title: "A" }, { id: "2", title: "B" }, { title: "C" }];
    const idsOf = (data: Settings) => (data.buttons as Settings[]).map(({ id }) => id);
    expect(idsOf(withIds({ buttons, wait: {} }))).toEqual(["0", "2", "3"]);
    expect(withIds({ buttons })).toEqual({ buttons });
    const sections = [{ rows: [{ title: "A" }] }, { rows: [{ title: "B" }] }];
    expect(withIds({ list: { sections }, wait: {} })).toMatchObject({
      list: { sections: [{ rows: [{ id: "0" }] }, { rows: [{ id: "1" }] }] },
    });
  });
});
