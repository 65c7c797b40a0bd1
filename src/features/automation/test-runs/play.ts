import type { Keywords } from "#features/access/settings/consent";
import type { OutboundRules } from "#lib/outbound-url";
import { DAY_MS } from "#lib/time";
import { notStarted, type Simulation, simulate } from "../engine/simulate";
import type { TestRunEventInput } from "../runs/simulation/input";
import { eventOf } from "../runs/simulation/script";
import { type Begun, isStarted } from "../runs/simulation/start";
import { compile } from "../scenarios/compile";
import type { Edge, Node } from "../scenarios/schema";

/** The start of a test run. */
export type Start = Begun & { keywords: Keywords };

/** An event of a test run. `after_ms`: its time in the run, from the start. */
export type RecordedEvent = { after_ms: number; happening: TestRunEventInput };

export type Tape = {
  start: Start;
  nodes: Node[];
  edges: Edge[];
  events: RecordedEvent[];
  createdAt: number;
  aheadMs: number;
};

const MAX_MS = 365 * DAY_MS;
const MAX_VISITS = 1_000;

/** The time that a test run has gone on by its own clock, which stops after a year. */
const elapsed = ({ createdAt, aheadMs }: Tape, now: number) =>
  Math.min(Math.max(now - createdAt, 0) + aheadMs, MAX_MS);

/** The state of a test run: its events are simulated again from the start, up to now. */
export function play(tape: Tape, outbound: OutboundRules, now: number): Simulation {
  const { start, nodes, edges, events, createdAt } = tape;
  const script = events.map(({ after_ms, happening }) => ({
    afterSeconds: after_ms / 1_000,
    event: eventOf(happening, start.keywords),
  }));
  if (!isStarted(start)) return notStarted(start.run, createdAt, script);
  const limits = { durationMs: elapsed(tape, now), visits: MAX_VISITS };
  return simulate(compile(nodes, edges), start.run, createdAt, script, outbound, limits);
}

/**
 * The time by which the clock goes ahead if the run's wait ends now; undefined where it waits for
 * no time, or for one after a year.
 */
export function skipOf(tape: Tape, outbound: OutboundRules, now: number): number | undefined {
  const until = play(tape, outbound, now).run.waiting?.until ?? null;
  if (until === null || until > tape.createdAt + MAX_MS) return undefined;
  return Math.max(until - tape.createdAt - elapsed(tape, now), 0);
}
