import { type GraphNode, isObject, settingsOf } from "../graph";

/** The variables that the nodes of a graph save. */
export function variablesIn(nodes: readonly GraphNode[]): string[] {
  const names = nodes.flatMap((node) => {
    const { save_to: saved, variables } = settingsOf(node);
    return [
      ...(typeof saved === "string" && saved !== "" ? [saved] : []),
      ...(isObject(variables) ? Object.keys(variables) : []),
    ];
  });
  return [...new Set(names)];
}
