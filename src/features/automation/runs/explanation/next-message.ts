import type { Graph, GraphNode } from "../../scenarios/compile";
import { handlesOf } from "../../scenarios/nodes";

/** A node that sends something. */
export type MessageNode = Extract<GraphNode, { type: "message" | "template"; isSound: true }>;

const isMessage = (node: GraphNode | undefined): node is MessageNode =>
  node?.isSound === true && (node.type === "message" || node.type === "template");

/** The nodes that a run can go to from a node. At one that can't be run it ends. */
const after = (node: GraphNode | undefined) =>
  node?.isSound ? handlesOf(node).flatMap((handle) => node.next.get(handle) ?? []) : [];

/**
 * The nearest node with a message, by the number of edges to it: the entry's own counts before the first step, and the one that the run
 * stands at while its message is on its way.
 */
export function nextMessage(
  { entry, nodes }: Graph,
  nodeId: string | null,
  isSending: boolean,
): MessageNode | null {
  const start = nodeId ?? entry;
  if (start === null) return null;
  const isAhead = nodeId === null || isSending;
  const reached = new Set(isAhead ? [start] : after(nodes.get(start)));
  for (const id of reached) {
    const node = nodes.get(id);
    if (isMessage(node)) return node;
    for (const next of after(node)) reached.add(next);
  }
  return null;
}
