import { type Drawn, isEntry } from "./drawn";

/** The place of each node on the way from the start, by its id: nearer nodes come first. */
export function orderOf({ nodes, edges }: Drawn): Map<string, number> {
  const targets = Map.groupBy(edges, ({ source }) => source);
  const reached = new Set(edges.map(({ target }) => target));
  const entries = nodes.filter((node) => isEntry(node) || !reached.has(node.id));
  const order = new Map<string, number>();
  const queue = [...entries, ...nodes.slice(0, 1)].map(({ id }) => id);
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    if (order.has(id)) continue;
    order.set(id, order.size);
    queue.push(...(targets.get(id) ?? []).map(({ target }) => target));
  }
  return order;
}
