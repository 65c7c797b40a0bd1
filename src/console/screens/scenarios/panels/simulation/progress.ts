import type {
  RunEndReason,
  SimulatedLead,
  SimulatedStart,
  SimulationState,
  SimulationStep,
  TestRunEventInput,
} from "#client";
import { edgeKey, type Highlight } from "#console/screens/scenarios/highlight";

/** An action of the lead, or another event around a run. */
export type RunEvent = TestRunEventInput;

/** An entry of the story: an event, or a step of the run. */
export type Entry =
  | { key: string; kind: "step"; step: SimulationStep }
  | { key: string; kind: "event"; event: RunEvent; isIgnored: boolean };

/** The state of a simulated run, whatever clock it goes by. */
export type RunProgress = {
  /** Those so far. The last has not been left unless the run has ended. */
  steps: SimulationStep[];
  /** The steps and what happened, in the order of time. */
  entries: Entry[];
  state: SimulationState;
  isOver: boolean;
  endReason: RunEndReason | null;
  /** The time when it goes on by itself at the latest, in milliseconds, by its own clock. */
  nextAt: number | null;
  lead: SimulatedLead;
  /** The outcome of the triggers; null where the lead was enrolled. */
  start: SimulatedStart | null;
};

/** The steps and what happened, each at its time in milliseconds, in the order of time. */
export function entriesOf(
  steps: readonly SimulationStep[],
  events: readonly { at: number; event: RunEvent }[],
  ignored: readonly number[],
): Entry[] {
  const ofEvents = events.map(({ at, event }, index) => ({
    at,
    entry: {
      key: `event ${index}`,
      kind: "event" as const,
      event,
      isIgnored: ignored.includes(index),
    },
  }));
  const ofSteps = steps.map((step) => ({
    at: Date.parse(step.at),
    entry: { key: `step ${step.visit}`, kind: "step" as const, step },
  }));
  return [...ofEvents, ...ofSteps]
    .toSorted((one, other) => one.at - other.at)
    .map(({ entry }) => entry);
}

/** Lights the path so far. */
export function highlightOf({ steps, isOver }: RunProgress, here: string): Highlight {
  const nodes: Highlight["nodes"] = {};
  const edges: Highlight["edges"] = {};
  const current = steps.at(-1);
  for (const step of steps) {
    nodes[step.node_id] = { isLit: true };
    if (step !== current) edges[edgeKey(step.node_id, step.outcome)] = { isLit: true };
  }
  if (current)
    nodes[current.node_id] = { isLit: true, tone: isOver ? "green" : "accent", text: here };
  return { nodes, edges };
}
