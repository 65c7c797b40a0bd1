import { weakWords } from "#domain/consent-text";
import { oncePer } from "#lib/memo";
import type { Graph, GraphNode } from "../scenarios/compile";
import { matchingHandle } from "./nodes/wait-for-reply/read-reply";
import type { WaitForReplySettings } from "./nodes/wait-for-reply/settings";
import type { Run } from "./run";

/**
 * The weak opt-out words that a node has matches for. A match that takes all of them is for none in
 * particular.
 */
const wordsOf = oncePer((data: WaitForReplySettings) => {
  if (!data.matches?.length) return [];
  const words = weakWords.filter(
    (text) => matchingHandle(data, { messageId: 0, text, tapped: null }) !== undefined,
  );
  return words.length < weakWords.length ? words : [];
});

/** The node whose answer the run waits for: also while the question is still being sent. */
function askingNode({ nodes }: Graph, { nodeId, waiting }: Run): GraphNode | undefined {
  const node = nodes.get(nodeId ?? "");
  return waiting?.for === "sending" ? nodes.get(node?.next.get("next") ?? "") : node;
}

/**
 * Keeps the words in the memory of a run that waits for a reply: they are answers to it, and
 * unsubscribe nobody.
 */
export function keepWords(graph: Graph, run: Run) {
  delete run.memory.words;
  if (run.waiting?.for !== "reply" && run.waiting?.for !== "sending") return;
  const node = askingNode(graph, run);
  const words = node?.isValid && node.type === "wait_for_reply" ? wordsOf(node.data) : [];
  if (words.length > 0) run.memory.words = words;
}
