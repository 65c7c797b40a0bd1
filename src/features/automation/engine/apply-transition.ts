import { isOwnWait } from "#domain/automation";
import type { GraphNode } from "../scenarios/compile";
import { discardEarlyEvents } from "./early-events";
import type { Effect, Ended, Run, Visit, Waiting } from "./run";
import type { Detail, StepContext, Transition } from "./transition";

/** A shorter wait for a tag or a stage does not count as a wait. */
const MIN_WAIT_MS = 1_000;

/**
 * Applies a node's transition, and returns the id of the node to visit next, if any. The visit is
 * recorded at `position`, before the effects of the same visit.
 */
export function applyTransition(
  context: StepContext,
  node: GraphNode | undefined,
  transition: Transition,
  position: number,
): string | null {
  const { run, now } = context;
  const record = (outcome: string | null, detail: Detail, more: Pick<Visit, Kept> = {}) =>
    context.effects.splice(position, 0, visitEffect(context, node, { outcome, detail, ...more }));
  switch (transition.kind) {
    case "stay":
      return null;
    case "wait":
      if (!run.waiting || transition.detail) record(null, transition.detail ?? null);
      return suspend(run, transition.waiting, now);
    case "end":
      record(transition.ended.reason, transition.detail);
      return endRun(run, transition.ended);
    case "leave":
      record(transition.handle, transition.detail, keptOf(transition));
      run.waiting = null;
      delete run.memory.attempts;
      return (
        node?.next.get(transition.handle) ??
        endRun(run, { state: "completed", reason: "reached_end" })
      );
  }
}

type Kept = "eventId" | "answer";

const keptOf = ({ eventId, answer }: Transition & { kind: "leave" }): Pick<Visit, Kept> => ({
  ...(eventId && { eventId }),
  ...(answer && { answer }),
});

function visitEffect(
  { run, now }: StepContext,
  node: GraphNode | undefined,
  left: Pick<Visit, "outcome" | "detail" | Kept>,
): Effect {
  const visit = {
    visit: run.visits,
    nodeId: run.nodeId ?? "",
    type: node?.type ?? "unknown",
    enteredAt: now,
    leftAt: left.outcome === null ? null : now,
    ...left,
  };
  return { kind: "visit", visit };
}

/**
 * Suspends the run. A wait for the lead or for a time resets the loop guard; a wait for the service
 * itself to send, call or analyse does not. Whether a wait for a tag or a stage resets it is known
 * when the wait is over. A reply that arrives during `sending` is kept for the next wait.
 */
function suspend(run: Run, waiting: Waiting, now: number) {
  run.waiting = waiting;
  if (waiting.for === "sending") return null;
  discardEarlyEvents(run);
  if (waiting.for === "tag_added" || waiting.for === "stage_changed") run.memory.since = now;
  else if (!isOwnWait(waiting.for)) delete run.memory.steps;
  return null;
}

/**
 * Resets the loop guard after a wait for a tag or a stage that lasted. A wait that ended at once
 * was ended by another run of the lead: two runs that wait for each other go in a loop.
 */
export function resetLoopGuard({ memory }: Run, now: number) {
  if (memory.since !== undefined && now - memory.since >= MIN_WAIT_MS) delete memory.steps;
  delete memory.since;
}

export function endRun(run: Run, ended: Ended) {
  run.waiting = null;
  run.ended = ended;
  delete run.memory.attempts;
  discardEarlyEvents(run);
  return null;
}
