import { definitionOf, findDefinition } from "../engine/nodes/registry";
import type { Graph, GraphNode } from "./compile";
import { handleOf } from "./edges";
import type { Edge } from "./schema";

/** The targets of each node along all edges, save those of nodes where a run ends. */
export function successorsOf({ nodes }: Graph, edges: Edge[]) {
  const followed = edges.filter(({ source }) => {
    const definition = findDefinition(nodes.get(source)?.type ?? "");
    return definition?.handles.length !== 0;
  });
  return new Map(
    [...Map.groupBy(followed, ({ source }) => source)].map(([id, leaving]) => [
      id,
      leaving.map(({ target }) => target),
    ]),
  );
}

type Successors = Map<string, string[]>;

/** The edges by which runs leave after a wait, and those by which they leave without one. */
export function byWait(graph: Graph, edges: Edge[]) {
  const isWait = (edge: Edge) => waitsAt(graph.nodes.get(edge.source), handleOf(edge));
  return { waited: edges.filter(isWait), waitless: edges.filter((edge) => !isWait(edge)) };
}

export function reachableFrom(entries: string[], successors: Successors) {
  const reached = new Set(entries);
  for (const id of reached) for (const target of successors.get(id) ?? []) reached.add(target);
  return reached;
}

/** The nodes that a run comes back to without waiting in between. */
export function loopingNodes(waitless: Successors) {
  const loops = groupsOf([...waitless.keys()], waitless).filter(
    (group) => group.length > 1 || group.some((id) => waitless.get(id)?.includes(id)),
  );
  return new Set(loops.flat());
}

/** The most nodes that a run may visit without a wait. */
export const MAX_STEPS = 100;

/**
 * The nodes among `entries` from which a path leads over more nodes without a wait than a run can
 * visit. Nodes in loops do not count.
 */
export function longPaths(waitless: Successors, entries: string[], looping: Set<string>) {
  const lengths = new Map<string, number>();
  const acyclic = groupsOf([...waitless.keys()], waitless)
    .flat()
    .filter((id) => !looping.has(id));
  for (const id of acyclic.reverse())
    lengths.set(
      id,
      1 + Math.max(0, ...(waitless.get(id) ?? []).map((next) => lengths.get(next) ?? 0)),
    );
  return new Set(entries.filter((id) => (lengths.get(id) ?? 0) > MAX_STEPS));
}

/** True if a run that leaves by the handle has waited: also where the settings are invalid. */
function waitsAt(node: GraphNode | undefined, handle: string) {
  if (!node) return false;
  if (!node.isValid) return findDefinition(node.type)?.waits !== undefined;
  return definitionOf(node).waits?.(node.data, handle) ?? false;
}

type Visited = {
  id: string;
  /** When the node was entered, counted from 0. */
  order: number;
  /** The lowest order among the open nodes that it leads to. */
  lowest: number;
  /** True if its group is not known yet. */
  isOpen: boolean;
  left: string[];
};

/**
 * The strongly connected components of a graph, each before those that it leads to. Tarjan's
 * algorithm, without recursion since a graph may be 1,000 nodes deep.
 */
export function groupsOf(ids: string[], successors: Successors): string[][] {
  const visited = new Map<string, Visited>();
  const open: Visited[] = [];
  const groups: string[][] = [];
  const path: Visited[] = [];
  const enter = (id: string) => {
    const order = visited.size;
    const left = [...(successors.get(id) ?? [])];
    const node: Visited = { id, order, lowest: order, isOpen: true, left };
    visited.set(id, node);
    open.push(node);
    path.push(node);
  };
  const leave = (node: Visited) => {
    path.pop();
    const parent = path.at(-1);
    if (parent) parent.lowest = Math.min(parent.lowest, node.lowest);
    if (node.lowest !== node.order) return;
    const group = open.splice(open.lastIndexOf(node));
    for (const member of group) member.isOpen = false;
    groups.push(group.map(({ id }) => id));
  };
  for (const root of ids) {
    if (!visited.has(root)) enter(root);
    for (let node = path.at(-1); node; node = path.at(-1)) {
      const id = node.left.pop();
      const target = id === undefined ? undefined : visited.get(id);
      if (id === undefined) leave(node);
      else if (!target) enter(id);
      else if (target.isOpen) node.lowest = Math.min(node.lowest, target.order);
    }
  }
  return groups.reverse();
}
