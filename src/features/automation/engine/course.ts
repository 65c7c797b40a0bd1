import type { EndReason, EndState, NodeType, RunWait } from "../../../domain/automation";
import type { GraphNode } from "../scenarios/compile";
import type { Effect, Ended, Run, Waiting } from "./run";

/** A turn under way: the run as far as it has come, a copy of the turn's own, and what follows so far. */
export type Course = { run: Run; now: number; effects: Effect[] };

/** A node that can be run. */
export type Sound = Extract<GraphNode, { isSound: true }>;
export type NodeOf<Type extends NodeType> = Extract<Sound, { type: Type }>;

export type Detail = Record<string, unknown> | null;

/** What becomes of a run at a node: it leaves, begins to wait, waits on as it did, or ends. */
export type Move =
  | { kind: "leave"; handle: string; detail: Detail }
  | { kind: "wait"; waiting: Waiting }
  | { kind: "stay" }
  | { kind: "end"; ended: Ended; detail: Detail };

export const leave = (handle: string, detail: Detail = null): Move => ({
  kind: "leave",
  handle,
  detail,
});

export const wait = (what: RunWait, until: number | null): Extract<Move, { kind: "wait" }> => ({
  kind: "wait",
  waiting: { for: what, until },
});

export const end = (state: EndState, reason: EndReason, detail: Detail = null): Move => ({
  kind: "end",
  ended: { state, reason },
  detail,
});

/** What came early is taken, or nothing to what the run has come to. */
export function forgetEarly(run: Run) {
  run.early = null;
  delete run.memory.early;
  delete run.memory.read;
}
