import type { PlayedTestRun, PlayedTestRunLead } from "../../../../../client/index";
import { type Entry, type Happening, type Stand, stepEntry } from "./stand";

/** What its author let happen in a test run. */
type Happened = {
  happening: Happening;
  /** How many steps the run had made by then. */
  after: number;
  isIgnored: boolean;
};

/**
 * A test run, with what the service does not tell of it: what happened, and the lead as it was. Of a
 * test run that was begun elsewhere this is not known.
 */
export type Tested = {
  run: PlayedTestRun;
  happened: Happened[];
  before: PlayedTestRunLead | null;
};

export const UNKNOWN: Omit<Tested, "run"> = { happened: [], before: null };

/** A test run in which something has happened, or in which a wait was skipped. */
export function afterAnswer(old: Tested, run: PlayedTestRun, happening: Happening | null): Tested {
  if (!happening) return { ...old, run };
  const isIgnored = run.ignored_events.length > old.run.ignored_events.length;
  const latest = { happening, after: old.run.trail.length, isIgnored };
  return { ...old, run, happened: [...old.happened, latest] };
}

export function standOf({ run, happened }: Tested): Stand {
  const entries = run.trail.flatMap((step, index): Entry[] => [
    stepEntry(step),
    ...happened.flatMap(({ happening: event, after, isIgnored }, place): Entry[] =>
      after === index + 1 ? [{ key: `event ${place}`, kind: "event", event, isIgnored }] : [],
    ),
  ]);
  return {
    steps: run.trail,
    entries,
    state: run.state,
    isOver: run.ended_at !== null,
    endReason: run.end_reason,
    nextAt: run.next_at && run.ended_at === null ? Date.parse(run.next_at) : null,
    lead: run.lead,
  };
}

const SOONEST_MS = 1_000;
const LATEST_MS = 15_000;

/**
 * When to look at a test run again: as its wait is over, and now and then, since others may play it,
 * too. False once it has ended.
 */
export function nextLook({ ended_at, next_at, ahead_seconds }: PlayedTestRun, now: number) {
  if (ended_at !== null) return false;
  if (next_at === null) return LATEST_MS;
  const due = Date.parse(next_at) - ahead_seconds * 1_000 - now;
  return Math.min(Math.max(due, SOONEST_MS), LATEST_MS);
}
