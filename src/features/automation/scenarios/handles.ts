import { type Graph, type GraphNode, handleOf } from "./compile";
import { handlesOf } from "./nodes";
import type { Edge } from "./schema";
import type { Found, Warning } from "./warnings";

/** The edge's own `id`, where it has one. */
const edgeId = ({ id, source, target }: Edge) =>
  typeof id === "string" && id !== "" ? id : `${source}->${target}`;

/** The handles that a run may leave by though nothing needs to follow: at `next` a flow may end, and what can't be sent ends the run as failed. */
const isOptional = (node: GraphNode, handle: string) =>
  handle === "next" ||
  (handle === "failed" && node.type !== "webhook" && node.type !== "ai_analyze");

/** A wait without a timeout is warned of for that. */
const isNeverLeft = (node: GraphNode, handle: string) =>
  node.isSound &&
  (node.type === "wait_for_reply" || node.type === "wait_for_event") &&
  handle === "timeout" &&
  node.data.timeout_seconds == null;

/** Handles that no edge leaves by. What handles a node has is not known while its data is wrong. */
export function unconnectedHandles(node: GraphNode): Found[] {
  if (!node.isSound) return [];
  const handles = [...new Set(handlesOf(node))].filter((handle) => !node.next.has(handle));
  return handles
    .filter((handle) => !isOptional(node, handle) && !isNeverLeft(node, handle))
    .map((handle) => ({ code: "unconnected_handle", message: unconnected(node, handle), handle }));
}

const isMatch = (node: GraphNode, handle: string) =>
  node.isSound &&
  node.type === "wait_for_reply" &&
  (node.data.matches ?? []).some((match) => match.handle === handle);

const unconnected = (node: GraphNode, handle: string) =>
  isMatch(node, handle)
    ? `No edge leaves by the handle "${handle}", and replies that fit leave by "reply": connect it, or remove the match.`
    : `No edge leaves by the handle "${handle}", and runs that do end here: connect it, to an exit node where that is meant.`;

/** Edges that no run takes. */
export function edgeWarnings({ nodes }: Graph, edges: Edge[]): Warning[] {
  const handles = new Map(
    [...nodes].map(([id, node]) => [id, node.isSound ? new Set(handlesOf(node)) : undefined]),
  );
  const taken = new Map<string, Set<string>>();
  return edges.flatMap((edge): Warning[] => {
    const handle = handleOf(edge);
    const known = handles.get(edge.source);
    const before = taken.get(edge.source) ?? new Set();
    const isFirst = !before.has(handle);
    taken.set(edge.source, before.add(handle));
    const found = { edge_id: edgeId(edge), handle };
    if (known && !known.has(handle))
      return [{ code: "unknown_handle", message: unknownHandle(handle, [...known]), ...found }];
    if (isFirst) return [];
    const message = `An edge before this one leaves by the handle "${handle}" too, and only the first counts: remove one of them.`;
    return [{ code: "several_edges", message, ...found }];
  });
}

const MAX_LISTED = 6;

function unknownHandle(handle: string, known: string[]) {
  if (known.length === 0) return "A run ends at the node that this edge leaves: remove the edge.";
  const listed = [...known.slice(0, MAX_LISTED), ...(known.length > MAX_LISTED ? ["…"] : [])].join(
    ", ",
  );
  return `The node has no handle "${handle}": set the edge's source_handle to one of ${listed}.`;
}
