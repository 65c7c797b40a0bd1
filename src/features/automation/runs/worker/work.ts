import type { Effect, Run, RunEvent, Turn } from "../../engine/run";
import { step } from "../../engine/step";
import type { Graph } from "../../scenarios/compile";

/**
 * A run that is due, as it was read: the graph that it follows, as `scenario:version`, and what has happened to it in this visit, in order.
 * `hasEvents` tells whether anything is recorded of it, also of earlier visits.
 */
export type DueRun = {
  run: Run;
  graphKey: string;
  revision: number;
  events: RunEvent[];
  hasEvents: boolean;
};

/** What became of a due run: where it stands, and what is to be written. */
export type Taken = { due: DueRun; run: Run; effects: Effect[] };

/**
 * Steps a due run with what has happened to it, in order, then by the clock if it is time. What was recorded before its time came up
 * counts first: who has answered is not asked why not. What happens in one visit is nothing to the next, save by `early`.
 */
export function takeTurn(
  graph: Graph,
  { run, events }: Pick<DueRun, "run" | "events">,
  now: number,
): Turn {
  const effects: Effect[] = [];
  let current = run;
  for (const event of run.waiting?.for === "sending" ? sendingLast(events) : events) {
    if (current.visits !== run.visits || current.ended) break;
    const turn = step(graph, current, event, now);
    current = turn.run;
    effects.push(...turn.effects);
  }
  const isTime =
    !current.ended &&
    (current.waiting === null || (current.waiting.until !== null && current.waiting.until <= now));
  if (!isTime) return { run: current, effects };
  const turn = step(graph, current, { kind: "time" }, now);
  return { run: turn.run, effects: [...effects, ...turn.effects] };
}

/** Once it is told that its message was sent, the run has left: what came in between would find nobody. */
const sendingLast = (events: RunEvent[]) =>
  events.toSorted((a, b) => Number(a.kind === "sending") - Number(b.kind === "sending"));

/** A run that could not be stepped at all ends where it stands. */
export const broken = (due: DueRun): Taken => ({
  due,
  run: { ...due.run, waiting: null, ended: { state: "failed", reason: "internal_error" } },
  effects: [],
});
