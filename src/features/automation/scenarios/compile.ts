import { ENTRY_TYPE } from "#domain/automation";
import { validationMessages } from "#lib/validation-messages";
import { findDefinition, isNodeType } from "../engine/nodes/registry";
import type { Trigger } from "../triggers/read";
import { patternSizeIn } from "./clauses";
import { handleOf } from "./edges";
import { type Fault, type ReadNode, readNode } from "./nodes";
import type { Edge, Node } from "./schema";

/** A node as the engine runs it: its settings and the targets of its handles, or its faults. */
export type GraphNode = { id: string; next: Map<string, string> } & (
  | ({ isValid: true } & ReadNode)
  | { isValid: false; type: string; reason: "unknown_type" | "invalid_setting"; faults: Fault[] }
);

/** A compiled graph. `entry` is null unless there is exactly one. */
export type Graph = { entry: string | null; nodes: Map<string, GraphNode> };

/** A compiled graph, with what it was compiled from, and the triggers that start it. */
export type GraphWithSource = { nodes: Node[]; edges: Edge[]; triggers: Trigger[]; graph: Graph };

export const withSource = (
  nodes: Node[],
  edges: Edge[],
  triggers: Trigger[] = [],
): GraphWithSource => ({
  nodes,
  edges,
  triggers,
  graph: compile(nodes, edges),
});

/**
 * The most steps or characters of all patterns of a graph: large ones are slow to compile and to
 * match.
 */
const MAX_PATTERNS_SIZE = 5_000;
const TOO_MANY_PATTERNS = validationMessages.atMostPatterns(MAX_PATTERNS_SIZE);

/** Compiles a graph. Of several edges that leave by the same handle the first counts. */
export function compile(nodes: Node[], edges: Edge[]): Graph {
  const leaving = Map.groupBy(edges, ({ source }) => source);
  const [entry, ...others] = entriesOf(nodes, edges);
  let patterns = 0;
  const compiled = nodes.map((node) => {
    const own = findDefinition(node.type)?.hasPatterns ? patternSizeIn(node.data) : 0;
    patterns += own;
    return [
      node.id,
      compileNode(node, leaving.get(node.id) ?? [], own > 0 && patterns > MAX_PATTERNS_SIZE),
    ] as const;
  });
  return { entry: entry && others.length === 0 ? entry.id : null, nodes: new Map(compiled) };
}

function compileNode(
  { id, type, data }: Node,
  leaving: Edge[],
  hasTooManyPatterns: boolean,
): GraphNode {
  const next = new Map(leaving.toReversed().map((edge) => [handleOf(edge), edge.target]));
  if (!isNodeType(type))
    return { id, next, isValid: false, type, reason: "unknown_type", faults: [] };
  const read = hasTooManyPatterns
    ? { faults: [{ path: "", message: TOO_MANY_PATTERNS }] }
    : readNode(type, data);
  if ("faults" in read)
    return { id, next, isValid: false, type, reason: "invalid_setting", faults: read.faults };
  return { id, next, isValid: true, ...read.node };
}

/** The nodes where a graph may begin: `start` nodes or, without any, those no edge leads to. */
export function entriesOf(nodes: Node[], edges: Edge[]) {
  const starts = nodes.filter(({ type }) => type === ENTRY_TYPE);
  if (starts.length > 0) return starts;
  const targets = new Set(edges.map(({ target }) => target));
  return nodes.filter(({ id }) => !targets.has(id));
}
