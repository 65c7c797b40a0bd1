import { isSendingType, type SendingType } from "#domain/automation";
import { hasTemplates } from "#domain/platforms";
import { isWindowOpen } from "#domain/window";
import { definitionOf } from "#features/automation/engine/nodes/registry";
import type { Graph, GraphNode } from "#features/automation/scenarios/compile";
import { handlesOf } from "#features/automation/scenarios/nodes";
import type { Route } from "#features/messaging/outbound/route";

/** A node that sends a message. */
export type MessageNode = Extract<GraphNode, { type: SendingType; isValid: true }>;

const isMessage = (node: GraphNode | undefined): node is MessageNode =>
  node?.isValid === true && isSendingType(node.type);

/** The nodes that a run can go to from a node. It ends at a node that can't be run. */
const after = (node: GraphNode | undefined) =>
  node?.isValid ? handlesOf(node).flatMap((handle) => node.next.get(handle) ?? []) : [];

/**
 * The node with a message that is the fewest edges away. The entry counts before the first step,
 * and the node where the run stands counts while its message is being sent.
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

/** The template that a node would send now; undefined where it sends none. */
export function templateOf(node: MessageNode, { platform, conversation }: Route, now: number) {
  const { isTemplate, whenClosed } = definitionOf(node).sends(node.data);
  const isInstead =
    hasTemplates(platform) && !isWindowOpen(conversation?.lastInboundAt ?? null, now);
  return (isTemplate || isInstead) && typeof whenClosed === "object" ? whenClosed : undefined;
}
