import type { Answer, EndState, RunWait } from "#domain/automation";
import type { EndReason } from "#domain/end-reasons";
import type { Effect, Ended, Run, Waiting } from "./run";

/**
 * The step under way: its own copy of the run, which nodes change, and the effects so far. The run
 * ends at the next node after `mostWork` (lib/work.ts).
 * `isAskedFor`: it is the first one of a run that a request has made, and not another run.
 */
export type StepContext = {
  run: Run;
  now: number;
  effects: Effect[];
  mostWork: number;
  isAskedFor: boolean;
};

/** Details that the visit of a node records beside its outcome. */
export type Detail = Record<string, unknown> | null;

/** A node's decision on what a run does next. `stay` keeps the run's current wait. */
export type Transition =
  | { kind: "leave"; handle: string; detail: Detail; eventId: number | null; answer?: Answer }
  | { kind: "wait"; waiting: Waiting; detail?: Detail }
  | { kind: "stay" }
  | { kind: "end"; ended: Ended; detail: Detail };

/** `eventId`: the event that ends the wait, if its data is kept. */
export const leave = (
  handle: string,
  detail: Detail = null,
  eventId: number | null = null,
): Transition => ({
  kind: "leave",
  handle,
  detail,
  eventId,
});

/** Leaves a wait for a reply. */
export const leaveWith = (answer: Answer, handle: string, detail: Detail = null): Transition => ({
  ...{ kind: "leave", handle, detail, eventId: null },
  answer,
});

export const wait = (
  what: RunWait,
  until: number | null,
): Extract<Transition, { kind: "wait" }> => ({
  kind: "wait",
  waiting: { for: what, until },
});

export const stay: Transition = { kind: "stay" };

export const end = (state: EndState, reason: EndReason, detail: Detail = null): Transition => ({
  kind: "end",
  ended: { state, reason },
  detail,
});
