import type { Scenario } from "../../../../client/index";
import type { GraphEdge, GraphNode } from "../editor/graph";
import type { Highlight } from "../highlight";

/** What a panel beside the editor's canvas is given: the graph as it is drawn, saved or not. */
export type PanelProps = {
  scenario: Scenario;
  graph: { nodes: readonly GraphNode[]; edges: readonly GraphEdge[] };
  /** Shows something on the canvas; `null` takes it away. */
  onHighlight: (highlight: Highlight | null) => void;
  onClose: () => void;
  /** Selects a node, and brings it into view. */
  onSelectNode: (id: string) => void;
};
