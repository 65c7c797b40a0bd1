import { isEntry } from "../nodes/drawn";
import {
  addNode,
  connect,
  freeId,
  type Graph,
  type Position,
  partOf,
  paste,
  positionOf,
  removeNodes,
  targetOf,
} from "./graph";
import { CARD_WIDTH, type Places } from "./layout-graph";
import { newNode } from "./new-node";
import { ownHandlesOf } from "./node-handles";
import type { NodeType } from "./node-kinds";
import type { EditorStore } from "./store";

const AHEAD = CARD_WIDTH + 96;
const STEP = 160;
const BESIDE = { x: 32, y: 32 };

const isOccupied = ({ nodes }: Graph, places: Places, { x, y }: Position) =>
  nodes.some((node) => {
    const place = positionOf(node) ?? places.get(node.id);
    return place && Math.abs(place.x - x) < CARD_WIDTH && Math.abs(place.y - y) < STEP - 20;
  });

/** The free place that is nearest to one, downwards. */
function freePlace(graph: Graph, places: Places, wanted: Position) {
  const place = { ...wanted };
  while (isOccupied(graph, places, place)) place.y += STEP;
  return place;
}

/** The first handle of a node that leads nowhere. */
const openHandle = (graph: Graph, id: string) => {
  const node = graph.nodes.find((one) => one.id === id);
  return node && ownHandlesOf(node).find((handle) => targetOf(graph, id, handle) === undefined);
};

/** The author's actions on the graph, each to be undone at once. */
export function actionsOn(store: EditorStore, places: () => Places) {
  let clipboard: Graph = { nodes: [], edges: [] };
  let pasted = 0;

  const put = (copied: Graph, by: Position) => {
    let ids: string[] = [];
    store.change((graph) => {
      const result = paste(graph, copied, by);
      ids = result.ids;
      return result.graph;
    });
    store.select(ids);
  };

  /** Positions that are not stored yet are needed for copies to lie beside the nodes. */
  const placed = ({ nodes, edges }: Graph): Graph => ({
    nodes: nodes.map((node) => ({
      ...node,
      position: positionOf(node) ?? places().get(node.id) ?? { x: 0, y: 0 },
    })),
    edges,
  });

  return {
    /** Adds a node after another one, which its first open handle then leads to; or at a place. */
    add(type: NodeType, { after, at }: { after?: string | undefined; at?: Position }) {
      const { graph } = store.get();
      const id = freeId(graph, type);
      const node = newNode(type, id);
      const before = graph.nodes.find((one) => one.id === after);
      const place = before && (positionOf(before) ?? places().get(before.id));
      const wanted = place ? { x: place.x + AHEAD, y: place.y } : (at ?? { x: 0, y: 0 });
      const position = before ? freePlace(graph, places(), wanted) : wanted;
      const handle = before && !isEntry(node) ? openHandle(graph, before.id) : undefined;
      store.change((now) => {
        const added = addNode(now, { ...node, position });
        return before && handle ? connect(added, before.id, handle, id) : added;
      });
      store.select([id]);
      return id;
    },
    remove(ids: readonly string[]) {
      if (ids.length > 0) store.change((graph) => removeNodes(graph, ids));
    },
    copy() {
      const { graph, selected } = store.get();
      if (selected.length === 0) return 0;
      clipboard = placed(partOf(graph, selected));
      pasted = 0;
      return selected.length;
    },
    paste() {
      if (clipboard.nodes.length === 0) return;
      pasted++;
      put(clipboard, { x: BESIDE.x * pasted, y: BESIDE.y * pasted });
    },
    duplicate(ids = store.get().selected) {
      if (ids.length > 0) put(placed(partOf(store.get().graph, ids)), BESIDE);
    },
  };
}

export type Actions = ReturnType<typeof actionsOn>;
