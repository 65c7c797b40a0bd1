import { definitionOf } from "../engine/nodes/registry";
import { warnUnconnected } from "../engine/nodes/unconnected";
import { type Graph, type GraphNode, handleOf } from "./compile";
import { handlesOf } from "./nodes";
import type { Edge } from "./schema";
import type { NodeWarning, Warning } from "./warnings";

/** The edge's own `id`, where it has one. */
const edgeId = ({ id, source, target }: Edge) =>
  typeof id === "string" && id !== "" ? id : `${source}->${target}`;

/** Handles without an edge. The handles of a node with invalid settings are not known. */
export function unconnectedHandles(node: GraphNode): NodeWarning[] {
  if (!node.isValid) return [];
  const { warnUnconnected: warn = warnUnconnected } = definitionOf(node);
  const handles = [...new Set(handlesOf(node))].filter((handle) => !node.next.has(handle));
  return handles.flatMap((handle): NodeWarning[] => {
    const message = warn(handle, node.data);
    return message === null ? [] : [{ code: "unconnected_handle", message, handle }];
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
    const found = { edge_id: edgeId(edge), handle };
    if (known && !known.has(handle))
      return [{ code: "unknown_handle", message: unknownHandle(handle, [...known]), ...found }];
    return isFirst ? [] : [{ code: "several_edges", message: severalEdges(handle), ...found }];
  });
}

const severalEdges = (handle: string) =>
  `An earlier edge leaves by the handle "${handle}" too, and only the first counts: remove one ` +
  "of them.";

const MAX_LISTED = 6;

function unknownHandle(handle: string, known: string[]) {
  if (known.length === 0) return "A run ends at the node that this edge leaves: remove the edge.";
  const more = known.length > MAX_LISTED ? ["…"] : [];
  const listed = [...known.slice(0, MAX_LISTED), ...more].join(", ");
  return (
    `The node has no handle "${handle}": ` + `set the edge's source_handle to one of ${listed}.`
  );
}
