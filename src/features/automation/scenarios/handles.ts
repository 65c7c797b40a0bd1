import { definitionOf } from "../engine/nodes/registry";
import { whenUnconnected } from "../engine/nodes/unconnected";
import type { Graph, GraphNode } from "./compile";
import { handleOf } from "./edges";
import { handlesOf } from "./nodes";
import type { Edge } from "./schema";
import { type NodeWarning, type Warning, warn } from "./warnings";

/** The edge's own `id`, where it has one. */
const edgeId = ({ id, source, target }: Edge) =>
  typeof id === "string" && id !== "" ? id : `${source}->${target}`;

/** Handles without an edge. The handles of a node with invalid settings are not known. */
export function unconnectedHandles(node: GraphNode): NodeWarning[] {
  if (!node.isValid) return [];
  const { whenUnconnected: codeOf = whenUnconnected } = definitionOf(node);
  const handles = [...new Set(handlesOf(node))].filter((handle) => !node.next.has(handle));
  return handles.flatMap((handle): NodeWarning[] => {
    const code = codeOf(handle, node.data);
    return code === null ? [] : [warn(code, { handle })];
  });
}

/** Edges that no run follows. */
export function edgeWarnings({ nodes }: Graph, edges: Edge[]): Warning[] {
  const handles = new Map(
    [...nodes].map(([id, node]) => [id, node.isValid ? new Set(handlesOf(node)) : undefined]),
  );
  const connected = new Map<string, Set<string>>();
  return edges.flatMap((edge): Warning[] => {
    const handle = handleOf(edge);
    const known = handles.get(edge.source);
    const before = connected.get(edge.source) ?? new Set();
    const isFirst = !before.has(handle);
    connected.set(edge.source, before.add(handle));
    const place = { edge_id: edgeId(edge) };
    if (known && !known.has(handle))
      return [warn("unknown_handle", { handle, choices: listed([...known]) }, place)];
    return isFirst ? [] : [warn("several_edges", { handle }, place)];
  });
}

const MAX_LISTED = 6;

const listed = (handles: string[]) =>
  handles.length > MAX_LISTED ? [...handles.slice(0, MAX_LISTED), "…"] : handles;
