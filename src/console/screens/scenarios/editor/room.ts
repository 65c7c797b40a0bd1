import type { Graph, GraphNode, Position } from "./graph";
import { CARD_WIDTH, type Places } from "./layout-graph";

// Places for nodes that are added, so that no card lies on another one.

const AHEAD = CARD_WIDTH + 96;
const STEP = 160;
const ORIGIN = { x: 0, y: 0 };

type PlaceOf = (node: GraphNode) => Position | undefined;

/** A place for a node, unless the layout places it, and the places of those that make way. */
export type Room = { at?: Position; moved?: Places };

const isOccupied = (places: readonly Position[], { x, y }: Position) =>
  places.some((one) => Math.abs(one.x - x) < CARD_WIDTH && Math.abs(one.y - y) < STEP - 20);

/** The free place that is nearest to one, downwards. */
function freePlace(places: readonly Position[], wanted: Position) {
  const place = { ...wanted };
  while (isOccupied(places, place)) place.y += STEP;
  return place;
}

/** Room for a node after another one, between two, or near a place. */
export function roomFor(
  { nodes }: Graph,
  placeOf: PlaceOf,
  {
    after,
    before,
    near = ORIGIN,
  }: { after?: GraphNode | undefined; before?: GraphNode | undefined; near?: Position | undefined },
): Room {
  const known = nodes.flatMap((node) => {
    const place = placeOf(node);
    return place ? [[node.id, place] as const] : [];
  });
  // Until the layout is known, it is to place this node with the others.
  if (known.length < nodes.length) return {};
  const places = known.map(([, place]) => place);
  const from = after && placeOf(after);
  if (!from) return { at: freePlace(places, near) };
  const to = before && placeOf(before);
  if (!to || to.x <= from.x) return { at: freePlace(places, { x: from.x + AHEAD, y: from.y }) };
  const missing = Math.max(0, from.x + 2 * AHEAD - to.x);
  const moved = missing > 0 ? known.filter(([, { x }]) => x >= to.x) : [];
  const away = new Map(moved.map(([id, { x, y }]) => [id, { x: x + missing, y }]));
  const left = known.map(([id, place]) => away.get(id) ?? place);
  const middle = Math.round((from.x + to.x + missing) / 2);
  return { at: freePlace(left, { x: middle, y: to.y }), moved: away };
}
