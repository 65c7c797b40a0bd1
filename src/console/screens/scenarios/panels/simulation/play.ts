import type { SimulatedEvent, Simulation, SimulationInput } from "#client";
import { type Entry, entriesOf, type RunEvent, type RunProgress } from "./progress";
import type { StartChoice } from "./start";

/** The lead of a simulation: one of the workspace, or one that is described. */
export type LeadChoice = Pick<SimulationInput, "lead_id" | "lead">;

/** A simulation that somebody plays: what has happened so far, by its own clock. */
export type Play = {
  lead: LeadChoice;
  start: StartChoice;
  startAt: string;
  /** By which splits choose. */
  runId: number;
  events: SimulatedEvent[];
  /** Seconds since the start. */
  clock: number;
};

/** The time that a lead takes to do something. */
const REACTION_SECONDS = 10;

export const afterEvent = (play: Play, event: RunEvent): Play => {
  const clock = play.clock + REACTION_SECONDS;
  return { ...play, clock, events: [...play.events, { ...event, after_seconds: clock }] };
};

/** Time never goes back, also where more has happened than the reader has seen. */
export const afterWaiting = (play: Play, clock: number): Play => ({
  ...play,
  clock: Math.max(play.clock, clock),
});

/** The time at so many seconds on the clock of a simulation, in milliseconds. */
export const timeAt = ({ startAt }: Play, seconds: number) => Date.parse(startAt) + seconds * 1_000;

const secondsOf = (at: string, { startAt }: Play) => (Date.parse(at) - Date.parse(startAt)) / 1_000;

/** The message that starts the run, as the first of the conversation. */
function writtenFirst({ started_by: cause }: StartChoice): Entry[] {
  const reply = cause?.text;
  if (!reply) return [];
  return [{ key: "start", kind: "event", event: { reply }, isIgnored: false }];
}

/**
 * A simulation as it stands at the clock. The service plays on for as long as time alone moves the
 * run: what comes after the clock has not happened yet.
 */
export function progressAt(
  simulation: Simulation,
  lead: RunProgress["lead"],
  play: Play,
): RunProgress {
  const isPast = (at: string | null) => at !== null && secondsOf(at, play) <= play.clock;
  const past = simulation.trail.filter(({ at }) => isPast(at));
  const isOver = isPast(simulation.ended_at) || simulation.state === "not_started";
  const steps = past.map((step) =>
    isPast(step.left_at) || isOver ? step : { ...step, left_at: null, outcome: null },
  );
  const events = play.events.map((event) => ({ at: timeAt(play, event.after_seconds), event }));
  const next = simulation.trail[steps.length]?.at ?? simulation.ended_at ?? simulation.next_at;
  return {
    steps,
    entries: [...writtenFirst(play.start), ...entriesOf(steps, events, simulation.ignored_events)],
    state: simulation.state,
    isOver,
    endReason: simulation.end_reason,
    nextAt: isOver || !next ? null : timeAt(play, Math.ceil(secondsOf(next, play))),
    lead,
    start: simulation.start,
  };
}
