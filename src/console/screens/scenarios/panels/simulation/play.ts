import type { SimulatedEvent, Simulation, SimulationInput } from "../../../../../client/index";
import { type Entry, type Happening, type Stand, stepEntry } from "./stand";

/** Which lead is played: one of the workspace, or one that is described. */
export type PlayedLead = Pick<SimulationInput, "lead_id" | "lead">;

/** A simulation that somebody plays: what has happened so far, by its own clock. */
export type Play = {
  lead: PlayedLead;
  startAt: string;
  /** By which splits choose. */
  runId: number;
  events: SimulatedEvent[];
  /** Seconds since the start. */
  clock: number;
};

/** How long a lead takes to do something. */
const REACTION_SECONDS = 10;

export const afterHappening = (play: Play, happening: Happening): Play => {
  const clock = play.clock + REACTION_SECONDS;
  return { ...play, clock, events: [...play.events, { ...happening, after_seconds: clock }] };
};

export const afterWaiting = (play: Play, clock: number): Play => ({ ...play, clock });

/** When the clock of a play shows so many seconds, in milliseconds. */
export const timeAt = ({ startAt }: Play, seconds: number) => Date.parse(startAt) + seconds * 1_000;

const secondsOf = (at: string, { startAt }: Play) => (Date.parse(at) - Date.parse(startAt)) / 1_000;

function entriesOf(play: Play, steps: Stand["steps"], ignored: readonly number[]): Entry[] {
  const events = play.events.map((event, index) => ({
    at: event.after_seconds,
    entry: {
      key: `event ${index}`,
      kind: "event" as const,
      event,
      isIgnored: ignored.includes(index),
    },
  }));
  const visits = steps.map((step) => ({ at: secondsOf(step.at, play), entry: stepEntry(step) }));
  return [...events, ...visits]
    .toSorted((one, other) => one.at - other.at)
    .map(({ entry }) => entry);
}

/**
 * A simulation as it stands at the clock. The service plays on for as long as time alone moves the
 * run: what comes after the clock has not happened yet.
 */
export function standAt(simulation: Simulation, lead: Stand["lead"], play: Play): Stand {
  const isPast = (at: string | null) => at !== null && secondsOf(at, play) <= play.clock;
  const happened = simulation.trail.filter(({ at }) => isPast(at));
  const isOver = isPast(simulation.ended_at);
  const steps = happened.map((step) =>
    isPast(step.left_at) || isOver ? step : { ...step, left_at: null, outcome: null },
  );
  const next = simulation.trail[steps.length]?.at ?? simulation.ended_at ?? simulation.next_at;
  return {
    steps,
    entries: entriesOf(play, steps, simulation.ignored_events),
    state: simulation.state,
    isOver,
    endReason: simulation.end_reason,
    nextAt: isOver || !next ? null : timeAt(play, Math.ceil(secondsOf(next, play))),
    lead,
  };
}
