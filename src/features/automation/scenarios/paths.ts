import type { Graph, GraphNode } from "./compile";
import type { Edge } from "./schema";

/** Where each node leads to, along every edge that is drawn. A run that ends at a node follows none. */
export function drawnFrom({ nodes }: Graph, edges: Edge[]) {
  const drawn = edges.filter(
    ({ source }) => !["handoff", "exit"].includes(nodes.get(source)!.type),
  );
  return new Map(
    [...Map.groupBy(drawn, ({ source }) => source)].map(([id, leaving]) => [
      id,
      leaving.map(({ target }) => target),
    ]),
  );
}

type Arrows = Map<string, string[]>;

export function reachableFrom(entries: string[], arrows: Arrows) {
  const reached = new Set(entries);
  for (const id of reached) for (const target of arrows.get(id) ?? []) reached.add(target);
  return reached;
}

/** Where nodes lead to at once. */
const restlessIn = ({ nodes }: Graph, arrows: Arrows): Arrows =>
  new Map([...arrows].filter(([id]) => !isWait(nodes.get(id)!)));

/** The nodes that a run comes back to without waiting in between. */
export function loopingNodes(graph: Graph, arrows: Arrows) {
  const restless = restlessIn(graph, arrows);
  const loops = groupsOf([...restless.keys()], restless).filter(
    ([first, ...others]) => others.length > 0 || restless.get(first!)?.includes(first!),
  );
  return new Set(loops.flat());
}

/** How many nodes a run visits without a wait. */
export const MAX_STEPS = 100;

/** The entries and the nodes behind waits from which a run may go further without a wait than it can, loops left out. */
export function longPaths(graph: Graph, arrows: Arrows, entries: string[], looping: Set<string>) {
  const restless = restlessIn(graph, arrows);
  const lengths = new Map<string, number>();
  const acyclic = groupsOf([...restless.keys()], restless)
    .flat()
    .filter((id) => !looping.has(id));
  for (const id of acyclic.reverse())
    lengths.set(
      id,
      1 + Math.max(0, ...(restless.get(id) ?? []).map((next) => lengths.get(next) ?? 0)),
    );
  const afterWaits = [...arrows].flatMap(([id, targets]) => (restless.has(id) ? [] : targets));
  return new Set([...entries, ...afterWaits].filter((id) => (lengths.get(id) ?? 0) > MAX_STEPS));
}

/** Where a run stops for a while, each time that it comes. A date that has passed is not waited for. */
function isWait(node: GraphNode) {
  if (node.type === "wait_for_reply" || node.type === "wait_for_event") return true;
  if (!node.isSound) return node.type === "delay";
  if (node.type !== "delay") return false;
  const { seconds, until } = node.data;
  return seconds !== 0 && !(until && "date" in until);
}

type Visit = { id: string; left: string[] };

/**
 * Nodes in groups of those that lead to one another, each group before those that it leads to: Tarjan's strongly connected components,
 * without recursion since a graph may be 1,000 nodes deep.
 */
export function groupsOf(ids: string[], arrows: Arrows): string[][] {
  const entered = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const groups: string[][] = [];
  const path: Visit[] = [];
  const enter = (id: string) => {
    entered.set(id, entered.size);
    lowest.set(id, entered.get(id)!);
    open.push(id);
    isOpen.add(id);
    path.push({ id, left: [...(arrows.get(id) ?? [])] });
  };
  const lower = (id: string, to: number) => lowest.set(id, Math.min(lowest.get(id)!, to));
  const leave = (id: string) => {
    path.pop();
    if (path.length > 0) lower(path.at(-1)!.id, lowest.get(id)!);
    if (lowest.get(id) !== entered.get(id)) return;
    const group = open.splice(open.lastIndexOf(id));
    for (const member of group) isOpen.delete(member);
    groups.push(group);
  };
  for (const root of ids) {
    if (!entered.has(root)) enter(root);
    while (path.length > 0) {
      const { id, left } = path.at(-1)!;
      const target = left.pop();
      if (target === undefined) leave(id);
      else if (!entered.has(target)) enter(target);
      else if (isOpen.has(target)) lower(id, entered.get(target)!);
    }
  }
  return groups.reverse();
}
