import type { Run, RunStep } from "#client";
import { edgeKey, type Highlight } from "#console/screens/scenarios/highlight";
import { TONES } from "./state";

/** Lights the way of a run. Of steps, the newest first, the newest has no edge behind it yet. */
export function trailOf(run: Run, steps: readonly RunStep[], here: string): Highlight {
  const nodes: Highlight["nodes"] = {};
  const edges: Highlight["edges"] = {};
  for (const { node_id } of steps) nodes[node_id] = { isLit: true };
  for (const { node_id, outcome } of steps.slice(1))
    edges[edgeKey(node_id, outcome)] = { isLit: true };
  if (run.node_id !== null)
    nodes[run.node_id] = { isLit: true, tone: TONES[run.state], text: here };
  return { nodes, edges };
}
