import { useLayoutEffect, useMemo, useRef } from "react";
import type { Scenario } from "#client";
import type { Highlight } from "#console/screens/scenarios/highlight";
import { IN } from "../card-handles";
import {
  arrowOf,
  isAnyLit,
  isSameList,
  isSameMark,
  isSameProblem,
  NO_PROBLEMS,
  useFlowEdges,
  useFlowNodes,
} from "../flow-elements";
import { type Graph, positionOf } from "../graph";
import type { LabelledEdge } from "../labelled-edge";
import type { Places } from "../layout-graph";
import type { ProblemsByNode } from "../use-check";
import { nameOf, useWords } from "../words";
import { type HeadData, type HeadNode, OUT } from "./head-card";
import { entryOf, headOf, headPlaces } from "./heads";
import { triggerName } from "./lines";
import { stateOf, useTriggerStats } from "./state";

const ORIGIN = { x: 0, y: 0 };

const isSameHead = (one: HeadData, other: HeadData) =>
  one.trigger === other.trigger &&
  one.state === other.state &&
  one.stats === other.stats &&
  one.isDimmed === other.isDimmed &&
  isSameMark(one.mark, other.mark) &&
  isSameList(one.problems, other.problems, isSameProblem);

type Shown = {
  places: Places;
  problems: ProblemsByNode;
  highlight: Highlight | null;
  /** As it is published. */
  scenario: Scenario;
};

/** The heads and the nodes of a graph for the canvas, with the lines between them. */
export function useFlowParts(graph: Graph, shown: Shown) {
  const { places, problems, highlight } = shown;
  const nodes = useFlowNodes(graph, places, problems, highlight);
  const heads = useFlowHeads(graph, shown);
  const cards = useMemo(() => [...heads, ...nodes], [heads, nodes]);
  return { cards, lines: useFlowEdges(graph, highlight), headLines: useHeadLines(graph) };
}

/** The heads of a graph for the canvas. One that looks as before is the same object. */
function useFlowHeads(graph: Graph, { places, problems, highlight, scenario }: Shown): HeadNode[] {
  const stats = useTriggerStats(scenario);
  const before = useRef<ReadonlyMap<string, HeadNode>>(new Map());
  const heads = useMemo(() => {
    const found = headPlaces(graph, (node) => positionOf(node) ?? places.get(node.id));
    const dims = highlight !== null && isAnyLit(highlight.nodes);
    return graph.triggers.map((trigger): HeadNode => {
      const id = headOf(trigger);
      const own = problems.get(id) ?? NO_PROBLEMS;
      const mark = highlight?.nodes[id];
      const data: HeadData = {
        trigger,
        problems: own,
        state: stateOf(trigger, scenario, own),
        stats: stats?.get(trigger.id),
        mark,
        isDimmed: dims && !mark?.isLit,
      };
      const old = before.current.get(id);
      const position = found.get(id) ?? ORIGIN;
      const isPlaced = old?.position.x === position.x && old.position.y === position.y;
      const kept = old && isSameHead(old.data, data) ? old.data : data;
      return old && isPlaced && kept === old.data
        ? old
        : { id, type: "head", position, data: kept };
    });
  }, [graph, places, problems, highlight, scenario, stats]);
  useLayoutEffect(() => {
    before.current = new Map(heads.map((head) => [head.id, head]));
  }, [heads]);
  return heads;
}

/** The lines from heads to the entry. They are made with the heads, and go with them. */
function useHeadLines(graph: Graph): LabelledEdge[] {
  const words = useWords();
  return useMemo(() => {
    const entry = entryOf(graph);
    if (!entry) return [];
    return graph.triggers.map((trigger): LabelledEdge => {
      const id = headOf(trigger);
      return {
        id: `${id} ${OUT}`,
        type: "labelled",
        source: id,
        sourceHandle: OUT,
        target: entry.id,
        targetHandle: IN,
        markerEnd: arrowOf(),
        ariaLabel: words.triggers.edge(triggerName(words, trigger.type), nameOf(words, entry)),
        selectable: false,
        focusable: false,
        deletable: false,
        reconnectable: false,
      };
    });
  }, [graph, words]);
}
