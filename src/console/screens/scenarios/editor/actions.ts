import { isEntry } from "../nodes/drawn";
import {
  addNode,
  edgeOn,
  freeId,
  type Graph,
  type GraphNode,
  insertNode,
  moveNodes,
  type Position,
  partOf,
  paste,
  positionOf,
  removeNodes,
  targetOf,
  type Way,
} from "./graph";
import type { Places } from "./layout-graph";
import { newNode } from "./new-node";
import { ownHandlesOf } from "./node-handles";
import type { NodeType } from "./node-kinds";
import { type Room, roomFor } from "./room";
import type { EditorStore } from "./store";

const BESIDE = { x: 32, y: 32 };

type Wanted = {
  after?: string | undefined;
  at?: Position | undefined;
  near?: Position | undefined;
};

/** The first handle of a node that leads nowhere. */
const openHandle = (graph: Graph, node: GraphNode) =>
  ownHandlesOf(node).find((handle) => targetOf(graph, node.id, handle) === undefined);

/** The author's actions on the graph, each to be undone at once. */
export function actionsOn(store: EditorStore, places: () => Places | null) {
  let clipboard: Graph = { nodes: [], edges: [] };
  let pasted = 0;

  const placeOf = (node: GraphNode) => positionOf(node) ?? places()?.get(node.id);

  const putCopies = (copied: Graph, by: Position) => {
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
    nodes: nodes.map((node) => ({ ...node, position: placeOf(node) ?? { x: 0, y: 0 } })),
    edges,
  });

  /** Nodes that are placed by the layout keep their places once one of them has been moved. */
  const moved = (graph: Graph, away: Places = new Map()) => {
    const kept = graph.nodes.flatMap((node) => {
      const place = positionOf(node) ? undefined : placeOf(node);
      return place ? [[node.id, place] as const] : [];
    });
    return moveNodes(graph, new Map([...kept, ...away]));
  };

  /** Adds a node, and selects it. */
  function put(node: GraphNode, room: Room, add: (graph: Graph, node: GraphNode) => Graph) {
    const placed = room.at ? { ...node, position: room.at } : node;
    store.change((now) => add(moved(now, room.moved), placed));
    store.select([node.id]);
    return node.id;
  }

  /** Adds a node that a way leads to, at a place or where there is room for it. */
  function insert(type: NodeType, way: Way, at?: Position) {
    const { graph } = store.get();
    const node = newNode(type, freeId(graph, type));
    const [onward] = ownHandlesOf(node);
    const find = (id: string | undefined) => graph.nodes.find((one) => one.id === id);
    const [after, before] = [find(way.source), find(edgeOn(graph, way)?.target)];
    const room = at ? { at } : roomFor(graph, placeOf, { after, before });
    return put(node, room, (now, placed) => insertNode(now, placed, way, onward));
  }

  return {
    /**
     * Adds a node after another one, which its first open handle then leads to; or at a place, or
     * near one.
     */
    add(type: NodeType, { after, at, near }: Wanted) {
      const { graph } = store.get();
      const before = graph.nodes.find((one) => one.id === after);
      const node = newNode(type, freeId(graph, type));
      const handle = before && !isEntry(node) ? openHandle(graph, before) : undefined;
      if (before && handle) return insert(type, { source: before.id, handle });
      const room = at ? { at } : roomFor(graph, placeOf, { after: before, near });
      return put(node, room, (now, placed) => addNode(now, placed));
    },
    insert,
    move(away: Places) {
      store.change((graph) => moved(graph, away));
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
      putCopies(clipboard, { x: BESIDE.x * pasted, y: BESIDE.y * pasted });
    },
    duplicate(ids = store.get().selected) {
      if (ids.length > 0) putCopies(placed(partOf(store.get().graph, ids)), BESIDE);
    },
  };
}

export type Actions = ReturnType<typeof actionsOn>;
