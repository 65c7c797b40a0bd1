import type { Effect, Run, RunEvent } from "#features/automation/engine/run";
import { step } from "#features/automation/engine/step";
import type { Graph } from "#features/automation/scenarios/compile";
import { describeError, log } from "#lib/log";
import { workSpent } from "#lib/work";

/**
 * A due run as it was read: with the key of the graph that it follows, `scenario:version`, and the
 * events of its current visit, oldest first. `hasEvents` also counts events of earlier visits.
 */
export type Claimed = {
  run: Run;
  graphKey: string;
  revision: number;
  events: RunEvent[];
  hasEvents: boolean;
};

/**
 * The outcome of a claimed run: the run after its steps, and the effects to write. `isParked`: it
 * stays as it is, and is not claimed again while its request waits for its turn.
 */
export type Outcome = { claimed: Claimed; run: Run; effects: Effect[]; isParked?: true };

/** The most JSON of effects in one batch: D1 takes no value of more than 2 MB. */
const MAX_EFFECT_CHARACTERS = 500_000;
/** The work (lib/work.ts) after which no other run is stepped in a batch. */
const MAX_WORK = 50_000_000;
/** The delay before a run is claimed again while its HTTP request is still open. */
const REQUEST_DELAY_MS = 60_000;

type Surroundings = {
  graphOf: (key: string) => Graph | undefined;
  requestOf: (runId: number) => "queued" | "open" | undefined;
  now: number;
};

/**
 * Steps the claimed runs whose graphs are loaded, as many as can be written at once. The others are
 * claimed again with the next batch.
 */
export function workBatch(
  claimed: Claimed[],
  { graphOf, requestOf, now }: Surroundings,
): Outcome[] {
  const outcomes: Outcome[] = [];
  const mostWork = workSpent() + MAX_WORK;
  let characters = 0;
  for (const one of claimed) {
    const graph = graphOf(one.graphKey);
    if (!graph) continue;
    const request = isTimedOutRequest(one) ? requestOf(one.run.id) : undefined;
    const outcome = request ? postponed(one, request, now) : stepSafely(graph, one, now);
    characters += JSON.stringify(outcome.effects).length;
    if (outcomes.length > 0 && characters > MAX_EFFECT_CHARACTERS) break;
    outcomes.push(outcome);
    if (workSpent() > mostWork) break;
  }
  return outcomes;
}

/** True if a run is due only because the answer to its HTTP request has not come in time. */
const isTimedOutRequest = ({ run, events }: Claimed) =>
  run.waiting?.for === "webhook" && events.length === 0;

/** Leaves a run as it is, to be claimed again some time later. */
const postponed = (claimed: Claimed, request: "queued" | "open", now: number): Outcome =>
  request === "queued"
    ? { claimed, run: claimed.run, effects: [], isParked: true }
    : {
        claimed,
        run: { ...claimed.run, waiting: { for: "webhook", until: now + REQUEST_DELAY_MS } },
        effects: [],
      };

/** A run whose step throws ends, and does not stop the others. */
function stepSafely(graph: Graph, claimed: Claimed, now: number): Outcome {
  try {
    return { claimed, ...stepRun(graph, claimed, now) };
  } catch (error) {
    log("error", "run not stepped", {
      run_id: claimed.run.id,
      node_id: claimed.run.nodeId,
      ...describeError(error),
    });
    return failed(claimed);
  }
}

/** Ends a run that can't be stepped, or written, where it stands. */
export const failed = (claimed: Claimed): Outcome => ({
  claimed,
  run: { ...claimed.run, waiting: null, ended: { state: "failed", reason: "internal_error" } },
  effects: [],
});

/**
 * Steps a run with its events, oldest first, and then with `time` if its time has come. Events that
 * were recorded before that time count first: a wait that the lead has answered does not time out.
 * Events end with the visit that they were recorded in; a reply lives on as `early`.
 */
export function stepRun(
  graph: Graph,
  { run, events }: Pick<Claimed, "run" | "events">,
  now: number,
): Pick<Outcome, "run" | "effects"> {
  const effects: Effect[] = [];
  let current = run;
  for (const event of run.waiting?.for === "sending" ? sendingLast(events) : events) {
    if (current.visits !== run.visits || current.ended) break;
    const stepped = step(graph, current, event, now);
    current = stepped.run;
    effects.push(...stepped.effects);
  }
  const last = lastEvent(current, run.waiting, now);
  if (!last) return { run: current, effects };
  const stepped = step(graph, current, last, now);
  return { run: stepped.run, effects: [...effects, ...stepped.effects] };
}

/** The end of a run's wait, if it has come. A run that is due before: its booking has changed. */
function lastEvent(
  { ended, waiting }: Run,
  before: Run["waiting"],
  now: number,
): RunEvent | undefined {
  if (ended) return undefined;
  if (!waiting || (waiting.until !== null && waiting.until <= now)) return { kind: "time" };
  return waiting.for === "time" && waiting === before ? { kind: "rebooked" } : undefined;
}

/** The run leaves its node on `sending`, so events that came before it would be lost after it. */
const sendingLast = (events: RunEvent[]) =>
  events.toSorted((a, b) => Number(a.kind === "sending") - Number(b.kind === "sending"));
