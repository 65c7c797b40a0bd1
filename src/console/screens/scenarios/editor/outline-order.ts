import { isEntry } from "../nodes/drawn";
import type { Graph, GraphNode } from "./graph";

/** The nodes in the order in which runs come to them; those that none comes to last. */
export function inOrder({ nodes, edges }: Graph): GraphNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const next = Map.groupBy(edges, ({ source }) => source);
  const isTarget = new Set(edges.map(({ target }) => target));
  const entries = [
    ...nodes.filter(isEntry),
    ...nodes.filter((node) => !isEntry(node) && !isTarget.has(node.id)),
  ];
  const seen = new Set<string>();
  const visit = (first: string) => {
    const waiting = [first];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (seen.has(id) || !byId.has(id)) continue;
      seen.add(id);
      waiting.push(...(next.get(id) ?? []).map(({ target }) => target).toReversed());
    }
  };
  for (const { id } of [...entries, ...nodes]) visit(id);
  return [...seen].flatMap((id) => byId.get(id) ?? []);
}
