import { ReactFlowProvider } from "@xyflow/react";
import { useEffect, useMemo, useState } from "react";
import type { Highlight } from "../highlight";
import { Board } from "./board";
import { useFlowEdges, useFlowNodes, useFlowState } from "./flow-elements";
import type { Graph, GraphEdge, GraphNode } from "./graph";
import { type Places, placesForOthers } from "./layout-graph";
import { NamesProvider } from "./names";

const NO_PROBLEMS = new Map();
const isNever = () => false;

/** Places for the nodes of a graph that have none, once they are known. */
export function usePlaces(graph: Graph): Places | undefined {
  const [places, setPlaces] = useState<Places>();
  useEffect(() => {
    let isCurrent = true;
    void placesForOthers(graph).then((found) => isCurrent && setPlaces(found));
    return () => {
      isCurrent = false;
    };
  }, [graph]);
  return places;
}

function View({
  graph,
  places,
  highlight,
}: {
  graph: Graph;
  places: Places;
  highlight: Highlight | null;
}) {
  const [nodes, apply] = useFlowState(useFlowNodes(graph, places, NO_PROBLEMS, highlight), isNever);
  return (
    <Board
      nodes={nodes}
      edges={useFlowEdges(graph, highlight)}
      onNodesChange={apply}
      hasMinimap={false}
      nodesDraggable={false}
      nodesConnectable={false}
      elementsSelectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
    />
  );
}

/** A graph to look at. It fills the box that it stands in. */
export function GraphView({
  nodes,
  edges,
  highlight = null,
}: {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  highlight?: Highlight | null;
}) {
  const graph = useMemo(() => ({ nodes, edges }), [nodes, edges]);
  const places = usePlaces(graph);
  return (
    <NamesProvider>
      <ReactFlowProvider>
        {places && <View graph={graph} places={places} highlight={highlight} />}
      </ReactFlowProvider>
    </NamesProvider>
  );
}
