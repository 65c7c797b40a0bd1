import type { PlayedTestRun } from "#client";
import { entriesOf, type RunProgress } from "./progress";

export function progressOf(run: PlayedTestRun): RunProgress {
  const events = run.events.map((event) => ({ at: Date.parse(event.at), event }));
  return {
    steps: run.trail,
    entries: entriesOf(run.trail, events, run.ignored_events),
    state: run.state,
    isOver: run.ended_at !== null || run.state === "not_started",
    endReason: run.end_reason,
    nextAt: run.next_at && run.ended_at === null ? Date.parse(run.next_at) : null,
    lead: run.lead,
    start: run.start,
  };
}

const SOONEST_MS = 1_000;
const LATEST_MS = 15_000;

/**
 * The time to look at a test run again: when its wait is over, and now and then, since others may
 * act in it, too. False once it has ended.
 */
export function nextLook({ state, ended_at, next_at, ahead_seconds }: PlayedTestRun, now: number) {
  if (ended_at !== null || state === "not_started") return false;
  if (next_at === null) return LATEST_MS;
  const due = Date.parse(next_at) - ahead_seconds * 1_000 - now;
  return Math.min(Math.max(due, SOONEST_MS), LATEST_MS);
}
