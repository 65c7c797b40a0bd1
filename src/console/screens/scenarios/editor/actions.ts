import { nodeTypes } from "virtual:node-types";
import { isEntry } from "../nodes/drawn";
import {
  addNode,
  edgeOn,
  freeId,
  type Graph,
  type GraphNode,
  insertNode,
  type Position,
  positionOf,
  targetOf,
  type Way,
} from "./graph";
import type { Places } from "./layout-graph";
import { newNode } from "./new-node";
import { ownHandlesOf } from "./node-handles";
import type { NodeType } from "./node-kinds";
import { type Room, roomFor } from "./room";
import type { EditorStore } from "./store";
import {
  addTrigger,
  headOf,
  headPlaces,
  moveParts,
  partsOf,
  pasteParts,
  removeParts,
} from "./triggers/heads";
import { newTrigger, type TriggerType } from "./triggers/kinds";

const BESIDE = { x: 32, y: 32 };
const ORIGIN = { x: 0, y: 0 };

type Wanted = {
  after?: string | undefined;
  at?: Position | undefined;
  near?: Position | undefined;
};

/** The first handle of a node that leads nowhere. */
const openHandle = (graph: Graph, node: GraphNode) =>
  ownHandlesOf(node).find((handle) => targetOf(graph, node.id, handle) === undefined);

/**
 * The author's actions on the graph, each to be undone at once. `onFull` is called where there is
 * no room for all the triggers of a copy.
 */
export function actionsOn(store: EditorStore, places: () => Places | null, onFull: () => void) {
  let clipboard: Graph = { nodes: [], edges: [], triggers: [] };
  let pasted = 0;

  const placeOf = (node: GraphNode) => positionOf(node) ?? places()?.get(node.id);

  const putCopies = ({ triggers, ...others }: Graph, by: Position) => {
    const free = nodeTypes.mostTriggers - store.get().graph.triggers.length;
    const copied = { ...others, triggers: triggers.slice(0, Math.max(0, free)) };
    if (copied.triggers.length < triggers.length) onFull();
    if (copied.nodes.length + copied.triggers.length === 0) return;
    let ids: string[] = [];
    store.change((graph) => {
      const result = pasteParts(moved(graph), copied, by);
      ids = result.ids;
      return result.graph;
    });
    store.select(ids);
  };

  /** Positions that are not stored yet are needed for copies to lie beside the originals. */
  const copyOf = (graph: Graph, ids: readonly string[]): Graph => {
    const { nodes, edges, triggers } = partsOf(graph, ids);
    const heads = headPlaces(graph, placeOf);
    return {
      nodes: nodes.map((node) => ({ ...node, position: placeOf(node) ?? ORIGIN })),
      edges,
      triggers: triggers.map((one) => ({ ...one, position: heads.get(headOf(one)) })),
    };
  };

  /** Nodes and heads that the layout places keep their places once one has been moved. */
  const moved = (graph: Graph, away: Places = new Map()) => {
    const kept = graph.nodes.flatMap((node) => {
      const place = positionOf(node) ? undefined : placeOf(node);
      return place ? [[node.id, place] as const] : [];
    });
    return moveParts(graph, new Map([...kept, ...headPlaces(graph, placeOf), ...away]));
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
    const node = newNode(type, freeId(graph.nodes, type));
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
      const node = newNode(type, freeId(graph.nodes, type));
      const handle = before && !isEntry(node) ? openHandle(graph, before) : undefined;
      if (before && handle) return insert(type, { source: before.id, handle });
      const room = at ? { at } : roomFor(graph, placeOf, { after: before, near });
      return put(node, room, (now, placed) => addNode(now, placed));
    },
    insert,
    /** Adds a trigger, at a place or before the entry. An empty graph gets its entry, too. */
    addTrigger(type: TriggerType, at?: Position) {
      const { graph } = store.get();
      const trigger = newTrigger(type, freeId(graph.triggers, type));
      store.change((now) => {
        const start = newNode("start", freeId(now.nodes, "start"));
        const begun = now.nodes.length > 0 ? now : addNode(now, { ...start, position: ORIGIN });
        const kept = moved(begun);
        const free = headPlaces(addTrigger(kept, trigger), placeOf).get(headOf(trigger));
        return addTrigger(kept, { ...trigger, position: at ?? free });
      });
      store.select([headOf(trigger)]);
      return headOf(trigger);
    },
    move(away: Places) {
      store.change((graph) => moved(graph, away));
    },
    remove(ids: readonly string[]) {
      if (ids.length > 0) store.change((graph) => removeParts(graph, ids));
    },
    copy() {
      const { graph, selected } = store.get();
      if (selected.length === 0) return 0;
      clipboard = copyOf(graph, selected);
      pasted = 0;
      return selected.length;
    },
    paste() {
      if (clipboard.nodes.length === 0 && clipboard.triggers.length === 0) return;
      pasted++;
      putCopies(clipboard, { x: BESIDE.x * pasted, y: BESIDE.y * pasted });
    },
    duplicate(ids = store.get().selected) {
      if (ids.length > 0) putCopies(copyOf(store.get().graph, ids), BESIDE);
    },
  };
}

export type Actions = ReturnType<typeof actionsOn>;
