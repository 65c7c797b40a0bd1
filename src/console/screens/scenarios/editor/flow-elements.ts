import { applyNodeChanges, type EdgeMarker, MarkerType, type NodeChange } from "@xyflow/react";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ScenarioWarning } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { edgeKey, type Highlight } from "../highlight";
import { IN } from "./card-handles";
import { type Graph, type GraphNode, handleOf, positionOf } from "./graph";
import type { EdgeData, LabelledEdge } from "./labelled-edge";
import type { Places } from "./layout-graph";
import type { CardData, CardNode } from "./node-card";
import { handlesOf } from "./node-handles";
import { texts } from "./texts";
import type { HeadNode } from "./triggers/head-card";
import type { ProblemsByNode } from "./use-check";
import { handleText, isOwnHandle, nameOf, useWords, type Words } from "./words";

/** A node or a head, as the canvas draws it. */
export type FlowNode = CardNode | HeadNode;

export const NO_PROBLEMS: readonly ScenarioWarning[] = [];
const ORIGIN = { x: 0, y: 0 };

export const isAnyLit = (marks: Record<string, { isLit?: boolean }>) =>
  Object.values(marks).some(({ isLit }) => isLit);

export const isSameList = <Item>(
  one: readonly Item[],
  other: readonly Item[],
  isSame: (a: Item, b: Item | undefined) => boolean,
) => one.length === other.length && one.every((item, index) => isSame(item, other[index]));

export const isSameProblem = (one: ScenarioWarning, other: ScenarioWarning | undefined) =>
  one.code === other?.code && one.message === other.message && one.path === other.path;

export const isSameMark = (one: CardData["mark"], other: CardData["mark"]) =>
  one === other ||
  (one?.isLit === other?.isLit && one?.tone === other?.tone && one?.text === other?.text);

const isSameCard = (one: CardData, other: CardData) =>
  one.node === other.node &&
  one.isDimmed === other.isDimmed &&
  isSameMark(one.mark, other.mark) &&
  isSameList(one.handles, other.handles, Object.is) &&
  isSameList(one.problems, other.problems, isSameProblem);

const isSameLine = (one: EdgeData, other: EdgeData) =>
  one.edge === other.edge &&
  one.label === other.label &&
  one.isDimmed === other.isDimmed &&
  one.mark?.isLit === other.mark?.isLit &&
  one.mark?.text === other.mark?.text;

/**
 * The nodes of a graph for the canvas. A card that looks as before is the same object, so that it
 * is not drawn again.
 */
export function useFlowNodes(
  graph: Graph,
  places: Places,
  problems: ProblemsByNode,
  highlight: Highlight | null,
): CardNode[] {
  const before = useRef<ReadonlyMap<string, CardNode>>(new Map());
  const nodes = useMemo(() => {
    const handles = handlesOf(graph);
    const dims = highlight !== null && isAnyLit(highlight.nodes);
    return graph.nodes.map((node): CardNode => {
      const mark = highlight?.nodes[node.id];
      const data: CardData = {
        node,
        handles: handles.get(node.id) ?? [],
        problems: problems.get(node.id) ?? NO_PROBLEMS,
        mark,
        isDimmed: dims && !mark?.isLit,
      };
      const old = before.current.get(node.id);
      const position = positionOf(node) ?? places.get(node.id) ?? ORIGIN;
      const isPlaced = old?.position.x === position.x && old.position.y === position.y;
      if (old && isPlaced && isSameCard(old.data, data)) return old;
      const kept = old && isSameCard(old.data, data) ? old.data : data;
      return { id: node.id, type: "card", position, data: kept };
    });
  }, [graph, places, problems, highlight]);
  useLayoutEffect(() => {
    before.current = new Map(nodes.map((node) => [node.id, node]));
  }, [nodes]);
  return nodes;
}

export const arrowOf = (isLit = false): EdgeMarker => ({
  type: MarkerType.ArrowClosed,
  markerUnits: "userSpaceOnUse",
  ...{ width: 20, height: 20 },
  color: isLit ? "var(--accent)" : "var(--edge)",
});

/** The label of an edge, for the handle that it leaves by. */
function edgeLabel(words: Words, node: GraphNode, handle: string) {
  if (handle === "next") return;
  return isOwnHandle(node, handle) ? handle : handleText(words, node, handle);
}

export function useFlowEdges(graph: Graph, highlight: Highlight | null): LabelledEdge[] {
  const words = useWords();
  const t = useTexts(texts);
  const before = useRef<ReadonlyMap<string, LabelledEdge>>(new Map());
  const edges = useMemo(() => {
    const dims = highlight !== null && isAnyLit(highlight.edges);
    const known = new Map(graph.nodes.map((node) => [node.id, node]));
    const names = new Map(graph.nodes.map((node) => [node.id, nameOf(words, node)]));
    const counts = new Map<string, number>();
    return graph.edges.flatMap((edge): LabelledEdge[] => {
      const source = known.get(edge.source);
      if (!source || !known.has(edge.target)) return [];
      const handle = handleOf(edge);
      const key = edgeKey(edge.source, handle);
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      const id = count === 0 ? key : `${key} ${count}`;
      const mark = count === 0 ? highlight?.edges[key] : undefined;
      const old = before.current.get(id);
      const isLabelled = old?.data?.from === source && old.data.words === words;
      const label = isLabelled ? old?.data?.label : edgeLabel(words, source, handle);
      const isDimmed = dims && !mark?.isLit;
      const data: EdgeData = { edge, from: source, words, label, mark, isDimmed };
      const ends = [edge.source, edge.target].map((end) => names.get(end) ?? end);
      const ariaLabel = t.edge(ends[0] ?? "", ends[1] ?? "");
      if (old?.data && old.ariaLabel === ariaLabel && isSameLine(old.data, data)) return [old];
      return [
        {
          id,
          type: "labelled",
          source: edge.source,
          target: edge.target,
          sourceHandle: handle,
          targetHandle: IN,
          markerEnd: arrowOf(mark?.isLit),
          ariaLabel,
          data,
        },
      ];
    });
  }, [graph, highlight, words, t]);
  useLayoutEffect(() => {
    before.current = new Map(edges.map((edge) => [edge.id, edge]));
  }, [edges]);
  return edges;
}

/** Nodes as the canvas keeps them: with their sizes, and where they are being dragged. */
export function useFlowState(
  nodes: readonly FlowNode[],
  isSelected: (id: string) => boolean,
): [FlowNode[], (changes: NodeChange<FlowNode>[]) => void] {
  const [drawn, setDrawn] = useState<FlowNode[]>(() => [...nodes]);
  useLayoutEffect(() => {
    setDrawn((old) => {
      const known = new Map(old.map((node) => [node.id, node]));
      return nodes.map((node) => {
        const [was, selected] = [known.get(node.id), isSelected(node.id)];
        if (!was) return { ...node, selected };
        const isSame = was.data === node.data && was.selected === selected;
        const isThere = was.position.x === node.position.x && was.position.y === node.position.y;
        if (isSame && (isThere || was.dragging)) return was;
        return { ...was, ...node, selected } as FlowNode;
      });
    });
  }, [nodes, isSelected]);
  const apply = useCallback(
    (changes: NodeChange<FlowNode>[]) => setDrawn((old) => applyNodeChanges(changes, old)),
    [],
  );
  return [drawn, apply];
}
