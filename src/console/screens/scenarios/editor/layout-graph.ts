import { type Graph, type GraphEdge, handleOf, type Position, positionOf } from "./graph";
import { handlesOf } from "./node-handles";

export type Size = { width: number; height: number };
export type Places = ReadonlyMap<string, Position>;

export const CARD_WIDTH = 240;
const [HEAD, ROW, BODY] = [52, 26, 56];
const GAP = { between: 48, ahead: 96, ofEdges: 140 };

/** Places all nodes from left to right, so that few edges cross. */
export async function layOut(graph: Graph, sizes: ReadonlyMap<string, Size>): Promise<Places> {
  const { Graph: Layout, layout } = await import("@dagrejs/dagre");
  const handles = handlesOf(graph);
  const sizeOf = (id: string): Size =>
    sizes.get(id) ?? {
      width: CARD_WIDTH,
      height: HEAD + BODY + ROW * (handles.get(id)?.length ?? 1),
    };
  const drawn = new Layout({ multigraph: true });
  drawn.setGraph({ rankdir: "LR", nodesep: GAP.between, ranksep: GAP.ahead, edgesep: GAP.ofEdges });
  drawn.setDefaultEdgeLabel(() => ({}));
  // It keeps nodes in plain objects, in which an id such as `__proto__` is no name.
  const names = new Map(graph.nodes.map(({ id }, index) => [id, `n${index}`]));
  for (const [id, name] of names) drawn.setNode(name, sizeOf(id));
  // Edges that leave a card higher up are to lead higher up. The layout begins with the last ones
  // that it gets.
  const rankOf = (edge: GraphEdge) => handles.get(edge.source)?.indexOf(handleOf(edge)) ?? 0;
  const edges = graph.edges.toSorted((one, other) => rankOf(other) - rankOf(one));
  edges.forEach((edge, index) => {
    const [source, target] = [names.get(edge.source), names.get(edge.target)];
    if (source && target) drawn.setEdge(source, target, {}, `e${index}`);
  });
  layout(drawn);
  return new Map(
    graph.nodes.map(({ id }) => {
      const { width, height } = sizeOf(id);
      const { x = 0, y = 0 } = drawn.node(names.get(id) ?? "") ?? {};
      return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }];
    }),
  );
}

/** Places for the nodes that have none stored: below the others, if some have. */
export async function placesForOthers(graph: Graph): Promise<Places> {
  const others = graph.nodes.filter((node) => !positionOf(node));
  if (others.length === 0) return new Map();
  const places = await layOut(graph, new Map());
  const lowest = Math.max(
    ...graph.nodes.map((node) => positionOf(node)?.y ?? Number.NEGATIVE_INFINITY),
  );
  const below = Number.isFinite(lowest) ? lowest + 240 : 0;
  return new Map(
    others.map(({ id }) => {
      const { x, y } = places.get(id) ?? { x: 0, y: 0 };
      return [id, { x, y: y + below }];
    }),
  );
}
