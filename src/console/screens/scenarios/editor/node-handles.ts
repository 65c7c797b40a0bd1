import { type Graph, type GraphNode, handleOf, settingsOf } from "./graph";
import { isNodeType, kinds } from "./node-kinds";

/** The handles that a node has, of which edges can leave. */
export const ownHandlesOf = (node: GraphNode): string[] =>
  isNodeType(node.type) ? [...new Set(kinds[node.type].handles(settingsOf(node)))] : ["next"];

/** The handles of each node, with those by which only edges know. */
export function handlesOf({ nodes, edges }: Graph): Map<string, string[]> {
  const handles = new Map(nodes.map((node) => [node.id, ownHandlesOf(node)]));
  for (const edge of edges) {
    const known = handles.get(edge.source);
    const handle = handleOf(edge);
    if (known && !known.includes(handle)) known.push(handle);
  }
  return handles;
}
