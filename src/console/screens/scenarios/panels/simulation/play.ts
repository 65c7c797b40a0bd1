import type {
  SimulatedEvent,
  Simulation,
  SimulationInput,
  SimulationStep,
} from "../../../../../client/index";
import { edgeKey, type Highlight } from "../../highlight";

/** A simulation that somebody plays: what has happened so far, by its own clock. */
export type Play = {
  lead: Pick<SimulationInput, "lead_id" | "lead">;
  startAt: string;
  /** By which splits choose. */
  runId: number;
  events: SimulatedEvent[];
  /** Seconds since the start. */
  clock: number;
};

/** What a lead may do, as an event of a simulation has it. */
export type Happening = Omit<SimulatedEvent, "after_seconds">;

/** How long a lead takes to do something. */
const REACTION_SECONDS = 10;

export const afterHappening = (play: Play, happening: Happening): Play => {
  const clock = play.clock + REACTION_SECONDS;
  return { ...play, clock, events: [...play.events, { ...happening, after_seconds: clock }] };
};

export const afterWaiting = (play: Play, clock: number): Play => ({ ...play, clock });

export type Moment = {
  /** The steps so far. The last has not been left unless the run has ended. */
  steps: SimulationStep[];
  current: SimulationStep | undefined;
  isOver: boolean;
  /** When the run goes on by itself, in seconds since the start. */
  nextAt: number | null;
};

const secondsOf = (at: string, { startAt }: Play) => (Date.parse(at) - Date.parse(startAt)) / 1_000;

/**
 * A simulation as it stands at the clock. The service plays on for as long as time alone moves the
 * run: what comes after the clock has not happened yet.
 */
export function momentOf(simulation: Simulation, play: Play): Moment {
  const isPast = (at: string | null) => at !== null && secondsOf(at, play) <= play.clock;
  const happened = simulation.trail.filter(({ at }) => isPast(at));
  const isOver = isPast(simulation.ended_at);
  const steps = happened.map((step) =>
    isPast(step.left_at) || isOver ? step : { ...step, left_at: null, outcome: null },
  );
  const next = simulation.trail[steps.length]?.at ?? simulation.ended_at ?? simulation.next_at;
  const nextAt = isOver || !next ? null : Math.ceil(secondsOf(next, play));
  return { steps, current: steps.at(-1), isOver, nextAt };
}

/** What has happened in the order of time: what the lead did, and the steps of the run. */
export type Entry =
  | { key: string; at: number; kind: "step"; step: SimulationStep }
  | { key: string; at: number; kind: "event"; event: SimulatedEvent; isIgnored: boolean };

export function entriesOf(play: Play, { steps }: Moment, ignored: readonly number[]): Entry[] {
  const events: Entry[] = play.events
    .map((event, index) => ({ event, index }))
    .filter(({ event }) => !event.webhook)
    .map(({ event, index }) => ({
      key: `event ${index}`,
      at: event.after_seconds,
      kind: "event",
      event,
      isIgnored: ignored.includes(index),
    }));
  const visits: Entry[] = steps.map((step) => ({
    key: `step ${step.visit}`,
    at: secondsOf(step.at, play),
    kind: "step",
    step,
  }));
  return [...events, ...visits].toSorted((one, other) => one.at - other.at);
}

/** Lights the path so far. */
export function highlightOf({ steps, current, isOver }: Moment, here: string): Highlight {
  const nodes: Highlight["nodes"] = {};
  const edges: Highlight["edges"] = {};
  for (const [index, { node_id, outcome }] of steps.entries()) {
    nodes[node_id] = { isLit: true };
    if (index < steps.length - 1) edges[edgeKey(node_id, outcome)] = { isLit: true };
  }
  if (current)
    nodes[current.node_id] = { isLit: true, tone: isOver ? "green" : "accent", text: here };
  return { nodes, edges };
}
