import type { ScenarioNode } from "../../../../client/index";

/** The settings of a node, of any type: a graph may be unfinished. */
export const settingsOf = (node: ScenarioNode): Record<string, unknown> =>
  typeof node.data === "object" && node.data !== null ? { ...node.data } : {};

/** A setting that is a text, and not an empty one. */
export function textOf(node: ScenarioNode, setting: string) {
  const value = settingsOf(node)[setting];
  return typeof value === "string" && value.trim() !== "" ? value : null;
}
