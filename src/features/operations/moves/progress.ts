import { type Place, START, type Walked } from "#db/archive/walk";
import { BEGIN_WIPE, type WipeState } from "#db/archive/wipe";
import type { Copying } from "#db/copying/pages";
import type { MovePhase } from "#domain/moves";
import type { Making } from "./making";

/** The progress of a move in its phase. */
export type Progress = {
  phase: MovePhase;
  /** The table that is worked, by its place in `COPIED` or `COMPARED`, and where in it. */
  table: number;
  place: Place;
  /** The progress of removing the rows of a database. */
  wipe: WipeState;
  /** The newest rows as the copy was begun; null before. */
  marks: Walked["marks"] | null;
  /** The tables of which the copy may have rows that the workspace has not, the last first. */
  strays: string[];
  /** Where stale rows of the table are removed, which are in the way of others; null otherwise. */
  stale: Place | null;
  /** The table of which none are left. */
  cleared: string | null;
  /** The second wipe of the copy, while nothing changes: under way, or over. */
  again: "wiping" | "wiped" | null;
};

/** Where a step has led: what comes next, and not before `waitUntil`. */
export type Stepped = { next: Progress; waitUntil: number };

export const start = (phase: MovePhase, again: Progress["again"] = null): Progress => ({
  phase,
  table: 0,
  place: START,
  wipe: BEGIN_WIPE,
  marks: null,
  strays: [],
  stale: null,
  cleared: null,
  again,
});

export const at = (progress: Progress, waitUntil = 0): Stepped => ({ next: progress, waitUntil });

export const nextTable = (progress: Progress): Progress => ({
  ...progress,
  table: progress.table + 1,
  place: START,
});

export const copying = ({ databases, move }: Making): Copying => ({
  source: databases.open(move.from),
  target: databases.open(move.to),
  workspaceId: move.workspaceId,
});
