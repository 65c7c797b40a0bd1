import { type OutboundRules, PUBLIC_ONLY } from "#lib/outbound-url";
import { DAY_MS } from "#lib/time";
import { workSpent } from "#lib/work";
import type { Graph } from "../scenarios/compile";
import type { Run } from "./run";
import { advance, type SimulationState, type TrailEntry } from "./simulation/advance";
import { applyLeadEvent } from "./simulation/lead-events";
import { endOwnWait } from "./simulation/own-waits";
import { isOfLead, type Planned, planScript, type Scripted } from "./simulation/script";

type Limits = { durationMs: number; visits: number };

const LIMITS: Limits = { durationMs: 365 * DAY_MS, visits: 1000 };

/** The most work of a simulation (lib/work.ts), a second or two. The last step may exceed it. */
const MAX_WORK = 100_000_000;

/** The reason why a simulation stopped. `waiting`: nothing in the script ends the run's wait. */
type Stop = "ended" | "waiting" | "time" | "visits" | "work" | "not_started";

/** `ignored`: the places in the script of events that did not concern the run. */
export type Simulation = {
  trail: TrailEntry[];
  run: Run;
  stop: Stop;
  now: number;
  ignored: number[];
};

/** Simulates a run in simulated time, which only waiting advances. */
export function simulate(
  graph: Graph,
  run: Run,
  startAt: number,
  script: Scripted[],
  outbound: OutboundRules = PUBLIC_ONLY,
  limits: Limits = LIMITS,
): Simulation {
  const state: SimulationState = {
    ...{ graph, run, now: startAt, trail: [], outbound },
    hasSentLink: false,
    mostWork: workSpent() + MAX_WORK,
  };
  const planned = planScript(script, startAt);
  const queue = [...planned];
  const ignored: number[] = [];
  advance(state, { kind: "time" });
  for (;;) {
    const limit = stopAtLimit(state, limits);
    if (!limit && endOwnWait(state, planned)) continue;
    const stop = limit ?? passTime(state, queue, startAt + limits.durationMs, ignored);
    if (!stop) continue;
    const neverReached = queue.filter(isOfLead).map(({ index }) => index);
    return {
      ...{ trail: state.trail, run: state.run, stop, now: state.now },
      ignored: [...ignored, ...neverReached].toSorted((one, other) => one - other),
    };
  }
}

function stopAtLimit({ run, trail, mostWork }: SimulationState, limits: Limits) {
  if (run.ended) return "ended";
  if (workSpent() > mostWork) return "work";
  return trail.length >= limits.visits ? "visits" : undefined;
}

/**
 * Goes on to the next scripted event or to the end of the run's wait, whichever is first. At the
 * same moment the wait ends first. Events that do not concern the run are added to `ignored`.
 */
function passTime(
  state: SimulationState,
  queue: Planned[],
  endAt: number,
  ignored: number[],
): Stop | undefined {
  const until = state.run.waiting?.until ?? null;
  const [next] = queue;
  if (until !== null && (!next || until <= next.at)) {
    if (until > endAt) return stopAt(state, endAt);
    state.now = Math.max(state.now, until);
    return advance(state, { kind: "time" }) ? undefined : "waiting";
  }
  if (!next) return "waiting";
  if (next.at > endAt) return stopAt(state, endAt);
  state.now = Math.max(state.now, next.at);
  queue.shift();
  if (!applyLeadEvent(state, next) && isOfLead(next)) ignored.push(next.index);
  return undefined;
}

function stopAt(state: SimulationState, endAt: number): Stop {
  state.now = Math.max(state.now, endAt);
  return "time";
}

/** The simulation of a run that nothing starts. */
export const notStarted = (run: Run, startAt: number, script: Scripted[]): Simulation => ({
  ...{ trail: [], run, stop: "not_started", now: startAt },
  ignored: planScript(script, startAt)
    .filter(isOfLead)
    .map(({ index }) => index)
    .toSorted((one, other) => one - other),
});
