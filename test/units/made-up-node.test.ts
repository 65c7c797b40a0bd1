import "../support/made-up-node";
import { describe, expect, it } from "vitest";
import { passesOn } from "#features/automation/scenarios/references";
import { check, delay, node, reply, start, urge } from "../support/graph-parts";

const HOUR = 3600;
const settings = { text: "Hello", tag_id: 1, seconds: 60 };
const madeUp = (data: object = {}) => node("x", "made_up", { ...settings, ...data });
const warnings = (nodes: (typeof start)[], edges: string) =>
  check(nodes, edges).map(({ code, node_id = "", path = "" }) => `${code} ${node_id} ${path}`);

describe("a type of node that only the registry has", () => {
  it("is checked like the others", () => {
    expect(check([start, node("y", "nothing")], "s>y")[0]?.message).toContain("made_up");
    expect(warnings([start, madeUp({ seconds: 0 })], "s>x")).toEqual([
      "invalid_setting x data.seconds",
    ]);
    expect(warnings([start, madeUp({ tag_id: 9 })], "s>x x:lost>x")).toEqual([
      "unknown_tag x data.tag_id",
    ]);
    expect(warnings([start, madeUp()], "s>x")).toEqual(["unconnected_handle x "]);
  });

  it("may hold placeholders, and sets variables", () => {
    const text = "Hello {{frist_name}}";
    expect(warnings([start, madeUp({ text })], "s>x x:lost>x")).toEqual([
      "unknown_placeholder x data.text",
    ]);
    const nodes = [start, madeUp({ text, save_to: "frist_name" })];
    expect(warnings(nodes, "s>x x:lost>x")).toEqual([]);
  });

  it("waits on a path, and lets the window close", () => {
    const loop = [start, delay("d", 0), madeUp()];
    expect(warnings(loop, "s>d d>x x>d x:lost>d")).toEqual([]);
    const nodes = [start, reply("r"), madeUp({ seconds: 24 * HOUR }), urge("m")];
    expect(warnings(nodes, "s>r r:reply>x r:timeout>x x>m x:lost>x")).toEqual([
      "window_may_be_closed m data.on_window_closed",
    ]);
  });

  it("passes the lead's fields on if it says so", () => {
    expect([madeUp(), delay("d", 1)].map(passesOn)).toEqual([true, false]);
  });
});
