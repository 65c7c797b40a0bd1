import type { Graph, GraphNode } from "../scenarios/compile";
import type { ReadNode } from "../scenarios/nodes";
import { definitionOf } from "./nodes/registry";
import type { Run } from "./run";

/** The node whose answer the run waits for: also while the question is still being sent. */
function askingNode({ nodes }: Graph, { nodeId, waiting }: Run): GraphNode | undefined {
  const node = nodes.get(nodeId ?? "");
  const isItself = waiting?.for === "reply" || (node?.isValid && awaitsReply(node));
  return isItself ? node : nodes.get(node?.next.get("next") ?? "");
}

const awaitsReply = (node: ReadNode) =>
  definitionOf(node).waitsFor?.(node.data).includes("reply") === true;

/**
 * Keeps the weak opt-out words that a run's node has matches for in the memory of the run, while it
 * waits for a reply: they are answers to it, and unsubscribe nobody.
 */
export function keepWords(graph: Graph, run: Run) {
  delete run.memory.words;
  if (run.waiting?.for !== "reply" && run.waiting?.for !== "sending") return;
  const node = askingNode(graph, run);
  const words = node?.isValid ? (definitionOf(node).answerWords?.(node.data) ?? []) : [];
  if (words.length > 0) run.memory.words = words;
}
