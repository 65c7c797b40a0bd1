import { isEntry } from "#console/screens/scenarios/nodes/drawn";
import {
  freeId,
  type Graph,
  type GraphNode,
  type GraphTrigger,
  moveNodes,
  type Position,
  partOf,
  paste,
  placedAt,
  positionOf,
  removeNodes,
} from "../graph";
import { CARD_WIDTH, type Places } from "../layout-graph";

// Triggers stand as heads before the node at which runs begin.

/** Distinguishes the ids of heads from those of nodes: nobody types it. */
const HEAD = "\ue000";

/** The id of a trigger among those of the graph's nodes. */
export const headId = (id: string) => `${HEAD}${id}`;
export const headOf = ({ id }: Pick<GraphTrigger, "id">) => headId(id);
/** The trigger of a head's id; undefined for the id of a node. */
export const triggerIdOf = (id: string) => (id.startsWith(HEAD) ? id.slice(1) : undefined);

/** The node at which runs begin, as far as there is one. */
export function entryOf({ nodes, edges }: Pick<Graph, "nodes" | "edges">): GraphNode | undefined {
  const targets = new Set(edges.map(({ target }) => target));
  return nodes.find(isEntry) ?? nodes.find(({ id }) => !targets.has(id));
}

const AHEAD = CARD_WIDTH + 96;
const HEAD_STEP = 156;
const ORIGIN = { x: 0, y: 0 };

const isNear = (one: Position, other: Position) =>
  Math.abs(one.x - other.x) < CARD_WIDTH && Math.abs(one.y - other.y) < HEAD_STEP - 10;

/** Places for the heads that have none stored: one below the other, before the entry. */
export function headPlaces(graph: Graph, placeOf: (node: GraphNode) => Position | undefined) {
  const entry = entryOf(graph);
  const { x, y } = (entry && placeOf(entry)) ?? ORIGIN;
  const occupied = graph.triggers.flatMap((trigger) => positionOf(trigger) ?? []);
  const above = (Math.max(0, graph.triggers.length - occupied.length - 1) * HEAD_STEP) / 2;
  const places = new Map<string, Position>();
  for (const trigger of graph.triggers) {
    const place = { x: x - AHEAD, y: Math.round(y - above) };
    while (!positionOf(trigger) && occupied.some((one) => isNear(one, place))) place.y += HEAD_STEP;
    occupied.push(place);
    places.set(headOf(trigger), positionOf(trigger) ?? place);
  }
  return places;
}

export const mapTrigger = (
  graph: Graph,
  id: string,
  change: (trigger: GraphTrigger) => GraphTrigger,
): Graph => ({
  ...graph,
  triggers: graph.triggers.map((trigger) => (trigger.id === id ? change(trigger) : trigger)),
});

export const addTrigger = (graph: Graph, trigger: GraphTrigger): Graph => ({
  ...graph,
  triggers: [...graph.triggers, trigger],
});

/** Moves nodes and heads. */
export const moveParts = (graph: Graph, places: Places): Graph => ({
  ...moveNodes(graph, places),
  triggers: graph.triggers.map((trigger) => placedAt(trigger, places.get(headOf(trigger)))),
});

/** Removes nodes and heads. */
export function removeParts(graph: Graph, ids: readonly string[]): Graph {
  const gone = new Set(ids);
  return {
    ...removeNodes(graph, ids),
    triggers: graph.triggers.filter((trigger) => !gone.has(headOf(trigger))),
  };
}

/** Some nodes and heads, with the edges between them. */
export function partsOf(graph: Graph, ids: readonly string[]): Graph {
  const wanted = new Set(ids);
  const triggers = graph.triggers.filter((trigger) => wanted.has(headOf(trigger)));
  return { ...partOf(graph, ids), triggers };
}

/** Adds copies of nodes and heads, and returns their ids among those of the nodes. */
export function pasteParts(graph: Graph, copied: Graph, by: Position) {
  const pasted = paste(graph, copied, by);
  const triggers = [...graph.triggers];
  for (const trigger of copied.triggers) {
    const { x, y } = positionOf(trigger) ?? ORIGIN;
    const id = freeId(triggers, trigger.type);
    triggers.push(placedAt({ ...trigger, id }, { x: x + by.x, y: y + by.y }));
  }
  const heads = triggers.slice(graph.triggers.length).map(headOf);
  return { graph: { ...pasted.graph, triggers }, ids: [...pasted.ids, ...heads] };
}
