import { type GraphNode, settingsOf } from "./graph";
import { isNodeType, kinds, type NodeType } from "./node-kinds";

/** True if a node is as it was when it was added. */
export const isUntouched = (node: GraphNode) =>
  isNodeType(node.type) &&
  JSON.stringify(settingsOf(node)) === JSON.stringify(kinds[node.type].initial?.() ?? {});

export const newNode = (type: NodeType, id: string): GraphNode => {
  const data = kinds[type].initial?.();
  return { id, type, ...(data && { data }) };
};
