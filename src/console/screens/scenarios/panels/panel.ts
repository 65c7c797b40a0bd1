import type { Scenario, ScenarioEdge, ScenarioNode, ScenarioTrigger } from "#client";
import type { Highlight } from "../highlight";

/** The props of the panels beside the editor's graph. */
export type PanelProps = {
  scenario: Scenario;
  /** The graph as it is drawn, saved or not. */
  graph: { nodes: ScenarioNode[]; edges: ScenarioEdge[]; triggers: ScenarioTrigger[] };
  /** Saves what is drawn, and resolves to where it stands then; to null where it can't be saved. */
  onSave: () => Promise<"draft" | "published" | null>;
  /** Reads the published scenario again, and starts the editor afresh with it. */
  onReload: () => void;
  onHighlight: (highlight: Highlight | null) => void;
  onClose: () => void;
  onSelectNode: (id: string) => void;
};
