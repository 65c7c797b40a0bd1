import { ReactFlowProvider } from "@xyflow/react";
import { useMemo } from "react";
import type { Highlight } from "../highlight";
import { Board } from "./board";
import { useFlowEdges, useFlowNodes, useFlowState } from "./flow-elements";
import type { Graph, GraphEdge, GraphNode } from "./graph";
import type { Places } from "./layout-graph";
import { NamesProvider } from "./names";
import { usePlaces } from "./use-places";

const NO_PROBLEMS = new Map();
const isNever = () => false;

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
