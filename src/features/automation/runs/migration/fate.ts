import { AWAITING_TYPE, isSendingType } from "#domain/automation";
import type { Node } from "#features/automation/scenarios/schema";

/** The id and type of a node, its setting `event`, if any, and the JSON type of its `wait`. */
export type NodeKind = [id: string, type: string, event: unknown, wait: string | null];

export function kindOf({ id, type, data }: Node): NodeKind {
  const { event, wait }: { event?: unknown; wait?: unknown } = Object(data);
  const isObject = typeof wait === "object" && wait !== null && !Array.isArray(wait);
  return [id, type, event, isObject ? "object" : null];
}

/**
 * The kinds of nodes by id: a node's type and, if it waits for an event, the event; of a message,
 * whether it waits for its reply. A run can continue at a node of the same kind.
 */
export type Kinds = ReadonlyMap<string, string>;

export const kindsOf = (nodes: NodeKind[]): Kinds =>
  new Map(
    nodes.map(([id, type, event, wait]) => {
      const isNamed = type === AWAITING_TYPE && typeof event === "string";
      const awaited = isSendingType(type) && wait === "object" ? "reply" : undefined;
      return [id, [type, isNamed ? event : awaited].filter(Boolean).join(" ")];
    }),
  );

export const unmigratedReasons = ["node_gone", "type_changed", "running"] as const;
export type UnmigratedReason = (typeof unmigratedReasons)[number];

/** The node of a run: null before its first step. */
type RunPlace = { nodeId: string | null; isRunning: boolean };

/**
 * The reason why a run can't continue in another version, by the nodes of its own; undefined if it
 * can.
 */
export function obstacleOf(
  { nodeId, isRunning }: RunPlace,
  own: Kinds | undefined,
  next: Kinds | undefined,
): UnmigratedReason | undefined {
  if (isRunning) return "running";
  if (nodeId === null) return undefined;
  const kind = next?.get(nodeId);
  if (kind === undefined) return "node_gone";
  return own?.get(nodeId) === kind ? undefined : "type_changed";
}
