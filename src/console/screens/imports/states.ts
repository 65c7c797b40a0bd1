import type { Import, ImportState } from "#client";
import type { Tone } from "#console/ui/badge";

export const tones: Record<ImportState, Tone> = {
  uploading: "plain",
  reading: "blue",
  ready: "amber",
  checking: "blue",
  checked: "amber",
  running: "blue",
  completed: "green",
  cancelled: "plain",
  failed: "red",
  undoing: "blue",
  undone: "plain",
};

/** The service works on it: its state will change by itself. */
export const isUnderWay = ({ state }: Import) =>
  ["reading", "checking", "running", "undoing"].includes(state);

/** It has not begun to write leads, or could begin again. */
export const isOpen = ({ state }: Import) =>
  ["uploading", "reading", "ready", "checking", "checked", "failed"].includes(state);

/** It can be tried, or carried out. */
export const isStartable = ({ state, columns }: Import) =>
  columns !== null && ["ready", "checked", "failed"].includes(state);

/** True if the counts of an import are of rows that it has written, not those of a dry run. */
export const isWritten = ({ started_at, is_dry_run: isDryRun }: Import) =>
  started_at !== null && !isDryRun;

export const acceptedOf = ({ counts }: Import) =>
  counts.created + counts.updated + counts.unchanged;

export const rejectedOf = ({ counts }: Import) => counts.conflict + counts.invalid;

/** Rows that the report names: those that are not taken, and those with warnings. */
export const namedOf = (one: Import) => rejectedOf(one) + one.warned;

/** Some of its leads can still be deleted again. */
export const isUndoable = ({ undoable_until: until }: Import, now = Date.now()) =>
  until !== null && Date.parse(until) > now;

export const steps = ["file", "columns", "check", "result"] as const;
export type Step = (typeof steps)[number];

/** The step of the wizard at which an import is; the columns if they are wanted, and can change. */
export function stepOf(one: Import, wanted?: "columns"): Step {
  const { state } = one;
  if (state === "uploading" || state === "reading") return "file";
  if (wanted && isStartable(one)) return wanted;
  if (state === "checking" || state === "checked") return "check";
  return isWritten(one) ? "result" : "columns";
}
